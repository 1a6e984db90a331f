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

The contract of `search`: let v be the value of the position s for the player to move, in a search `depth` plies deep.
Before the call, s is not finished, `cells` is `actions(s)`, depth >= 1, `side` is 0 if the mover is the root's mover,
`ply` is the distance from the root, and alpha < beta. A result <= alpha is an upper bound of v, and a result >= beta
is a lower bound of v. A result between alpha and beta is v itself, and the line of play from `ply` leads to it.
`scale.last_sure(block)` says whether the result would be the same at every greater depth. The result `scale.aborted`
means that the search must stop.

The set `cells` contains the cells in which actions are legal. This loop goes through all actions of a position:

    while some(cells):
        cell, cells = take(cells)
        start, stop = choices(s, cell)
        for choice in range(start, stop):
            action = cell * fan + choice

For each position, `search` makes these calls in this order:

`reached(block, depth)` records the depth.
`end_line(block, ply)` makes the line of play empty.
`enter(block)` is called for each action, and counts the position after the action. If `enter` returns False, `search`
returns `scale.aborted`.
`after(s, action)` returns the next position, its replies, whether the mover moves again, whether the game is over,
and the utility for the mover.
`scale.terminal(utility, ply)` returns the value of the next position if the game is over there.
`scale.note_sure(block, 1)` is called after `scale.terminal`, because no deeper search changes the value of a
finished game.
`scale.horizon(t, replies, ...)` returns the evaluation of the next position t if no ply is left. If
`scale.invalid(evaluation)` is true, `search` returns `scale.aborted`.
`scale.note_sure(block, 0)` is called after `scale.horizon`, because a deeper search may change the value of t.
`search(...)` returns the value of the next position if the game is not over there and a ply is left. If
`scale.stopped(value)` is true, the calling `search` returns `scale.aborted`.
`extend_line(block, ply, action)` is called if the action raises alpha.
`scale.note_sure(block, ...)` is called at the end, and records 1 if `scale.proven(best)` is true, or if the values of
all actions searched are the same at every greater depth.

The compiled form of an `advsearch.Ordering` is a function that takes a `Space` and returns `OrderKernels`.

The functions of a compiled form are ordinary Python as well. `advsearch.binding.Uncompiled(searcher)` runs these
functions as Python, so that they can be traced and tested.
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
