"""A clocked search on the compiled tier waits for no build, no comparison and no large copy."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from advsearch import bind
from advsearch.binding.takeover import Building
from advsearch.compiled import session
from advsearch.compiled.build import NotBuilt
from advsearch.compiled.layout import STOP
from advsearch.compiled.second_try import SecondTry
from advsearch.compiled.worker import Left
from advsearch.limits import Budget, Limits
from advsearch.lowering.row_rules import FULL, GaveUp
from advsearch.plugins.registry import default_registry
from advsearch.search import AlphaBeta

TICTACTOE = Path(__file__).parents[1] / "gallery" / "tictactoe.py"


def test_after_the_deadline_only_the_results_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """If machine code runs on after the deadline, the copy that the caller reads leaves out the positions, which may
    take a gigabyte.
    """
    copies: list[tuple[int, int]] = []
    copied = session.copied

    def watched(cells: Any, *end: int) -> Any:
        found = copied(cells, *end)
        copies.append((len(found), len(cells)))
        return found

    def runs_on(_function: object, _arguments: object, cells: Any, *_: object) -> None:
        cells[STOP] = 1
        raise Left

    monkeypatch.setattr(session, "copied", watched)
    game = default_registry().game(f"{TICTACTOE}:TicTacToe")
    bound = bind(AlphaBeta(depth=3), game, at_once=False)
    monkeypatch.setattr(session, "run", runs_on)
    assert bound(game.initial(), time_s=9.0).action in game.actions(game.initial())
    ((small, whole),) = copies
    assert small < whole


class Gives:
    """A session whose search gives up for want of memory."""

    nodes = 0
    tier = "reference"

    def skip(self, nodes: int) -> None:
        self.nodes += nodes

    def search_root(self, *_: object) -> object:
        raise GaveUp(FULL)


class Finds(Gives):
    def search_root(self, *_: object) -> object:
        return "found"


@pytest.mark.parametrize(("limits", "grows"), [(Limits(time_s=3600.0), 0), (Limits(nodes=99), 1), (Limits(), 1)])
def test_a_clocked_search_waits_for_no_larger_build(limits: Limits, grows: int) -> None:
    """If derived rules need more memory, a search without a clock builds them anew; a clocked search goes on in plain
    Python, with a note.
    """
    built: list[object] = []
    notes: list[str] = []

    def grown() -> Any:
        built.append(None)
        return Finds()

    tried = SecondTry(lambda: Gives(), grown, lambda: Finds(), notes.append, Budget(limits))  # type: ignore
    assert tried.search_root(3, (None, None), (), False) == "found"
    assert (len(built), len(notes)) == (grows, 1 - grows)


def test_a_clocked_search_waits_for_no_missing_build() -> None:
    """If another search has grown the rules and their machine code is missing, a clocked search goes on in Python."""
    notes: list[str] = []

    def compiled() -> Any:
        raise NotBuilt(SimpleNamespace(label="Game alphabeta"))  # type: ignore[arg-type]

    tried = SecondTry(compiled, lambda: None, lambda: Finds(), notes.append, Budget(Limits(time_s=9.0)))  # type: ignore
    assert tried.search_root(3, (None, None), (), False) == "found"
    assert notes == ["searched again on the reference tier: the machine code of Game alphabeta is not built"]


@pytest.mark.parametrize("fails", [False, True])
def test_machine_code_is_taken_over_beside_the_search(fails: bool) -> None:
    """The first comparison of an evaluator runs in a thread, while the search goes on. An error is raised later."""
    threads: list[int] = []
    go_on = threading.Event()

    def load() -> Any:
        threads.append(threading.get_ident())
        go_on.wait()
        if fails:
            raise ZeroDivisionError
        return "ready"

    order: Any = SimpleNamespace(done=threading.Event(), cancelled=False, answer={}, label="it")
    order.done.set()
    missing: Any = SimpleNamespace(wanted=SimpleNamespace(key="it"))
    building = Building(load, missing, order=order)
    assert not building.over()
    go_on.set()
    try:
        while not building.over():
            time.sleep(0.001)
        assert building.ready == "ready"
    except ZeroDivisionError:
        assert fails
    assert threads != [threading.get_ident()]
