"""Packages that load their names on demand: Python and type checkers find each name in the same module."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(
    path
    for top in (ROOT / "advsearch", *(ROOT / "games").glob("*"), *(ROOT / "plugins").glob("*"))
    for path in top.rglob("__init__.py")
    if "lazily(__name__, _HOMES)" in path.read_text(encoding="utf-8")
)


def test_there_are_lazy_packages() -> None:
    """The search for such packages finds `advsearch` and the games."""
    names = {path.parent.name for path in PACKAGES}
    assert {"advsearch", "search", "advsearch_isolation", "advsearch_pentago", "advsearch_connect4"} <= names


@pytest.mark.parametrize("path", PACKAGES, ids=[path.parent.name for path in PACKAGES])
def test_the_table_of_homes_is_what_checkers_read(path: Path) -> None:
    """The table of modules, the imports that type checkers see, and `__all__` have the same names."""
    homes: dict[str, str] = {}
    imported: dict[str, str] = {}
    public: list[str] = []
    own = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "_HOMES":
            homes = ast.literal_eval(node.value or ast.Dict([], []))
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            found = [
                each for each in node.body if isinstance(each, ast.ImportFrom) and each.module != "collections.abc"
            ]
            imported = {alias.name: str(each.module) for each in found for alias in each.names}
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            public = ast.literal_eval(node.value)
        elif isinstance(node, ast.Assign | ast.FunctionDef):
            own.add(node.name if isinstance(node, ast.FunctionDef) else ast.unparse(node.targets[0]))
    assert homes == imported
    assert [name for name in public if name not in own] == list(homes)


def test_a_submodule_needs_no_import_of_its_own() -> None:
    """`advsearch.values` can be used after `import advsearch`, and an unknown name is an AttributeError."""
    package = importlib.import_module("advsearch")
    assert package.values.WIN > 0
    assert {"load_game", "Scene"} <= set(dir(package))
    with pytest.raises(AttributeError, match="module 'advsearch' has no attribute 'nothing'"):
        package.nothing  # noqa: B018
