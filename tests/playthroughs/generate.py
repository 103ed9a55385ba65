"""Golden playthroughs: whole games as text to be read, regenerated and compared line by line.

`python -m tests.playthroughs.generate` writes them anew, with the name of a game only its own. A
game without entries below gets three games between simple players. Read the difference before you
commit it: every changed line is a changed rule, a changed heuristic or a changed stream of lots.

Only the first plies and the last ones of a long game are written down; the seeds of Ludo were
chosen so that these show captures, passes and turns of up to three rolls, those of the Maze for
false bombs, the last bomb, joined corridors and doors that open on a wall, those of the dungeon for
every kind of move, a death and a victory, those of checkers for chains of jumps, penalties, queens
and players who drop out. Players with a level are left out, because numpy promises
no stable stream of normal deviates.
"""

import sys
from dataclasses import dataclass, fields
from pathlib import Path

from herna.dda import EHillClimber, Fair
from herna.game import CHANCE, OVER, Game
from herna.games import EXAMPLES, Checkers, Dungeon, KuhnPoker, LostCities, Ludo, Maze, Pig
from herna.games.dungeon.maps import EXAMPLE
from herna.payoffs import StdAI
from herna.play import Match
from herna.players import MCTS, HillClimber, MaxN, Random, describe
from tests.kernels.seeded_games import suits

FOLDER = Path(__file__).parent
FIRST_PLIES, LAST_PLIES = 120, 16
NAMED = 20  # legal moves written out in words, at most
FAIR = Fair()


@dataclass(frozen=True)
class Playthrough:
    """Who plays what from which seed, and the file that tells of it."""

    file: str
    game: Game
    players: tuple
    seed: int
    chance: Fair = FAIR

    @property
    def path(self):
        return FOLDER / f"{self.file}.txt"

    def text(self):
        """The whole file."""
        match = Match(self.game, self.players, self.seed, self.chance).finish()
        lines = [*self.heading(), *self.plies(match), *self.ending(match)]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def heading(self):
        game = self.game
        parameters = ", ".join(f"{f.name}={getattr(game, f.name)}" for f in fields(game))
        seats = (f"{game.seat_name(i)}: {describe(p)}" for i, p in enumerate(self.players))
        yield f"game     {game.name} ({parameters})"
        yield from (f"seat     {seat}" for seat in seats)
        yield f"chance   {self.chance.name}"
        yield f"seed     {self.seed}"

    def plies(self, match):
        left_out = range(FIRST_PLIES, match.ply - LAST_PLIES)
        for ply in range(match.ply):
            if ply not in left_out:
                yield from self.one_ply(match, ply)
            elif ply == left_out.start:
                yield ""
                yield f"... {len(left_out)} plies are left out here ..."

    def one_ply(self, match, ply):
        game, state, move = self.game, match.state_at(ply), match.moves[ply]
        who = game.to_move(state)
        yield ""
        mover = "chance" if who == CHANCE else game.seat_name(who)
        yield f"ply {ply}, round {game.rounds(state)}, {mover}"
        yield from (f"    {line}" for line in game.text(state).split("\n"))
        yield f"  gains  {numbers(game.gains(state))}"
        yield f"  legal  {self.legal_moves(state, who)}"
        yield f"  played {move} ({game.move_name(state, move)})"
        rounds = game.rounds(match.state_at(ply + 1))
        if rounds > game.rounds(state):
            yield f"  status {numbers(match.status_at(ply + 1))} after round {rounds}"

    def legal_moves(self, state, who):
        game, moves = self.game, self.game.moves(state)
        if who != CHANCE and len(moves) > NAMED:
            return f"{len(moves)} moves: {' '.join(map(str, moves))}"
        if who != CHANCE:
            return " | ".join(f"{move} ({game.move_name(state, move)})" for move in moves)
        odds = [f"{share:.3f}" for share in game.odds(state)]
        groups = {share: [] for share in odds}
        for move, share in zip(moves, odds, strict=True):
            groups[share].append(str(move))
        return " | ".join(f"{' '.join(some)}, each at {share}" for share, some in groups.items())

    def ending(self, match):
        game = self.game
        yield ""
        over = "over" if game.to_move(match.state) == OVER else "stopped"
        yield f"{over} after {match.ply} plies, {game.rounds(match.state)} rounds"
        yield from (f"    {line}" for line in game.text(match.state).split("\n"))
        yield f"  gains   {numbers(game.gains(match.state))}"
        yield f"  status  {numbers(match.status_at())}"
        yield f"  returns {numbers(game.returns(match.state))}"
        for name, value in match.metrics_at().items():
            yield f"  {name:<13} {value:.6f}"


