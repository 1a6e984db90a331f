"""The notebooks of docs/notebooks, run cell by cell by a kernel of their own."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.needs_notebook
FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
CELL_S = 600
"""The seconds that a cell may take, on the slowest of machines."""


@cache
def ran(name: str) -> Any:
    """A notebook after all its cells have run. A cell that raises ends it."""
    import warnings

    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the kernel's own libraries
        NotebookClient(notebook, timeout=CELL_S, kernel_name="python3").execute()
    return notebook


def output_of(name: str, beginning: str) -> Any:
    """The outputs of the cell whose source contains a text."""
    return next(cell.outputs for cell in ran(name).cells if cell.cell_type == "code" and beginning in cell.source)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_cell_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No cell raises an error, and what a cell ends with shows itself as HTML, as a widget, or as printed text."""
    monkeypatch.chdir(tmp_path)
    for cell in ran(name).cells:
        for output in cell.get("outputs", ()):
            assert output.output_type in ("stream", "execute_result"), output
            if "advsearch" in json.dumps(output.get("data", {}).get("text/plain", "")):
                assert "application/vnd.jupyter.widget-view+json" in output.data
    shown = [output for cell in ran(name).cells for output in cell.get("outputs", ()) if "data" in output]
    assert sum("text/html" in output.data for output in shown) >= 4


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_are_kept_without_outputs(name: str) -> None:
    """A notebook is kept as its cells only, so that a change of it can be read."""
    text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    notebook = json.loads(text)
    assert [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code" and cell["outputs"]] == []
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert text == json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def test_the_match_is_decided() -> None:
    """The student's comparison ends with a verdict, and finds positions of disagreement."""
    (verdict,) = output_of("compare-heuristics", "found = advsearch.compare")
    assert "is stronger than center" in verdict.data["text/plain"]
    (printed,) = output_of("compare-heuristics", "disagreements.append")
    assert int(re.findall(r"disagree at (\d+)", printed.text)[0]) > 2


def test_the_exercise_is_failed_and_solved() -> None:
    """The first attempt gets the first mistake, and the answer of the trace is all right."""
    (first,) = output_of("alpha-beta", "def check(")
    assert "is missing" in first.data["text/plain"]
    assert output_of("alpha-beta", "pruned = [")[-1].data["text/plain"] == "'All right.'"
    (steps,) = output_of("alpha-beta", "first_cut =")
    assert "Pruned c2, c3: min already has 2 here, and max has 3 elsewhere." in steps.text


def test_the_game_is_counted_and_proven() -> None:
    """Perft agrees with the count by hand, the broken game is found out, and the proof names the first player."""
    (counts,) = output_of("write-a-game", "by_hand =")
    found = [int(number) for number in re.findall(r"\d+", counts.text)]
    assert found[1:3] == found[-2:] == [12, 108]
    (broken,) = output_of("write-a-game", "class Hasty")
    assert "breaks the law 'actions are empty exactly when terminal'" in broken.data["text/plain"]
    (proof,) = output_of("write-a-game", "proof =")
    assert "proven: a win in" in proof.data["text/plain"]
    (board,) = output_of("write-a-game", "advsearch.Board(")
    assert "application/vnd.jupyter.widget-view+json" in board.data
