"""The recorded playthroughs come out again, line by line."""

from collections import Counter

import pytest

from herna.games import GAMES
from tests.playthroughs.generate import FOLDER, playthroughs

PLAYTHROUGHS = playthroughs()

LEAST_PER_GAME = 3


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.file)
def test_a_playthrough_comes_out_as_recorded(playthrough):
    recorded = playthrough.path.read_text().split("\n")
    again = playthrough.text().split("\n")
    for number, (old, new) in enumerate(zip(recorded, again, strict=False), start=1):
        assert new == old, f"{playthrough.path.name}, line {number}"
    assert len(again) == len(recorded)


def test_every_game_has_at_least_three_playthroughs():
    kept = Counter(playthrough.game.name for playthrough in PLAYTHROUGHS)
    lacking = {name: kept[name] for name in GAMES if kept[name] < LEAST_PER_GAME}
    assert not lacking, "add some to tests/playthroughs/generate.py, generate and read them"


def test_every_file_belongs_to_a_playthrough_and_every_playthrough_has_a_file():
    files = {path.stem for path in FOLDER.glob("*.txt")}
    assert files == {playthrough.file for playthrough in PLAYTHROUGHS}
    assert len(files) == len(PLAYTHROUGHS)


def test_every_playthrough_reaches_the_end_of_its_game():
    for playthrough in PLAYTHROUGHS:
        assert "\nover after " in playthrough.path.read_text(), playthrough.file