def numbers(values):
    """Numbers to three digits, zeros without a sign."""
    return "  ".join(f"{value + 0.0:.3f}".replace("-0.000", "0.000") for value in values)


RANDOM, CLIMBER, MAXN = Random(), HillClimber(), MaxN(depth=2)
SMALL_MAZE = Maze(size=13, steps=100, bombs=2)
FOR_MAZES = EHillClimber({"believability": 10, "tension": 100, "margin": 500, "freedom": 100})
GLYPHS_AT_HAND = """
@@ ?F ?1 .. S1 ##
?P ?V ?S .. .. G2
.. $$ ## Z1 !h ##
## +h ## .. .. M*
"""
SOFT_DUNGEON = Dungeon(hero="Thief", race="Gnome", map=GLYPHS_AT_HAND, strength=3)

PLAYTHROUGHS = (
    Playthrough("ludo_2_players", Ludo(n_players=2), (RANDOM, RANDOM), 178),
    Playthrough("ludo_3_players", Ludo(n_players=3), (CLIMBER, RANDOM, MAXN), 237),
    Playthrough("ludo_4_players", Ludo(), (CLIMBER, CLIMBER, RANDOM, MAXN), 118),
    Playthrough("ludo_2_e_hillclimber", Ludo(n_players=2), (CLIMBER, CLIMBER), 4, EHillClimber()),
    Playthrough("pig_2_players", Pig(), (RANDOM, RANDOM), 1),
    Playthrough("pig_3_climbers", Pig(n_players=3, target=30), (MAXN, CLIMBER, RANDOM), 2),
    Playthrough("pig_7_players", Pig(n_players=7, target=15), (RANDOM,) * 7, 3),
    Playthrough("kuhn_showdown", KuhnPoker(), (RANDOM, RANDOM), 4),
    Playthrough("kuhn_fold", KuhnPoker(), (RANDOM, RANDOM), 1),
    Playthrough("kuhn_mcts", KuhnPoker(), (MCTS(iterations=50), MCTS(iterations=50)), 3),
    Playthrough("kuhn_call", KuhnPoker(), (RANDOM, RANDOM), 0),
    Playthrough("checkers_random", Checkers(), (RANDOM,) * 3, 4),
    Playthrough("checkers_strict", Checkers(strict=True, patience=20), (RANDOM,) * 3, 2),
    Playthrough(
        "checkers_payoffs",
        Checkers(),
        (StdAI("K", depth=1), StdAI("PHHK", depth=1), StdAI(depth=1)),
        3,
    ),
    Playthrough("lost_cities_random", LostCities(hand=2), (RANDOM, RANDOM), 1),
    Playthrough("lost_cities_climbers", LostCities(), (CLIMBER, CLIMBER), 2),
    Playthrough(
        "lost_cities_e_hillclimber", LostCities(hand=5), (CLIMBER, RANDOM), 3, EHillClimber()
    ),
    Playthrough("maze_random", SMALL_MAZE, (RANDOM,), 20),
    Playthrough("maze_climber", SMALL_MAZE, (CLIMBER,), 23),
    Playthrough("maze_e_hillclimber", SMALL_MAZE, (CLIMBER,), 4, FOR_MAZES),
    Playthrough("maze_last_bomb", SMALL_MAZE, (CLIMBER,), 1, FOR_MAZES),
    Playthrough("dungeon_death", Dungeon(map=EXAMPLE), (RANDOM,), 7),
    Playthrough("dungeon_victory", SOFT_DUNGEON, (RANDOM,), 7270),
    Playthrough("dungeon_by_lot", Dungeon(hero="Wizard", race="Elf"), (CLIMBER,), 2),
)


def playthroughs():
    """All that are listed above, and three for every example whose game is not among them."""
    listed = {playthrough.game.name for playthrough in PLAYTHROUGHS}
    others = {game.name: game for game in EXAMPLES if game.name not in listed}
    kinds = (Random(), HillClimber(), MaxN(), MCTS(iterations=50))
    return [
        *PLAYTHROUGHS,
        *(
            Playthrough(f"{name}_{describe(kind).split('(')[0]}", game, (kind,) * game.n_players, 1)
            for name, game in others.items()
            for kind in [kind for kind in kinds if suits(game, kind)][:3]
        ),
    ]


def main(names):
    for playthrough in playthroughs():
        if not names or playthrough.game.name in names:
            playthrough.path.write_text(playthrough.text())
            print(f"wrote {playthrough.path.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
