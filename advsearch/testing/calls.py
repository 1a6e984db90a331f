"""Calls a search function or a searcher object with arguments that fit its parameters and settings, on either tier.

Each parameter of a function receives an argument by its name: a parameter `depth` receives the depth. Known names are
`game` (or `tree`), `state`, `depth`, `alpha` and `beta`, `nodes` (a budget), `time_s`, `stop`, `evaluator`,
`table_size`, `seed`, `player` and `maximizing`. A function of two parameters with unknown names, such as `f(a, b)`,
receives the game and the depth. In every other function, a required parameter with an unknown name is an error.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from advsearch.binding import BoundSearch, Tiered, Uncompiled, bind, tier_apart, why_never_compiled
from advsearch.binding.within import searching_on
from advsearch.compiled import build, machined
from advsearch.errors import AdvsearchError, CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Budget, Limits, Request
from advsearch.plugins.registry import default_registry
from advsearch.protocol import Bindable
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import settings_of
from advsearch.search.settings import with_settings as replaced
from advsearch.testing.answers import Ability, Answer, Call, read_answer
from advsearch.testing.compiled_trees import DataTree, NoKernels, with_data
from advsearch.testing.hashed import HashedGame
from advsearch.testing.kernel_trees import KernelTree, TreePlace, with_kernels
from advsearch.testing.settings import Returns
from advsearch.testing.trees import Node, Tree, TreeState, estimate
from advsearch.testing.watching import Followed, Watched

# --- functions ------------------------------------------------------------------------------------------------

GAME_NAMES: Final = ("game", "tree", "g", "rules")
STATE_NAMES: Final = ("state", "position", "root", "s", "node", "board")
DEPTH_NAMES: Final = (
    "depth", "d", "plies", "max_depth", "depth_limit", "iterations", "simulations", "playouts", "rollouts", "rounds",
    "n_iterations", "n_simulations", "num_iterations", "num_simulations",
)  # fmt: skip
_OTHERS: Final[dict[str, tuple[str, ...]]] = {
    "game": GAME_NAMES,
    "state": STATE_NAMES,
    "depth": DEPTH_NAMES,
    "alpha": ("alpha",),
    "beta": ("beta",),
    "nodes": ("nodes", "max_nodes", "node_limit", "node_budget"),
    "evaluator": ("evaluator", "evaluate", "evaluation", "heuristic"),
    "table_size": ("table_size",),
    "seed": ("seed",),
    "stop": ("stop", "stop_signal"),
    "time_s": ("time_s", "seconds", "time_limit"),
    "player": ("player",),
    "maximizing": ("maximizing", "maximizing_player", "maximizingPlayer", "is_maximizing", "is_max"),
}
ROLES: Final = {name: role for role, names in _OTHERS.items() for name in names}
_LEFT_OUT: Final = ("alpha", "beta", "nodes", "table_size", "stop", "seed", "time_s")
"""Arguments that are passed to a function only if a law sets them."""


def function_of(
    function: Callable[..., Any], returns: Returns | None = None
) -> tuple[Callable[[Any, Call], Answer], set[Ability]]:
    roles = roles_of(function)
    known = {role for role, _ in roles.values()}
    abilities: set[Ability] = set()
    if "depth" in known:
        abilities |= {"depth", "horizon"}
    if {"alpha", "beta"} <= known:
        abilities.add("window")
    for role, ability in _ABILITIES.items():
        if role in known:
            abilities.add(ability)
    if returns != "action":
        abilities.add("value")

    def ask(game: Any, call: Call) -> Answer:
        start = game.initial() if call.start is None else call.start
        values: dict[str, Any] = {
            "game": game,
            "state": start,
            "depth": call.depth,
            "alpha": call.alpha,
            "beta": call.beta,
            "nodes": call.nodes,
            "stop": call.stop,
            "time_s": call.time_s,
            "table_size": call.table_size,
            "evaluator": call.evaluator or estimate,
            "seed": call.seed,
            "player": game.player(start),
            "maximizing": True,
        }
        positional, named = [], {}
        for name, (role, required) in roles.items():
            value = values[role]
            if value is None and role in _LEFT_OUT:
                if not required:
                    continue  # the function's own default
                value = _UNLIMITED.get(role)
            if name.startswith("<"):
                positional.append(value)
            else:
                named[name] = value
        with searching_on("reference"):  # other forms are called explicitly
            return read_answer(function(*positional, **named), returns)

    return ask, abilities


_ABILITIES: Final[dict[str, Ability]] = {
    "state": "start",
    "evaluator": "evaluator",
    "nodes": "budget",
    "table_size": "table sizes",
    "stop": "stop",
    "time_s": "time",
}
_UNLIMITED: Final[dict[str, Any]] = {"alpha": float("-inf"), "beta": float("inf"), "time_s": 1e9, "nodes": 1 << 60}


def roles_of(function: Callable[..., Any]) -> dict[str, tuple[str, bool]]:
    """Return a dictionary from the names of a function's parameters to pairs: the role, such as "game" or "depth",
    and whether the parameter is required. The name of a positional parameter `a` is written `<a>`. If no parameter
    has a known name, the first parameter is the game and the second the depth.
    """
    try:
        parameters = [*inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):
        return {"<game>": ("game", True), "<depth>": ("depth", True)}
    if any(each.kind is each.VAR_POSITIONAL for each in parameters):
        parameters = [each for each in parameters if each.kind is each.KEYWORD_ONLY or each.name in ROLES]
        if not any(each.name in ROLES for each in parameters):
            return {"<game>": ("game", True), "<depth>": ("depth", True)}
    parameters = [each for each in parameters if each.kind is not each.VAR_KEYWORD]
    required = [each for each in parameters if each.default is each.empty]
    plain = [each for each in required if each.kind is not each.KEYWORD_ONLY]
    if plain == required and len(plain) <= 2 and not any(each.name in ROLES for each in parameters):
        return {f"<{each.name}>": (role, True) for each, role in zip(plain, ("game", "depth"), strict=False)}
    roles: dict[str, tuple[str, bool]] = {}
    for each in parameters:
        role, needed = ROLES.get(each.name, ""), each.default is each.empty
        if not role and needed:
            raise InvalidSettings(
                f"expected the parameter {each.name!r} to have a default, or one of the names {', '.join(_OTHERS)}"
            )
        if role:
            by_name = each.kind is each.KEYWORD_ONLY or not needed
            roles[each.name if by_name else f"<{each.name}>"] = (role, needed)
    return roles


# --- searchers ------------------------------------------------------------------------------------------------


def searcher_of(searcher: Any) -> tuple[Callable[[Any, Call], Answer], set[Ability]]:
    abilities: set[Ability] = {
        "depth", "horizon", "distances", "budget", "stop", "scores", "start", "time", "value",
    }  # fmt: skip
    parameters = inspect.signature(searcher.search).parameters
    extras = {name for name in ("stop", "every_action", "report") if name in parameters}
    if "stop" not in extras:
        abilities.discard("stop")
    if "every_action" not in extras:
        abilities.discard("scores")
    if has_setting(searcher, *TABLE_SETTINGS):
        abilities.add("table sizes")
    if has_setting(searcher, "evaluator"):
        abilities.add("evaluator")
    if has_setting(searcher, "depth"):
        abilities.add("own depth")
    if takes_window(searcher):
        abilities.add("window")

    # the same object is used for all searches, so that a search that changes the object is found
    known: dict[tuple[Any, ...], Any] = {}
    keeps = is_frozen(searcher)
    bound = _Bound()

    def changed(call: Call) -> Any:
        key = (call.depth, call.own_depth, call.table_size, call.seed, call.evaluator)
        if key in known:
            return known[key]
        made = with_settings(searcher, changes_for(call))
        if keeps:
            known[key] = made
        return made

    def ask(game: Any, call: Call) -> Answer:
        start = game.initial() if call.start is None else call.start
        made = changed(call)
        if call.alpha is not None or call.beta is not None:
            return ask_in_window(bind(made, game), start, call)
        limits = Limits(depth=call.depth, nodes=call.nodes, time_s=call.time_s)
        if keeps and _searches_as_bound(made):
            return read_answer(
                bound.to(game, made)(start, Request(limits, call.stop, every_action=call.every_action))
            )
        more: dict[str, Any] = {}
        if "stop" in extras and call.stop is not None:
            more["stop"] = call.stop
        if "every_action" in extras and call.every_action:
            more["every_action"] = True
        return read_answer(made.search(game, start, limits=limits, **more))

    def ask_on_reference(game: Any, call: Call) -> Answer:
        with searching_on("reference"):  # unless the searcher is a form that names its tier
            return ask(game, call)

    return ask_on_reference, abilities


def _searches_as_bound(searcher: Any) -> bool:
    inner = getattr(searcher, "searcher", searcher)
    return isinstance(searcher, Bindable) and isinstance(inner, Algorithm) and "search" not in vars(type(inner))


class _Bound:
    """Binds each searcher once to a game, as a match does, and keeps the bound searchers."""

    def __init__(self) -> None:
        self._game: Any = None
        self._searches: dict[Any, Any] = {}

    def to(self, game: Any, searcher: Any) -> Any:
        if game is not self._game:
            self._game, self._searches = game, {}
        if searcher not in self._searches:
            self._searches[searcher] = bind(searcher, game)
        return self._searches[searcher]


# --- settings -------------------------------------------------------------------------------------------------


TABLE_SETTINGS: Final = ("table", "table_size", "table_entries")


def is_searcher(thing: Any) -> bool:
    return inspect.isroutine(getattr(thing, "search", None))


def is_frozen(thing: Any) -> bool:
    """Whether a searcher's class is frozen, so that a search cannot change the object."""
    if not is_searcher(thing):
        return False
    try:
        thing.advsearch_testing_mark = True
    except AttributeError:  # raised by frozen attrs classes, dataclasses and slots
        return True
    del thing.advsearch_testing_mark
    return False


