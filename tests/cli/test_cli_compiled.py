"""What the command line shows about the compiled tier."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from advsearch.analysis.perft import perft
from advsearch.binding import tier_of
from advsearch.plugins.registry import default_registry

pytestmark = pytest.mark.needs_numba

Run = Callable[..., Result]
GAME = "isolation(width=5, height=5)"
SLOW = "def mine(game, state, player):\n    with open(__file__):\n        return 0\n"


def test_auto_is_compiled_where_it_can_be(run_json: Callable[..., Any]) -> None:
    """Once their machine code is built, games with kernels are searched and counted compiled, with the answer of the
    reference tier.
    """
    found = {
        tier: run_json("search", GAME, "--searcher", f"alphabeta(depth=4, tier={tier})")
        for tier in ("compiled", "reference", "auto")
    }
    assert [found[tier]["tier"] for tier in found] == ["compiled", "reference", "compiled"]
    for key in ("action", "value", "nodes", "pv", "exact"):
        assert len({str(each[key]) for each in found.values()}) == 1
    counted = [run_json("perft", GAME, "4", "--tier", tier) for tier in ("auto", "reference")]
    assert len({(each["leaves"], each["finished"], each["nodes"]) for each in counted}) == 1


def test_what_cannot_be_compiled_is_said(run: Run, folder: Path) -> None:
    """If an evaluator cannot be compiled, the reference tier is used and the command prints the reason; with
    tier=compiled this is an error.
    """
    (folder / "slow.py").write_text(SLOW)
    auto = run("search", GAME, "--evaluator", "slow.py:mine", "--depth", "2", "--json")
    why = "slow.py:2: `with` is not supported; write the statements without it"
    assert auto.stderr == f"note: on the reference tier, in plain Python: {why}\n"
    assert json.loads(auto.stdout)["tier"] == "reference"
    strict = run("search", GAME, "--evaluator", "slow.py:mine", "--searcher", "deepening(tier=compiled)")
    assert strict.exit_code == 2
    assert strict.stderr == f"error: {why}\n"


MISSPELT = """
from threes import Threes

from advsearch.kernels import ONGOING, KernelSet


class Misspelt(Threes):
    def kernels(self):
        def apply(s, action):
            return (s[0] + actoin,)

        def outcome(s, cells):
            return -1 if s[0] else ONGOING

        return KernelSet(
            encode=lambda state: (0,), words=1, longest=9, actions=lambda s: 1, apply=apply, outcome=outcome
        )
"""


def test_a_count_that_cannot_be_compiled_says_why(run: Run, folder: Path) -> None:
    """Perft of a game whose kernels do not compile counts in plain Python and prints the reason."""
    (folder / "misspelt.py").write_text(MISSPELT)
    counted = run("perft", "misspelt.py:Misspelt", "2")
    assert counted.stderr == (
        "note: on the reference tier, in plain Python: expected Misspelt.kernels.<locals>.apply to use only names "
        "that are defined, got actoin in line 10 of misspelt.py\n"
    )
    assert counted.stdout.splitlines()[:2] == run("perft", "threes.py:Threes", "2").stdout.splitlines()[:2]


def test_a_note_is_said_once(run: Run, folder: Path) -> None:
    """A note about an evaluator that three players use is printed once."""
    (folder / "slow.py").write_text(SLOW)
    seat = "greedy(evaluator=slow.py:mine)"
    played = run("play", GAME, "--first", seat, "--second", seat, "--hints", seat)
    assert played.exit_code == 0
    assert played.stderr.count("note: ") == 1


def test_games_without_kernels_are_compiled(run: Run) -> None:
    """A game of six plain methods is searched compiled, without a note."""
    answer = run("search", "threes.py:Threes", "--depth", "2", "--json")
    assert (answer.stderr, json.loads(answer.stdout)["tier"]) == ("", "compiled")


def test_foreign_searchers_have_no_tiers() -> None:
    """A searcher without a compiled form runs on the reference tier, and the reason names it."""

    class Foreign:
        def search(self, *_: Any, **__: Any) -> Any: ...

    assert tier_of(Foreign(), default_registry().game(GAME)) == (
        "reference",
        "Foreign has no compiled form; ask for tier=reference",
    )


def test_a_compiled_count_reports_and_stops() -> None:
    """A count that would take years ends soon after it is stopped, with the counts so far. A shorter one reports the
    share of the root's actions that is done.
    """
    game = default_registry().game("isolation")
    stop = threading.Event()
    stop.set()
    stopped = perft(game, 40, tier="compiled", stop=stop)
    assert not stopped.complete
    assert stopped.nodes > 0
    seen: list[tuple[int, float]] = []
    found = perft(game, 3, tier="compiled", report=lambda nodes, share: seen.append((nodes, share)))
    assert len(seen) == 49
    assert seen == sorted(seen)
    assert seen[-1] == (found.nodes, 1.0)
