"""Guided search: alpha-beta with a table, an ordering of actions and null windows. A guided search finds the same
values as plain alpha-beta, and enters fewer nodes.

If several actions are equally good, a guided search may choose another action than plain alpha-beta. A search uses
table entries from searches to the same depth. A search also uses entries with less depth if their value is final.
Table entries are used only in null windows, because a wider window needs the whole principal variation.
"""

from __future__ import annotations

import functools
from typing import Any, ClassVar, Final

import attrs

from advsearch.compiled.frontier import make_frontier
from advsearch.compiled.layout import DEEPEST, NO_ACTION, ORDERS, STORE, TABLE_MASK, end_line, enter, extend_line
from advsearch.compiled.learnt import Kept
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.orderings import ACTION_BITS, Chain, chain_of
from advsearch.compiled.shape import Kernel, Moves, Scale, Template
from advsearch.compiled.table import (
    EXACT,
    LOWER,
    UPPER,
    Table,
    action_in,
    depth_in,
    kind_in,
    make_table,
    sure_in,
)
from advsearch.search.ordering import Ordering

LOOKED_UP: Final = 3
"""The least depth at which the table is read and written. A search to a smaller depth takes less time than a cache
miss in the table. Searches of ten midgame positions took 14 ms with `LOOKED_UP = 2`, 10 ms with 3, and 12 ms with 4
(`python benchmarks/compiled_tier.py options`)."""


@attrs.frozen
class Guidance:
    """The options of a guided search: its table and its orderings."""

    slots: int
    """The number of table entries; 0 for no table."""
    order: tuple[Ordering, ...]
    grows: bool = False
    """Whether a short search uses only a small part of the table."""

    DEFAULT_TABLE: ClassVar[int] = 1 << 20
    """The default number of table entries. At four cells per entry, the table takes 32 MB."""

    kept: Kept | None = None
    """The object that keeps the table between the moves of a game."""


UNLISTED: Final = -1

SORTED: Final = 16
"""The number of actions of a position that are sorted by score. All further actions are tried in the order of the
list."""

_ACTION_MASK: Final = (1 << ACTION_BITS) - 1


def make_guided(moves: Moves, scale: Scale, strangers: tuple[Ordering, ...] = ()) -> Kernel:
    """Make the recursive search function, with the parameters and results of the search in `alphabeta`. The function
    uses the built-in orderings and the orderings `strangers` from plugins."""
    aborted, lowest, terminal = scale.aborted, scale.lowest, scale.terminal
    stopped, proven, above = scale.stopped, scale.proven, scale.above
    note_sure, last_sure = scale.note_sure, scale.last_sure
    chain = chain_of(moves, strangers)
    lists, width, tries = chain.lists, chain.width, chain.tries
    names_of, name_at, learn = chain.names, chain.name_at, chain.learn
    table = make_table(moves, scale)
    key_of, hashed_of, asked = moves.key, table.hashed, _make_asked(table, scale)
    name, find, after = moves.name, moves.find, moves.after
    frontier = make_frontier(moves, scale, *_last_ply(moves, chain))
    listed = _make_list(chain, moves)
    remember = _make_remember(table, scale)

    def search(block: Block, s: Any, cells: Any, depth: int, side: int, ply: int, alpha: Any, beta: Any) -> Any:
        if depth < get(block, DEEPEST):
            put(block, DEEPEST, depth)
        if depth == 1:
            return frontier(block, s, cells, side, ply, alpha, beta)
        # 1. The table's entry.
        end_line(block, ply)
        known = NO_ACTION
        hashed = 0
        if depth >= LOOKED_UP and get(block, TABLE_MASK) >= 0:
            key = key_of(s)
            hashed = hashed_of(key, side)
            answered, value, known = asked(block, key, side, hashed, depth, ply, alpha, beta)
            if answered:
                return value
        # 2. The actions, likely cut-offs first; most positions need no list of the others.
        orders, store = get(block, ORDERS), get(block, STORE)
        names = names_of(orders, store, s, side, ply, known)
        row = lists + ply * width
        best = lowest
        bar = alpha
        best_name = known
        sure = 1
        tried = 0
        number = UNLISTED
        while True:
            if tried < tries:
                action = find(s, cells, name_at(names, tried))
                tried += 1
                if action < 0:
                    continue
            else:
                if number == UNLISTED:
                    number = listed(orders, store, s, cells, side, ply, names)
                if tried - tries == number:
                    break
                action = _pick(store, row, tried - tries, number)
                tried += 1
            if not enter(block):
                return aborted
            t, replies, same, over, utility = after(s, action)
            # 3. The first action gets the whole window, another one only if a null window shows that it is better.
            if over:
                end_line(block, ply + 1)
                note_sure(block, 1)
                value = terminal(utility, ply + 1)
            else:
                roof = beta if best == lowest else min(beta, above(bar))
                turn = side if same else 1 - side
                low, high = (bar, roof) if same else (-roof, -bar)
                value = search(block, t, replies, depth - 1, turn, ply + 1, low, high)
                if not stopped(value) and roof < beta and bar < (value if same else -value) < beta:
                    low, high = (bar, beta) if same else (-beta, -bar)
                    value = search(block, t, replies, depth - 1, turn, ply + 1, low, high)
                if stopped(value):
                    return aborted
                if not same:
                    value = -value
            # 4. Raise alpha, or cut and learn.
            sure &= last_sure(block)
            if value > best:
                best = value
                if value > bar:
                    best_name = name(s, action)
                    bar = value
                    extend_line(block, ply, action)
                    if value >= beta:
                        sure = last_sure(block)
                        learn(orders, store, s, side, ply, best_name, depth)
                        break
        # 5. Store.
        sure |= proven(best)
        note_sure(block, sure)
        if depth >= LOOKED_UP and get(block, TABLE_MASK) >= 0:
            remember(block, key_of(s), side, hashed, best, alpha, beta, sure, depth, ply, best_name)
        return best

    return search


