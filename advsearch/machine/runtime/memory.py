"""Memory of the arena, errors, and what kind a value has."""

from advsearch.machine.layout import E_MEMORY, E_RECURSION, GONE, ITEMS, KIND_MASK, LIST, LIST_ITEMS, TAG_MASK
from advsearch.machine.words import Word, attempt, below, cold, frame_address, inline, load, state


@inline
def alloc(words: int) -> Word:
    start = state.ARENA
    if words > (state.LIMIT - start) >> 3 or words < 0:
        return fail(E_MEMORY)
    state.ARENA = start + words * 8
    return start


@cold
def fail(code: int) -> Word:
    """Keep the first error; return 0."""
    if state.ERR == 0:
        state.ERR = code
    return 0


@inline
def too_deep() -> int:
    """Whether the stack is nearly used up, which is an error then, or there was an error before."""
    if below(frame_address(), state.STACK):
        attempt(fail(E_RECURSION))
    return state.ERR != 0


@inline
def kind(word: int) -> int:
    """The kind of a row in memory, and 0 for any other value."""
    if (word & TAG_MASK) != 0 or word == 0:
        return 0
    return load(word) & KIND_MASK


@inline
def data(row: int) -> int:
    """The address of the items of a list, tuple or object."""
    if (load(row) & KIND_MASK) == LIST:
        return load(row + LIST_ITEMS)
    return row + ITEMS


@inline
def is_member(word: int) -> int:
    """Whether a slot of a table holds a member."""
    return word != 0 and word != GONE
