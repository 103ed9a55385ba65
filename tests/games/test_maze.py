"""The rules of the Maze, sentence by sentence as the docstring of `herna.games.maze` has them."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herna.dda import EHillClimber
from herna.errors import HernaError
from herna.game import CHANCE, OVER
from herna.games.maze import DIGITS, GONE, MOST_DOORS, STARTS, SWITCHES, Maze, bomb_at, kind_of
from herna.kernels.world import advance, new_worlds
from herna.play import Arena, Match, Trace
from herna.players import HillClimber, Random
from herna.seeds import generator

SMALL = Maze(size=11, bombs=2, steps=100)
THESIS = Maze()
WEIGHTS = {"believability": 10, "tension": 100, "margin": 500, "freedom": 100}


def maze(picture, game=SMALL, **fields):
    """A state from its picture; bombs are * on unexplored squares and + on the floor."""
    rows = [line.ljust(game.size) for line in picture.strip("\n").split("\n")]
    rows += [" " * game.size] * (game.size - len(rows))
    squares = {(x, y): rows[y][x] for y in range(game.size) for x in range(game.size)}

    def among(letters):
        sums = np.zeros(len(game.initial().floor), np.int64)
        for (x, y), letter in squares.items():
            sums[y] += (letter in letters) << x
        return sums

    bombs = [square for square, letter in squares.items() if letter in "*+"]
    bomb_x = [x for x, _ in bombs] + [GONE] * (16 - len(bombs))
    bomb_y = [y for _, y in bombs] + [GONE] * (16 - len(bombs))
    x, y = next(square for square, letter in squares.items() if letter == "@")
    drawn = {
        "digits": DIGITS,
        "number": 12345,
        "x": x,
        "y": y,
        "active": len(bombs),
        "planted": len(bombs),
        "bomb_x": bomb_x,
        "bomb_y": bomb_y,
        "unknown": among(" *"),
        "floor": among(".@+"),
        "doors": among("obr"),
        "blue": among("b"),
        "red": among("r"),
        "closed": sum(letter in "obr" for letter in squares.values()),
        "unexplored": sum(letter in " *" for letter in squares.values()),
    }
    return game.initial().replace(**{**drawn, **fields})


def square(x, y, game=SMALL):
    return y * game.size + x


def started(game, digits=(1, 2, 3, 4)):
    state = game.initial()
    for digit in digits:
        state = game.step(state, digit)
    return state


def bombs_of(state):
    return {(x, y) for x, y in zip(state.bomb_x, state.bomb_y, strict=True) if x != GONE}


def corridors(game, state):
    """What every outcome would lead to, by outcome."""
    return {outcome: game.step(state, outcome) for outcome in game.moves(state)}


OPEN = """
###########
#...@....o
#.#########
#+#
#.#   *
#r#




