"""Randomness by key: every stream is named by what it is for, never by when it was made.

`generator(seed, "ludo_2hc", "E-HillClimber", 17)` gives the same numbers on one worker or eight,
first or last, today or after a crash. Words become integers by hashing, so that names may change
order or grow in number without moving anybody else's stream.
"""

import hashlib

import numpy as np

from herna.errors import require_whole

LARGEST_SEED = 2**128 - 1


def generator(seed, *key):
    """The numpy Generator of this seed and key; key parts are strings or integers from 0 up."""
    require_whole("generator", "seed", seed, 0, LARGEST_SEED)
    words = tuple(word for part in key for word in _words(part))
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(int(seed), spawn_key=words)))


def _words(part):
    """Words and large numbers become two hashed words, numbers below 2**32 stay as they are."""
    if isinstance(part, str):
        text = part
    else:
        require_whole("seed", "key part", part, 0, 2**63 - 1)
        if part < 2**32:
            return (int(part),)
        text = f"number {part}"
    digest = hashlib.sha256(text.encode()).digest()
    return tuple(int.from_bytes(digest[i : i + 4], "little") for i in (0, 4))