def _make_asked(table: Table, scale: Scale) -> Kernel:
    find, value_at, facts_at = table.find, table.value, table.facts
    above, towards_root, note_sure = scale.above, scale.towards_root, scale.note_sure

    def asked(
        block: Block, key: Any, side: int, hashed: int, depth: int, ply: int, alpha: Any, beta: Any
    ) -> tuple[bool, Any, int]:
        """Look up a state in the table. Return `answered`, a value, and the best action known. `answered` is true if
        the table entry decides the value in this window.
        """
        at = find(block, key, side, hashed)
        if at < 0:
            return False, alpha, NO_ACTION
        facts = facts_at(block, at)
        searched = depth_in(facts)
        if above(alpha) >= beta and (searched == depth or (searched < depth and sure_in(facts) == 1)):
            value = towards_root(value_at(block, at), ply)
            kind = kind_in(facts)
            if (kind & LOWER and value >= beta) or (kind & UPPER and value <= alpha):
                note_sure(block, sure_in(facts))
                return True, value, NO_ACTION
        return False, alpha, action_in(facts)

    return asked


def _make_remember(table: Table, scale: Scale) -> Kernel:
    record, towards_node = table.record, scale.towards_node

    def remember(
        block: Block,
        key: Any,
        side: int,
        hashed: int,
        value: Any,
        alpha: Any,
        beta: Any,
        sure: int,
        depth: int,
        ply: int,
        action: int,
    ) -> None:
        kind = LOWER if value >= beta else EXACT if value > alpha else UPPER
        record(block, key, side, hashed, towards_node(value, ply), kind, sure, depth, action)

    return remember


def _last_ply(moves: Moves, chain: Chain) -> tuple[Kernel, Kernel]:
    """Make the functions `likely` and `learn` for `make_frontier` from the orderings."""
    pick_last, learn_last, name, find = chain.pick_last, chain.learn_last, moves.name, moves.find

    def likely(block: Block, s: Any, cells: Any, ply: int) -> int:
        found: int = find(s, cells, pick_last(get(block, ORDERS), get(block, STORE), ply))
        return found

    def learn(block: Block, s: Any, ply: int, action: int) -> None:
        learn_last(get(block, ORDERS), get(block, STORE), ply, name(s, action))

    return likely, learn


def _make_list(chain: Chain, moves: Moves) -> Kernel:
    some, take, choices, fan = moves.some, moves.take, moves.choices, moves.fan
    lists, width, within, weight = chain.lists, chain.width, chain.within, chain.weight
    name, leads = moves.name, moves.leads

    def listed(orders: int, store: Block, s: Any, cells: Any, side: int, ply: int, names: Any) -> int:
        """Write the actions of s into the list of this ply, each with its weight, but leave out the actions in
        `names`. Return the number of actions written.
        """
        row = lists + ply * width
        number = 0
        every = cells
        while some(cells):
            cell, cells = take(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                action = cell * fan + choice
                called = name(s, action)
                if not (within(names, called) and leads(s, every, action)):
                    score = weight(orders, store, s, side, ply, called)
                    put(store, row + number, score << ACTION_BITS | (_ACTION_MASK - action))
                    number += 1
        return number

    return listed


def _pick(store: Block, row: int, index: int, number: int) -> int:
    """Move the best of the actions at `index` and later to the place `index`, and return the action."""
    best = get(store, row + index)
    if index < SORTED:
        place = index
        for other in range(index + 1, number):
            candidate = get(store, row + other)
            if candidate > best:
                best = candidate
                place = other
        put(store, row + place, get(store, row + index))
        put(store, row + index, best)
    return _ACTION_MASK - (best & _ACTION_MASK)


@functools.cache
def guided(strangers: tuple[Ordering, ...]) -> Template:
    """Return the template of a guided search with the orderings `strangers` from plugins. Each set of plugin
    orderings needs a separate build."""
    if not strangers:
        return GUIDED
    named = " and ".join(each.name for each in strangers)
    return Template(
        f"{GUIDED.name} by {named}",
        lambda moves, scale: make_guided(moves, scale, strangers),
        lambda moves: chain_of(moves, strangers).called,
    )


GUIDED: Final = Template("guided alphabeta", make_guided)
