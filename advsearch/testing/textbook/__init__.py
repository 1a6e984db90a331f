"""Game trees from textbooks, as `.tree` files with their values."""

from __future__ import annotations

from importlib.resources import files


def textbook_trees() -> dict[str, str]:
    """A dictionary from the name of each textbook tree to its text, for `read_tree` and `read_answers`."""
    found = (file for file in files(__name__).iterdir() if file.name.endswith(".tree"))
    return {file.name.removesuffix(".tree"): file.read_text(encoding="utf-8") for file in found}
