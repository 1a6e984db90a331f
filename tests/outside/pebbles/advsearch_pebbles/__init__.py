"""Cups of pebbles: a game for advsearch, and tools around it."""
