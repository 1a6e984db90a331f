"""The functions and types for writing the compiled form of a searcher. docs/kernels.md lists what compiled code may
use.

The compiled form of a search to a fixed depth is one function, `make(moves, scale)`, which returns the recursive
search function:

    def make(moves, scale):
        some, take, choices, fan, after = moves.some, moves.take, moves.choices, moves.fan, moves.after
        ...
        def search(block, s, cells, depth, side, ply, alpha, beta):
            ...
        return search

    form = fixed_depth(make)

`form` is registered beside the searcher, as `compiled="mysearch.kernels:form"`. The search of the root, the budget,
the stop signal, the lines of play and the result are ready-made.

The contract of `search`: let v be the value of the position s for its mover, `depth` plies deep. Before the call, s
is not finished, `cells` is `actions(s)`, depth >= 1, `side` is 0 if the mover is the root's mover, `ply` is the
distance from the root, and alpha < beta. A result <= alpha is an upper bound of v, and a result >= beta is a lower
bound of v. Any other result is v itself, and the line of play from `ply` leads to it. `scale.last_sure` says whether
the result would be the same at every greater depth. The result `scale.aborted` means that the search must stop.

The actions of a position are those of its cells:

    while some(cells):
        cell, cells = take(cells)
        start, stop = choices(s, cell)
        for choice in range(start, stop):
            action = cell * fan + choice

For each position, `search` makes these calls in this order:

    reached(block, depth)            once, at the beginning
    end_line(block, ply)             make the line of play empty
    enter(block)                     for each action: count the next position; false: return `scale.aborted`
    after(s, action)                 the position, its replies, whether the mover moves again, whether the game is
                                     over, and the utility for the mover
    scale.terminal(utility, ply)     the value of a finished game
    scale.horizon(t, replies, ...)   the evaluation, if no ply is left; if `scale.invalid` of it: return `aborted`
    scale.note_sure(block, 0 or 1)   after either of these two: 1 for a finished game, 0 at the horizon
    search(...)                      in all other cases; if `scale.stopped` of the result: return `aborted`
    extend_line(block, ply, action)  whenever the action raises alpha
    scale.note_sure(block, ...)      at the end: whether every value seen is sure, or `scale.proven(best)`

The compiled form of an `advsearch.Ordering` is a function that takes a `Space` and returns `OrderKernels`.

The functions of a compiled form are ordinary Python as well. `advsearch.binding.Uncompiled(searcher)` runs them as
Python, so that they can be traced and tested.
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
