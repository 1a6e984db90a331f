"""Tournaments: a schedule that is fixed before play, workers that play it, and one store for its games."""
