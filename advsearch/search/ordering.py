"""Orderings of actions. An ordering decides which action a search tries first, so that it finds cut-offs early. An
ordering never changes a value.

A searcher's setting `order` lists its orderings. An ordering may name actions to try first, and give weights to other
actions. Actions named by an ordering are tried first, in the order of the orderings. Actions that are not named by
any ordering are sorted by weight. The weight of an action is the sum of the weights from all orderings. Built-in
orderings come before the orderings of plugins. The root's actions are not ordered.
"""

# ruff: noqa: ARG002 - the methods of an `Order` receive everything that any ordering may need

from __future__ import annotations

import pkgutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

import attrs

from advsearch.errors import InvalidSettings, PluginError
from advsearch.protocol import AnyGame, name_of


class Order:
    """The memory of an ordering during one session. A session is one call of a search. A subclass overrides the
    methods that it needs.
    """

    __slots__ = ()

    def first(self, state: Any, mover: int, ply: int, known: Any | None) -> Sequence[Any]:
        """The actions to try first in `state`. Illegal actions are ignored. `mover` is the player to move. `ply` is
        the number of plies from the root to `state`. `known` is the best action in the table, or None.
        """
        return ()

    def weight(self, state: Any, mover: int, ply: int) -> Callable[[Any], float]:
        """Return a function `f`: the call `f(action)` returns the weight of an action in `state`. The action with the
        largest weight is tried first. On the compiled tier, weights must be whole numbers."""
        raise NotImplementedError

    def cut(self, action: Any, mover: int, ply: int, depth: int) -> None:
        """Learn from an action that has caused a cut-off. `depth` is the number of plies from the cut-off to the
        horizon, at least 1."""


def _named(_: object, __: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, str) or not value:
        raise InvalidSettings(f"expected the name of an ordering to be one word, got {value!r}")


def _start(_: object, __: attrs.Attribute[Any], value: object) -> None:
    if not callable(value) and not isinstance(value, str):
        raise InvalidSettings(
            f"expected `start` of an ordering to be a class or 'package.module:Name', got {value!r}"
        )


@attrs.frozen(repr=False)
class Ordering:
    """An ordering of actions, with one implementation for each tier.

    `start(game)` makes the `Order` of one session on the reference tier. `compiled(space)` receives a `Space` and
    makes the `OrderKernels` of a search on the compiled tier. The module `advsearch.compiled.template` defines
    `Space` and `OrderKernels`. Without `compiled`, the compiled tier refuses the ordering with an error that names
    it. `start` and `compiled` may be strings of the form `package.module:name`. The named object is imported when it
    is first needed.

    If `game` is the name of a game, searches of any other game refuse the ordering. With `game=None` the ordering is
    for any game.
    """

    name: str = attrs.field(validator=_named)
    start: Callable[[Any], Order] | str = attrs.field(validator=_start)
    compiled: Callable[[Any], Any] | str | None = None
    game: str | None = attrs.field(default=None, kw_only=True)

    def check_plays(self, game: AnyGame) -> None:
        """Raise an error if the ordering is for another game."""
        if self.game is not None and self.game != name_of(game):
            raise InvalidSettings(f"ordering {self.name} is only for {self.game}, got {name_of(game)}")

    def __repr__(self) -> str:
        return repr(self.name)

    def begun(self, game: AnyGame) -> Order:
        """The `Order` for a new session on this game."""
        self.check_plays(game)
        made = self._loaded(self.start)(game)
        if not isinstance(made, Order):
            raise PluginError(f"expected `start` of ordering {self.name} to return an Order, got {made!r}")
        return made

    def kernels(self, space: Any) -> Any:
        """The kernels of this ordering for the compiled tier. The kernels use the memory that `space` describes."""
        return self._loaded(self.compiled)(space)

    def _loaded(self, offered: Any) -> Any:
        if not isinstance(offered, str):
            return offered
        try:
            found = pkgutil.resolve_name(offered)
        except Exception as error:
            raise PluginError(
                f"ordering {self.name}: {offered!r} cannot be loaded: {type(error).__name__}: {error}"
            ) from error
        if not callable(found):
            raise PluginError(f"ordering {self.name}: expected {offered!r} to be callable, got {found!r}")
        return found


