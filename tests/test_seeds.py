"""Randomness by key."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herna.seeds import generator

KEYS = st.lists(st.integers(0, 2**31) | st.text(max_size=8), max_size=4).map(tuple)


def numbers(seed, *key):
    return generator(seed, *key).integers(2**63, size=4).tolist()


@given(seed=st.integers(0, 2**64), key=KEYS)
def test_the_same_seed_and_key_give_the_same_numbers(seed, key):
    assert numbers(seed, *key) == numbers(seed, *key)


@given(seed=st.integers(0, 2**32), one=KEYS, other=KEYS)
def test_different_keys_give_different_numbers(seed, one, other):
    assert (one == other) == (numbers(seed, *one) == numbers(seed, *other))


@given(key=KEYS, one=st.integers(0, 2**64), other=st.integers(0, 2**64))
def test_different_seeds_give_different_numbers(key, one, other):
    assert (one == other) == (numbers(one, *key) == numbers(other, *key))


def test_no_two_short_keys_collide():
    keys = [
        (),
        (0,),
        (0, 0),
        (0, 0, 0),
        (1,),
        ("",),
        ("0",),
        ("0", 0),
        (0, "0"),
        ("a", "b"),
        ("ab",),
    ]
    assert len({tuple(numbers(5, *key)) for key in keys}) == len(keys)


def test_a_large_number_in_a_key_is_not_mistaken_for_two_small_ones():
    """numpy cuts numbers from 2**32 up into words: 2**32 becomes 0, 1."""
    assert numbers(0, 2**32) != numbers(0, 0, 1)
    assert numbers(0, 2**32 + 7, 3) != numbers(0, 7, 1, 3)


@pytest.mark.parametrize("part", [1.5, 0.1, -1, None, b"ludo", ("a",)])
def test_a_key_part_that_is_neither_a_word_nor_a_whole_number_is_refused(part):
    """Silently cut to a whole number it would share another key's stream."""
    with pytest.raises((TypeError, ValueError)):
        generator(0, part)


@pytest.mark.parametrize("seed", [-1, 1.5, None, "7"])
def test_a_seed_that_is_not_a_whole_number_from_0_up_is_refused(seed):
    with pytest.raises((TypeError, ValueError)):
        generator(seed)


def test_numpy_integers_are_as_good_as_python_ones():
    assert numbers(3, "x", np.int64(17)) == numbers(np.int64(3), "x", 17)


def test_drawing_from_one_stream_moves_no_other():
    first = generator(1, "a")
    first.random(1000)
    assert generator(1, "b").random() == generator(1, "b").random()
    assert first.random() != generator(1, "a").random()


def test_streams_do_not_depend_on_the_process_or_its_hash_seed():
    code = (
        "from herna.seeds import generator; print(generator(7, 'ludo', 3, 'x').random(3).tolist())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("0", "1")
    }
    assert said == {str(generator(7, "ludo", 3, "x").random(3).tolist())}


def test_the_stream_of_a_key_is_the_one_recorded_results_were_made_with():
    """A golden number: if it moves, every recorded result moves with it (numpy 2, PCG64)."""
    assert generator(2013, "ludo_2hc", "None", 0).random() == 0.4698355083386192
