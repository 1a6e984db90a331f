"""The solver, which finds the exact value of a state. The solver uses alpha-beta with null windows, and calls the
kernels of any game.

`make` builds the function `prove(m, far, s)`. The function is ordinary Python and can be compiled (see
`advsearch.compiled.build`). The scratch memory `m` is one block of cells, and `far` is the block of the far table
(see `solver_tables`).

The constants NODES to LAST_STATE name the first cells of the scratch memory. The near table begins at the cell NEAR.
After the near table, the scratch memory contains a list of actions for each state on the current line of play (see
`solver_actions`). If states are rows, the states are the last part of the scratch memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs

from advsearch.compiled import solver_actions, solver_tables, solver_values
from advsearch.compiled.layout import ERROR
from advsearch.compiled.memory import Block, get, put, watch
from advsearch.compiled.shape import Moves
from advsearch.compiled.solver_tables import Tables
from advsearch.compiled.solver_values import Scale
from advsearch.kernels import ONGOING, Cells, Words

NODES: Final = 0  # positions entered
CEILING: Final = 1  # check STOP and LIMIT when NODES exceeds this
LIMIT: Final = 2  # positions that may be entered
STOP: Final = 3  # any value but 0 stops the search; written by other threads
LOWER: Final = 4  # the root's value is at least this
UPPER: Final = 5  # the root's value is at most this
ACTION: Final = 6  # an action with the value LOWER; -1 until one is known
FAR_BITS: Final = 7  # the base-2 logarithm of the far table's number of entries
WINDOWS: Final = 8  # number of windows that may still be searched
WORKER: Final = 9  # the number of the thread
FAULT: Final = 10  # the law that the kernels break, which stops the search; 0 for none
LAST: Final = 11  # a list that begins after this cell means that the game is too long
LAST_STATE: Final = 12  # so does a state that begins after this cell
NEAR: Final = 24  # ERROR is cell 16

BEYOND_UTMOST: Final = 1
BEYOND_LONGEST: Final = 2
DEAD_END: Final = 3
"""The values of the cell FAULT: a utility exceeds `utmost`, a game exceeds `longest`, or an unfinished state has no
actions. Wrong kernels could cause a wrong proof, or writes outside the block."""

FAR_EFFORT: Final = 64
"""A state is looked up in the far table only after its search has entered `FAR_EFFORT` nodes."""

HALTED: Final = -(1 << 62)
"""The result of a search that was stopped."""

_POLL: Final = 1024

CLAIMS: Final = 1 << 12
"""The number of cells for claims. A claim says which action a thread is searching."""

CLAIM_EFFORT: Final = 2_000
"""Threads divide the actions of a state after the search of the state has entered `CLAIM_EFFORT` nodes."""

Search = Callable[[Block, Block, int, Words, Cells, int], int]
Claims = tuple[Callable[[Block, Block, Words, int], bool], Callable[[Block, Block, Words, int], None]]


@attrs.frozen
class Template:
    prove: Callable[[Block, Block, Words], int]
    """`prove(m, far, s)` searches null windows until LOWER and UPPER are equal and ACTION is known. The search also
    ends when WINDOWS is 0. `prove` returns 0 if it was stopped, else 1. If LOWER > UPPER at the end, the game's
    kernels are wrong."""
    tables: Tables
    scale: Scale
    cells: int
    """The first cell of the scratch memory after the lists of actions, for games of at most `longest` plies."""
    states: int
    """The cell of the scratch memory at which the first state begins, if states are rows."""
    size: int
    """The number of cells of the scratch memory, with room for games that exceed `longest` by some plies."""
    board_cells: int
    """The number of cells for claims at the end of the far block (see `_claims`)."""


def make(k: Moves, distance: bool = False, shared: bool = False) -> Template:
    """Make the function `prove`. If `shared` is true, several threads use one far block, and each thread has its own
    scratch memory."""
    scale = solver_values.make(k, distance)
    tables = solver_tables.make(k, scale.bits)
    lists = NEAR + (tables.entry_cells << tables.near_bits)
    ahead = k.fan > 1
    skipping = not distance
    listed = (
        solver_actions.ranked_ahead(k, tables, scale, NEAR, skipping) if ahead else solver_actions.ranked(k, skipping)
    )
    search = _search(k, tables, scale, listed, _claims(tables) if shared else _no_claims())
    root = _root(k, scale, search, lists)
    cells = lists + solver_actions.room(k)
    # between two checks of where lists begin, a line of play grows by at most as many plies as nodes are entered
    beyond = (_POLL + 1) * solver_actions.width(k)
    states = cells + beyond
    room = k.room(k.longest + _POLL + 2)
    last_state = states + k.room(k.longest + 2)
    return Template(
        _prove(k, scale, root, cells, last_state),
        tables,
        scale,
        cells,
        states,
        states + room,
        CLAIMS if shared else 0,
    )


def _halted(m: Block, nodes: int, base: int, at: int) -> bool:
    """Return whether the search must stop. A search calls `_halted` when the number in the cell NODES exceeds the
    number in the cell CEILING. If the search may continue, `_halted` increases CEILING."""
    if base > get(m, LAST) or at > get(m, LAST_STATE):
        put(m, FAULT, BEYOND_LONGEST)
        return True
    if watch(m, STOP) != 0 or get(m, ERROR) != 0 or nodes > get(m, LIMIT):
        return True
    put(m, CEILING, min(nodes + _POLL, get(m, LIMIT)))
    return False


def _broken(m: Block, law: int) -> int:
    """Write the number `law` into the cell FAULT, and return HALTED, which stops the search."""
    put(m, FAULT, law)
    return HALTED


def _search(k: Moves, tables: Tables, scale: Scale, listed: solver_actions.List, claims: Claims) -> Search:
    actions, apply, outcome, some = k.actions, k.apply, k.outcome, k.some
    settled, bounds, down, up = scale.settled, scale.bounds, scale.down, scale.up
    join, low_of, high_of = scale.join, scale.low_of, scale.high_of
    key_of, canonical, recall, record = tables.key, tables.canonical, tables.recall, tables.record
    near_bits, action_mask, utmost = tables.near_bits, (1 << solver_actions.action_bits(k)) - 1, k.utmost
    busy, release = claims
    at = k.at

    def search(m: Block, far: Block, base: int, s: Words, cells: Cells, beta: int) -> int:
        """Test whether the value of s is at least beta, and return a bound on this value. A returned bound >= beta is
        a lower bound, and a returned bound < beta is an upper bound.

        Returns HALTED if the search was stopped. The search writes lists of actions into the scratch memory `m`, from
        the cell `base` on.
        """
        nodes = get(m, NODES) + 1
        if nodes > get(m, CEILING) and _halted(m, nodes, base, at(s)):
            return HALTED
        put(m, NODES, nodes)
        # 1. the rules, and the game's own bounds
        ended = outcome(s, cells)
        if ended != ONGOING:
            return settled(ended) if -utmost <= ended <= utmost else _broken(m, BEYOND_UTMOST)
        low, high = bounds(s, cells)
        if low >= beta:
            return low
        if high < beta:
            return high
        # 2. the near table
        key = key_of(s)
        known = recall(m, NEAR, near_bits, key)
        if known:
            low, high = max(low, low_of(known)), min(high, high_of(known))
            if low >= beta:
                return low
            if high < beta:
                return high
        # 3. the actions, best first; after FAR_EFFORT nodes, the far table
        n, best = listed(m, base, s, cells, beta, low)
        i, end, left_out, effort = 0, n, 0, 0
        while best < beta and (i < end or left_out > 0):
            if i == end:  # actions that other threads were searching
                i, end, left_out = 0, left_out, -1
            if effort < FAR_EFFORT:
                effort = get(m, NODES) - nodes
                if effort >= FAR_EFFORT:
                    known = recall(far, 0, get(m, FAR_BITS), key_of(canonical(s)))
                    if known:
                        low, high = max(low, low_of(known)), min(high, high_of(known))
                        if low >= beta or high < beta:
                            best = low if low >= beta else high
                            break
            entry = get(m, base + i)
            i += 1
            action = entry & action_mask
            t = apply(s, action)
            if left_out >= 0 and busy(m, far, t, get(m, NODES) - nodes):
                put(m, base + left_out, entry)
                left_out += 1
                continue
            v = search(m, far, base + n, t, actions(t), down(s, action, beta))
            release(m, far, t, get(m, NODES) - nodes)
            if v == HALTED:
                return HALTED
            best = max(best, up(s, action, v))
        if n == 0 and not some(cells):
            return _broken(m, DEAD_END)
        # 4. store the result
        if best >= beta:
            low = max(low, best)
        else:
            high = min(high, best)
        record(m, NEAR, near_bits, key, join(low, high))
        if get(m, NODES) - nodes >= FAR_EFFORT:
            record(far, 0, get(m, FAR_BITS), key_of(canonical(s)), join(low, high))
        return best

    return search


def _no_claims() -> Claims:
    def busy(m: Block, far: Block, t: Words, effort: int) -> bool:  # noqa: ARG001
        return False

    def release(m: Block, far: Block, t: Words, effort: int) -> None:  # noqa: ARG001
        return

    return busy, release


def _claims(tables: Tables) -> Claims:
    """Make the functions by which several threads divide the actions of a state. A thread claims the action that it
    searches. A thread postpones actions that other threads have claimed.

    A claim is a hint, and is written without a lock. A lost or outdated claim costs time, but cannot make a value
    wrong.
    """
    tag_of, entry_cells = tables.tag, tables.entry_cells

    def busy(m: Block, far: Block, t: Words, effort: int) -> bool:
        if effort < CLAIM_EFFORT:
            return False
        tag = tag_of(t)
        cell = (entry_cells << get(m, FAR_BITS)) + (tag & (CLAIMS - 1))
        if watch(far, cell) == tag:
            return True
        put(far, cell, tag)
        return False

    def release(m: Block, far: Block, t: Words, effort: int) -> None:
        if effort >= CLAIM_EFFORT:
            tag = tag_of(t)
            cell = (entry_cells << get(m, FAR_BITS)) + (tag & (CLAIMS - 1))
            if watch(far, cell) == tag:
                put(far, cell, 0)

    return busy, release


def _root(k: Moves, scale: Scale, search: Search, lists: int) -> Callable[[Block, Block, Words, int], int]:
    actions, apply, down, up = k.actions, k.apply, scale.down, scale.up
    listed, worst = solver_actions.ranked(k, skipping=False), -scale.greatest
    action_mask = (1 << solver_actions.action_bits(k)) - 1

    def root(m: Block, far: Block, s: Words, beta: int) -> int:
        """Test whether the value of the root s is at least beta. If an action's value is at least beta, the action is
        written into the cell ACTION."""
        if get(m, NODES) >= get(m, LIMIT):
            return HALTED
        put(m, NODES, get(m, NODES) + 1)
        best = worst
        n, _ = listed(m, lists, s, actions(s), beta, best)
        first = get(m, ACTION)  # this action raised the bound before, so it is most likely to do so again
        for i in range(-1, n):
            action = first if i < 0 else get(m, lists + i) & action_mask
            if action < 0 or (i >= 0 and action == first):
                continue
            t = apply(s, action)
            v = search(m, far, lists + n, t, actions(t), down(s, action, beta))
            if v == HALTED:
                return HALTED
            best = max(best, up(s, action, v))
            if best >= beta:
                put(m, ACTION, action)
                return best
        return best

    return root


def _prove(
    k: Moves, scale: Scale, root: Callable[[Block, Block, Words, int], int], last: int, last_state: int
) -> Callable[[Block, Block, Words], int]:
    begin, actions, bounds, window = k.begin, k.actions, scale.bounds, _window(scale)

    def prove(m: Block, far: Block, s: Words) -> int:
        """Prove the value of s, beginning with the bounds in the cells LOWER and UPPER. The state s must not be
        finished. The cell ACTION must contain -1, or an action whose value is LOWER.
        """
        put(m, LAST, last)
        put(m, LAST_STATE, last_state)
        begin(s)
        low, high = bounds(s, actions(s))
        low, high = max(low, get(m, LOWER)), min(high, get(m, UPPER))
        if low > get(m, LOWER):
            put(m, ACTION, -1)
        put(m, LOWER, low)
        put(m, UPPER, high)
        while get(m, WINDOWS) > 0 and (low < high or (low == high and get(m, ACTION) < 0)):
            put(m, WINDOWS, get(m, WINDOWS) - 1)
            beta = window(low, high) if low < high else low
            v = root(m, far, s, beta)
            if v == HALTED:
                return 0
            if v >= beta:
                low = v
                put(m, LOWER, low)
            else:
                high = v
                put(m, UPPER, high)
        return 1

    return prove


def _window(scale: Scale) -> Callable[[int, int], int]:
    """Make the function `window(low, high)`. For a value between `low` and `high`, `window` returns the `beta` of the
    next null window."""
    unit = scale.unit

    def utility(value: int) -> int:
        return (value + unit - 1) // unit if value >= 0 else -((unit - 1 - value) // unit)

    def window(low: int, high: int) -> int:
        worst, most = utility(low), utility(high)
        if worst == most:  # only the distance is open: test the quickest win, or any loss slower than the quickest
            return high if high > 0 else low + 1
        # halve the range, but stay at least half way out from 0, because tests of extreme values are faster
        middle = (worst + most) >> 1
        middle = min(middle, -(-worst >> 1)) if middle <= 0 else max(middle, most >> 1)
        target = middle + 1
        return (target - 1) * unit + 1 if target > 0 else target * unit

    return window
