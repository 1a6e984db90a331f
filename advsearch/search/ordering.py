"""Move ordering: which action to try first, so that cut-offs come early. It never changes a value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from advsearch.errors import InvalidSettings

ORDERS: Final = ("table", "killers", "history")
"""table: the best action known from the table. killers: the last two actions that cut at this ply. history: the
actions that have cut most, weighted by the square of the depth below them, separately for each player."""


def known_orders(order: Sequence[str] | str) -> tuple[str, ...]:
    """The names in an `order` setting, checked."""
    words = (order,) if isinstance(order, str) else tuple(order)
    for word in words:
        if word not in ORDERS:
            raise InvalidSettings(f"expected order to be any of {', '.join(ORDERS)}, got {word!r}")
    return words


class Ordering:
    """What one session has learnt about actions."""

    def __init__(self, order: Sequence[str]) -> None:
        self._table = "table" in order
        self._killers: dict[int, tuple[Any, ...]] | None = {} if "killers" in order else None
        self._history: tuple[defaultdict[Any, int], ...] | None = None
        if "history" in order:
            self._history = (defaultdict(int), defaultdict(int))

    def arranged(self, actions: Sequence[Any], mover: int, ply: int, known: tuple[Any, Any] | None) -> Sequence[Any]:
        """The same actions: first that of the line of play `known` from the table, then killers, the rest by
        history."""
        front = [known[0]] if self._table and known is not None else []
        if self._killers is not None:
            front += [each for each in self._killers.get(ply, ()) if each not in front and each in actions]
        if not front and self._history is None:
            return actions
        rest = [each for each in actions if each not in front] if front else list(actions)
        if self._history is not None:
            rest.sort(key=self._history[mover].__getitem__, reverse=True)  # stable: equal scores keep their order
        return front + rest

    def cut(self, action: Any, mover: int, ply: int, depth: int) -> None:
        """Learn that `action` cut a node `depth` plies above the horizon."""
        if self._killers is not None:
            known = self._killers.get(ply, ())
            if action not in known[:1]:
                self._killers[ply] = (action, *known[:1])
        if self._history is not None:
            self._history[mover][action] += depth * depth