"""  # a corridor, a bomb that lies open, a door to the east and a red one to the south


# The start.


def test_the_random_number_is_drawn_first_and_nobody_can_steer_it():
    state = SMALL.initial()
    for _ in range(DIGITS):
        assert SMALL.to_move(state) == CHANCE
        assert not SMALL.steerable(state)
        assert SMALL.moves(state) == list(range(64))
        assert bombs_of(state) == set()
        state = SMALL.step(state, 7)
    assert SMALL.to_move(state) == 0
    assert SMALL.rounds(state) == 0


@pytest.mark.parametrize("game", [SMALL, THESIS, Maze(size=12)], ids=lambda game: game.size)
def test_the_player_starts_in_the_middle_with_doors_in_all_four_directions(game):
    state, middle = started(game), game.size // 2
    assert (state.x, state.y) == (middle, middle)
    around = [
        (middle, middle - 1),
        (middle - 1, middle),
        (middle + 1, middle),
        (middle, middle + 1),
    ]
    assert game.moves(state) == sorted(square(x, y, game) for x, y in around)
    assert state.steps == game.steps
    assert state.unexplored == game.size**2 - 9


@pytest.mark.parametrize(
    ("start", "place"), [("edge", (6, 3)), ("corner", (3, 3))], ids=["edge", "corner"]
)
def test_the_start_may_be_near_an_edge_or_a_corner(start, place):
    game = Maze(size=13, bombs=2, start=start, edge_floor=False)
    state = started(game)
    assert (state.x, state.y) == place
    assert [kind_of(state, *door) for door in beside(place)] == ["door"] * 4
    for door in game.moves(state):  # each leads somewhere
        assert len(game.moves(game.step(state, door))) > 1


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_start_may_have_fewer_doors(count):
    game = Maze(size=11, bombs=2, start_doors=count)
    state = started(game)
    assert len(game.moves(state)) == state.closed == count
    assert state.active == 2, "no bomb is out of reach"


def test_without_edge_floor_a_wall_goes_round_the_board():
    game = Maze(size=11, bombs=16, edge_floor=False)
    for i in range(64):
        state = started(game, (0, 0, 0, i))
        assert all(0 < x < 10 and 0 < y < 10 for x, y in bombs_of(state))
        assert state.unexplored == 9 * 9 - 9
    ring = [(x, y) for x, y in itertools.product(range(11), repeat=2) if {x, y} & {0, 10}]
    assert all(kind_of(state, *place) == "wall" for place in ring)


@pytest.mark.parametrize("reading", ["crossing", "joining"])
def test_no_corridor_runs_through_the_wall_round_the_board(reading):
    game = Maze(size=13, bombs=2, edge_floor=False, **{reading: True})
    state = game.step(started(game), square(5, 6, game))
    after = game.step(state, 25)
    assert [kind_of(after, x, 6) for x in range(5)] == ["wall"] + 4 * ["floor"]


@given(st.tuples(*[st.integers(0, 63)] * DIGITS))
def test_bombs_lie_on_different_squares_and_not_too_near(digits):
    state = started(THESIS, digits)
    assert len(bombs_of(state)) == state.active == THESIS.bombs
    for x, y in bombs_of(state):
        assert 0 <= x < 41 and 0 <= y < 41
        assert abs(x - 20) + abs(y - 20) >= THESIS.apart


def test_different_numbers_put_the_bombs_elsewhere():
    assert len({frozenset(bombs_of(started(SMALL, (0, 0, 0, i)))) for i in range(64)}) > 60


# The player's move.


def test_a_move_is_a_closed_door_or_a_bomb_that_lies_open():
    state = maze(OPEN)
    assert SMALL.to_move(state) == 0
    assert SMALL.moves(state) == [square(9, 1), square(1, 3), square(1, 5)]


def test_the_walk_is_charged_and_the_figure_jumps():
    state = SMALL.step(maze(OPEN), square(9, 1))
    assert (state.x, state.y) == (9, 1)
    assert state.steps == 100 - 5


def test_walks_go_over_the_floor_not_through_walls_or_closed_doors():
    """Two squares away as the crow flies, but the corridor goes round."""
    state = maze("""
###########
#.........#
#.#######.#
#.#.@   #.#
#.#.##  #.#
#.#.    #.#
#.#.#####.#
#.#.......#
#.#########
#.o
###########
""")
    name = SMALL.move_name(state, square(2, 9))
    assert name == "opens the orange door at (2, 9), 34 steps"


def test_a_walk_over_a_bomb_does_not_defuse_it():
    state = SMALL.step(maze(OPEN), square(1, 5))
    assert bombs_of(state) == {(1, 3), (6, 4)}


def test_with_walk_defuses_a_bomb_on_a_shortest_way_is_defused_in_passing():
    game = Maze(size=11, bombs=2, steps=100, walk_defuses=True)
    picture = """
###########
#..+......#
#.#######.#
#@..+....o
###########
"""
    state = maze(picture, game)
    after = game.step(state, square(9, 3, game))
    assert bombs_of(after) == {(3, 1)}, "the other bomb lies on a longer way"
    assert game.to_move(after) == CHANCE and after.steps == 92
    late = game.step(maze(picture, game, steps=7), square(9, 3, game))
    assert bombs_of(late) == bombs_of(state), "nothing is defused on a walk that comes too late"


def test_with_walk_defuses_the_last_bomb_passed_wins_before_a_corridor_is_built():
    game = Maze(size=11, bombs=2, steps=100, walk_defuses=True)
    won = game.step(maze("#@..+....o", game), square(9, 0, game))
    assert game.to_move(won) == OVER and game.returns(won) == (1.0,)
    assert won.completed == 1


def test_reaching_a_bomb_defuses_it_and_is_a_whole_turn():
    state = SMALL.step(maze(OPEN), square(1, 3))
    assert bombs_of(state) == {(6, 4)}
    assert state.active == 1
    assert state.steps == 100 - 5
    assert SMALL.rounds(state) == 1
    assert SMALL.to_move(state) == 0


@pytest.mark.parametrize(("colour", "steps"), [("o", 95), ("b", 105), ("r", 85)])
def test_a_blue_door_gives_ten_steps_and_a_red_one_takes_ten(colour, steps):
    state = maze(OPEN.replace("o", colour))
    opened = SMALL.step(state, square(9, 1))
    assert opened.steps == steps
    assert opened.closed == state.closed - 1
    assert kind_of(opened, 9, 1) == "floor"
    assert not (opened.blue | opened.red)[1]


def test_opening_a_door_ends_the_round_and_the_next_one_begins_with_the_corridor():
    state = SMALL.step(maze(OPEN), square(1, 5))
    assert SMALL.to_move(state) == CHANCE
    assert SMALL.steerable(state)
    assert SMALL.rounds(state) == 1
    for after in corridors(SMALL, state).values():
        assert SMALL.rounds(after) == 1
        assert SMALL.to_move(after) == 0


def test_with_corridor_rounds_the_corridor_ends_the_round():
    game = Maze(size=11, bombs=2, steps=100, corridor_rounds=True)
    building = game.step(maze(OPEN, game), square(1, 5))
    assert game.to_move(building) == CHANCE and game.rounds(building) == 0
    for after in corridors(game, building).values():
        assert game.rounds(after) == 1
    assert game.rounds(game.step(maze(OPEN, game), square(1, 3))) == 1, "nothing to be built"


def test_a_door_with_floor_on_both_sides_is_opened_and_nothing_is_built():
    state = maze("""
