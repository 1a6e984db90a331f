"""The pages about the studies: what they point to is there."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from advsearch.errors import InvalidSettings
from advsearch.studies.page import write_page

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "studies"


def test_every_defect_has_its_test() -> None:
    """Each test that the table of defects names exists."""
    named = set(re.findall(r"`(test_\w+)`", (PAGES / "README.md").read_text(encoding="utf-8")))
    there = {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    assert len(named) > 30
    assert named - there == set()


def test_a_page_needs_a_file() -> None:
    """A page goes to a file, beside which its data and plots are: standard output is refused in one line."""
    with pytest.raises(InvalidSettings, match="expected a file for the page, .* got '-'"):
        write_page(None, Path("-"))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["000", "001", "002", "003", "004"])
def test_a_verdict_page_has_its_numbers(name: str) -> None:
    """Each difference and claim on a page is in the JSON beside it with the same verdict; its plots are there."""
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    data = json.loads((PAGES / f"{name}.json").read_text(encoding="utf-8"))
    assert data["study"] == name
    for table in data["tables"]:
        published = [each for each in table["differences"] if each["published"] is not None]
        for each in [*published, *data["claims"]]:
            number, half = f"{100 * each['ours']:+z.1f}", f" ±{50 * (each['high'] - each['low']):.1f}"
            told = rf" \| {each['at_ours']} \({each['games']:,} games[,;)]"
            assert re.search(rf"{re.escape(number)}({half})?{told}", page)
    for picture in re.findall(r"\]\((\S+\.svg)\)", page):
        assert (PAGES / picture).is_file()
