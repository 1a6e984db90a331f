"""The pages about the studies: their links lead to existing files."""

from __future__ import annotations

import ast
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from advsearch.errors import InvalidSettings
from advsearch_studies.page import write_page

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
    """A page must be written to a file, with its data and plots beside it; standard output is a one-line error."""
    with pytest.raises(InvalidSettings, match="expected a file for the page, .* got '-'"):
        write_page(None, Path("-"))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["000", "001", "002", "003", "004"])
def test_a_verdict_page_has_its_numbers(name: str) -> None:
    """Each difference and claim on a page is in the JSON beside it with the same verdict, and its plots exist."""
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    data = json.loads((PAGES / f"{name}.json").read_text(encoding="utf-8"))
    assert data["study"] == name
    for table in data["tables"]:
        published = [each for each in table["differences"] if each["published"] is not None]
        for each in [*published, *data["claims"]]:
            number, half = f"{100 * each['ours']:+z.1f}", f" ±{50 * (each['high'] - each['low']):.1f}"
            printed = rf" \| {each['at_ours']} in {each['games']:,} games[, ]"
            assert re.search(rf"{re.escape(number)}({half})?{printed}", page)
    for headline in data["headlines"]:
        assert f"{headline['text']}: **{headline['verdict']}**" in page
        assert f"| see the headline | {headline['verdict']} |" in page
        for each in headline["budgets"]:
            assert each["played"] == each["planned"]
            printed = rf"\| {each['at_ours']} in {each['games']:,} games[, ]"
            row = re.search(rf"{each['about_nodes']:,}.*minus {each['worse']} \| (\S+) ±(\S+) {printed}", page)
            assert row
            half = 50 * (each["high"] - each["low"])
            assert (float(row[1]), float(row[2])) == pytest.approx((100 * each["ours"], half), abs=0.051)
    for picture in re.findall(r"\]\((\S+\.svg)\)", page):
        assert (PAGES / picture).is_file()


@pytest.mark.parametrize("name", ["000", "001", "002", "003", "004"])
def test_the_verdict_of_a_headline_follows_from_its_budgets(name: str) -> None:
    """A page says that its headline depends on the budget if and only if the verdicts at its budgets differ. The
    change is between two of them, and the list of studies has the same verdict."""
    data = json.loads((PAGES / f"{name}.json").read_text(encoding="utf-8"))
    listed = (PAGES / "README.md").read_text(encoding="utf-8")
    (row,) = [line for line in listed.splitlines() if line.startswith(f"| [{name}]({name}.md)")]
    for headline in data["headlines"]:
        found = [each["at_ours"] for each in headline["budgets"]]
        expected = found[0] if len(set(found)) == 1 else "depends on the budget"
        assert headline["verdict"] == expected
        assert expected in row
        nodes = [each["about_nodes"] for each in headline["budgets"]]
        changes = [
            list(pair) for pair, one, two in zip(pairwise(nodes), found, found[1:], strict=False) if one != two
        ]
        assert [change["between"] for change in headline["changes"]] == changes
    assert data["headlines"]
