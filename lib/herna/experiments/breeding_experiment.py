"""Single decisions of the genetic player, generation by generation: who is bred, and who dies.

A row is a decision: for every generation how many lines and first moves are different, which move
is first and what its line promises, and how many children there were. Of some children it is
looked up whether they could be played without repair, too.

Repair, in the thesis, is what lets a child live whose moves meet other pieces than they did in its
parent. Here a move is a way over the board, so it needs none; `herna.lines` tells whether it would
have needed any by following every single piece through both lines.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from pydantic import Field, model_validator

from herna.errors import HernaError
from herna.experiments.experiment import Experiment, Thesis, built
from herna.game import OVER
from herna.games.checkers.game import Checkers
from herna.lines import crossed
from herna.payoffs.genetic import Genetic
from herna.seeds import LARGEST_SEED

LATEST = 100  # plies before the decision, at most


class BreedingExperiment(Experiment):
    """A cell is a genetic player; every replicate is a position in which all of them decide.

    Half of the positions are the start, the others come about by random moves.
    """

    unit: ClassVar[str] = "decisions"
    thesis: Thesis = "three-player-checkers"
    seed: int = Field(default=2016, ge=0, le=LARGEST_SEED)
    parameters: Mapping[str, Any] = {}  # of the game
    players: Mapping[str, Mapping[str, Any]]  # settings of the genetic player, by cell
    children: int = Field(default=100, ge=1, le=10_000)  # that are followed, in a generation
    followed: tuple[int, ...] = (1,)  # generations whose children are followed

    @model_validator(mode="after")
    def _can_be_bred(self):
        for cell in self.players:
            self.player(cell).suits(self.build_game())
        for number in self.followed:
            if not isinstance(number, int) or number < 1:
                raise HernaError(f"followed holds {number!r}; allowed: generations from 1 on")
        return self

    def cells(self):
        return tuple(self.players)

    def build_game(self):
        return built(Checkers, "checkers", self.parameters)

    def player(self, cell):
        return built(Genetic, "genetic", self.players[cell])

    def rows(self, cell, replicates):
        return [self._row(cell, number) for number in replicates]

    def position(self, replicate):
        """Where all players decide in this replicate."""
        game, rng = self.build_game(), self.generator("position", replicate)
        state = game.initial()
        for _ in range(int(rng.integers(LATEST)) if replicate % 2 else 0):
            moves = game.moves(state)
            after = game.step(state, moves[int(rng.integers(len(moves)))])
            if game.to_move(after) == OVER:
                break
            state = after
        return state

    def _row(self, cell, replicate):
        game, player, rng = self.build_game(), self.player(cell), self.generator(cell, replicate)
        state, columns = self.position(replicate), dict[str, list]()
        for now in player.breed(game, state, int(rng.integers(2**53))):
            told = told_of(now, game.to_move(state))
            if now.number in self.followed:
                told |= follow(game, state, now.moves, player.influence, self.children, rng)
            for name, value in told.items():
                columns.setdefault(name, []).append(value)
        left = bin(game.pays.present(state.array[0])).count("1")
        return {
            "replicate": replicate,
            "plies": int(state.plies),
            "left": left,
            "moves": len(game.moves(state)),
            **columns,
        }

    def modules(self):
        return (*super().modules(), "herna.payoffs.genetic")


def told_of(now, seat):
    """A generation in numbers."""
    return {
        "lines": len(np.unique(now.moves, axis=0)),
        "first_moves": len(np.unique(now.moves[:, 0])),
        "first": int(now.moves[0, 0]),
        "promise": float(now.pays[0, seat]),
        "tried": now.tried,
        "known": now.known,
        "illegal": now.illegal,
        "played": now.played,
    }


def follow(game, state, lines, influence, count, rng):
    """Of so many children of pairs drawn by rank: how many can be played, and without repair."""
    shares = 1 / np.arange(1, len(lines) + 1) + influence
    drawn = rng.choice(len(lines), (count, 2), p=shares / shares.sum())
    cuts = rng.integers(1, lines.shape[1], count)
    legal = unrepaired = different = 0
    for (one, other), cut in zip(drawn, cuts.tolist(), strict=True):
        child = crossed(game, state, lines[one], lines[other], cut)
        if child.moves in (tuple(lines[one].tolist()), tuple(lines[other].tolist())):
            continue
        different += 1
        legal += child.legal
        unrepaired += child.legal and not child.repaired
    return {"followed": different, "legal": legal, "unrepaired": unrepaired}
