"""The game in CONTRIBUTING.md is a real one: pasted as it stands, it plays."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

PLAY = """
import sys
sys.path.insert(0, sys.argv[1])
from coins import Coins
from herna.dda import EHillClimber
from herna.game import CHANCE
from herna.play import Arena, Match
from herna.players import HillClimber, MaxN, Random
from herna.seeds import generator

game = Coins()
for seed in range(20):
    for player in (Random(), HillClimber(), MaxN()):
        match = Match(game, [player, Random()], seed, EHillClimber()).finish()
        assert sorted(game.returns(match.state)) == [-1.0, 1.0]
        outcome = Arena(game, [player, Random()], EHillClimber()).play(generator(seed))
        assert outcome.moves == tuple(match.moves)
        for ply in range(match.ply):
            state = match.state_at(ply)
            if game.to_move(state) == CHANCE:
                assert game.odds(state) == [0.75, 0.25]
            assert game.move_name(state, match.moves[ply]) and game.text(state)
print("played")
"""


def test_the_example_game_of_contributing_md_plays(tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    block = re.search(r"```python\n# lib/herna/games/coins\.py\n(.*?)```", text, re.S)
    (tmp_path / "coins.py").write_text(block[1])
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(tmp_path)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "played\n", done.stderr


def test_the_example_game_is_formatted_like_the_rest(tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    block = re.search(r"```python\n# lib/herna/games/coins\.py\n(.*?)```", text, re.S)
    (tmp_path / "coins.py").write_text(block[1])
    config = ["--config", str(ROOT / "pyproject.toml"), str(tmp_path / "coins.py")]
    for words in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *words, *config], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout
