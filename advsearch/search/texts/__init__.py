"""Texts that are not in use yet."""
