"""Textbook examples of game trees, as `.tree` files with their answers."""

from __future__ import annotations

from importlib.resources import files


def textbook_trees() -> dict[str, str]:
    """A dictionary from each tree's name to its text, which `read_tree` and `read_answers` read."""
    found = (file for file in files(__name__).iterdir() if file.name.endswith(".tree"))
    return {file.name.removesuffix(".tree"): file.read_text(encoding="utf-8") for file in found}
