"""Trials: the same dungeons for every bot, and the genome of the hand-made one."""

import numpy as np
import pytest

from herna.dungeon import GREEDY, Crawler, bot, genes
from herna.dungeon.trial import hand_made, order_of, playing, trial
from herna.errors import HernaError
from herna.games.dungeon import Dungeon
from herna.seeds import generator


def test_a_trial_tells_the_means_of_its_games():
    game, genome = Dungeon(hero="Thief", race="Halfling"), hand_made()
    found = trial(game, genome, games=5, seed=3)
    crawler = Crawler(game)
    games = [crawler.play(bot(genome), generator(3, "trial", n)) for n in range(5)]
    assert found.wins == sum(played.won for played in games) and found.games == 5
    assert found.kills == np.mean([played.kills for played in games])
    assert found.uses == pytest.approx(np.mean([played.uses for played in games], axis=0))
    assert found.interval[0] <= found.rate <= found.interval[1]
    assert list(playing(crawler, genome, 3)) == [1, 2, 3]


def test_the_hand_made_genome_has_the_lists_and_limits_of_the_hand_made_bot():
    genome = genes().check(hand_made())
    game, combat = order_of(genome)
    assert game[:4] == ["Kill monster", "Pick up item", "Pick up glyph", "Explore"]
    assert combat[:3] == ["Cast Fireball", "Attack", "Health potion"]
    ours, theirs = bot(genome)[0], GREEDY[0]
    for field in ("health_potions", "mana_potions", "glyphs_taken", "target_order"):
        assert np.array_equal(ours[field], theirs[field])
    assert ours.order[:4].tolist() == theirs.order[:4].tolist()
    assert ours.order[8:13].tolist() == theirs.order[8:13].tolist()


def test_an_impossible_number_of_games_is_refused():
    with pytest.raises(HernaError, match="games is 0"):
        trial(Dungeon(), hand_made(), games=0)
