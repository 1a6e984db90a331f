"""Measurements of games and searches: perft and the benchmark."""
