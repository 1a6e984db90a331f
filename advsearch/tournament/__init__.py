"""Tournaments: a schedule fixed before play, workers that play it, and one store that holds what was played."""
