"""Adversarial search for any two-player game.

    import advsearch

    game = advsearch.load_game("mygame(width=7)")
    searcher = advsearch.load_searcher("deepening(evaluator=improved)")
    result = searcher.search(game, game.initial(), limits=advsearch.Limits(time_s=0.15))

Importing this loads no plugin; the first `load_game` or `load_searcher` does. A public name is loaded when it is
first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from advsearch.lazy import lazily

_HOMES: Final = {
    "AdvsearchError": "advsearch.errors",
    "AgentFault": "advsearch.errors",
    "Cell": "advsearch.scene",
    "CompiledTierUnavailable": "advsearch.errors",
    "Evaluator": "advsearch.protocol",
    "Game": "advsearch.protocol",
    "IllegalAction": "advsearch.errors",
    "InvalidNotation": "advsearch.errors",
    "InvalidSettings": "advsearch.errors",
    "Limits": "advsearch.limits",
    "Line": "advsearch.results",
    "PluginError": "advsearch.errors",
    "Result": "advsearch.results",
    "Scene": "advsearch.scene",
    "Searcher": "advsearch.protocol",
    "Solver": "advsearch.solving",
    "Symmetry": "advsearch.protocol",
    "UnknownName": "advsearch.errors",
    "evaluator": "advsearch.protocol",
    "hookimpl": "advsearch.hookspecs",
    "null": "advsearch.protocol",
}
"""Where each public name is defined: its module is loaded when the name is first asked for."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from advsearch.binding import BoundSearch
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
    from advsearch.limits import Limits
    from advsearch.protocol import Evaluator, Game, Searcher, Symmetry, evaluator, null
    from advsearch.results import Line, Result
    from advsearch.scene import Cell, Scene
    from advsearch.solving import Solver
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__version__ = "0.1.0"

__all__ = [
    "AdvsearchError",
    "AgentFault",
    "Cell",
    "CompiledTierUnavailable",
    "Evaluator",
    "Game",
    "IllegalAction",
    "InvalidNotation",
    "InvalidSettings",
    "Limits",
    "Line",
    "PluginError",
    "Result",
    "Scene",
    "Searcher",
    "Solver",
    "Symmetry",
    "UnknownName",
    "__version__",
    "bind",
    "evaluator",
    "hookimpl",
    "load_evaluator",
    "load_game",
    "load_searcher",
    "machine_code",
    "null",
]


def load_game(spec: str, **settings: Any) -> Game[Any, Any]:
    """The game a text spec names: `load_game("mygame(width=7)")` or `load_game("mygame", width=7)`."""
    from advsearch.plugins.registry import default_registry

    return default_registry().game(spec, **settings)


def load_searcher(spec: str, **settings: Any) -> Searcher:
    """The searcher a text spec names: `load_searcher("alphabeta(depth=8, evaluator=improved)")`.

    Settings may also be given as keywords, an evaluator as a function. Names of evaluators are looked up when the
    searcher meets a game.
    """
    from advsearch.plugins.registry import default_registry

    return default_registry().searcher(spec, **settings)


def load_evaluator(spec: str, game: Game[Any, Any]) -> Evaluator:
    """The evaluator of this game that a text spec names."""
    from advsearch.plugins.registry import default_registry

    return default_registry().evaluator(spec, game)


def bind(searcher: Searcher | str, game: Game[Any, Any] | str, **options: Any) -> BoundSearch:
    """The search of a game by a searcher, ready to be asked; see `advsearch.binding.bind`."""
    from advsearch import binding

    return binding.bind(searcher, game, **options)


def machine_code(function: Callable[..., Any], example: tuple[Any, ...], label: str) -> Callable[..., Any]:
    """A plain function over integers, written as kernels are, compiled for arguments of the types of `example`.

    For searchers of a game's own. It is built once and kept on disk; `label` names it to whoever waits meanwhile.
    Raises `CompiledTierUnavailable` where it cannot be had.
    """
    from advsearch.compiled.build import native

    return native(function, example, label)
