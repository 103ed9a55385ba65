"""Tests of the game theory lab."""
