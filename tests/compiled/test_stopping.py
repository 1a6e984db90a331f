"""How a compiled search is stopped while others continue."""

from __future__ import annotations

import threading
import time
from typing import Any

import attrs
import pytest

from advsearch import Limits
from advsearch.binding import Tiered, bind
from advsearch.compiled import worker
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, KernelSet
from advsearch.limits import Budget
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.testing import estimate
from advsearch.testing.hashed import MOST_PLIES, hashed_game

ENDLESS = hashed_game(1, height=MOST_PLIES, branching=8, values=63, estimates=63)
"""A game with a far larger tree than any budget: up to eight actions at each of sixty plies."""
ENDLESS_START = ENDLESS.initial()


@pytest.mark.parametrize(
    "searcher",
    [AlphaBeta(depth=60, evaluator=estimate), Deepening(evaluator=estimate), Minimax(depth=60, evaluator=estimate)],
)
def test_a_stop_signal_ends_a_search(searcher: Any) -> None:
    """A signal set by another thread ends a search that would take forever, with a legal action."""
    bind(searcher, ENDLESS, tier="compiled")
    stop = threading.Event()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    result = Tiered(searcher, "compiled").search(ENDLESS, ENDLESS_START, stop=stop)
    timer.join()
    assert result.action in ENDLESS.actions(ENDLESS_START)
    assert result.depth < 60


@pytest.mark.parametrize("time_s", [0.0, 0.001, 0.05])
def test_a_deadline_ends_a_search(time_s: float) -> None:
    """A time limit, even of 0, ends a search that would take forever, with a legal action."""
    searcher = Deepening(evaluator=estimate)
    bind(searcher, ENDLESS, tier="compiled")
    result = Tiered(searcher, "compiled").search(ENDLESS, ENDLESS_START, limits=Limits(time_s=time_s))
    assert result.action in ENDLESS.actions(ENDLESS_START)
    assert result.depth < 60


def test_an_interrupt_brings_the_code_to_rest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C compiled code stops, its thread becomes free, and then the interrupt is raised."""
    searcher = AlphaBeta(depth=60, evaluator=estimate)
    bind(searcher, ENDLESS, tier="compiled")

    def interrupted(*_: Any) -> Any:
        time.sleep(0.02)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(worker, "_awaited", interrupted)
        with pytest.raises(KeyboardInterrupt):
            Tiered(searcher, "compiled").search(ENDLESS, ENDLESS_START)
    assert Tiered(AlphaBeta(depth=2, evaluator=estimate), "compiled").search(ENDLESS, ENDLESS_START).depth == 2


def test_an_interrupt_after_the_answer_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after the answer has arrived, but before it is used, is raised without waiting for a second answer."""

    def taken_and_interrupted(call: Any, *_: Any) -> Any:
        call.answers.get()
        raise KeyboardInterrupt

    monkeypatch.setattr(worker, "_awaited", taken_and_interrupted)
    raised: list[bool] = []

    def ask() -> None:
        with pytest.raises(KeyboardInterrupt):
            worker.run(lambda: 1, (), [0] * 100, Budget())
        raised.append(True)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(60)
    assert raised == [True]


def test_searches_run_side_by_side() -> None:
    """Several threads that search at once, each with its own worker, get the same results as alone."""
    searcher = Tiered(Deepening(evaluator=estimate, max_depth=5), "compiled")
    alone = searcher.search(ENDLESS, ENDLESS_START)
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(searcher.search(ENDLESS, ENDLESS_START))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [attrs.evolve(each, seconds=0.0) for each in found] == [attrs.evolve(alone, seconds=0.0)] * 4


def test_long_chains_are_searched() -> None:
    """A compiled search of a game of five thousand plies ends."""

    def actions(s: Any) -> int:
        return 1

    def apply(s: Any, action: int) -> Any:
        return (s[0] - 1 - action,)

    def outcome(s: Any, cells: int) -> int:
        return -1 if s[0] == 0 else ONGOING

    chain = KernelGame(
        KernelSet(encode=tuple, words=1, longest=5_000, actions=actions, apply=apply, outcome=outcome),
        (5_000,),
        name="chain",
    )
    result = Tiered(AlphaBeta(), "compiled").search(chain, chain.initial())
    assert (result.depth, result.nodes, len(result.pv), result.exact) == (5_000, 5_001, 5_000, True)


def test_a_deadline_does_not_wait_for_a_thread_that_gets_no_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """If compiled code does not return soon after the deadline, it is abandoned. The result is that of a finished
    depth or better, and later searches are not disturbed.
    """
    searcher = Deepening(evaluator=estimate)
    bind(searcher, ENDLESS, tier="compiled")
    three = Tiered(attrs.evolve(searcher, max_depth=3), "compiled")
    alone = three.search(ENDLESS, ENDLESS_START)
    monkeypatch.setattr(worker, "_MOMENT_S", 0.0)
    for _ in range(10):
        result = Tiered(searcher, "compiled").search(ENDLESS, ENDLESS_START, limits=Limits(time_s=0.03))
        assert result.action in ENDLESS.actions(ENDLESS_START)
        assert result.action == result.pv[0] if result.depth else not result.pv
        assert attrs.evolve(three.search(ENDLESS, ENDLESS_START), seconds=0.0) == attrs.evolve(alone, seconds=0.0)
