"""Claims of the theses whose games are not in the house yet."""

from herna.claims.claim import Check

_COUNTS = {
    "grammar-forest": 38,
    "bang": 26,
}

CHECKS: dict[str, dict[str, Check]] = {}
NOT_YET = {
    thesis: {f"C{number}": "the game is not in the house yet" for number in range(1, count + 1)}
    for thesis, count in _COUNTS.items()
}
