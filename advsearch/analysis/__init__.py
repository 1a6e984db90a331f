"""Measuring games and searches."""