###########
#...@....o
#.###o#####
#....+....#
###########

     *




""")
    after = SMALL.step(state, square(5, 2))
    assert SMALL.to_move(after) == 0
    assert SMALL.rounds(after) == 1
    assert after.unexplored == state.unexplored


# The end.


def test_the_game_is_won_when_no_bomb_is_left():
    state = maze(OPEN, active=1, bomb_x=[1] + [GONE] * 15, bomb_y=[3] + [GONE] * 15)
    over = SMALL.step(state, square(1, 3))
    assert SMALL.to_move(over) == OVER
    assert SMALL.returns(over) == (1.0,)


def test_a_bomb_reached_with_the_last_step_is_defused():
    state = maze(OPEN, active=1, bomb_x=[1] + [GONE] * 15, bomb_y=[3] + [GONE] * 15, steps=5)
    assert SMALL.returns(SMALL.step(state, square(1, 3))) == (1.0,)


def test_without_last_step_what_is_reached_with_it_comes_too_late():
    game = Maze(size=11, bombs=2, steps=100, last_step=False)
    state = maze(OPEN.replace("o", "b"), game, steps=5)
    assert game.move_name(state, square(1, 3)) == "comes too late to the bomb at (1, 3), 5 steps"
    for x, y in ((1, 3), (9, 1)):
        over = game.step(state, square(x, y))
        assert game.returns(over) == (-1.0,)
        assert over.active == 2
    assert game.step(state.replace(steps=6), square(1, 3)).active == 1


def test_a_walk_longer_than_the_steps_left_loses():
    state = maze(OPEN, steps=4)
    assert SMALL.move_name(state, square(1, 3)) == "comes too late to the bomb at (1, 3), 5 steps"
    over = SMALL.step(state, square(1, 3))
    assert SMALL.to_move(over) == OVER
    assert SMALL.returns(over) == (-1.0,)
    assert over.steps == 0
    assert over.active == 2
    assert SMALL.rounds(over) == 1


@pytest.mark.parametrize(("colour", "goes_on"), [("o", False), ("b", True), ("r", False)])
def test_a_door_reached_with_the_last_step_helps_only_if_it_is_blue(colour, goes_on):
    state = SMALL.step(maze(OPEN.replace("o", colour), steps=5), square(9, 1))
    assert (SMALL.to_move(state) != OVER) == goes_on
    assert SMALL.rounds(state) == 1


def test_a_red_door_that_takes_the_last_steps_loses():
    over = SMALL.step(maze(OPEN, steps=14), square(1, 5))
    assert over.steps == 0
    assert SMALL.returns(over) == (-1.0,)


# Corridors.

WIDE = """
###########
#+.......@#
####o####o#







        *
