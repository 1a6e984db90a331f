"""Calls a search function or a searcher object with arguments that fit its parameters.

Each parameter of a function receives an argument by its name: a parameter `depth` receives the depth. Known names are
`game` (or `tree`), `state`, `depth`, `alpha` and `beta`, `nodes` (a budget), `time_s`, `stop`, `evaluator`,
`table_size`, `seed`, `player` and `maximizing`. A function of two parameters with unknown names, such as `f(a, b)`,
receives the game and the depth. In every other function, a required parameter with an unknown name is an error.

The function returns a value, `(value, action)`, `(value, action, depth)`, or an object or a mapping with the fields
`value`, `action` and `depth`. If the function is a generator, its last item is the result.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

from advsearch.binding import bind
from advsearch.binding.within import searching_on
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits, Request
from advsearch.protocol import Bindable
from advsearch.search.searcher import Algorithm
from advsearch.testing.adjusting import TABLE_SETTINGS, changes_for, has_setting, is_frozen, with_settings
from advsearch.testing.answers import Answer, Call, read_answer
from advsearch.testing.forms import ask_in_window, takes_window
from advsearch.testing.settings import Returns
from advsearch.testing.trees import estimate

Ability: TypeAlias = Literal[
    "action", "budget", "counts", "depth", "distances", "entries", "evaluator", "exact", "floats", "history",
    "horizon", "infinite", "line", "nodes", "onesided", "own depth", "same again", "scores", "start", "stop",
    "table sizes", "threads", "tiers", "time", "turns", "value", "visits", "window",
]  # fmt: skip

# --- functions --------------------------------------------------------------------------------------------------

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


# --- searchers --------------------------------------------------------------------------------------------------


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
    """Whether the searcher inherits its method `search` from `Algorithm`."""
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
