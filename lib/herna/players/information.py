"""Players for games that hide something: they think over many states it could be."""

from dataclasses import dataclass
from typing import ClassVar

from herna.errors import HernaError, require_number, require_whole
from herna.kernels.decide import HILL_CLIMBER_IS, MINIMAX_IS
from herna.players.base import KernelPlayer


@dataclass(frozen=True)
class HillClimberIS(KernelPlayer):
    """The move with the largest value, summed over sampled states (thesis 1, sec. 5.2.2)."""

    iterations: int = 40  # sampled states; the thesis says several tens

    name: ClassVar[str] = "hillclimber-is"
    kind: ClassVar[int] = HILL_CLIMBER_IS

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "iterations", self.iterations, 1, 100_000)


@dataclass(frozen=True)
class MinimaxIS(KernelPlayer):
    """Alpha-beta on states sampled by belief, each with one vote (thesis 1, sec. 5.2.3).

    `iterations` and `depth` are those of the opening. From `middle_game` on, a share of the game
    still to come, a third fewer states are searched one move deeper, from `end_game` on a third of
    them two moves deeper. The thesis says that depth and iterations depend on the cards left and
    gives the widths only; thirds of the deck are our reading (30 and 15 of 44 cards).

    For a level the rated moves are ranked. A sampled state votes for one move and says nothing of
    the others, so the list holds the moves that were `voted` for; `all` puts the others below
    them, ordered by their mean value one move ahead. The thesis says that every player returns all
    moves rated (sec. 5.2.4); its printed None row, in which levels 50 and 100 win about equally
    often, decides against that (notebook 15). The thesis gives no number of iterations; ours is a
    matter of computing time.
    """

    iterations: int = 12
    depth: int = 2  # moves of players
    first_width: int = 10
    width: int = 3
    rated: str = "voted"
    middle_game: float = 0.68
    end_game: float = 0.34

    choices: ClassVar = {"rated": ("voted", "all")}  # in the order of decide.VOTED, ALL
    name: ClassVar[str] = "minimax-is"
    kind: ClassVar[int] = MINIMAX_IS

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "iterations", self.iterations, 1, 100_000)
        require_whole(self.name, "depth", self.depth, 1, 16)
        require_whole(self.name, "first_width", self.first_width, 1, 1000)
        require_whole(self.name, "width", self.width, 1, 1000)
        require_number(self.name, "middle_game", self.middle_game, 0, 1)
        require_number(self.name, "end_game", self.end_game, 0, self.middle_game)

    def reach(self):
        return self.depth + 2, 0

    def suits(self, game):
        if game.n_players != 2:
            raise HernaError(
                f"{self.name}: {game.name} has {game.n_players} players; allowed: games for two"
            )
