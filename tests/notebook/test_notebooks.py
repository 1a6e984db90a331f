"""The notebooks of docs/notebooks, run cell by cell by a kernel of their own."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.needs_notebook
FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
CELL_S = 600
"""The seconds that a cell may take, on the slowest of machines."""


OutputOf = Callable[[str], Any]


def ran(name: str) -> Any:
    """A notebook after all its cells have run. A cell that raises ends it."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the kernel's own libraries
        NotebookClient(notebook, timeout=CELL_S, kernel_name="python3").execute()
    return notebook


def compare_heuristics(output_of: OutputOf) -> None:
    (verdict,) = output_of("found = advsearch.compare")
    assert "is stronger than center" in verdict.data["text/plain"]
    (printed,) = output_of("disagreements.append")
    assert int(re.findall(r"disagree at (\d+)", printed.text)[0]) > 2


def alpha_beta(output_of: OutputOf) -> None:
    (steps,) = output_of("first_cut =")
    assert "Pruned c2, c3: min already has 2 here, and max has 3 elsewhere." in steps.text
    (stepped,) = output_of("Stepped(traced)")
    assert "application/vnd.jupyter.widget-view+json" in stepped.data
    (first,) = output_of("def check(")
    assert "is missing" in first.data["text/plain"] or "is not" in first.data["text/plain"]
    assert output_of("pruned = [")[-1].data["text/plain"] == "'All right.'"


def write_a_game(output_of: OutputOf) -> None:
    (counts,) = output_of("by_hand =")
    found = [int(number) for number in re.findall(r"\d+", counts.text)]
    assert found[1:3] == found[-2:] == [12, 108]
    (broken,) = output_of("class Hasty")
    assert "breaks the law 'actions are empty exactly when terminal'" in broken.data["text/plain"]
    (proof,) = output_of("proof =")
    assert "proven: a win in" in proof.data["text/plain"]
    (board,) = output_of("advsearch.Board(")
    assert "application/vnd.jupyter.widget-view+json" in board.data


CLAIMS = {"compare-heuristics": compare_heuristics, "alpha-beta": alpha_beta, "write-a-game": write_a_game}


def test_each_notebook_makes_claims() -> None:
    """Every notebook of the folder is run, and what it tells is tested."""
    assert sorted(CLAIMS) == NOTEBOOKS


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_cell_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No cell raises an error, what a cell ends with shows itself, and the notebook finds what its text tells: a
    decided match, an exercise that is failed and solved, a game that is counted, found out and proven.
    """
    monkeypatch.chdir(tmp_path)
    cells = [cell for cell in ran(name).cells if cell.cell_type == "code"]
    shown = [output for cell in cells for output in cell.outputs]
    assert {output.output_type for output in shown} <= {"stream", "execute_result"}
    assert sum("text/html" in output.get("data", {}) for output in shown) >= 4
    CLAIMS[name](lambda source: next(cell.outputs for cell in cells if source in cell.source))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_are_kept_without_outputs(name: str) -> None:
    """A notebook is kept as its cells only, so that a change of it can be read."""
    text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    notebook = json.loads(text)
    assert [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code" and cell["outputs"]] == []
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert text == json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
