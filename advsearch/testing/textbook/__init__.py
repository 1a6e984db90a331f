"""Game trees from textbooks, as `.tree` files with their values."""

from __future__ import annotations

from importlib.resources import files


def textbook_trees() -> dict[str, str]:
    """A dictionary from each tree's name to its text. `read_tree` and `read_answers` read the text."""
    found = (file for file in files(__name__).iterdir() if file.name.endswith(".tree"))
    return {file.name.removesuffix(".tree"): file.read_text(encoding="utf-8") for file in found}
