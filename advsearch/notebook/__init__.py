"""Boards, searches, traces, proofs and tournaments as pictures and tables in a notebook.

    import advsearch.notebook             # or: %load_ext advsearch.notebook

    search = advsearch.bind("deepening", game)
    search(game.initial(), time_s=1)      # shows itself: the board, the value, the line of play

`Board(game)` is a board to play on, and `Stepped(traced)` steps through a search; both need anywidget.

A state does not know its game, so a position is shown by `show(game, state)`. Where there is no notebook, `print`
gives a view as plain text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from advsearch.lazy import lazily

_HOMES: Final = {
    "Board": "advsearch.notebook.board",
    "Stepped": "advsearch.notebook.stepping",
    "View": "advsearch.notebook.view",
}

if TYPE_CHECKING:
    from advsearch.notebook.board import Board
    from advsearch.notebook.stepping import Stepped
    from advsearch.notebook.view import View
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = ["Board", "Stepped", "View", "load_ipython_extension", "show", "unload_ipython_extension"]

_VIEWS: Final = {
    "advsearch.results:Result": "answers:result_view",
    "advsearch.results:Answered": "answers:result_view",
    "advsearch.results:Line": "answers:line_view",
    "advsearch.scene:Scene": "answers:scene_view",
    "advsearch.solving.proof:Proof": "answers:proof_view",
    "advsearch.analysis.perft:Perft": "answers:perft_view",
    "advsearch.analysis.tracing:Trace": "answers:trace_view",
    "advsearch.tournament.compared:Comparison": "reports:comparison_view",
    "advsearch.tournament.summary:Summary": "reports:summary_view",
    "advsearch.plots.plot:Plot": "reports:plot_view",
    "advsearch.testing.report:Report": "reports:check_view",
}
"""The class of each object that is shown, and the function that makes its view."""


def show(what: Any, state: Any = None, *, last: Any = None) -> View:
    """Return the view of an object, which a notebook shows and `print` prints.

    `show(game, state)` is a position, `show(game)` is the beginning of a game, and `last` is the action that led to
    the position. `show(result)` is what a notebook shows of a result by itself.
    """
    from advsearch.errors import InvalidSettings
    from advsearch.protocol import RULES

    found = _view_of(what)
    if found is not None:
        return found(what)
    if isinstance(what, str):
        from advsearch.plugins.registry import default_registry

        what = default_registry().game(what)
    if isinstance(what, type) or not all(callable(getattr(what, rule, None)) for rule in RULES):
        kinds = ", ".join(sorted(name.partition(":")[2] for name in _VIEWS))
        raise InvalidSettings(f"expected a game, or one of {kinds}, got {what!r}; show a state by show(game, state)")
    from advsearch.notebook.answers import position_view

    return position_view(what, what.initial() if state is None else state, last)


def _view_of(what: Any) -> Callable[[Any], View] | None:
    name = f"{type(what).__module__}:{type(what).__name__}"
    return _maker(name) if name in _VIEWS else None


def _maker(name: str) -> Callable[[Any], View]:
    module, _, function = _VIEWS[name].partition(":")

    def make(what: Any) -> View:
        view: View = getattr(import_module(f"advsearch.notebook.{module}"), function)(what)
        return view

    return make


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook show what advsearch returns. `%load_ext advsearch.notebook` calls this function."""
    formatters = shell.display_formatter.formatters
    for name in _VIEWS:
        module, _, kind = name.partition(":")
        make = _maker(name)
        formatters["text/html"].for_type_by_name(module, kind, _html(make))
        formatters["text/plain"].for_type_by_name(module, kind, _plain(make))


def _html(make: Callable[[Any], View]) -> Callable[[Any], str]:
    return lambda what: make(what).html()


def _plain(make: Callable[[Any], View]) -> Callable[[Any, Any, bool], None]:
    return lambda what, printer, _cycle: printer.text(str(make(what)))


def unload_ipython_extension(shell: Any) -> None:
    """Undo `load_ipython_extension`, for `%unload_ext advsearch.notebook`."""
    for kind in ("text/html", "text/plain"):
        for name in _VIEWS:
            module, _, of = name.partition(":")
            formatter = shell.display_formatter.formatters[kind]
            formatter.deferred_printers.pop((module, of), None)
            if module in sys.modules:
                formatter.type_printers.pop(getattr(sys.modules[module], of), None)


def _begin() -> None:
    """Load the extension if a notebook is running, without loading IPython where none is."""
    running = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if running is not None and getattr(running, "display_formatter", None) is not None:
        load_ipython_extension(running)


_begin()
