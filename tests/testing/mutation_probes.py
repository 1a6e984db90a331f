"""The checks of mutants, in a process that has imported the changed source: first laws, then tests.

Each check returns the first law or test that notices the mutant, or "".
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
EVERY = ("table", "killers", "history")


def laws_of_search() -> str:
    """The kit's laws, with a dozen trees each, on the reference searchers."""
    from advsearch.search import AlphaBeta, Deepening, Greedy, Minimax
    from advsearch.search.alphabeta import search_window
    from advsearch.testing import LawBroken, check_searcher, estimate

    def window(tree: Any, depth: int, alpha: Any, beta: Any) -> Any:
        return search_window(tree, tree.initial(), depth, alpha, beta, AlphaBeta(evaluator=estimate)).value

    cheap = {"profile": 12, "skip": ["deep chains", "processes agree"]}
    subjects: list[tuple[Any, dict[str, Any]]] = [
        (AlphaBeta(), {"ties": "first", "prunes": True}),
        (AlphaBeta(table=20, order=EVERY), {"prunes": True}),
        (Deepening(), {"prunes": True}),
        (Minimax(), {"ties": "first"}),
        (Deepening(aspiration=1, table=5), {}),
        (AlphaBeta(ties="random", seed=3, table=4), {}),
        (window, {"distances": True, "window": "soft"}),
        (Deepening(search=Minimax(), stop_at_proven=False), {}),
    ]
    try:
        for searcher, settings in subjects:
            check_searcher(searcher, **{**cheap, **settings})
        check_searcher(AlphaBeta(), only=["deep chains"])
        check_searcher(Greedy(), only=["a finished game"], profile=5)
    except LawBroken as broken:
        return f"law: {broken.law}"
    except Exception as error:
        return f"error: {type(error).__name__}"
    return ""


def laws_of_templates() -> str:
    """The law that the tiers agree, on the compiled searches run as ordinary Python."""
    from advsearch.binding import Uncompiled
    from advsearch.search import AlphaBeta, Deepening, Minimax
    from advsearch.testing import LawBroken, check_searcher

    subjects: list[Any] = [
        AlphaBeta(),
        AlphaBeta(table=64, order=EVERY),
        Minimax(),
        AlphaBeta(table=2, order=EVERY),
        Deepening(AlphaBeta(table=32, order=EVERY), aspiration=1),
        AlphaBeta(ties="random", seed=3),
        AlphaBeta(order=("killers", "history")),
    ]
    try:
        for searcher in subjects:
            check_searcher(Uncompiled(searcher), profile=80, only=["tiers agree"])
    except LawBroken as broken:
        return f"law: {broken.law}"
    except Exception as error:
        return f"error: {type(error).__name__}"
    return ""


def house(chosen: str, *paths: str) -> str:
    """Test files and folders in tests/, with few examples of each property."""
    import pytest
    from hypothesis import settings

    settings.register_profile("mutants", max_examples=15, derandomize=True, database=None, deadline=None)

    class First:
        failed = ""

        def pytest_runtest_logreport(self, report: Any) -> None:
            self.failed = self.failed or (report.nodeid.partition("::")[2] if report.failed else "")

    first = First()
    words = ["-x", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:warnings", "--no-header"]
    words += ["--hypothesis-profile=mutants"]
    places = [str(ROOT / "tests" / path) for path in paths]
    code = pytest.main([*words, *(["-k", chosen] if chosen else []), *places], plugins=[first])
    return f"test: {first.failed or code}" if code else ""


def search() -> str:
    quick = "not every_process and not real_positions and not tic_tac_toe"
    return laws_of_search() or house(quick, "search")


def templates() -> str:
    return laws_of_templates() or house(
        "template or uncompiled",
        "testing/test_templates.py",
        "compiled/test_templates_on_trees.py",
        "solving/test_compiled_solver.py",
    )


def templates_compiled() -> str:
    """For mutants that live: tests of the compiled tier, with a new build for each change."""
    names = ("test_kept_tables", "test_tiers_agree", "test_bench", "test_facade", "test_stopping")
    return house("", *(f"compiled/{name}.py" for name in names), "solving/test_compiled_solver.py")