"""  # a door to the south, all free behind it, and another one farther on


def test_at_most_26_corridors_can_be_built():
    state = SMALL.step(maze(WIDE), square(4, 2))
    assert SMALL.moves(state) == list(range(26))
    assert SMALL.odds(state) == pytest.approx([1 / 26] * 26)


def test_a_corridor_is_as_long_as_its_farther_door_lies():
    state = SMALL.step(maze(WIDE), square(4, 2))
    for outcome, after in corridors(SMALL, state).items():
        left, right = divmod(outcome, 5)
        length = sum(kind_of(after, 4, y) == "floor" for y in range(3, 11))
        doors = {(x, y) for x in (3, 5) for y in range(11) if kind_of(after, x, y) == "door"}
        end = length + 3 < 11 and kind_of(after, 4, length + 3) == "door"
        if outcome in (0, 25):
            assert not doors and not end
            assert (length <= SMALL.dead_end) if outcome == 0 else length == 8
            continue
        # The figure looks south: left is east. Eight squares in four sections make pairs.
        assert {x for x, _ in doors} == ({5} if left else set()) | ({3} if right else set())
        assert all((y - 3) // 2 + 1 == (left if x == 5 else right) for x, y in doors)
        assert length == max(y for _, y in doors) - 2


def test_with_overrun_a_corridor_runs_on_behind_its_farther_door():
    game = Maze(size=11, bombs=2, steps=100, overrun=3, door_ends=1)
    longer = game.step(maze(WIDE, game), square(4, 2))
    plain = SMALL.step(maze(WIDE), square(4, 2))
    assert game.moves(longer) == SMALL.moves(plain)
    for outcome in range(1, 25):
        lengths = [
            sum(kind_of(after, 4, y) == "floor" for y in range(3, 11))
            for after in (SMALL.step(plain, outcome), game.step(longer, outcome))
        ]
        assert lengths[1] == min(lengths[0] + 3, 8)
        if lengths[1] < 7:  # where it ends there is room for a door and a square behind it
            assert kind_of(game.step(longer, outcome), 4, lengths[1] + 3) == "door"


def test_the_squares_around_a_corridor_become_known():
    state = SMALL.step(maze(WIDE), square(4, 2))
    after = SMALL.step(state, 0)
    length = sum(kind_of(after, 4, y) == "floor" for y in range(3, 11))
    assert after.unexplored == state.unexplored - 3 * (length + 1)
    assert kind_of(after, 4, 3 + length) == "wall"


def test_a_corridor_stops_before_anything_known():
    state = SMALL.step(
        maze("""
###########
#+.......@#
####o######




###########
..........o
###########
        *
"""),
        square(4, 2),
    )
    after = SMALL.step(state, 25)
    assert [kind_of(after, 4, y) for y in range(3, 8)] == ["floor"] * 4 + ["wall"]


def test_with_crossing_a_corridor_runs_on_through_walls_floor_and_doors():
    game = Maze(size=11, bombs=2, steps=100, crossing=True)
    picture = """
###########
#+.......@#
####o######



####b####
#.......#
#########

        *
"""
    state = game.step(maze(picture, game), square(4, 2))
    after = game.step(state, 25)
    assert [kind_of(after, 4, y) for y in range(3, 11)] == ["floor"] * 8
    assert after.closed == 0 and not after.blue.any(), "the blue door was crossed"
    assert after.steps == state.steps, "nobody has opened it"
    assert game.move_name(state, 25) == "a corridor of 8, ends with a wall"


def test_with_joining_a_corridor_runs_on_through_walls_to_the_next_floor():
    game = Maze(size=11, bombs=2, steps=100, joining=True)
    picture = """
###########
#+.......@#
####o######



#########
#.......#
#########

        *
"""
    state = game.step(maze(picture, game), square(4, 2))
    after = game.step(state, 25)
    assert [kind_of(after, 4, y) for y in range(3, 9)] == ["floor"] * 5 + ["wall"]
    assert game.move_name(state, 25) == "a corridor of 4, ends with a wall"
    walled = maze(picture.replace("#.......#", "#########"), game)
    assert (
        game.move_name(game.step(walled, square(4, 2)), 25) == "a corridor of 8, ends with a wall"
    )


def test_a_corridor_that_meets_a_closed_door_is_joined_by_it():
    state = SMALL.step(
        maze(
            """
###########
#+.......@#
####o####.#
        #.#
        #.#
        #.#
####o####.#
#.........#
###########

        *
""",
            dead_end=1,
        ),
        square(4, 2),
    )
    assert SMALL.move_name(state, 25) == "a corridor of 3, meets a door"
    joined = SMALL.step(state, 25)
    through = SMALL.step(joined, square(4, 6))
    assert SMALL.to_move(through) == 0
    assert through.steps == joined.steps - 4


def test_where_nothing_is_free_the_door_opens_on_a_wall():
    state = SMALL.step(
        maze("""
###########
#+.......@#
####o######
###########
          o
###########



        *