class Arranger:
    """Sorts actions by all orderings of one session."""

    def __init__(self, order: Iterable[Ordering], game: AnyGame) -> None:
        orders = [each.begun(game) for each in in_order(order)]
        self._first = [each.first for each in orders if type(each).first is not Order.first]
        weights = [each.weight for each in orders if type(each).weight is not Order.weight]
        self._weight = _sum(weights) if len(weights) > 1 else weights[0] if weights else None
        self._cut = [each.cut for each in orders if type(each).cut is not Order.cut]

    def arranged(
        self, actions: Sequence[Any], state: Any, mover: int, ply: int, known: tuple[Any, Any] | None
    ) -> Sequence[Any]:
        """Return the actions in the order in which to try them: first the actions that orderings name, then the
        others by weight. `known` is the principal variation that the table has for the state."""
        front: list[Any] = []
        best = None if known is None else known[0]
        for first in self._first:
            for action in first(state, mover, ply, best):
                if action not in front and action in actions:
                    front.append(action)
        weight = self._weight
        if weight is None:
            return front + [each for each in actions if each not in front] if front else actions
        rest = [each for each in actions if each not in front] if front else list(actions)
        rest.sort(key=weight(state, mover, ply), reverse=True)  # equal weights keep their order
        return front + rest

    def cut(self, action: Any, mover: int, ply: int, depth: int) -> None:
        """Report to all orderings that `action` caused a cut-off at a node `depth` plies above the horizon."""
        for cut in self._cut:
            cut(action, mover, ply, depth)


_Weight: TypeAlias = Callable[[Any, int, int], Callable[[Any], float]]


def _sum(weights: Sequence[_Weight]) -> _Weight:
    def weight(state: Any, mover: int, ply: int) -> Callable[[Any], float]:
        each_of = [each(state, mover, ply) for each in weights]
        return lambda action: sum(each(action) for each in each_of)

    return weight


# --- the built-in orderings -----------------------------------------------------------------------------------------


class _Table(Order):
    __slots__ = ()

    def __init__(self, game: AnyGame) -> None:
        pass

    def first(self, state: Any, mover: int, ply: int, known: Any | None) -> Sequence[Any]:
        return () if known is None else (known,)


class _Killers(Order):
    __slots__ = ("_known",)

    def __init__(self, game: AnyGame) -> None:
        self._known: dict[int, tuple[Any, ...]] = {}

    def first(self, state: Any, mover: int, ply: int, known: Any | None) -> Sequence[Any]:
        return self._known.get(ply, ())

    def cut(self, action: Any, mover: int, ply: int, depth: int) -> None:
        known = self._known.get(ply, ())
        if action not in known[:1]:
            self._known[ply] = (action, *known[:1])


class _History(Order):
    __slots__ = ("_weights",)

    def __init__(self, game: AnyGame) -> None:
        self._weights: tuple[defaultdict[Any, int], ...] = (defaultdict(int), defaultdict(int))

    def weight(self, state: Any, mover: int, ply: int) -> Callable[[Any], float]:
        return self._weights[mover].__getitem__

    def cut(self, action: Any, mover: int, ply: int, depth: int) -> None:
        self._weights[mover][action] += depth * depth


TABLE: Final = Ordering("table", _Table, "advsearch.compiled.orderings:table")
"""The ordering that tries first the best action known from the table."""
KILLERS: Final = Ordering("killers", _Killers, "advsearch.compiled.orderings:killers")
"""The killer ordering first tries the last two actions that caused a cut-off at the same ply."""
HISTORY: Final = Ordering("history", _History, "advsearch.compiled.orderings:history")
"""The history ordering prefers actions that have caused many cut-offs. A cut-off adds the square of the remaining
depth to the action's weight. The two players have separate weights."""

OURS: Final = (TABLE, KILLERS, HISTORY)
ORDERS: Final = tuple(each.name for each in OURS)
"""The names of the built-in orderings, as the setting `order` accepts them."""


# --- the setting ------------------------------------------------------------------------------------------------


def known_orders(order: Sequence[Ordering | str] | Ordering | str) -> tuple[Ordering, ...]:
    """Convert the setting `order` to `Ordering` objects. The setting may contain names of registered orderings."""
    given = (order,) if isinstance(order, Ordering | str) else tuple(order)
    return tuple(each if isinstance(each, Ordering) else _of_name(each) for each in given)


def _of_name(name: object) -> Ordering:
    for each in OURS:
        if each.name == name:
            return each
    if not isinstance(name, str):
        raise InvalidSettings(f"expected `order` to be orderings or their names, got {name!r}")
    import advsearch

    return advsearch.load_ordering(name)


def in_order(order: Iterable[Ordering]) -> list[Ordering]:
    """The given orderings without duplicates. Built-in orderings come first, in a fixed order."""
    given = dict.fromkeys(order)
    return [each for each in OURS if each in given] + [each for each in given if each not in OURS]
