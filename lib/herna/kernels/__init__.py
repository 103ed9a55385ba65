"""Compiled loops, written once for every game: meters, searches, environment players, matches."""
