"""Tournaments: a schedule that is fixed before play, workers that play the games, and a store that keeps them."""
