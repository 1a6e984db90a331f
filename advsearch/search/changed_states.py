"""Refuses games whose methods change the state that they are given.

`state[row][col] = player; return state` is how many first games are written. A search that goes back to such a state
finds it played on, and proves wins that do not exist. States of numbers, text and tuples cannot change and are not
tried at all. Where a state could change, each method is called on a copy: in random games when a searcher is bound,
and with all actions of the root when a search begins.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import inspect
import random
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache
from operator import attrgetter
from types import FunctionType
from typing import Any, Final

import attrs

from advsearch.errors import without_places
from advsearch.protocol import AnyGame, evaluator_name, name_of
from advsearch.search.returned import BrokenGame

WALKS: Final = 8
RESULTS: Final = 200
"""The random games of a sample end after about `RESULTS` calls of `result`."""
_EVALUATED: Final = 8
_MANY: Final = 256
_LONGEST: Final = 80

_ATOMS: Final = frozenset({int, bool, float, complex, str, bytes, type(None), range, type, FunctionType})


class ChangedState(BrokenGame):
    """Raised if a method of a game, or an evaluator, changes the state that it is given."""


# --- what can change, and what has changed ------------------------------------------------------------------------


def may_change(value: Any) -> bool:
    """Whether a value, or a value inside it, could be changed in place."""
    kind: Any = type(value)
    if kind in _ATOMS:
        return False
    if kind is tuple or kind is frozenset:
        return not _ATOMS.issuperset(map(type, value)) and any(map(may_change, value))
    if isinstance(value, Enum):
        return False
    fields = _frozen_fields(kind)
    if fields is None:
        return True
    found = fields(value)
    return not _ATOMS.issuperset(map(type, found)) and any(map(may_change, found))


@cache
def _frozen_fields(kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """A function that returns the values inside an object of a named tuple, or of a frozen attrs class or dataclass;
    None for any other class.
    """
    if issubclass(kind, tuple) and hasattr(kind, "_fields") and not kind.__dictoffset__:
        return tuple
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is not None and parameters.frozen:
        names = [each.name for each in dataclasses.fields(kind)]
    elif attrs.has(kind) and kind.__setattr__.__name__ == "_frozen_setattrs":
        names = [each.name for each in attrs.fields(kind)]
    else:
        return None
    # `attrgetter` returns a tuple for two names or more, and `__class__` is a value that cannot change
    return attrgetter("__class__", "__class__", *names)


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, field by field where their class defines no `==`. A field that was filled only in
    `other` may be a cache and counts as equal.
    """
    if one is other:
        return True
    kind: Any = type(one)
    if kind is not type(other):
        return False
    if kind is list or kind is tuple:
        return len(one) == len(other) and all(map(same, one, other))
    if kind is dict:
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if not _has_equality(kind):
        found, later = _fields(one), _fields(other)
        filled = (name for name, value in found.items() if value is not None)
        return all(name in later and same(found[name], later[name]) for name in filled)
    equal = one == other
    if isinstance(equal, bool):
        return equal
    compared = equal.all() if hasattr(equal, "all") else equal  # an array compares each of its cells
    return getattr(one, "shape", None) == getattr(other, "shape", None) and bool(compared)


def _has_equality(kind: Any) -> bool:
    return kind.__eq__ is not object.__eq__


def _fields(value: Any) -> dict[str, Any]:
    slots = (name for kind in type(value).__mro__ for name in _names(kind.__dict__.get("__slots__", ())))
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return found | getattr(value, "__dict__", {})


def _names(slots: Any) -> Sequence[str]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


# --- one state ----------------------------------------------------------------------------------------------------


