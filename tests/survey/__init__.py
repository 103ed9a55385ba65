"""Tests of the surveyed approaches."""
