"""Adversarial search for any two-player game."""
