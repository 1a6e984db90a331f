"""How a function or a searcher object is called, whatever its parameters.

A function is called with what its parameters are named for: `game` (or `tree`), `state`, `depth`, `alpha` and `beta`,
`nodes` (a budget), `evaluator`, `table_size`, `seed`. Parameters with other names are taken in the order game, depth.
It answers with a value, with (value, action), with (value, action, depth) where it has a budget, or with an object
that has attributes of these names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

from advsearch.binding import bind
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.testing.adjusting import TABLE_SETTINGS, has_table, is_frozen, with_settings
from advsearch.testing.answers import Answer, Call, read_answer
from advsearch.testing.forms import ask_in_window, takes_window
from advsearch.testing.trees import estimate

Ability: TypeAlias = Literal[
    "action", "budget", "depth", "distances", "entries", "exact", "floats", "horizon", "line", "scores", "stop",
    "table sizes", "threads", "tiers", "visits", "window",
]  # fmt: skip

GAME_NAMES: Final = ("game", "tree", "g", "rules")
STATE_NAMES: Final = ("state", "position", "root", "s", "node")
DEPTH_NAMES: Final = ("depth", "d", "plies", "max_depth", "depth_limit", "iterations", "simulations", "playouts")
KEYWORDS: Final = ("alpha", "beta", "nodes", "evaluator", "table_size", "seed", "stop")


# --- functions --------------------------------------------------------------------------------------------------


def function_of(function: Callable[..., Any]) -> tuple[Callable[[Any, Call], Answer], set[Ability]]:
    roles = _roles(function)
    abilities: set[Ability] = set()
    if "depth" in roles.values():
        abilities |= {"depth", "horizon"}
    if {"alpha", "beta"} <= set(roles.values()):
        abilities.add("window")
    for role, ability in (("nodes", "budget"), ("table_size", "table sizes"), ("stop", "stop")):
        if role in roles.values():
            abilities.add(ability)  # type: ignore[arg-type]

    def ask(game: Any, call: Call) -> Answer:
        values: dict[str, Any] = {
            "game": game,
            "depth": call.depth,
            "alpha": float("-inf") if call.alpha is None else call.alpha,
            "beta": float("inf") if call.beta is None else call.beta,
            "nodes": call.nodes,
            "stop": call.stop,
            "table_size": call.table_size,
            "evaluator": estimate,
            "seed": call.seed,
        }
        positional, named = [], {}
        for name, role in roles.items():
            if (role == "nodes" and call.nodes is None) or (role == "table_size" and call.table_size is None):
                continue  # as the function is when nobody says
            if (role == "stop" and call.stop is None) or (role == "seed" and call.seed is None):
                continue
            value = game.initial() if role == "state" else values[role]
            if name.startswith("<"):
                positional.append(value)
            else:
                named[name] = value
        return read_answer(function(*positional, **named))

    return ask, abilities


def _roles(function: Callable[..., Any]) -> dict[str, str]:
    """What each parameter is for, by its name; those passed by position are in angle brackets."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {"<game>": "game", "<depth>": "depth"}
    roles: dict[str, str] = {}
    for parameter in parameters:
        if parameter.kind is parameter.VAR_POSITIONAL:
            roles.update({"<game>": "game", "<depth>": "depth"} if not roles else {})
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        role = _role(parameter.name)
        required = parameter.default is parameter.empty
        if not role and required:
            role = next(role for role in ("game", "depth", "state", "") if role not in roles.values())
            if not role:
                raise InvalidSettings(f"expected a function (tree, depth), got the parameter {parameter.name!r}, too")
        if not role:
            continue
        by_name = parameter.kind is parameter.KEYWORD_ONLY or not required
        roles[parameter.name if by_name else f"<{parameter.name}>"] = role
    return roles


def _role(name: str) -> str:
    for role, names in (("game", GAME_NAMES), ("state", STATE_NAMES), ("depth", DEPTH_NAMES)):
        if name in names:
            return role
    return name if name in KEYWORDS else ""


# --- searchers --------------------------------------------------------------------------------------------------


def searcher_of(searcher: Any) -> tuple[Callable[[Any, Call], Answer], set[Ability]]:
    abilities: set[Ability] = {"depth", "horizon", "distances", "budget", "stop", "scores"}
    parameters = inspect.signature(searcher.search).parameters
    extras = {name for name in ("stop", "every_action", "report") if name in parameters}
    if "stop" not in extras:
        abilities.discard("stop")
    if "every_action" not in extras:
        abilities.discard("scores")
    if has_table(searcher):
        abilities.add("table sizes")
    if takes_window(searcher):
        abilities.add("window")

    known: dict[tuple[Any, ...], Any] = {}  # one and the same object is asked again: nothing may be left behind in it
    keeps = is_frozen(searcher)

    def changed(call: Call) -> Any:
        key = (call.depth, call.table_size, call.seed)
        if key in known:
            return known[key]
        changes: dict[str, Any] = {"evaluator": estimate, "depth": call.depth}
        if call.table_size is not None:
            changes.update(dict.fromkeys(TABLE_SETTINGS, call.table_size))
        if call.seed is not None:
            changes["seed"] = call.seed
        made = with_settings(searcher, changes)
        if keeps:
            known[key] = made
        return made

    def ask(game: Any, call: Call) -> Answer:
        if call.alpha is not None or call.beta is not None:
            return ask_in_window(bind(changed(call), game, tier="reference"), game.initial(), call)
        more: dict[str, Any] = {}
        if "stop" in extras and call.stop is not None:
            more["stop"] = call.stop
        if "every_action" in extras and call.every_action:
            more["every_action"] = True
        limits = Limits(depth=call.depth, nodes=call.nodes)
        return read_answer(changed(call).search(game, game.initial(), limits=limits, **more))

    return ask, abilities