def has_setting(searcher: Any, *names: str) -> bool:
    """Whether a searcher has a setting with one of the given names. Settings of inner searchers count, too."""
    settings = settings_of(searcher)
    inner = [_inner(settings[name]) for name in settings]
    return any(name in settings for name in names) or any(has_setting(each, *names) for each in inner if each)


def changes_for(call: Call) -> dict[str, Any]:
    """Return the settings that a call changes in a searcher: the evaluator and the depth, which is a number of
    simulations for a searcher that makes them. A call may also change the table size and the seed.
    """
    changes: dict[str, Any] = {
        "evaluator": call.evaluator or estimate,
        "depth": call.depth if call.own_depth is None else call.own_depth,
        "simulations": call.depth,
    }
    if call.table_size is not None:
        changes.update(dict.fromkeys(TABLE_SETTINGS, call.table_size))
    if call.seed is not None:
        changes["seed"] = call.seed
    return changes


def _inner(setting: Any) -> Any:
    return setting if is_searcher(setting) and not inspect.isclass(setting) else None


def draws_ties(searcher: Any) -> bool:
    """Whether a searcher chooses at random among equally good actions. A searcher with random ties enters more
    positions, because the search has to find all best actions.
    """
    settings = settings_of(searcher)
    inner = (_inner(setting) for setting in settings.values())
    return settings.get("ties") == "random" or any(draws_ties(each) for each in inner if each)


