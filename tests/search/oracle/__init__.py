"""Minimax and alpha-beta written a second time, to compare the texts with. Only the rules of values are shared."""
