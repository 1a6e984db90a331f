"""The functions and types for writing the compiled form of a searcher. docs/kernels.md lists what compiled code may
use.

The compiled form of a search to a fixed depth is one function, `make(moves, scale)`. The function `make` returns the
recursive search function `search`:

    def make(moves, scale):
        some, take, choices, fan, after = moves.some, moves.take, moves.choices, moves.fan, moves.after
        ...
        def search(block, s, cells, depth, side, ply, alpha, beta):
            ...
        return search

    form = fixed_depth(make)

`form` is registered beside the searcher, as `compiled="mysearch.kernels:form"`. advsearch itself searches the root,
checks the budget and the stop signal, and returns the lines of play and the result.

A call of `search` searches the position s to `depth` plies. `search` returns the value of s for the player to move,
or a bound on the value. A result <= alpha is an upper bound, and a result >= beta is a lower bound. A result between
alpha and beta is the value itself, and `search` has written its principal variation from `ply` on. The position s is
never finished, `cells` is `actions(s)`, depth is at least 1, and alpha < beta. `side` is 0 if the player to move is
also the player who moves at the root, else 1. `ply` is the distance from the root. `scale.last_sure(block)` says
whether a deeper search would return the same value. The result `scale.aborted` means that the search must stop.

The set `cells` contains the cells in which actions are legal. This loop goes through all actions of a position:

    while some(cells):
        cell, cells = take(cells)
        start, stop = choices(s, cell)
        for choice in range(start, stop):
            action = cell * fan + choice

For each position, `search` makes these calls in this order:

- `reached(block, depth)` records the depth.
- `end_line(block, ply)` empties the principal variation from `ply` on.
- `enter(block)` is called before each action is played, and counts a node. If `enter` returns False, `search` returns
  `scale.aborted`.
- `after(s, action)` plays the action, and returns the five results that `Moves.after` describes.
- If the game is over in the next position, `scale.terminal(utility, ply)` returns the value of the position. After
  `scale.terminal`, `search` calls `scale.note_sure(block, 1)`. The 1 means that no deeper search changes the value.
- If no ply is left, `scale.horizon(t, replies, ...)` returns the evaluation of the next position t. If
  `scale.invalid(evaluation)` is true, `search` returns `scale.aborted`. After `scale.horizon`, `search` calls
  `scale.note_sure(block, 0)`. The 0 means that a deeper search may find another value.
- If a ply is left and the game is not over, `search(...)` returns the value of the next position. If
  `scale.stopped(value)` is true, the caller also returns `scale.aborted`.
- `extend_line(block, ply, action)` is called if the action's value is greater than alpha.
- `scale.note_sure(block, sure)` is called at the end. `sure` is 1 if `scale.proven(best)` is true, or if a deeper
  search would return the same values for all actions; else `sure` is 0.

The compiled form of an `advsearch.Ordering` is a function that takes a `Space` and returns `OrderKernels`.

The functions of a compiled form are ordinary Python functions. `advsearch.binding.Uncompiled(searcher)` runs the
functions without compilation, for tracing and tests.
"""

from __future__ import annotations

from advsearch.compiled.forms import fixed_depth
from advsearch.compiled.layout import NO_ACTION, end_line, enter, extend_line, reached
from advsearch.compiled.memory import Block, get, get_float, put, put_float
from advsearch.compiled.orderings import OrderKernels, Space
from advsearch.compiled.shape import Kernel, Moves, Scale, inlined, variable
from advsearch.kernels import ONGOING

__all__ = [
    "NO_ACTION",
    "ONGOING",
    "Block",
    "Kernel",
    "Moves",
    "OrderKernels",
    "Scale",
    "Space",
    "end_line",
    "enter",
    "extend_line",
    "fixed_depth",
    "get",
    "get_float",
    "inlined",
    "put",
    "put_float",
    "reached",
    "variable",
]
