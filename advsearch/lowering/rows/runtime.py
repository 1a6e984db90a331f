"""Functions that generated code calls: `item(block, -1, 3, line)` returns the index 2. A function that cannot give
Python's result reports an error in the memory `block`. Generated code then continues with an arbitrary value.
"""

from __future__ import annotations

import math

from advsearch.bits import count, lowest
from advsearch.compiled import memory
from advsearch.compiled.memory import Block, get, get_float, put, put_float
from advsearch.lowering.row_rules import DIVISION, EMPTY, ERROR, FULL, INDEX, KIND_BITS, OVERFLOW, SHIFT, UNSEEN

_LEAST = -(1 << 63) + 1

_GREATEST = (1 << 63) - 1
_NONE = -(1 << 63)
_HALF = 1 << 62
_SMALL = 1 << 31


def fail(block: Block, kind: int, line: int) -> int:
    """Report an error at a line, unless there was an earlier error."""
    if get(block, ERROR) == 0:
        put(block, ERROR, line << KIND_BITS | kind)
    return 0


def failed(block: Block) -> bool:
    return get(block, ERROR) != 0


def item(block: Block, index: int, length: int, line: int) -> int:
    """Return an index counted from 0: `item(block, -1, 3, line)` returns 2."""
    if index < 0:
        index += length
    if index < 0 or index >= length:
        fail(block, INDEX, line)
        return 0
    return index


def below(block: Block, index: int, length: int, line: int) -> int:
    """Like `item`, for an index that is not negative."""
    if index >= length:
        fail(block, INDEX, line)
        return 0
    return index


def cut(index: int, length: int) -> int:
    """Return a slice's bound as an index from 0: `cut(-1, 3)` returns 2."""
    if index < 0:
        index += length
        return max(index, 0)
    return min(index, length)


def fits(block: Block, value: int, low: int, high: int, line: int) -> int:
    """Return `value`, or report an error if it is outside the bounds."""
    if value < low or value > high:
        fail(block, UNSEEN if value == _NONE else FULL, line)
        return low
    return value


def exact(block: Block, value: float, line: int) -> float:
    """Return a float, or report an error if it is beyond `2**53`."""
    # Beyond 2**53, Python's int may differ from the float.
    if abs(value) >= 9007199254740992.0 and abs(value) != math.inf:  # 2**53
        fail(block, OVERFLOW, line)
        return 0.0
    return value


def whole(block: Block, value: float, line: int) -> int:
    """Return `int(value)`, or report an error if it needs over 64 bits."""
    if not -9.2e18 < value < 9.2e18:
        return fail(block, OVERFLOW, line)
    return int(value)


def there(block: Block, good: bool, line: int) -> None:
    """Report an error if `good` is false."""
    if not good:
        fail(block, UNSEEN, line)


def plus(block: Block, one: int, other: int, line: int) -> int:
    if (other > 0 and one > _GREATEST - other) or (other < 0 and one < _LEAST - other):
        return fail(block, OVERFLOW, line)
    return one + other


def minus(block: Block, one: int, other: int, line: int) -> int:
    if (other < 0 and one > _GREATEST + other) or (other > 0 and one < _LEAST + other):
        return fail(block, OVERFLOW, line)
    return one - other


def times(block: Block, one: int, other: int, line: int) -> int:
    small = -_SMALL < one < _SMALL and -_SMALL < other < _SMALL
    if not small and abs(float(one) * float(other)) > 9.2e18:
        return fail(block, OVERFLOW, line)
    return one * other


def shifted(block: Block, one: int, by: int, line: int) -> int:
    """Return `one << by`, or report an error if it needs over 63 bits."""
    if by < 0:
        return fail(block, SHIFT, line)
    if one != 0 and (by > 62 or one > _GREATEST >> by or one < -(_GREATEST >> by)):
        return fail(block, OVERFLOW, line)
    return one << by if by < 63 else 0


def shifted_right(block: Block, one: int, by: int, line: int) -> int:
    if by < 0:
        return fail(block, SHIFT, line)
    return one >> min(by, 63)


def quotient(block: Block, one: int, other: int, line: int) -> int:
    if other == 0:
        return fail(block, DIVISION, line)
    return one // other


def remainder(block: Block, one: int, other: int, line: int) -> int:
    if other == 0:
        return fail(block, DIVISION, line)
    return one % other


