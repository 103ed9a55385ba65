"""Ludo as a machine: whatever is played, stepped, taken back or gone to, the table stays sound."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from herna.dda import EHillClimber, Fair
from herna.game import CHANCE, OVER
from herna.games.ludo import FIGURES, HOUSE, RING, TRACK, Ludo
from herna.play import Match, Trace
from herna.players import HillClimber, Random
from tests.games.positions import places, ring_square, sets


class LudoTable(RuleBasedStateMachine):
    """One match, and beside it a plain list of everything that was seen at each ply."""

    @initialize(
        players=st.integers(2, 4),
        seed=st.integers(0, 10**6),
        steered=st.booleans(),
        skip=st.integers(0, 150),
    )
    def sit_down(self, players, seed, steered, skip):
        self.game = Ludo(n_players=players)
        table = [Random(), HillClimber(), Random(), HillClimber(level=50)][:players]
        self.match = Match(self.game, table, seed, EHillClimber() if steered else Fair())
        self.seen = [self.snapshot()]
        for _ in range(skip):
            if not self.match.over:
                self.match.step()
                self.seen.append(self.snapshot())

    def snapshot(self):
        match = self.match
        return match.state, tuple(match.moves), tuple(match.status_at()), self.lots()

    def lots(self):
        return str(self.match.rng.bit_generator.state)

    @precondition(lambda self: not self.match.over)
    @rule(times=st.integers(1, 4))
    def step(self, times):
        for _ in range(times):
            if not self.match.over:
                self.match.step()
                self.seen.append(self.snapshot())

    @precondition(lambda self: not self.match.over)
    @rule(which=st.integers(0, 5))
    def play(self, which):
        """A move from outside: it draws no lots."""
        moves = self.game.moves(self.match.state)
        before, lots = self.match.state, self.lots()
        move = moves[which % len(moves)]
        assert self.match.play(move) == move
        assert self.match.state == self.game.step(before, move)
        assert self.lots() == lots
        self.seen.append(self.snapshot())

    @rule()
    def back(self):
        self.match.back()
        del self.seen[max(1, len(self.seen) - 1) :]
        assert self.snapshot() == self.seen[-1]

    @precondition(lambda self: self.match.ply > 0)
    @rule(times=st.integers(1, 6))
    def back_and_forward_is_the_same(self, times):
        before = self.snapshot()
        times = min(times, self.match.ply)
        for _ in range(times):
            self.match.back()
        assert [self.match.forward() for _ in range(times)] == list(before[1][-times:])
        assert self.snapshot() == before

    @precondition(lambda self: not self.match.over)
    @rule()
    def step_and_back_and_step_draws_the_same_lots(self):
        self.match.step()
        once = self.snapshot()
        self.match.back()
        self.match.step()
        assert self.snapshot() == once
        self.seen.append(once)

    @rule(share=st.floats(0, 1))
    def go_back_to(self, share):
        ply = int(share * self.match.ply)
        self.match.go_to(ply)
        del self.seen[ply + 1 :]
        assert self.match.ply == ply
        assert self.snapshot() == self.seen[-1]

    @invariant()
    def every_figure_stands_somewhere_and_nowhere_twice(self):
        taken = set()
        for seat in range(self.game.n_players):
            figures = places(self.match.state, seat)
            assert len(figures) == FIGURES
            assert all(p == HOUSE or 0 <= p < TRACK for p in figures)
            for p in figures:
                if p != HOUSE:
                    on_ring = p < RING
                    square = ("ring", ring_square(self.game, seat, p)) if on_ring else (seat, p)
                    assert square not in taken, "two figures on one square"
                    taken.add(square)
        for seat in range(self.game.n_players, 4):
            assert places(self.match.state, seat) == [HOUSE] * FIGURES

    @invariant()
    def the_sets_of_squares_are_where_the_figures_stand(self):
        state = self.match.state
        assert state.squares.tolist() == sets(state.figures.tolist())

    @invariant()
    def the_turn_belongs_to_somebody_at_the_table(self):
        state = self.match.state
        assert 0 <= state.turn < self.game.n_players
        assert 0 <= state.roll <= 6
        who = self.game.to_move(state)
        assert who == OVER or who == (state.turn if state.roll else CHANCE)

    @invariant()
    def the_history_is_as_it_was_seen(self):
        match = self.match
        assert match.ply == len(self.seen) - 1 == len(match.moves)
        assert match.state == self.seen[-1][0]
        assert match.state_at(0) == self.game.initial()

    @invariant()
    def rounds_grow_with_the_plies(self):
        rounds = self.game.rounds(self.match.state)
        assert rounds <= self.match.ply
        assert rounds == self.match.world[0].meter.closed

    def teardown(self):
        trace = self.match.trace()
        assert [state for state, *_ in self.seen] == list(trace.states())
        assert Trace.from_json(trace.to_json()) == trace


LudoTable.TestCase.settings = settings(max_examples=40, stateful_step_count=20)
TestLudoTable = LudoTable.TestCase
