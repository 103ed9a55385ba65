"""Evolved bots as files: what is saved is loaded, what does not fit is refused by name."""

import json

import numpy as np
import pandas as pd
import pytest

from herna.dungeon.genome import genes
from herna.dungeon.representatives import (
    EvolvedBot,
    evolved,
    gene_names,
    judges_of,
    representative_of,
    representatives,
)
from herna.errors import HernaError
from herna.experiments import EXPERIMENTS
from herna.results.store import Store
from herna.seeds import generator


def a_bot():
    genome = genes().random(1, generator(1))[0]
    return EvolvedBot("Dwarf Priest", tuple(genome.tolist()), {"run": 3})


def test_a_saved_bot_is_loaded_again(tmp_path):
    a_bot().save(tmp_path / "bot.json")
    assert EvolvedBot.load(tmp_path / "bot.json") == a_bot()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.pop("format"), "bot.json: not a herna-bot/1 file"),
        (lambda data: data.update(more=1), "bot.json: allowed: the fields format, hero"),
        (lambda data: data.update(hero=3), "bot.json: hero or origin"),
        (lambda data: data["genes"].pop("G1 priority"), "bot.json: genes; allowed: the 64 genes"),
        (lambda data: data["genes"].update({"G1 priority": "x"}), "G1 priority is 'x'; allowed"),
        (lambda data: data["genes"].update({"G1 priority": True}), "G1 priority is True; allowed"),
        (lambda data: data["genes"].update({"G1 priority": 7}), "gene 1 is 7; allowed: a number"),
        (lambda data: data["genes"].update({"G1 tile choice": 0.5}), "gene 2 is 0.5; allowed"),
    ],
)
def test_a_file_that_is_no_bot_is_refused_in_one_line(tmp_path, change, words):
    path = tmp_path / "bot.json"
    a_bot().save(path)
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(HernaError) as refused:
        EvolvedBot.load(path)
    assert words in str(refused.value) and "\n" not in str(refused.value)


def test_the_representative_is_chosen_by_fitness_and_judges_by_what_they_won():
    genomes = genes().random(3, generator(2))
    winners = pd.DataFrame(
        {
            "cell": "Dwarf Priest",
            "run": [0, 1, 2],
            "best_ever": [10.0, 30.0, 20.0],
            "since": [1, 2, 3],
            "wins": [7.0, 5.0, 9.0],
            "tests": 10.0,
            "genome": list(genomes),
        }
    )
    assert representative_of(winners, "Dwarf Priest").origin["run"] == 1
    assert [bot.origin["run"] for bot in judges_of(winners, "Dwarf Priest")] == [2, 0, 1]


def test_every_gene_has_a_name_of_its_own():
    assert len(set(gene_names())) == 64


def test_the_committed_bots_are_those_of_the_stored_runs():
    rows = Store(EXPERIMENTS["dungeon_evolution"], "thesis").table()
    winners = rows[rows["wins"].notna()]
    heroes = list(winners["cell"].unique())
    assert list(representatives()) == heroes == list(evolved("judges"))
    for hero in heroes:
        assert representatives()[hero] == representative_of(winners, hero)
        assert evolved("judges")[hero] == judges_of(winners, hero)
        assert np.isfinite(representatives()[hero].genome).all()