"""),
        square(4, 2),
    )
    assert SMALL.moves(state) == [0]
    assert SMALL.move_name(state, 0) == "a wall behind the door"
    after = SMALL.step(state, 0)
    assert after.floor.tolist() == state.floor.tolist()


def test_corridors_are_named_for_the_reader():
    state = SMALL.step(maze(WIDE), square(4, 2))
    names = [SMALL.move_name(state, outcome) for outcome in SMALL.moves(state)]
    assert len(set(names)) == len(names)
    assert names[0].startswith("a dead end of ")
    assert names[25] == "a corridor of 8, ends with a wall"
    assert names[24] in {
        f"a corridor of {max(a, b)}, door left at {a}, door right at {b}, ends with a wall"
        for a in (7, 8)
        for b in (7, 8)
    }


def test_with_46_closed_doors_no_more_are_built():
    state = SMALL.step(maze(WIDE, closed=MOST_DOORS - 1), square(4, 2))
    assert SMALL.moves(state) == [0, 25]


def test_as_many_doors_are_closed_as_most_doors_allows():
    game = Maze(size=11, bombs=2, steps=100, most_doors=7)
    for closed, corridors_left in ((5, 26), (6, 2)):
        state = game.step(maze(WIDE, game, closed=closed), square(4, 2))
        assert len(game.moves(state)) == corridors_left


NARROW = """
###########
#+.......@#
####o####o#
#### #    #
#### #
#### #    *
#### #
#### #
#### #
#### #
###########
"""  # behind the door a corridor fits, and nothing beside it


def test_doors_lead_to_unexplored_squares_unless_blind_doors_may_lead_nowhere():
    assert len(SMALL.moves(SMALL.step(maze(NARROW), square(4, 2)))) == 2
    open_side = NARROW.replace("#### #", "###  #")  # to the right one square, then a wall
    assert len(SMALL.moves(SMALL.step(maze(open_side), square(4, 2)))) == 2
    game = Maze(size=11, bombs=2, steps=100, blind_doors=True)
    state = game.step(maze(open_side, game), square(4, 2))
    assert len(game.moves(state)) == 6, "a door in one of four sections to the right"
    after = game.step(state, 1)
    door = next((3, y) for y in range(11) if kind_of(after, 3, y) == "door")
    opened = game.step(after, square(*door))
    assert game.moves(opened) == [0]
    assert game.move_name(opened, 0) == "a wall behind the door"


def test_no_two_doors_are_side_by_side_unless_doors_apart_is_off():
    with_door = WIDE.strip("\n").split("\n")
    with_door[3] = "   o       "  # beside the first square of the corridor to come
    for apart in (True, False):
        game = Maze(size=11, bombs=2, steps=100, doors_apart=apart)
        state = game.step(maze("\n".join(with_door), game), square(4, 2))
        places = set()
        for number in range(40):
            offered = state.replace(number=number)
            if 1 in game.moves(offered):  # a door to the right in the first section
                after = game.step(offered, 1)
                places |= {y for y in range(4, 11) if kind_of(after, 3, y) == "door"}
        assert places == (set() if apart else {4})


# False bombs.

CHAMBER = """
###########
#+.......@#
####o######
##     ####
# *       #
##     ####
##     ####
###########
##########
##########o
##########.
"""  # one door leads to the bomb in the chamber


def test_a_bomb_that_no_way_leads_to_is_false_and_vanishes():
    state = maze(CHAMBER)
    # A corridor of full length walls the square (2, 4) off, and nothing else leads there.
    opened = SMALL.step(state, square(4, 2))
    after = SMALL.step(opened, 25)
    assert bombs_of(after) == {(1, 1)}
    assert after.active == 1
    assert SMALL.gains(after)[0] > SMALL.gains(opened)[0]


def test_squares_that_no_way_leads_to_count_as_explored():
    state = maze(CHAMBER)
    after = SMALL.step(SMALL.step(state, square(4, 2)), 25)
    assert after.unexplored == sum(bin(row).count("1") for row in after.unknown.tolist())
    assert all(kind_of(after, x, y) != "unknown" for x in (1, 2) for y in range(3, 7))


BESIDE_THE_WAY = """
###########
#........@#
####o######

 *


