"""The compiled searches, run as ordinary Python, obey every law of searchers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from advsearch.binding import Uncompiled
from advsearch.compiled import guided
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.testing import check_searcher, estimate

ORDER = ("table", "killers", "history")


@attrs.frozen
class Twin:
    """A built-in searcher in its compiled form, on trees, which get kernels when it is bound."""

    with_kernels: Callable[[Any, Any], Any]
    searcher: Any

    @property
    def evaluator(self) -> Any:
        return self.searcher.evaluator

    def search(self, game: Any, state: Any, **options: Any) -> Any:
        return Uncompiled(self.searcher).search(self.with_kernels(game, self.searcher.evaluator), state, **options)


SEARCHERS = {
    "alphabeta": AlphaBeta(evaluator=estimate),
    "minimax": Minimax(evaluator=estimate),
    "ordering": AlphaBeta(evaluator=estimate, order=("killers", "history")),
    "table": AlphaBeta(evaluator=estimate, table=64, order=ORDER),
    "tiny table": AlphaBeta(evaluator=estimate, table=2, order=ORDER),
    "deepening": Deepening(AlphaBeta(evaluator=estimate, table=64, order=ORDER)),
    "aspiration": Deepening(AlphaBeta(evaluator=estimate, table=64, order=ORDER), aspiration=0.5),
}
SKIPPED = ("deep chains", "processes agree", "the minimal tree")
"""Laws that are left out. Uncompiled code is too slow for chains of 5,000 plies, another process would use tables at
other depths, and the minimal tree has more actions than these kernels have cells."""

DEEPENING = ("deepening", "aspiration")


def skipped(name: str) -> tuple[str, ...]:
    """The laws that are left out for a search. Kernels compute each position once, so the calls do not show what a
    deepening search enters.
    """
    return (*SKIPPED, "the positions counted") if name in DEEPENING else SKIPPED


@pytest.fixture(autouse=True)
def tables_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches use the table at every depth, because small trees have little depth."""
    monkeypatch.setattr(guided, "LOOKED_UP", 2)


@pytest.mark.parametrize("name", SEARCHERS)
def test_every_law_of_searching_holds_for_the_uncompiled_templates(
    name: str, with_kernels: Callable[[Any, Any], Any]
) -> None:
    """Each compiled search, run as Python, obeys every law of searchers, on trees with repeated turns, ties, draws
    and floats.
    """
    check_searcher(Twin(with_kernels, SEARCHERS[name]), profile=8, skip=skipped(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHERS)
def test_every_law_of_searching_holds_on_many_more_trees(name: str, with_kernels: Callable[[Any, Any], Any]) -> None:
    """Each compiled search, run as Python, obeys every law of searchers on the trees of the default profile."""
    check_searcher(Twin(with_kernels, SEARCHERS[name]), seed=1, skip=skipped(name))


def test_a_search_is_the_same_in_every_process(with_kernels: Callable[[Any, Any], Any]) -> None:
    """Value, action and node count are the same in every process, also with a table and an ordering."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guided, "LOOKED_UP", 3)
        check_searcher(Twin(with_kernels, SEARCHERS["table"]), only=("processes agree",))
