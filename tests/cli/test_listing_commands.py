"""The commands games, searchers, evaluators, orderings and evaluate: the installed entries, and the value of a
position.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
RunJson = Callable[..., Any]


def test_games(run: Run, run_json: RunJson) -> None:
    """Each game is listed with a name, a summary, settings with defaults, and its distribution."""
    games = {game["name"]: game for game in json.loads(run("games", "--json").stdout)}
    assert games["isolation"]["settings"].startswith("width=7, height=7")
    assert games["isolation"]["distribution"].startswith("advsearch ")
    shown = run("games").stdout
    for name, game in games.items():
        assert name in shown
        assert game["settings"] in shown


def test_searchers(run: Run) -> None:
    """The built-in searchers are listed with their settings, including the tier."""
    searchers = {each["name"]: each["settings"] for each in json.loads(run("searchers", "--json").stdout)}
    assert {"minimax", "alphabeta", "pvs", "deepening", "greedy", "random", "hybrid", "greedy-then-alphabeta"} <= set(
        searchers
    )
    assert searchers["minimax"] == "depth=none, evaluator=none, ties=first, seed=0, tier=auto"
    assert searchers["hybrid"] == "stages, switches=[], tier=auto"
    assert "switches=[ply(45)]" in run("searchers").stdout


def test_orderings(run: Run) -> None:
    """The built-in orderings are listed with their summaries, in a fixed order."""
    orderings = json.loads(run("orderings", "--json").stdout)
    assert [each["name"] for each in orderings[:3]] == ["table", "killers", "history"]
    assert orderings[0]["game"] is None
    shown = run("orderings").stdout
    assert all(each["summary"] in shown for each in orderings)


def test_the_help_of_export_lists_formats(run: Run) -> None:
    """`tournament export --help` has every installed format with its summary."""
    shown = run("tournament", "export", "--help").stdout
    for name, summary in (("jsonl", "one JSON object per game"), ("csv", "one line per game")):
        assert name in shown
        assert summary in shown


def test_evaluators(run: Run) -> None:
    """The default evaluator is marked, and `null` is always listed."""
    evaluators = json.loads(run("evaluators", "isolation", "--json").stdout)
    assert [each["name"] for each in evaluators].count("null") == 1
    (default,) = [each["name"] for each in evaluators if each["default"]]
    assert f"{default} *" in run("evaluators", "isolation").stdout
    assert run("evaluators", "threes.py:Threes").stdout.splitlines()[1] == (
        "null *     0 everywhere: search sees only the ends of games"
    )


def test_evaluate_shows_terms(run: Run) -> None:
    """`evaluate` prints the position, each evaluator's value for the side to move, and its terms."""
    answer = run("evaluate", "threes.py:Threes", "threes.py:centre", "null", "--position", "X...O....")
    assert answer.stdout == (
        "    a  b  c\n"
        "  ┌─────────┐\n"
        "1 │ ●  ·  · │\n"
        "2 │ ·  ○  · │\n"
        "3 │ ·  ·  · │\n"
        "  └─────────┘\n"
        "X to move\n"
        "\n"
        "for the first player:\n"
        "evaluator         value  terms\n"
        "threes.py:centre     -1  mine 0, theirs -1\n"
        "null                  0\n"
    )


def test_evaluate_as_json(run_json: RunJson) -> None:
    """`evaluate --json` prints one object with the position, the player, and the evaluations; infinite values become
    finite.
    """
    found = run_json(
        "evaluate",
        "threes.py:Threes",
        "threes.py:centre",
        "threes.py:infinite",
        "--position",
        "X...O....",
        "--player",
        "1",
    )
    assert found == {
        "position": "X...O....",
        "player": 1,
        "evaluations": [
            {"evaluator": "threes.py:centre", "value": 1, "terms": {"mine": 1, "theirs": 0}},
            {"evaluator": "threes.py:infinite", "value": 998999999.0, "terms": None},
        ],
    }


def test_evaluate_uses_all_evaluators_of_the_game(run_json: RunJson) -> None:
    """Without names, `evaluate` uses every registered evaluator."""
    names = [each["evaluator"] for each in run_json("evaluate", "isolation")["evaluations"]]
    listed = [each["name"] for each in run_json("evaluators", "isolation") if not each["name"].endswith(":")]
    assert names == listed


@pytest.mark.parametrize(("body", "printed"), [("None", "None"), ("'x'", "'x'"), ("1j", "1j"), ("0 * 1e999", "nan")])
def test_evaluate_refuses_what_is_no_number(
    refused: Callable[..., str], folder: Path, body: str, printed: str
) -> None:
    """An evaluator that does not return a number is named in the error, in text and in JSON."""
    (folder / "odd.py").write_text(f"def odd(game, state, player):\n    return {body}\n")
    message = f"expected evaluator odd.py:odd to return a number, got {printed}"
    assert refused("evaluate", "threes.py:Threes", "odd.py:odd") == message
    assert refused("evaluate", "threes.py:Threes", "odd.py:odd", "--json") == message


def test_every_distribution_reads_as_a_name_and_a_version(run_json: RunJson) -> None:
    """Built-in entries have no empty version."""
    printed = {each["distribution"] for each in run_json("evaluators", "isolation")}
    assert all(each == each.strip() for each in printed), printed
