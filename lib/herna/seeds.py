"""Randomness by key: every stream is named by what it is for, never by when it was made.

`generator(seed, "ludo_2hc", "E-HillClimber", 17)` gives the same numbers on one worker or eight,
first or last, today or after a crash. Words become integers by hashing, so that names may change
order or grow in number without moving anybody else's stream.
"""

import hashlib

import numpy as np


def generator(seed, *key):
    """The numpy Generator of this seed and key; key parts are strings or integers from 0 up."""
    words = tuple(word for part in key for word in _words(part))
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=words)))


def _words(part):
    if isinstance(part, str):
        digest = hashlib.sha256(part.encode()).digest()
        return tuple(int.from_bytes(digest[i : i + 4], "little") for i in (0, 4))
    return (int(part),)