@attrs.frozen
class _Call:
    """A call with a state, and then with `arguments`."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    before: tuple[Any, ...] = ()
    """The arguments before the state."""
    by: str = ""

    def made(self, state: Any) -> None:
        self.function(*self.before, state, *self.arguments)

    def parameter(self) -> str:
        """The name that the called function gives the state."""
        try:
            return list(inspect.signature(self.function).parameters)[len(self.before)]
        except (TypeError, ValueError, IndexError):
            return "state"


def refuse_changes(game: AnyGame, state: Any) -> None:
    """Raise `ChangedState` if a method of the game changes `state`. The methods are tried on a copy."""
    if not may_change(state):
        return
    methods = [_Call(f"{name_of(game)}.{name}", getattr(game, name)) for name in ("terminal", "player", "actions")]
    _refuse(game, state, methods)
    try:
        actions = [] if game.terminal(state) else list(game.actions(state))
    except Exception:  # the search meets the same error
        return
    name = f"{name_of(game)}.result"
    _refuse(game, state, [_Call(name, game.result, (each,), by=f" by the action {each!r}") for each in actions])


def _refuse(game: AnyGame, state: Any, calls: Sequence[_Call]) -> None:
    """Make calls with a copy of a state, and raise `ChangedState` if the copy is then another position."""
    twin = _copied(state)
    comparable = twin is not state and _alike(state, twin)
    said, shown = _said(game, _copied(state)), _short(twin)
    for each in calls:
        with contextlib.suppress(Exception):  # the search meets the same error
            each.made(twin)
    later = _short(twin)
    if (not comparable or _alike(state, twin)) and _alike(said, _said(game, twin)):
        return
    if len(calls) > 1:
        for each in calls:
            _refuse(game, state, [each])
    became = f"{shown} became {later}" if shown != later else f"{shown} is then another position"
    name = calls[0].parameter()
    advice = "let it return a new state" if twin is state else f"let it begin with {name} = copy.deepcopy({name})"
    raise ChangedState(f"{calls[0].name} changed the state that it was given: {became}{calls[0].by}; {advice}")


def _copied(state: Any) -> Any:
    try:
        return copy.deepcopy(state)
    except Exception:  # for example a state that holds a generator or a lock
        return state


def _alike(one: Any, other: Any) -> bool:
    try:
        return same(one, other)
    except Exception:  # values that cannot be compared count as equal
        return True


def _said(game: AnyGame, state: Any) -> tuple[Any, ...] | None:
    """What a game says of a state, for states that cannot be compared."""
    try:
        over = bool(game.terminal(state))
        return over, game.player(state), game.utility(state, 0) if over else list(game.actions(state))
    except Exception:  # the search meets the same error
        return None


def _short(state: Any) -> str:
    text = " ".join(without_places(repr(state)).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


# --- sampled positions --------------------------------------------------------------------------------------------

_sampled: dict[int, tuple[AnyGame, tuple[Any, ...]]] = {}
"""Some sampled states for each game, by the game's id. The games are kept alive, so that no id is used twice."""


def refuse_changing_rules(game: AnyGame) -> tuple[Any, ...]:
    """Raise `ChangedState` if a method of the game changes a state in a few random games. Return some states of
    these games that could be changed.
    """
    known = _sampled.get(id(game))
    if known is not None:
        return known[1]
    states = []
    for state in _random_states(game):
        refuse_changes(game, state)
        states.append(state)
    if len(_sampled) >= _MANY:
        _sampled.clear()
    _sampled[id(game)] = game, tuple(states[:: max(1, len(states) // _EVALUATED)])
    return _sampled[id(game)][1]


def _random_states(game: AnyGame) -> Iterator[Any]:
    """Yield states that could be changed, from random games with a fixed seed. Where the start cannot change, no game
    is played: `result` is then called for the nodes of searches only.
    """
    rng, results = random.Random(0), 0
    for _ in range(WALKS):
        try:
            state = game.initial()
            if not may_change(state):
                return
            while results < RESULTS:
                if may_change(state):
                    yield _copied(state)
                if game.terminal(state):
                    break
                actions = game.actions(state)
                results += 1 + len(actions)
                state = game.result(state, actions[rng.randrange(len(actions))])
        except Exception:  # the search meets the same error
            return


def refuse_changing_evaluator(game: AnyGame, evaluator: Any) -> None:
    """Raise `ChangedState` if an evaluator changes a sampled state."""
    for state in refuse_changing_rules(game):
        if not game.terminal(state):
            call = _Call(f"evaluator {evaluator_name(evaluator)}", evaluator, (game.player(state),), (game,))
            _refuse(game, state, [call])
