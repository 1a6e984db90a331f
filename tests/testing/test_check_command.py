"""`advsearch check`: games and searchers from the shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from advsearch.cli.program import program

COUNT = Path(__file__).with_name("count_game.py").read_text(encoding="utf-8")
FILE = (
    COUNT
    + '''

def greedy(tree, depth):
    """Looks one ply ahead, whatever the depth."""
    start = tree.initial()
    me = tree.player(start)
    if tree.terminal(start):
        return tree.utility(start, me), None
    children = [(tree.result(start, action), action) for action in tree.actions(start)]
    values = [(tree.utility(c, me) if tree.terminal(c) else tree.evaluate(c, me), a) for c, a in children]
    return max(values, key=lambda pair: pair[0])
'''
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(program, ["check", *words])


def test_games_that_hold_are_listed_law_by_law() -> None:
    """Several games can be checked at once; each ends with a line that says how many laws hold."""
    done = run("mine.py:Count", "mine.py:Count(goal=9)", "--profile", "fast")
    assert done.exit_code == 0, done.output
    assert "actions are empty exactly when terminal" in done.output
    assert "symmetries (2)" in done.output
    assert "mine.py:Count(goal=9): 2" in done.output
    assert "laws hold" in done.output


def test_one_evaluator_is_listed_unless_all_are_asked_for() -> None:
    """Of several evaluators the laws of one are listed, and what could not be tried is told in one line; --list lists
    every law, and the same laws hold.
    """
    short, whole = (run("pentago", "--profile", "fast", *more).output.splitlines() for more in ([], ["--list"]))
    listed = {line.split()[1] for line in short if line.startswith("evaluator ")}
    assert listed == {"straights"}
    (hidden,) = [line for line in short if "for other evaluators" in line]
    assert hidden.endswith("for other evaluators (null, chances); --list lists them")
    (missing,) = [line for line in short if line.startswith("not tried: ")]
    assert "the game has no undo, images, kernels (" in missing
    assert {line.split()[1] for line in whole if line.startswith("evaluator ")} == {"null", "straights", "chances"}
    assert any(line.endswith("-  the game has no undo") for line in whole)
    assert short[-1] == whole[-1]


def test_a_broken_game_is_shown_with_the_law_and_the_case() -> None:
    """The broken law, the position and the result are printed, and the exit status shows that a law is broken."""
    done = run("mine.py:Count(generous=true)", "--profile", "fast")
    assert done.exit_code == 1
    assert "count breaks the law 'illegal actions are refused'" in done.output
    assert "action    3" in done.output
    again = run("mine.py:Count(generous=true)", "--json")
    assert json.loads(again.output)["law"] == "illegal actions are refused"
    skipped = run("mine.py:Count(generous=true)", "--json", "--skip", "illegal actions are refused")
    assert json.loads(skipped.output)["holds"] is True


def test_a_function_in_a_file_is_checked_as_a_searcher() -> None:
    """`--searcher file.py:name` checks a function without a class and without registration."""
    done = run("--searcher", "mine.py:greedy", "--profile", "fast")
    assert done.exit_code == 1
    assert "greedy breaks the law 'the whole tree'" in done.output
    assert "expected  value" in done.output


def test_an_installed_searcher_is_checked_by_its_name() -> None:
    """A spec names the searcher to check, as in every command."""
    done = run(
        "--searcher", "alphabeta(table=50,tier=reference)", "--profile", "fast", "--skip", "deep chains", "--json"
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["holds"] is True


@pytest.mark.parametrize(
    ("action", "why"),
    [("[1]", "unhashable type: 'list'"), ("([1], 2)", "unhashable type: 'list'"), ("{1}", "unhashable type: 'set'")],
)
def test_actions_that_no_table_can_hold_break_one_law(action: str, why: str) -> None:
    """If actions are lists or sets, one law is broken, and the message shows the action."""
    game = f"""
import mine


class Unhashable(mine.Count):
    def actions(self, state):
        return [{action}] if state[0] < 5 else []

    def result(self, state, action):
        return (state[0] + 1, 1 - state[1])
"""
    Path("unhashable.py").write_text(game)
    done = run("unhashable.py:Unhashable", "--profile", "fast")
    assert done.exit_code == 1, done.output
    assert done.output.splitlines()[0] == "count breaks the law 'states and actions are hashable'"
    assert "  expected  a hashable action\n" in done.output
    assert f"  got       {action}: {why}\n" in done.output


def test_a_misspelt_law_to_skip_is_told_what_may_be_meant() -> None:
    """--skip with an unknown law is refused, and the error names the law with the most similar name."""
    done = run("mine.py:Count", "--skip", "illegal action are refused")
    assert done.exit_code == 2
    near = "expected the name of a law, got 'illegal action are refused'; did you mean 'illegal actions are refused'?"
    assert done.output == f"error: {near}\n"
    done = run("--searcher", "minimax", "--skip", "deep chain")
    assert "expected the name of a law, got 'deep chain'; did you mean 'deep chains'?" in done.output
    done = run("mine.py:Count", "--only", "Nonsense")
    assert done.output == "error: expected the name of a law, got 'Nonsense'; did you mean 'nonsense is refused'?\n"
    done = run("mine.py:Count", "--skip", "xyz")
    assert (
        done.output
        == "error: expected the name of a law, got 'xyz'; a check without it lists the names of all laws\n"
    )


def test_laws_are_chosen_among_those_of_all_that_is_checked() -> None:
    """--skip and --only take laws of any of the games and of the searcher; each tries those that it has."""
    both = ("mine.py:Count", "--searcher", "mine.py:greedy", "--profile", "fast")
    done = run(*both, "--only", "a finished game", "--only", "the game ends", "--json")
    found = [[law["law"] for law in json.loads(line)["laws"]] for line in done.output.splitlines()]
    assert found == [["the game ends"], ["a finished game"]]
    done = run(*both, "--only", "deep chains", "--skip", "deep chains")
    assert done.output.splitlines()[-1] == "mine.py:greedy: 0 laws hold"


def test_nothing_to_check_is_an_error() -> None:
    """Without a game or a searcher the error says what is expected."""
    done = run()
    assert done.exit_code == 2
    assert "expected a game or --searcher to check, got neither" in done.output


def test_games_twins_and_entries_of_a_searcher_are_options_too() -> None:
    """Options name the games that a searcher plays, other searches that return the same, and its table."""
    Path("search.py").write_text(
        "def first(game, state):\n    return (game.actions(state) or (None,))[0]\n\n\n"
        "class Kept:\n"
        "    def __call__(self, tree, depth):\n        return 0, None\n\n"
        "    def table(self):\n        return []\n\n\n"
        "kept = Kept()\n"
    )
    done = run("--searcher", "search.py:first", "--returns", "action", "--plays", "mine.py:Count")
    assert done.exit_code == 0, done.output
    assert "a legal action in its games" in done.output
    done = run("--searcher", "search.py:kept", "--entries", "table", "--only", "table entries bracket the truth")
    assert done.exit_code == 0, done.output
    done = run("--searcher", "search.py:kept", "--entries", "tables")
    assert done.output == "error: expected --entries to name a method of the searcher, got 'tables'\n"
    done = run("--searcher", "search.py:kept", "--twin", "search.py:kept", "--only", "tiers agree")
    assert "breaks the law 'tiers agree'" in done.output
    done = run("mine.py:Count", "--plays", "mine.py:Count")
    assert done.output == "error: --plays describes a searcher; give the searcher with --searcher\n"