###########
###########
###########
###########
"""


def test_a_corridor_that_would_turn_the_last_bomb_false_is_not_allowed():
    state = SMALL.step(maze(BESIDE_THE_WAY), square(4, 2))
    allowed = corridors(SMALL, state)
    assert 25 not in allowed and 0 not in allowed, "without a door the bomb is out of reach"
    assert allowed
    assert all(after.active == 1 for after in allowed.values())


def test_without_keep_last_the_last_bomb_may_turn_out_false():
    game = Maze(size=11, bombs=2, steps=100, keep_last=False)
    state = game.step(maze(BESIDE_THE_WAY, game), square(4, 2))
    strict = SMALL.step(maze(BESIDE_THE_WAY), square(4, 2))
    allowed = corridors(game, state)
    assert {0, 25} <= set(allowed) > set(SMALL.moves(strict))
    assert game.returns(allowed[25]) == (1.0,)


@pytest.mark.parametrize(("explored", "left"), [(True, 0), (False, 11 * 4 - 3 * 4)])
def test_without_cut_off_explored_only_what_was_seen_counts_as_explored(explored, left):
    game = Maze(size=11, bombs=2, keep_last=False, cut_off_explored=explored)
    state = game.step(maze(BESIDE_THE_WAY, game), square(4, 2))
    after = game.step(state, 25)  # a corridor of full length cuts the board in two
    assert after.unexplored == left
    assert kind_of(after, 0, 6) == ("wall" if explored else "unknown")


def test_if_every_corridor_turns_the_last_bomb_false_the_player_wins():
    state = SMALL.step(
        maze("""
