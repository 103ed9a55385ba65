"""Running experiments and keeping their results: runner, store and provenance."""
