"""The command solve: values, actions and distances, for programs and for users."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from advsearch.compiled.build import available
from advsearch.solving import Proof, Solver

Run = Callable[..., Result]
RunJson = Callable[..., Any]

THREES = "threes.py:Threes"


def test_json_of_a_proof(run_json: RunJson) -> None:
    """`solve --json` prints one object with value, action, exact, nodes, seconds and tier, and on request the
    distance.
    """
    found = run_json("solve", THREES)
    assert {"value", "action", "exact", "nodes", "seconds", "tier"} == set(found)
    tier = "compiled" if available() is None else "reference"
    assert (found["value"], found["exact"], found["tier"]) == (0, True, tier)
    found = run_json("solve", THREES, "--position", "XX.OO....", "--distance")
    assert (found["value"], found["action"], found["distance"]) == (1, "c1", 1)


def test_a_proof_for_people(run: Run) -> None:
    """A proof is printed as value and action in words, with its nodes and seconds."""
    printed = run("solve", THREES, "--position", "XX.OO....", "--distance")
    assert printed.exit_code == 0
    assert "value   a win in 1 ply for the side to move, proven" in printed.stdout
    assert "action  c1" in printed.stdout
    over = run("solve", THREES, "--position", "XXXOO....")
    assert "the game is over: a loss for the side to move" in over.stdout


@pytest.mark.needs_numba
def test_a_proof_without_kernels(run: Run) -> None:
    """Derived rules prove the same as kernels."""
    printed = run("solve", THREES, "--position", "XX.OO....", "--distance")
    assert printed.stderr == ""
    assert "compiled tier" in printed.stdout


def test_a_proof_cut_short(run: Run, run_json: RunJson) -> None:
    """If a limit ends the proof, value and action are left open, and the command prints what is known."""
    found = run_json("solve", THREES, "--nodes", "5")
    assert (found["value"], found["action"], found["exact"]) == (None, None, False)
    assert "not solved; known so far: nothing" in run("solve", THREES, "--nodes", "5").stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--table-mb", "0"), "error: expected `table_mb` to be a whole number from 1, got 0"),
        (("--threads", "0"), "error: expected `threads` to be a whole number from 1, got 0"),
        (
            ("--tier", "reference", "--checkpoint", "x"),
            "error: a checkpoint needs the compiled tier, but this proof runs on the reference tier (",
        ),
    ],
)
def test_wrong_options(run: Run, options: tuple[str, ...], message: str) -> None:
    """A wrong call is one line on standard error, with exit status 2."""
    printed = run("solve", THREES, *options)
    assert printed.exit_code == 2
    assert message in printed.stderr
    assert len([line for line in printed.stderr.splitlines() if line.startswith("error")]) == 1


@pytest.mark.needs_numba
def test_a_compiled_proof_and_its_checkpoint(run: Run, run_json: RunJson, tmp_path: Any) -> None:
    """A game with kernels is solved with them. A stopped proof is saved, and the same command continues it."""
    path = str(tmp_path / "proof")
    spec = "isolation(width=5, height=5)"
    cut = run("solve", spec, "--checkpoint", path, "--nodes", "25000", "--table-mb", "1")
    assert "not solved; known so far: nothing\n" in cut.stdout
    assert f"saved to {path}; the same command continues from there" in cut.stdout
    found = run_json("solve", spec, "--checkpoint", path, "--table-mb", "1")
    assert (found["value"], found["exact"], found["tier"]) == (-1, True, "compiled")
    assert found["nodes"] > 25_000


@pytest.mark.parametrize(
    ("lower", "upper", "printed"),
    [
        (-1, 1, "nothing"),
        (0, 1, "the side to move gets at least a draw"),
        (-1, 0, "the side to move gets at most a draw"),
        (1, 1, "a win for the side to move, proven"),
        (-1, -1, "a loss for the side to move, proven"),
        (0, 0, "a draw for the side to move, proven"),
        (None, None, "nothing"),
    ],
)
def test_what_an_unfinished_proof_knows_is_said_in_words(
    run: Run, monkeypatch: pytest.MonkeyPatch, lower: int | None, upper: int | None, printed: str
) -> None:
    """A stopped proof prints that the position is not solved, and which of win, draw and loss it has excluded, if
    any.
    """
    proof = Proof(None, None, False, 5, 1.0, "compiled", None, lower, upper)
    monkeypatch.setattr(Solver, "solve", lambda *_, **__: proof)
    assert f"not solved; known so far: {printed}\n" in run("solve", THREES, "--nodes", "5").stdout
