"""docs/architecture.md names only modules that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CORE = ROOT / "advsearch"


def is_there(name: str) -> bool:
    """Whether a name on the page is a path in the project, or a module of advsearch such as `package/module`."""
    return any(path.exists() for path in (ROOT / name, CORE / name, CORE / f"{name}.py"))


def test_every_module_on_the_page_exists() -> None:
    """Each module and file that the page names is in the project, so a renamed module is renamed on the page."""
    names = set(re.findall(r"`([a-z_]+(?:/[a-z_.]+)+)`", PAGE))
    assert len(names) > 50
    assert sorted(name for name in names if not is_there(name)) == []


def test_every_package_has_its_place_in_the_picture() -> None:
    """The page's picture of the layers shows every package of advsearch, and no other."""
    picture = PAGE[PAGE.index("```\n   4") : PAGE.index("A module imports lower layers")]
    packages = {path.parent.name for path in CORE.glob("*/__init__.py")}
    assert packages - set(re.findall(r"\w+", picture)) == set()
