"""Laws registered by an outside distribution are tried by name, and a broken one does not affect the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from advsearch.errors import InvalidSettings
from advsearch.testing import Law, law

LAWS = """
from advsearch.testing import Broken, Call, ask, law

@law(about="game", catches=("F2",))
def utilities_are_zero_sum(game, state):
    \"\"\"In a finished game the utilities add up to 0.\"\"\"
    if game.terminal(state):
        assert game.utility(state, 0) == -game.utility(state, 1)

@law(about="game", needs=("format_state",))
def no_game_is_longer_than_two_plies(game, state):
    \"\"\"Every game is over after two plies.\"\"\"
    if len(game.actions(state)) < 15:
        raise Broken("at least 15 actions", len(game.actions(state)))

@law(about="searcher", needs=("line",))
def lines_have_one_action(subject, tree):
    \"\"\"A line of play has one action at most.\"\"\"
    answer, positions = ask(subject, tree, Call(depth=3))
    assert len(answer.line) <= 1, f"{len(answer.line)} actions"

@law(about="searcher", share=0.1)
def values_are_numbers(subject, tree):
    \"\"\"A value is a number.\"\"\"
    answer, positions = ask(subject, tree, Call(depth=2))
    assert isinstance(answer.value, int | float)

@law(about="searcher", name="the ladder")
def taken(subject, tree):
    \"\"\"Has the name of one of ours.\"\"\"

no_law = 42
"""
PLUGIN = """
    @hookimpl
    def advsearch_laws(register):
        for name in ("utilities_are_zero_sum", "no_game_is_longer_than_two_plies", "lines_have_one_action"):
            register(f"strange_laws:{name}")
        register("strange_laws:values_are_numbers")
        register("strange_laws:taken")
        register("strange_laws:no_law")
        register("strange_laws:absent")
        register(42)
"""


SEARCHER = ("check", "--searcher", "minimax(tier=reference)", "--profile", "fast", "--only")


@pytest.fixture
def check(install: Any, run: Any) -> Any:
    site: Path = install("strange", PLUGIN)
    (site / "strange_laws.py").write_text(LAWS)
    return lambda *arguments: run("-m", "advsearch", *arguments)


def test_a_law_of_games_is_tried_on_every_game(check: Any) -> None:
    """A plugin's law that holds is reported; one that does not hold is reported as broken, with its sentence and a
    shortest path.
    """
    game = "isolation(width=4, height=4)"
    done = check("check", game, "--profile", "fast", "--only", "utilities are zero sum", "--json")
    assert json.loads(done.stdout)["holds"]
    done = check("check", game, "--profile", "fast", "--only", "no game is longer than two plies")
    assert done.returncode == 1
    assert "every game is over after two plies" in done.stdout
    assert "at least 15 actions" in done.stdout


def test_a_law_of_searchers_is_tried_on_every_searcher(check: Any) -> None:
    """A law of searchers is tried on each form, the smallest tree is found, and the text of an assertion is shown."""
    done = check(*SEARCHER, "values are numbers")
    assert (done.returncode, "1 law holds" in done.stdout) == (0, True), done.stderr
    done = check(*SEARCHER, "lines have one action")
    assert done.returncode == 1
    assert "2 actions" in done.stdout
    assert done.stdout.count("max") + done.stdout.count("min") <= 4


def test_what_is_no_law_costs_a_line(check: Any) -> None:
    """A law that cannot be loaded gives one warning that names the plugin, and the other laws are tried; a built-in
    law keeps its name.
    """
    done = check(*SEARCHER, "values are numbers")
    warnings = done.stderr.splitlines()
    assert len(set(warnings)) == len(warnings)
    for said in ("strange_laws:no_law", "strange_laws:absent", "the ladder", "42"):
        assert any(said in line and "strange" in line for line in warnings), (said, done.stderr)


def test_only_checks_load_laws(check: Any, run: Any) -> None:
    """A command that checks nothing imports no law."""
    code = "import sys, advsearch; advsearch.load_game('pentago'); print('strange_laws' in sys.modules)"
    assert run("-c", code).stdout.strip() == "False"


def test_a_law_says_what_it_is_about_and_what_holds() -> None:
    """A function without a docstring, or about something else, is refused as a law."""

    def silent(game: Any, state: Any) -> None:
        return

    with pytest.raises(InvalidSettings, match="expected the law silent to have a docstring"):
        law(about="game")(silent)
    with pytest.raises(InvalidSettings, match="expected `about` to be one of game, searcher"):
        law(about="tournament")  # type: ignore[arg-type]

    @law(about="game", catches=("F1",))
    def all_is_well(game: Any, state: Any) -> None:
        """A law that always holds."""

    assert isinstance(all_is_well, Law)
    assert (all_is_well.name, all_is_well.says, all_is_well.catches) == (
        "all is well",
        "a law that always holds",
        ("F1",),
    )
    all_is_well(None, None)
