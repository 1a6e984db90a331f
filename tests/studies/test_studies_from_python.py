"""`advsearch.run_study` does from Python what `advsearch study` does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from advsearch import InvalidSettings, UnknownName, run_study
from advsearch.cli.program import program
from advsearch.tournament.runner import Progress
from advsearch_studies.run import HeadlineReport, Selection, plan_study

Write = Callable[[str], Path]


@pytest.fixture
def file(tiny: str, study_file: Write) -> Path:
    return study_file(tiny)


def test_a_study_in_a_file_is_run_and_reported(file: Path, tmp_path: Path) -> None:
    """The games of a study in a file are played once, kept in the store, and reported as the command reports them."""
    played: list[int] = []

    def note(progress: Progress) -> None:
        played.append(progress.played)

    kept = tmp_path / "games"
    report = run_study(file, quick=True, pairs=2, store=kept, on_progress=note)
    assert report.played == max(played) == 16
    assert report.as_json()["quick"] is True
    played.clear()
    again = run_study(str(file), quick=True, pairs=2, store=kept, on_progress=note)
    assert again.as_json() == report.as_json()
    assert played == []
    assert plan_study(file, Selection(quick=True, pairs=2, store=kept)).report() == report


def test_python_finds_what_the_command_finds(tmp_path: Path) -> None:
    """The report of an installed study is the object that `advsearch study report --json` prints."""
    kept = str(tmp_path / "games")
    found = run_study("000", quick=True, pairs=1, batches=1, store=kept)
    shown = CliRunner().invoke(
        program,
        ["study", "report", "000", "--quick", "--pairs", "1", "--batches", "1", "--store", kept, "--json"],
    )
    assert json.loads(json.dumps(found.as_json())) == json.loads(shown.stdout)


@pytest.mark.needs_numba
def test_a_headline_is_run(headlined: str, study_file: Write, tmp_path: Path) -> None:
    """With `headline=True` the report is that of the headline claims."""
    found = run_study(study_file(headlined), headline=True, pairs=1, batches=1, store=tmp_path / "games")
    assert isinstance(found, HeadlineReport)
    assert all(stage.complete for each in found.headlines for stage in each.stages)
    assert set(found.as_json()) == {"study", "tiers", "headlines"}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"clock": True, "nodes": 5}, "expected `clock` or a limit on nodes or plies, got both"),
        ({"pairs": 0}, "expected `pairs` to be at least 1, got 0"),
        (
            {"headline": True, "quick": True},
            "expected `headline` or `quick`, got both; the games of a headline have fixed limits",
        ),
        ({"headline": True}, "study {name} has no headline; play the study without `headline`"),
        (
            {"evaluator": len},
            "expected an evaluator by name, such as 'mine.py:name', got <built-in",
        ),
    ],
)
def test_wrong_runs_are_refused(asked: dict[str, Any], message: str, file: Path, tmp_path: Path) -> None:
    """Each wrong call is a one-line error that names settings as in Python, and plays nothing."""
    with pytest.raises(InvalidSettings) as caught:
        run_study(file, store=tmp_path / "games", **asked)
    assert str(caught.value).startswith(message.format(name=file.stem))
    assert not (tmp_path / "games").exists()


def test_a_study_that_is_not_installed_is_refused() -> None:
    """An unknown study is refused, and the error lists the installed ones."""
    with pytest.raises(UnknownName, match="unknown study '00'"):
        run_study("00")


def test_a_misspelt_setting_is_refused(file: Path) -> None:
    """A keyword that `run_study` does not take is an error of the call."""
    misspelt: dict[str, Any] = {"quik": True}
    with pytest.raises(TypeError, match=r"run_study\(\) got an unexpected keyword argument 'quik'"):
        run_study(file, **misspelt)
