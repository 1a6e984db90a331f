"""The forms of a searcher: the reference form, and the compiled form that is registered with it.

Generated trees also have kernels (see `advsearch.testing.tree_kernels`), so that laws can test compiled forms.
Without numba, the code of the compiled tier runs as ordinary Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from advsearch.binding import BoundSearch, Tiered, Uncompiled, bind, tier_apart, why_never_compiled
from advsearch.compiled import build, machined
from advsearch.errors import AdvsearchError, CompiledTierUnavailable
from advsearch.limits import Budget, Limits, Request
from advsearch.plugins.registry import default_registry
from advsearch.protocol import Bindable
from advsearch.search.settings import settings_of
from advsearch.search.settings import with_settings as replaced
from advsearch.testing.adjusting import TABLE_SETTINGS, changes_for, is_searcher, with_settings
from advsearch.testing.answers import Answer, Call, read_answer
from advsearch.testing.hashed import HashedGame
from advsearch.testing.specimens import Followed
from advsearch.testing.tree_data import DataTree, with_data
from advsearch.testing.tree_kernels import KernelTree, NoKernels, TreePlace, with_kernels
from advsearch.testing.trees import Node, Tree, TreeState, estimate
from advsearch.testing.watching import Watched

Ask: TypeAlias = Callable[[Any, Call], Answer]

REFERENCE: Final = "reference"
_KEPT: Final = 64
_DEEPEST_IN_PYTHON: Final = 200
_SMALL_TABLE: Final = 1_000
"""The table size, in states, if compiled code runs as Python and the searcher sets no size. A small table is used
because Python makes a new list of the table's cells for every search."""
_GAME: Final = Tree((Node(0, 0, (("a", 1),)), Node(1, 1, (), 1)))


def forms_of(thing: Any) -> dict[str, Any]:
    """Return the forms of a searcher by name, the reference form first; empty if the searcher has only one form."""
    if isinstance(thing, Uncompiled):
        return {REFERENCE: Tiered(thing.searcher, "reference"), "uncompiled": thing}
    if not is_searcher(thing):
        return {}
    inner, tier = tier_apart(thing)
    if isinstance(thing, Tiered) or tier != "auto":
        both = {REFERENCE: Tiered(inner, "reference"), "compiled": Tiered(inner, "compiled")}
        return {} if tier == "reference" else both
    if not _has_compiled_form(thing):
        return {}
    reference = {REFERENCE: Tiered(thing, "reference")}
    if build.available() is None:
        return reference | {"compiled": Tiered(thing, "compiled")}
    return reference | {"uncompiled": Uncompiled(thing)}


def _has_compiled_form(searcher: Any) -> bool:
    """Whether the searches of a searcher can be compiled, at least in part. For example, a player that chooses random
    actions cannot be compiled.
    """
    made = with_settings(searcher, {"evaluator": estimate})
    try:
        return why_never_compiled(made, with_kernels(_GAME)) is None
    except AdvsearchError:
        return False


def takes_window(searcher: Any) -> bool:
    """Whether a session of this searcher accepts a search window."""
    inner: Any = searcher.searcher if isinstance(searcher, Uncompiled) else tier_apart(searcher)[0]
    if not issubclass(type(inner), Bindable):
        return False
    try:
        bind(inner, _GAME, tier="reference").steered()
    except AdvsearchError:
        return False
    return True


def ask_in_window(bound: BoundSearch, state: Any, call: Call) -> Answer:
    """Search once with a window, as drivers such as MTD(f) do, and return the result."""
    if bound.game.terminal(state):
        return read_answer(bound(state))
    probe = bound.steered().start(state, Budget()).probe(call.depth, call.alpha, call.beta)
    return Answer(probe.value, probe.action, depth=probe.depth, line=tuple(probe.pv))


class AskForm:
    """Calls the compiled form of a searcher. Before each timed search, `prepare` builds the machine code."""

    def __init__(self, searcher: Tiered | Uncompiled) -> None:
        self._searcher = searcher
        self._known: dict[tuple[Any, ...], tuple[Any, BoundSearch]] = {}

    def __call__(self, game: Any, call: Call) -> Answer:
        bound = self.prepare(game, call)
        state = _start(bound.game, call)
        if call.alpha is not None or call.beta is not None:
            return ask_in_window(bound, state, call)
        limits = Limits(depth=call.depth, nodes=call.nodes, time_s=call.time_s)
        return read_answer(bound(state, Request(limits, call.stop, every_action=call.every_action)))

    def prepare(self, game: Any, call: Call) -> BoundSearch:
        """Bind the searcher to a tree. Raise `NoKernels` if the tree cannot have kernels."""
        while isinstance(game, Watched | Followed):
            game = game.game
        if call.evaluator is not None:
            raise NoKernels("a tree has no kernel for the given evaluator, only for `estimate`")
        tree = game if isinstance(game, HashedGame) else _searchable(game, self._searcher)
        key = (id(tree), call.depth, call.own_depth, call.table_size, call.seed)
        known = self._known.get(key)
        if known is not None:
            return known[1]
        if len(self._known) >= _KEPT:
            self._known.clear()
        try:
            bound = self._bound(tree, call)
        except CompiledTierUnavailable as error:
            raise NoKernels(str(error)) from error
        self._known[key] = tree, bound  # the tree is kept, so that no other tree gets its id
        return bound

    def _bound(self, tree: Any, call: Call) -> BoundSearch:
        made = with_settings(self._searcher, changes_for(call))
        if isinstance(made, Uncompiled):
            if isinstance(tree, HashedGame):
                raise NoKernels("the uncompiled form of the search is too slow for games this large")
            if tree.tree.height > _DEEPEST_IN_PYTHON:
                raise NoKernels(f"the uncompiled form of the search recurses to at most {_DEEPEST_IN_PYTHON} plies")
            return bind(Uncompiled(_with_small_tables(made.searcher)), tree)
        return bind(made, tree)


def _start(game: Any, call: Call) -> Any:
    """Return the state that a call searches. In a tree with kernels, a state is a node number and an address."""
    if call.start is None or isinstance(game, HashedGame):
        return game.initial() if call.start is None else call.start
    if not isinstance(call.start, TreeState):
        raise NoKernels("the state to search has no kernels, because the state is not in the tree")
    if isinstance(game, DataTree):
        return game.place_of(game.shown.tree.index_of(call.start))
    return TreePlace(game.block, game.tree.index_of(call.start))


def _searchable(game: Any, searcher: Any) -> KernelTree | DataTree:
    """The tree in the form that the compiled tier searches."""
    form = default_registry().form_of(type(tier_apart(searcher)[0])) if isinstance(searcher, Tiered) else None
    return with_data(game) if machined.takes(form) else with_kernels(game)


def _with_small_tables(searcher: Any) -> Any:
    settings = settings_of(searcher)
    changes = {name: _with_small_tables(each) for name, each in settings.items() if is_searcher(each)}
    if not changes:
        changes = {name: _SMALL_TABLE for name in TABLE_SETTINGS if settings.get(name, 0) is None}
    return replaced(searcher, changes)
