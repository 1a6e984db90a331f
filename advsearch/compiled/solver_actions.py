"""Listing the actions of a node for the solver, best first, into scratch memory.

An entry is a sort key, `rank << bits | action`. Equal ranks stay in the order of the actions.
"""

from __future__ import annotations

from collections.abc import Callable

from advsearch.bits import WORD_BITS, lowest, rest
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.solver_tables import Tables
from advsearch.compiled.solver_values import Scale
from advsearch.kernels import ONGOING, SKIP, Cells, KernelSet, Words

List = Callable[[Block, int, Words, Cells, int, int], tuple[int, int]]
"""`list(m, base, s, actions(s), beta, best)` -> how many entries were written from m[base] on, and `best` raised to
the greatest value of the actions that need no search. If that is >= beta the list is unfinished and not needed."""

LAST = -(1 << 30)
"""Takes the place of `SKIP` where every action counts: at the root, and where distances are asked for."""


def action_bits(k: KernelSet) -> int:
    return (WORD_BITS * k.cell_words * k.fan - 1).bit_length()


def width(k: KernelSet) -> int:
    """Cells the longest list may take."""
    return WORD_BITS * k.cell_words * k.fan


def room(k: KernelSet) -> int:
    """Cells the lists of one line of play may take."""
    return (k.longest + 2) * width(k)


def ranked(k: KernelSet, skipping: bool) -> List:
    """The actions by `rank`, nothing looked at."""
    actions, apply, rank = k.actions, k.apply, k.rank or _unranked
    choices, bits, fan = _choices(k), action_bits(k), k.fan

    def scan(m: Block, base: int, n: int, s: Words, word: int, offset: int) -> int:
        while word:
            cell = lowest(word) + offset
            word = rest(word)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                action = cell * fan + choice
                t = apply(s, action)
                r = rank(s, action, t, actions(t))
                if r == SKIP:
                    if skipping:
                        continue
                    r = LAST
                _insert(m, base, n, r << bits, action)
                n += 1
        return n

    if k.cell_words == 1:

        def one_word(m: Block, base: int, s: Words, cells: Cells, beta: int, best: int) -> tuple[int, int]:  # noqa: ARG001
            return scan(m, base, 0, s, cells, 0), best

        return one_word

    def two_words(m: Block, base: int, s: Words, cells: Cells, beta: int, best: int) -> tuple[int, int]:  # noqa: ARG001
        n = scan(m, base, 0, s, cells[0], 0)
        return scan(m, base, n, s, cells[1], WORD_BITS), best

    return two_words


def ranked_ahead(k: KernelSet, tables: Tables, scale: Scale, start_of_table: int, skipping: bool) -> List:
    """The actions by `rank` that are still open after a look at each child: its end, its bounds, the near table.

    It pays where a cell stands for many actions and a look refutes most of them: a game of 96 actions a node took
    5 ms with it and 10 ms without, while games of seven or eight lost a tenth to a third of their speed by it.
    """
    actions, apply, rank = k.actions, k.apply, k.rank or _unranked
    choices, bits, fan = _choices(k), action_bits(k), k.fan
    look, span = _look(k, tables, scale, start_of_table), scale.span

    def scan(m: Block, base: int, n: int, s: Words, word: int, offset: int, beta: int, best: int) -> tuple[int, int]:
        while word:
            cell = lowest(word) + offset
            word = rest(word)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                action = cell * fan + choice
                t = apply(s, action)
                cells = actions(t)
                low, high = look(m, t, cells)
                low, high = span(s, action, low, high)
                if low > best:
                    best = low
                    if best >= beta:
                        return n, best
                if high < beta:
                    best = max(best, high)
                    continue
                r = rank(s, action, t, cells)
                if r == SKIP:
                    if skipping:
                        continue
                    r = LAST
                _insert(m, base, n, r << bits, action)
                n += 1
        return n, best

    if k.cell_words == 1:

        def one_word(m: Block, base: int, s: Words, cells: Cells, beta: int, best: int) -> tuple[int, int]:
            return scan(m, base, 0, s, cells, 0, beta, best)

        return one_word

    def two_words(m: Block, base: int, s: Words, cells: Cells, beta: int, best: int) -> tuple[int, int]:
        n, best = scan(m, base, 0, s, cells[0], 0, beta, best)
        if best >= beta:
            return n, best
        return scan(m, base, n, s, cells[1], WORD_BITS, beta, best)

    return two_words


def _look(k: KernelSet, tables: Tables, scale: Scale, start: int) -> Callable[[Block, Words, Cells], tuple[int, int]]:
    """Bounds on a state's value without a search."""
    outcome, settled, bounds = k.outcome, scale.settled, scale.bounds
    key_of, recall, bits = tables.key, tables.recall, tables.near_bits
    low_of, high_of, greatest, utmost = scale.low_of, scale.high_of, scale.greatest, k.utmost

    def look(m: Block, t: Words, cells: Cells) -> tuple[int, int]:
        ended = outcome(t, cells)
        if ended != ONGOING:
            if -utmost <= ended <= utmost:
                return settled(ended), settled(ended)
            return -greatest, greatest  # `search` says what is wrong
        low, high = bounds(t, cells)
        if low < high:
            known = recall(m, start, bits, key_of(t))
            if known:
                low, high = max(low, low_of(known)), min(high, high_of(known))
        return low, high

    return look


def _insert(m: Block, base: int, n: int, rank: int, action: int) -> None:
    """Insert into n sorted entries."""
    i = n
    while i > 0:
        other = get(m, base + i - 1)
        if other >= rank:
            break
        put(m, base + i, other)
        i -= 1
    put(m, base + i, rank | action)


def _unranked(s: Words, action: int, t: Words, cells: Cells) -> int:  # noqa: ARG001
    return 0


def _choices(k: KernelSet) -> Callable[[Words, int], tuple[int, int]]:
    fan = k.fan

    def every(s: Words, cell: int) -> tuple[int, int]:  # noqa: ARG001
        return 0, fan

    return k.choices or every
