"""Trees that teach something, as `.tree` files with their answers."""

from __future__ import annotations

from importlib.resources import files


def textbook_trees() -> dict[str, str]:
    """The text of each tree by its name; `read_tree` and `read_answers` read them."""
    found = (file for file in files(__name__).iterdir() if file.name.endswith(".tree"))
    return {file.name.removesuffix(".tree"): file.read_text(encoding="utf-8") for file in found}
