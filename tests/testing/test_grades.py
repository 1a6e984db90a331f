"""Points that are a grade: faults are ordered as a teacher would order them, and nothing is lost to one bad file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from advsearch.cli.program import program
from advsearch.testing import check_searcher

HERE = str(Path(__file__).parent)
sys.path.insert(0, HERE)
try:
    import submissions
finally:
    sys.path.remove(HERE)

FAST = ("--profile", "fast", "--all")
FEW = [
    word
    for law in ("the whole tree", "the horizon", "the line of play", "a finished game")
    for word in ("--only", law)
]


def run(*words: str) -> Result:
    return CliRunner().invoke(program, ["check", *words])


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "work"
    folder.mkdir()
    for number, name in enumerate(("right", "returns the last action", "maximizes for both players")):
        (folder / f"s{number}.py").write_text(submissions.source(name))
    (folder / "s3.py").write_text("def search(game, state, depth)\n    return 0, None\n")
    return folder


def loaded(name: str) -> Any:
    found: dict[str, Any] = {"__name__": "submission"}
    exec(submissions.source(name), found)
    return found["search"]


def test_ten_typical_faults_are_ordered_as_a_teacher_would() -> None:
    """Ten submissions with one typical fault each get points in the order in which a teacher would put them."""
    grades = {}
    for name in submissions.EDITS:
        report = check_searcher(loaded(name), profile=16, keep_going=True, prunes=True, skip="processes agree")
        grades[name] = report.grade
    points = [grade.points for grade in grades.values()]
    assert points == sorted(points, reverse=True), {name: str(grade) for name, grade in grades.items()}
    assert len(set(points)) == len(points)
    assert {grade.of for grade in grades.values()} == {100}
    assert points[0] == 100
    assert points[4] > 80  # a wrong view of the evaluator, and no window
    assert points[-1] < 10


def test_a_ply_too_little_is_one_mistake() -> None:
    """A search that always goes one ply less deep than asked breaks the law of the horizon, and no other for this."""
    report = check_searcher(loaded("searches a ply too little"), profile="fast", keep_going=True, only=FEW[1::2])
    assert [broken.law for broken in report.broken] == ["the horizon"]
    assert "one ply less than asked" in str(report.broken[0])


def test_a_search_that_hangs_loses_its_group_and_no_more() -> None:
    """After a search that does not end, the other laws of its groups are not tried, and earn nothing."""

    def sleeper(game: Any, state: Any, depth: int, stop: Any = None) -> Any:
        while stop is not None:
            pass
        return loaded("right")(game, state, depth)

    report = check_searcher(sleeper, profile=8, keep_going=True, patience_s=0.5, skip="processes agree")
    groups = report.grade.as_json()["groups"]
    assert groups["clock"]["points"] == 0
    assert groups["value"]["points"] == 40
    assert groups["action"]["points"] == 25
    untried = [law.not_tried for law in report.laws if "did not end" in law.not_tried]
    assert untried == [
        "a search did not end in the law 'every stop signal', which costs the rest of the group"
    ] * len(untried)
    assert untried


def test_several_searchers_are_all_checked(work: Path) -> None:
    """`--searcher` may be given several times, and a wrong one is not hidden by a right one."""
    wrong, right = f"{work}/s2.py:search", f"{work}/s0.py:search"
    for searchers in ((wrong, right), (right, wrong)):
        words = [word for each in searchers for word in ("--searcher", each)]
        done = run(*words, "--profile", "fast", "--only", "the whole tree")
        assert done.exit_code == 1, done.output
        assert "breaks the law 'the whole tree'" in done.output
        assert "s0.py:search: 1 law holds" in done.output


def test_a_class_is_one_table(work: Path) -> None:
    """`--searcher 'work/*.py:search' --all --table FILE` writes text, HTML or JSON with the best first. A file that
    does not load has a row, too.
    """
    words = ("--searcher", f"{work}/*.py:search", *FAST, *FEW)
    done = run(*words, "--table", "grades.json")
    assert done.exit_code == 2, done.output
    rows = json.loads(Path("grades.json").read_text())
    assert [Path(row["checked"]).name for row in rows] == [f"s{number}.py:search" for number in range(4)]
    assert rows[0]["points"] == rows[0]["of"] > rows[1]["points"] > rows[2]["points"] > rows[3]["points"] == 0
    assert "broken" in rows[1]
    assert "expected ':'" in rows[3]["error"]
    table = done.output[done.output.index("submission") :].splitlines()
    assert len(table) == 5
    run(*words, "--table", "grades.html")
    page = Path("grades.html").read_text()
    assert page.count("<tr>") == 5
    assert "expected &#x27;:&#x27;" in page
    run(*words, "--table", "grades.txt")
    assert Path("grades.txt").read_text().splitlines()[0].split() == [
        "submission",
        "points",
        "value",
        "action",
        "line",
    ]


def test_a_file_that_does_not_load_is_json_too(work: Path) -> None:
    """With --all --json, each submission is one JSON object on a line of its own, even if it prints or cannot be
    loaded.
    """
    (work / "s4.py").write_text("print('hello')\n" + submissions.source("right"))
    words = [word for number in (3, 4) for word in ("--searcher", f"{work}/s{number}.py:search")]
    told = CliRunner().invoke(program, ["check", *words, *FAST, *FEW, "--json"])
    assert told.exit_code == 2
    lost, right = map(json.loads, told.stdout.splitlines())
    assert (lost["holds"], lost["points"], lost["of"]) == (False, 0, 100)
    assert "expected ':'" in lost["error"]
    assert right["points"] == right["of"]
    assert set(right["groups"]) == {"value", "action", "line"}


def test_a_submission_that_ends_the_program_loses_its_own_points_only(work: Path) -> None:
    """`sys.exit` while a file is loaded, or in a search, is one row of the table and ends nothing else."""
    (work / "s4.py").write_text("import sys\nsys.exit(3)\n")
    (work / "s5.py").write_text("import os\n\ndef search(game, state, depth):\n    os._exit(4)\n")
    words = [word for number in (4, 5, 0) for word in ("--searcher", f"{work}/s{number}.py:search")]
    done = run(*words, *FAST, *FEW, "--table", "grades.json")
    assert done.exit_code == 2, done.output
    right, loading, searching = json.loads(Path("grades.json").read_text())
    assert right["points"] == right["of"]
    assert "SystemExit: 3" in loading["error"]
    assert "exit status 4" in searching["error"]


def test_a_table_needs_all_laws(work: Path) -> None:
    """`--table` without `--all` is refused, because a check that stops early has no points."""
    done = run("--searcher", f"{work}/s0.py:search", "--table", "grades.html")
    assert done.exit_code == 2
    assert "expected --all with --table" in done.output
    done = run("--searcher", f"{work}/none*.py:search", "--all")
    assert done.exit_code == 2
    assert "none*.py', got none" in done.output
