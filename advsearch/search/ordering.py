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
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings, PluginError
from advsearch.protocol import AnyGame, name_of
from advsearch.search.kit.fields import Machine


class Order(Machine):
    """An ordering during one session. A session is one call of a search. A subclass overrides the methods that it
    needs, and declares what it learns as fields, `tried: int`. What a list or a table would hold stands in an
    `Arena` or in the `Weights` of `advsearch.search.kit`.
    """

    def first(self, state: Any, mover: int, ply: int, known: Any | None) -> Sequence[Any]:
        """The actions to try first in `state`. Illegal actions are ignored. `mover` is the player to move. `ply` is
        the number of plies from the root to `state`. `known` is the best action in the table, or None.
        """
        return ()

    def weight(self, state: Any, mover: int, ply: int, action: Any) -> float:
        """Return the weight of an action in `state`. The action with the largest weight is tried first."""
        return 0

    def cut(self, action: Any, mover: int, ply: int, depth: int) -> None:
        """Learn from an action that has caused a cut-off. `depth` is the number of plies from the cut-off to the
        horizon, at least 2: actions one ply above the horizon are tried in the game's order."""


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

    def loaded(self) -> Ordering:
        """Return the same ordering with `start` imported, and without a compiled form of its own."""
        return attrs.evolve(self, start=self._loaded(self.start), compiled=None)

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


# --- the built-in orderings -----------------------------------------------------------------------------------------


def _in_the_text(_: AnyGame) -> Order:
    """The built-in orderings are parts of the text of principal variation search, and need no memory of their own."""
    return Order()


TABLE: Final = Ordering("table", _in_the_text, "advsearch.compiled.orderings:table")
"""The ordering that tries first the best action known from the table."""
KILLERS: Final = Ordering("killers", _in_the_text, "advsearch.compiled.orderings:killers")
"""The killer ordering first tries the last two actions that caused a cut-off at the same ply."""
HISTORY: Final = Ordering("history", _in_the_text, "advsearch.compiled.orderings:history")
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