def divided(block: Block, one: float, other: float, line: int) -> float:
    if other == 0.0:
        fail(block, DIVISION, line)
        return 0.0
    return one / other


def root(block: Block, value: float, line: int) -> float:
    if value < 0.0:
        fail(block, OVERFLOW, line)
        return 0.0
    return math.sqrt(value)


def logarithm(block: Block, value: float, line: int) -> float:
    if value <= 0.0:
        fail(block, OVERFLOW, line)
        return 0.0
    return math.log(value)


def exponential(block: Block, value: float, line: int) -> float:
    if value > 700.0:
        fail(block, OVERFLOW, line)
        return 0.0
    return math.exp(value)


def float_power(block: Block, one: float, by: float, line: int) -> float:
    """Return `one ** by`, or report an error if Python returns no float."""
    if one == 0.0 and by < 0.0:
        fail(block, DIVISION, line)
        return 0.0
    if one < 0.0 and by % 1.0 != 0.0:  # a complex number
        fail(block, UNSEEN, line)
        return 0.0
    made = memory.power(one, by)
    if abs(made) == math.inf and abs(one) != math.inf and abs(by) != math.inf:
        fail(block, OVERFLOW, line)
    return made


def power(block: Block, one: int, by: int, line: int) -> int:
    """Return `one ** by`, or report an error if it is no 64-bit int."""
    if by < 0:
        return fail(block, SHIFT, line)
    made = 1
    for _ in range(min(by, 64)):
        made = times(block, made, one, line)
    if by > 64 and one not in (0, 1, -1):
        fail(block, OVERFLOW, line)
    return -1 if one == -1 and by & 1 else 1 if one == -1 else made


def bit_length(number: int) -> int:
    length = 0
    left = abs(number)
    if left >= _HALF:
        return 63
    while left >= 256:
        left >>= 8
        length += 8
    while left:
        left >>= 1
        length += 1
    return length


def copied(block: Block, source: int, target: int, size: int) -> int:
    """Copy `size` numbers to `target`, which must not overlap them."""
    for index in range(size):
        put(block, target + index, get(block, source + index))
    return target


def clear(block: Block, start: int, size: int) -> None:
    """Set unused memory to 0, because equal states must have equal memory."""
    for index in range(start, start + size):
        put(block, index, 0)


def same_cells(block: Block, one: int, other: int, size: int) -> bool:
    for index in range(size):  # noqa: SIM110 - compiled, a generator costs
        if get(block, one + index) != get(block, other + index):
            return False
    return True


def pushed(block: Block, place: int, most: int, size: int, line: int) -> int:
    """Make a list one item longer, and return the new item's address."""
    length = get(block, place)
    if length >= most:
        fail(block, FULL, line)
        length = most - 1
    put(block, place, length + 1)
    return place + 1 + length * size


def popped(block: Block, place: int, line: int) -> int:
    """Make a list one item shorter, and return the removed item's index."""
    length = get(block, place)
    if length <= 0:
        fail(block, INDEX, line)
        return 0
    put(block, place, length - 1)
    return length - 1


def roomy(block: Block, length: int, most: int, line: int) -> int:
    if length > most:
        fail(block, FULL, line)
        return most
    return max(length, 0)


def of_length(block: Block, length: int, wanted: int, line: int) -> None:
    if length != wanted:
        fail(block, UNSEEN, line)


def some(block: Block, good: bool, line: int) -> None:
    if not good:
        fail(block, EMPTY, line)


def variable(value: int) -> int:
    """Hide a constant from numba, which compiles a function again for each constant."""
    return value + 0


RUNTIME = {
    function.__name__: function
    for function in (
        fail, failed, item, below, cut, fits, there, plus, minus, times, shifted, shifted_right, quotient, remainder,
        divided, power, float_power, exact, whole, bit_length, copied, clear, same_cells, pushed, popped, roomy,
        of_length, some, get, put, get_float, put_float, count, lowest,
        variable, root, logarithm, exponential,
    )
}  # fmt: skip

for _function in (
    fail,
    item,
    below,
    cut,
    fits,
    there,
    plus,
    minus,
    shifted,
    shifted_right,
    quotient,
    remainder,
    pushed,
    popped,
):
    setattr(_function, "inlined", True)  # noqa: B010 - functions have no such attribute by themselves