def with_settings(searcher: Any, changes: Mapping[str, Any]) -> Any:
    """Return a copy of a searcher with other settings. Settings that the searcher does not have are ignored. If the
    searcher contains another searcher, only the inner searcher gets the table size.
    """
    known = settings_of(searcher)
    inner = {name: with_settings(each, changes) for name in known if (each := _inner(known[name]))}
    mine = {name: value for name, value in changes.items() if name in known}
    if inner:
        mine = {name: value for name, value in mine.items() if name not in TABLE_SETTINGS}
    mine.update(inner)
    return replaced(searcher, mine)


# --- the forms of a searcher ----------------------------------------------------------------------------------


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
        return game.place_of(game.shown.index_of(call.start))
    return TreePlace(game.block, game.tree.index_of(call.start))


def _searchable(game: Any, searcher: Any) -> KernelTree | DataTree:
    form = default_registry().form_of(type(tier_apart(searcher)[0])) if isinstance(searcher, Tiered) else None
    return with_data(game) if machined.takes(form) else with_kernels(game)


def _with_small_tables(searcher: Any) -> Any:
    settings = settings_of(searcher)
    changes = {name: _with_small_tables(each) for name, each in settings.items() if is_searcher(each)}
    if not changes:
        changes = {name: _SMALL_TABLE for name in TABLE_SETTINGS if settings.get(name, 0) is None}
    return replaced(searcher, changes)
