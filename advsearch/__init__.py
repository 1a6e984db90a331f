"""Adversarial search for any two-player game.

    from advsearch import Deepening, bind, compare

    search = bind(Deepening(evaluator=mine), MyGame())    # or bind("deepening(evaluator=improved)", "mygame")
    result = search(state, time_s=0.15)
    print(compare(MyGame(), mine, yours, nodes=1000))

Importing this package loads no plugin. The first call of `load_game` or `load_searcher` loads the plugins. The module
that defines a public name is imported when the name is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from advsearch import since_start as since_start  # first, because it notes when this process was started
from advsearch.lazy import lazily

_HOMES: Final = {
    "AdvsearchError": "advsearch.errors",
    "AgentFault": "advsearch.errors",
    "Algorithm": "advsearch.search.searcher",
    "AlphaBeta": "advsearch.search.alphabeta",
    "Board": "advsearch.notebook.board",
    "BoundSearch": "advsearch.binding",
    "Cell": "advsearch.scene",
    "Comparison": "advsearch.tournament.compared",
    "CompiledTierUnavailable": "advsearch.errors",
    "Deepening": "advsearch.search.deepening",
    "Evaluator": "advsearch.protocol",
    "Game": "advsearch.protocol",
    "GameRecord": "advsearch.tournament.records",
    "Greedy": "advsearch.search.greedy",
    "Hybrid": "advsearch.search.hybrid",
    "IllegalAction": "advsearch.errors",
    "InvalidNotation": "advsearch.errors",
    "InvalidSettings": "advsearch.errors",
    "KernelSet": "advsearch.kernels",
    "Limits": "advsearch.limits",
    "Line": "advsearch.results",
    "Minimax": "advsearch.search.minimax",
    "Ordering": "advsearch.search.ordering",
    "PluginError": "advsearch.errors",
    "Random": "advsearch.search.random_choice",
    "Request": "advsearch.limits",
    "Result": "advsearch.results",
    "Scene": "advsearch.scene",
    "Searcher": "advsearch.protocol",
    "Solver": "advsearch.solving",
    "Symmetry": "advsearch.protocol",
    "UnknownName": "advsearch.errors",
    "bind": "advsearch.binding",
    "compare": "advsearch.tournament.comparison",
    "evaluator": "advsearch.protocol",
    "hookimpl": "advsearch.hookspecs",
    "null": "advsearch.protocol",
    "run_study": "advsearch_studies.run",
    "trace": "advsearch.analysis.tracing",
}
"""The module that defines each public name. A module is loaded when one of its names is first used."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from advsearch.analysis.tracing import trace
    from advsearch.binding import BoundSearch, bind
    from advsearch.errors import (
        AdvsearchError,
        AgentFault,
        CompiledTierUnavailable,
        IllegalAction,
        InvalidNotation,
        InvalidSettings,
        PluginError,
        UnknownName,
    )
    from advsearch.hookspecs import hookimpl
    from advsearch.kernels import KernelSet
    from advsearch.limits import Limits, Request
    from advsearch.notebook.board import Board
    from advsearch.protocol import Evaluator, Game, Searcher, Symmetry, evaluator, null
    from advsearch.results import Line, Result
    from advsearch.scene import Cell, Scene
    from advsearch.search.alphabeta import AlphaBeta
    from advsearch.search.deepening import Deepening
    from advsearch.search.greedy import Greedy
    from advsearch.search.hybrid import Hybrid
    from advsearch.search.minimax import Minimax
    from advsearch.search.ordering import Ordering
    from advsearch.search.random_choice import Random
    from advsearch.search.searcher import Algorithm
    from advsearch.solving import Solver
    from advsearch.tournament.compared import Comparison
    from advsearch.tournament.comparison import compare
    from advsearch.tournament.records import GameRecord
    from advsearch_studies.run import run_study
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__version__ = "0.1.0"

__all__ = [
    "AdvsearchError",
    "AgentFault",
    "Algorithm",
    "AlphaBeta",
    "Board",
    "BoundSearch",
    "Cell",
    "Comparison",
    "CompiledTierUnavailable",
    "Deepening",
    "Evaluator",
    "Game",
    "GameRecord",
    "Greedy",
    "Hybrid",
    "IllegalAction",
    "InvalidNotation",
    "InvalidSettings",
    "KernelSet",
    "Limits",
    "Line",
    "Minimax",
    "Ordering",
    "PluginError",
    "Random",
    "Request",
    "Result",
    "Scene",
    "Searcher",
    "Solver",
    "Symmetry",
    "UnknownName",
    "__version__",
    "bind",
    "compare",
    "evaluator",
    "hookimpl",
    "load_evaluator",
    "load_game",
    "load_kernels",
    "load_ordering",
    "load_searcher",
    "machine_code",
    "null",
    "run_study",
    "trace",
]


def load_game(spec: str, **settings: Any) -> Game[Any, Any]:
    """Load a game by its text spec: `load_game("mygame(width=7)")` or `load_game("mygame", width=7)`."""
    from advsearch.plugins.registry import default_registry

    return default_registry().game(spec, **settings)


def load_searcher(spec: str, **settings: Any) -> Searcher:
    """Load a searcher by its text spec: `load_searcher("alphabeta(depth=8, evaluator=improved)")`.

    Settings may also be given as keywords. The setting `evaluator` may be a name or a function. An evaluator's name
    is looked up when the searcher is bound to a game.
    """
    from advsearch.plugins.registry import default_registry

    return default_registry().searcher(spec, **settings)


def load_ordering(spec: str) -> Ordering:
    """Load an ordering for a searcher's setting `order`. `spec` is the name of a registered ordering, or a reference
    such as `mine.py:name`.
    """
    from advsearch.plugins.registry import default_registry

    return default_registry().ordering(spec)


def load_evaluator(spec: str, game: Game[Any, Any]) -> Evaluator:
    """Load an evaluator of `game` by its text spec."""
    from advsearch.plugins.registry import default_registry

    return default_registry().evaluator(spec, game)


def load_kernels(game: Game[Any, Any], evaluator: Evaluator | None = None) -> tuple[KernelSet, Callable[..., Any]]:
    """Return the rules and an evaluator of a game as plain functions over words. The evaluator becomes a function
    `f(s, cells, side)`.

    The rules are the kernels that the game's author wrote. For a game without kernels, the rules are derived from its
    methods. Raises `CompiledTierUnavailable` if the game's rules do not store a state in words.
    """
    from advsearch.compiled.engine import kernels_of
    from advsearch.compiled.evaluators import kernel_of
    from advsearch.errors import CompiledTierUnavailable
    from advsearch.kernels import KernelSet
    from advsearch.protocol import null

    kernels = kernels_of(game)
    if not isinstance(kernels, KernelSet):
        raise CompiledTierUnavailable(
            f"expected a game with states of a few machine words, got {game!r}, whose states are rows of numbers"
        )
    return kernels, kernel_of(evaluator or null, kernels, game).function


def machine_code(function: Callable[..., Any], example: tuple[Any, ...], label: str) -> Callable[..., Any]:
    """Compile a plain function over integers to machine code. The function is written like a kernel. The types of its
    arguments are the types in `example`.

    `machine_code` is for searchers that have kernels of their own. The machine code is built once and kept on disk.
    While the code is being built, the user sees the text `label`. Raises `CompiledTierUnavailable` if the function
    cannot be built.
    """
    from advsearch.compiled.build import native

    return native(function, example, label)