###########
#........@#
####o######
### *######
###########
###########
###########
###########
###########
###########
###########
""").replace(bomb_x=[2] + [GONE] * 15),  # walled in already
        square(4, 2),
    )
    over = [SMALL.step(state, outcome) for outcome in SMALL.moves(state)]
    assert over
    assert all(SMALL.returns(after) == (1.0,) for after in over)


def test_the_last_bomb_may_be_false_only_if_no_corridor_would_leave_it():
    kept = forced = 0
    for game, seed in itertools.product([SMALL, Maze(size=15, bombs=3, steps=200)], range(15)):
        outcome = Arena(game, [Random()]).play(generator(seed, "false"))
        for state in Trace(game, outcome.moves).states():
            if game.to_move(state) != CHANCE or state.digits < DIGITS:
                continue
            left = [after.active for after in corridors(game, state).values()]
            assert min(left) > 0 or max(left) == 0
            kept, forced = kept + (min(left) > 0), forced + (max(left) == 0)
    assert kept > 100 and forced > 0


# What is fixed before the game.


def test_the_colour_of_a_door_depends_on_its_square_and_the_number_only():
    """Every door ever seen in 30 games with the same number has the same colour."""
    colours = {}
    for seed in range(30):
        state, rng = started(SMALL), generator(seed, "colours")
        while SMALL.to_move(state) != OVER:
            moves = SMALL.moves(state)
            state = SMALL.step(state, moves[int(rng.random() * len(moves))])
            for x, y in itertools.product(range(11), repeat=2):
                if kind_of(state, x, y) == "door":
                    colour = (int(state.blue[y]) >> x & 1, int(state.red[y]) >> x & 1)
                    assert colours.setdefault((x, y), colour) == colour
    assert len(colours) > 50
    assert len(set(colours.values())) == 3


def test_doors_have_colours_in_the_shares_that_were_asked_for():
    game = Maze(share_blue=0.5, share_red=0.1)
    starts = [started(game, (a, b, 0, 0)) for a in range(30) for b in range(10)]
    blue = sum(bin(row).count("1") for state in starts for row in state.blue.tolist())
    red = sum(bin(row).count("1") for state in starts for row in state.red.tolist())
    assert blue / (4 * len(starts)) == pytest.approx(0.5, abs=0.06)
    assert red / (4 * len(starts)) == pytest.approx(0.1, abs=0.04)


def test_planning_meets_exactly_what_will_be_built():
    """A world copied and advanced by the environment player equals the game played."""
    match = Match(SMALL, [HillClimber()], 2, EHillClimber(WEIGHTS)).finish()
    for ply in range(DIGITS, match.ply):
        ahead = new_worlds(SMALL)
        ahead[0].state = match.state_at(ply).array[0]
        advance(SMALL.rules, ahead[0], match.moves[ply], 1, np.zeros(7))
        assert ahead[0].state.tobytes() == match.state_at(ply + 1).array[0].tobytes()


def test_the_player_does_not_know_the_random_number_but_sees_everything_else():
    state = maze(OPEN)
    seen = SMALL.observe(state, 0)
    assert seen == state.replace(number=0)
    numbers = {SMALL.sample(state, 0, generator(i)).number for i in range(20)}
    assert len(numbers) == 20 and state.number not in numbers


# Status, value, believability.


def test_status_is_steps_less_three_halves_of_the_distances_less_half_the_unexplored_squares():
    state = maze(OPEN)
    distances = (3 + 2) + (2 + 3)  # from (4, 1) to (1, 3) and (6, 4)
    assert SMALL.gains(state) == (100 - 1.5 * distances - 0.5 * state.unexplored,)


def test_unexplored_squares_no_longer_count_once_the_game_is_won():
    state = maze(OPEN, active=1, bomb_x=[1] + [GONE] * 15, bomb_y=[3] + [GONE] * 15)
    assert SMALL.gains(SMALL.step(state, square(1, 3))) == (95.0,)


def test_players_choose_by_the_steps_left_and_the_nearest_bomb():
    assert SMALL.values(maze(OPEN)) == (100 - 10 * 5,)
    assert SMALL.values(maze(OPEN).replace(x=2, y=1)) == (100 - 10 * 3,)


def test_long_corridors_cost_a_thousand_each_and_the_others_their_unevenness():
    ledger = np.zeros(1, THESIS.ledger_type)
    THESIS.setup_ledger(ledger[0])
    ledger[0].counts[:] = [10, 0, 0, 0, 0]
    assert THESIS.rules.believability(ledger[0]) == 16 - 1
    ledger[0].long = 3
    assert THESIS.rules.believability(ledger[0]) == 3000 + 16 - 1


def test_the_ledger_counts_corridors_by_length_and_ignores_the_random_number():
    ledger = np.zeros(1, THESIS.ledger_type)
    THESIS.rules.note(ledger[0], THESIS.initial().array[0], 63)
    assert not ledger[0].counts.any() and not ledger[0].long
    state = started(THESIS)
    state = THESIS.step(state, THESIS.moves(state)[0])
    for outcome, after in corridors(THESIS, state).items():
        ledger = np.zeros(1, THESIS.ledger_type)
        THESIS.rules.note(ledger[0], state.array[0], outcome)
        length = sum(kind_of(after, 20, y) == "floor" for y in range(19))
        if length >= 10:
            assert ledger[0].long == 1 and not ledger[0].counts.any()
        else:
            assert ledger[0].counts.tolist() == [i == length // 2 for i in range(5)]


# Whole games.


def check(game, state):
    """What holds in every state once the random number is drawn, computed the slow way."""
    kinds = {(x, y): kind_of(state, x, y) for x, y in itertools.product(range(game.size), repeat=2)}
    doors = {place for place, kind in kinds.items() if kind == "door"}
    floor = {place for place, kind in kinds.items() if kind == "floor"}
    assert state.closed == len(doors) <= MOST_DOORS
    assert abs(state.dx) + abs(state.dy) <= 1, "corridors are straight"
    if game.doors_apart:
        assert all(not doors & set(beside(door)) for door in doors), "no door beside a door"
    if not game.edge_floor:
        ring = {place for place in kinds if {0, game.size - 1} & set(place)}
        assert all(kinds[place] == "wall" for place in ring)
    assert all(floor & set(beside(door)) for door in doors), "every door can be reached"
    assert reached_from((state.x, state.y), floor) >= floor, "all floor hangs together"
    assert state.active == len(bombs_of(state))
    if game.to_move(state) == 0:
        unknown = {place for place, kind in kinds.items() if kind == "unknown"}
        assert state.unexplored == len(unknown)
        assert not any(floor & set(beside(place)) for place in unknown)
        passable = reached_from((state.x, state.y), floor | doors | unknown)
        assert bombs_of(state) <= passable
        assert unknown <= passable or not game.cut_off_explored
        goals = doors | bombs_of(state) & floor
        assert game.moves(state) == sorted(square(x, y, game) for x, y in goals)
        assert not any(bomb_at(state.array[0], *door) != GONE for door in doors)


def beside(place):
    x, y = place
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def reached_from(start, passable):
    seen, front = {start}, [start]
    while front:
        fresh = {place for here in front for place in beside(here)} & passable - seen
        seen |= fresh
        front = list(fresh)
    return seen


def steps_between(start, goal, floor):
    front, seen, steps = {start}, {start}, 0
    while goal not in seen:
        front = {p for here in front for p in beside(here) if p in floor or p == goal} - seen
        seen |= front
        steps += 1
    return steps


@given(
    seed=st.integers(0, 10**6),
    size=st.integers(11, 17),
    bombs=st.integers(1, 6),
    readings=st.fixed_dictionaries(
        {switch: st.booleans() for switch in (*SWITCHES, "edge_floor")}
        | {"start": st.sampled_from(STARTS), "start_doors": st.integers(1, 4)}
        | {"overrun": st.integers(0, 20), "most_doors": st.integers(7, MOST_DOORS)}
    ),
)
def test_every_state_of_a_random_game_is_sound(seed, size, bombs, readings):
    game = Maze(size=size, steps=10 * size, bombs=bombs, **readings)
    moves = Arena(game, [Random()]).play(generator(seed)).moves
    for state in itertools.islice(Trace(game, moves).states(), DIGITS + seed % 2, None, 2):
        if game.to_move(state) != OVER:
            check(game, state)


@given(seed=st.integers(0, 10**6))
def test_walks_are_as_long_as_a_plain_search_says(seed):
    game = Maze(size=15, steps=300, bombs=3)
    moves = Arena(game, [Random()]).play(generator(seed)).moves
    states = list(Trace(game, moves).states())
    steps = list(zip(states, moves, states[1:], strict=False))
    for state, move, after in steps[seed % 3 :: 3]:  # the search takes long
        if game.to_move(state) != 0 or game.to_move(after) == OVER:
            continue
        x, y = move % 15, move // 15
        floor = {p for p in itertools.product(range(15), repeat=2) if kind_of(state, *p) == "floor"}
        blue, red = int(state.blue[y]) >> x & 1, int(state.red[y]) >> x & 1
        walk = steps_between((state.x, state.y), (x, y), floor)
        assert after.steps == max(max(state.steps - walk, 0) + 10 * blue - 10 * red, 0)


@pytest.mark.parametrize("chance", [None, EHillClimber(WEIGHTS)], ids=["fair", "e-hillclimber"])
def test_games_of_the_thesis_are_sound_and_end(chance):
    for seed in range(2):
        outcome = Arena(THESIS, [HillClimber()], chance).play(generator(seed))
        assert outcome.finished
        states = list(Trace(THESIS, outcome.moves).states())
        for state in states[DIGITS:-1:25]:
            check(THESIS, state)
            assert len(THESIS.moves(state)) <= (26 if THESIS.to_move(state) == CHANCE else 64)
        assert outcome.returns[0] == (1 if states[-1].active == 0 else -1)


# Parameters.


def test_a_board_that_is_too_small_is_refused_by_name():
    with pytest.raises(HernaError, match="maze: size is 10; allowed: a whole number from 11 to 61"):
        Maze(size=10)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"size": 62}, "size is 62"),
        ({"steps": 0}, "steps is 0"),
        ({"bombs": 17}, "bombs is 17; allowed: a whole number from 1 to 16"),
        ({"share_blue": -0.1}, "share_blue is -0.1"),
        ({"share_blue": 0.6, "share_red": 0.5}, r"share_blue \+ share_red is 0.6 \+ 0.5"),
        ({"bonus": -1}, "bonus is -1"),
        ({"sections": 5}, "sections is 5; allowed: a whole number from 1 to 4"),
        ({"dead_end": 0}, "dead_end is 0"),
        ({"door_ends": 1.5}, "door_ends is 1.5"),
        ({"crossing": "no"}, "crossing is 'no'"),
        ({"keep_last": 2}, "keep_last is 2"),
        ({"edge_floor": 2}, "edge_floor is 2"),
        ({"start": "centre"}, "start is 'centre'; .*middle, edge, corner"),
        ({"start_doors": 0}, "start_doors is 0; allowed: a whole number from 1 to 4"),
        ({"overrun": -1}, "overrun is -1"),
        ({"blind_doors": "no"}, "blind_doors is 'no'"),
        ({"doors_apart": None}, "doors_apart is None"),
        ({"most_doors": 49}, "most_doors is 49; allowed: a whole number from 7 to 48"),
        ({"last_step": "yes"}, "last_step is 'yes'"),
        ({"apart": 21}, "apart is 21; allowed: a whole number from 3 to 20"),
        ({"threshold": -1}, "threshold is -1"),
        ({"n_players": 2}, "n_players is 2; allowed: 1"),
    ],
    ids=str,
)
def test_parameters_out_of_range_are_refused_in_one_line(wrong, words):
    with pytest.raises(HernaError, match=f"^maze: {words}") as refusal:
        Maze(**wrong)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("sections", [1, 2, 3, 4])
def test_fewer_sections_offer_fewer_corridors(sections):
    game = Maze(size=11, bombs=2, sections=sections)
    state = game.step(maze(WIDE, game), square(4, 2))
    assert len(game.moves(state)) == (sections + 1) ** 2 + 1


def test_the_largest_board_can_be_played():
    outcome = Arena(Maze(size=61, bombs=16), [Random()]).play(generator(0))
    assert outcome.finished
