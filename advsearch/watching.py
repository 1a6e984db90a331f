"""What a watched search reports: each node that it enters, evaluates and leaves, in order.

    from advsearch import Request, bind

    seen = []
    bind("alphabeta(depth=2)", game, tier="reference")(state, Request(watch=seen.append))

The list then has a `Began`, an `Entered` for the root, and for each child either a `Leaf`, or an `Entered` and later
a `Left`. A search that nobody watches runs the same code as before: a watched search runs in a class of its own.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import attrs

from advsearch.values import Value

Why: TypeAlias = Literal["searched", "cut", "table", "stopped"]


@attrs.frozen
class Began:
    """A search of the root to one depth begins. With `aspiration` or null windows, a depth takes several."""

    depth: int
    """The number of plies; -1 for a search to the end of the game."""
    alpha: Value
    beta: Value
    narrows: bool = True
    """Whether the search uses windows. Minimax does not: it finds the value of each node, whatever its window is."""


@attrs.frozen
class Entered:
    """A node above the horizon is entered. `alpha` and `beta` are its window, from its own mover's point of view."""

    ply: int
    action: Any
    """The action that led here; None at the root."""
    state: Any
    mover: int
    depth: int
    """The number of plies left."""
    alpha: Value
    beta: Value
    again: bool = False
    """Whether the node was left a moment ago, and is searched once more with a wider window. It is not counted again.
    """


@attrs.frozen
class Known:
    """The table has an entry for the node that was entered last."""

    ply: int
    depth: int
    """The depth to which the entry was searched."""
    kind: Literal["lower", "upper", "exact"]
    value: Value
    action: Any
    """The best action in the entry, or None."""


@attrs.frozen
class Leaf:
    """A node whose value needs no search: the game is over there, or it is at the horizon."""

    ply: int
    action: Any
    state: Any
    value: Value
    """The value for the player who chose `action`."""
    why: Literal["over", "horizon"]


@attrs.frozen
class Left:
    """The last node that was entered and not left is left."""

    ply: int
    value: Value | None
    """The value for the node's mover: the true value inside the window, else a bound. None if the search stopped."""
    why: Why
    """`searched`: all actions were tried. `cut`: the value reached beta, so that the other actions were not tried.
    `table`: the entry of the table decided. `stopped`: a limit or a stop signal ended the search."""
    action: Any
    """The best action found, or the one that cut; None if no value is above alpha."""
    tried: tuple[Any, ...]
    """The actions that were tried, in order."""


Event: TypeAlias = Began | Entered | Known | Leaf | Left
