"""A check can continue after the first broken law, and tries the most harmful violations first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from advsearch.cli.program import program
from advsearch.testing import check_game, check_searcher
from advsearch.testing.catalogue import SEARCH_LAWS, laws_of_game

FILE = '''
class Careless:
    """Say 1 or 2; a game with three faults."""

    name = "careless"
    utilities = "outcome"

    def initial(self):
        return (0, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return () if state[0] >= 5 else (1, 2)

    def result(self, state, action):
        return (state[0] + action, 1 - state[1])

    def terminal(self, state):
        return state[0] >= 5

    def utility(self, state, player):
        return 1

    def ply(self, state):
        return 0


def first(tree, depth):
    """Takes the first action for the best, and is worth 0."""
    state = tree.initial()
    return 0, None if tree.terminal(state) else tree.actions(state)[0]
'''
FAULTS = ["utilities are zero-sum", "ply counts the plies", "illegal actions are refused"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "careless.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(program, ["check", *words, "--profile", "fast"])


def names() -> dict[str, object]:
    found: dict[str, object] = {"__name__": "careless"}
    exec(compile(FILE, "careless.py", "exec"), found)
    return found


def test_the_most_harmful_violation_is_reported_first() -> None:
    """Wrong values come before wrong rules, and wrong rules before illegal actions that are not refused."""
    done = run("careless.py:Careless")
    assert done.exit_code == 1
    assert done.output.startswith("careless breaks the law 'utilities are zero-sum'\n")
    assert done.output.count("breaks the law") == 1
    order = [law.name for law in laws_of_game(object())]  # type: ignore[arg-type]
    harms = [
        "player is 0 or 1",
        "utilities are zero-sum",
        "actions are empty exactly when terminal",
        "equal states are the same position",
        "kernel outcomes are the rules'",
        "the default evaluator is there",
        "threads share the rules",
        "illegal actions are refused",
        "nonsense is refused",
        "the scene shows the position",
    ]
    assert [law for law in order if law in harms] == harms
    searching = [law.name for law in SEARCH_LAWS]
    harms = ["the whole tree", "table entries bracket the truth", "tiers agree", "the line of play"]
    harms += ["every node budget", "searches side by side", "the minimal tree"]
    assert [law for law in searching if law in harms] == harms


def test_all_shows_every_broken_law() -> None:
    """--all lists each law with its result, then each broken one with its case, then how many hold."""
    done = run("careless.py:Careless", "--all")
    assert done.exit_code == 1
    shown = [line for line in done.output.splitlines() if "breaks the law" in line]
    assert shown == [f"careless breaks the law {law!r}" for law in FAULTS]
    assert "utilities are zero-sum" in next(line for line in done.output.splitlines() if line.endswith("broken"))
    assert "laws hold, 3 are broken" in done.output.splitlines()[-2]
    assert "of 100 points (rules " in done.output.splitlines()[-1]


def test_all_as_json_has_every_law_with_what_came_of_it() -> None:
    """--all --json prints one object, in which each law holds or has the case that breaks it."""
    done = run("careless.py:Careless", "--all", "--json")
    assert done.exit_code == 1
    found = json.loads(done.output)
    assert found["holds"] is False
    broken = [law for law in found["laws"] if law["holds"] is False]
    assert [law["law"] for law in broken] == FAULTS
    assert broken[0]["expected"] == "utility(state, 1) to be -1, the negative of utility(state, 0)"
    assert broken[0]["case"]["after"]
    assert {law["holds"] for law in found["laws"] if law["not_tried"]} == {None}


def test_all_goes_on_with_a_searcher() -> None:
    """A searcher's broken laws are reported in the same way, after those of the games beside it."""
    only = [word for law in ("the whole tree", "fractions", "processes agree") for word in ("--only", law)]
    done = run("--searcher", "careless.py:first", "--all", *only)
    assert done.exit_code == 1
    assert "first breaks the law 'the whole tree'" in done.output
    assert "first breaks the law 'fractions'" in done.output
    assert "careless.py:first: 1 law holds, 2 are broken" in done.output


def test_a_check_from_python_can_keep_going() -> None:
    """With keep_going the report has the broken laws, which do not count as holding, and nothing is raised."""
    found = names()
    game = found["Careless"]()  # type: ignore[operator]
    report = check_game(game, profile="fast", keep_going=True, skip=["the rules survive copying"])
    assert [law.law for law in report.broken] == FAULTS
    assert len(report.held) == len(report.tried) - 3
    assert f"{len(report.held)} laws hold, 3 are broken" in str(report)
    laws = ["the whole tree", "fractions"]
    report = check_searcher(found["first"], profile="fast", keep_going=True, only=laws)
    assert [law.law for law in report.broken] == laws
