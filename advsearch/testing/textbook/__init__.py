"""Game trees from textbooks, as `.tree` files that also list the trees' values."""

from __future__ import annotations

from importlib.resources import files


def textbook_trees() -> dict[str, str]:
    """Return a dictionary from the names of textbook trees to their texts, for `read_tree` and `read_answers`."""
    found = (file for file in files(__name__).iterdir() if file.name.endswith(".tree"))
    return {file.name.removesuffix(".tree"): file.read_text(encoding="utf-8") for file in found}
