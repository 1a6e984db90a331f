"""Functions of every construct, compiled, return what Python returns, and fail where Python fails."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.constants import Constants
from advsearch.machine.program import Failure, Program, Rebuilt
from advsearch.machine.types import Progress, joined

LIMITS = (3, 1, 4)
NAMES = {"one": 1, "two": 2}


class Side(enum.Enum):
    LEFT = "l"
    RIGHT = "r"

    def other(self):
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


@attrs.frozen
class Spot:
    row: int
    column: int = 0

    def moved(self, rows, columns):
        return attrs.evolve(self, row=self.row + rows, column=self.column + columns)

    @property
    def total(self):
        return self.row + self.column


class Pair(NamedTuple):
    left: Any
    right: Any


def whole_numbers(a, b):
    return (
        a + b,
        a - b,
        a * b,
        a // b if b else None,
        a % b if b else None,
        -a,
        ~a,
        a & b,
        a | b,
        a ^ b,
        abs(a),
        a >> 2,
        1 << abs(b) % 60,
        a < b,
        a == b,
        min(a, b, 3),
        max(a, b),
        divmod(a, 7),
        a**2,
        bool(a) and b,
        a or b,
        a.bit_length(),
        a.bit_count(),
    )


def real_numbers(x, n):
    return (
        x + n,
        x * 0.5,
        -x,
        x / 3,
        abs(x),
        x < n,
        x == n,
        int(x),
        round(x),
        float(n),
        sum([x, x]),
        max(x, 1.5),
        n / 7,
    )


def branches(n):
    found = None
    if n > 10:
        found = "many"
    elif n > 5:
        found = n
    if found is not None and not isinstance(found, str) and found < 8:
        found = found + 1
    word = "small" if found is None else "known"
    return found, word, 2 < n <= 7, n not in LIMITS


def loops(items):
    total = 0
    for place, item in enumerate(items):
        if item == 0:
            continue
        if total > 100:
            break
        total += place * item
    else:
        total += 1
    while total % 3:
        total -= 1
    for one, other in zip(items, reversed(items), strict=True):
        if one == other:
            return total, one
    return total, None


def containers(items):
    squares = [item * item for item in items if item % 2]
    squares.append(-1)
    squares[0] = 7
    copied = squares[::-1]
    first, *rest = squares
    counted = {}
    for item in items:
        counted[item % 4] = counted.get(item % 4, 0) + 1
    places = {item: place for place, item in enumerate(items)}
    seen = {item % 5 for item in items}
    frozen = frozenset(items)
    pairs = tuple((one, other) for one in seen if one > 1 for other in (1, 2) if one != other)
    return (
        squares,
        copied,
        first,
        rest,
        counted,
        places,
        seen,
        frozen & seen,
        pairs,
        any(seen),
        3 in frozen,
        len(items),
    )


def texts(word):
    parts = [character for character in word if character != "a"]
    return (
        word[::-1],
        word[1:3],
        "".join(parts),
        word.count("b"),
        word.find("b"),
        word + "!",
        word * 2,
        word < "b",
        "ab" in word,
        word.upper(),
        word.split("b"),
        f"{word}-{len(word)}",
        word.startswith("a"),
        word.replace("a", "xy"),
        word.strip("a"),
        [ord(character) for character in word],
    )


def objects(n, side):
    spot = Spot(n)
    for _ in range(2):
        spot = spot.moved(1, n)
    pair = Pair(spot, side)
    match pair:
        case (Spot(row=3), _):
            name = "three"
        case (_, Side.LEFT):
            name = "left"
        case _:
            name = side.value
    return (
        spot,
        spot.total,
        pair.left == spot,
        pair._replace(right=side.other()),
        name,
        {Side.LEFT: 1, Side.RIGHT: 2}[side],
    )


def caught(items, place):
    try:
        return items[place]
    except IndexError:
        return None


def inner_functions(n):
    calls = 0

    def counted(x):
        nonlocal calls
        calls += 1
        return x * n

    def factorial(x):
        return 1 if x < 2 else x * factorial(x - 1)

    total = sum(map(counted, range(4))) + max(range(n + 1), key=lambda x: -abs(x - 2))
    return total, calls, factorial(min(n, 10)), weighed(n, None), weighed(n, lambda x: x - n), weighed(n, {n: 4}.get)


def weighed(x, weigh):
    return weigh is not None, True if weigh is None else weigh(x)


def walked(depth):
    yield depth
    if depth > 0:
        yield from walked(depth - 1)
        yield depth


def generators(n):
    return list(walked(min(n, 6))), next((x for x in range(n) if x * x > 10), None), [x for x in walked(2) if x]


def shared_lists(n):
    row = [0, 0]
    rows = [row, row, [n]]
    rows[0][1] = n
    other = rows
    other.append([1])
    return rows, rows is not None


NUMBERS = st.integers(-(10**6), 10**6)
SHORT = st.lists(st.integers(-9, 9), max_size=7).map(tuple)

CASES = {
    whole_numbers: (NUMBERS, st.integers(-50, 50)),
    real_numbers: (st.floats(-1000, 1000), st.integers(-50, 50)),
    branches: (st.integers(0, 20),),
    loops: (SHORT,),
    containers: (SHORT.filter(lambda items: any(item % 2 for item in items)),),
    texts: (st.text("ab.", max_size=7),),
    objects: (st.integers(-3, 3), st.sampled_from(Side)),
    caught: (SHORT, st.integers(-9, 9)),
    inner_functions: (st.integers(0, 12),),
    generators: (st.integers(0, 9),),
    shared_lists: (st.integers(0, 9),),
}
EXAMPLES = {int: (0, 1), tuple: ((), (1, 2, 3), (1,) * 9), str: ("", "a", "abc"), float: (1.5,), Side: (Side.LEFT,)}


def entry(function: Any, *examples: Any) -> Entry:
    """An entry point that takes values like these examples."""
    constants = Constants(Progress())
    return Entry(function, tuple(joined(map(constants.type_of, each)) for each in examples))  # type: ignore[misc]


KINDS = {
    whole_numbers: (int, int),
    real_numbers: (float, int),
    branches: (int,),
    loops: (tuple,),
    containers: (tuple,),
    texts: (str,),
    objects: (int, Side),
    caught: (tuple, int),
    inner_functions: (int,),
    generators: (int,),
    shared_lists: (int,),
}


@pytest.fixture(scope="module")
def program() -> Program:
    return Program({one.__name__: entry(one, *(EXAMPLES[kind] for kind in KINDS[one])) for one in CASES}, kept=False)


def outcome(work: Any, *values: Any) -> Any:
    """What a call returns, or the class of its error."""
    try:
        return repr(work(*values))
    except Failure as failure:
        return failure.kind
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_a_compiled_function_returns_what_python_returns(function: Any, program: Program) -> None:
    """Types and values are the same, `1` and `True` and `1.0` included, and so are the classes of errors."""

    @settings(max_examples=60, deadline=None)
    @given(st.tuples(*CASES[function]))
    def law(values: tuple[Any, ...]) -> None:
        def compiled(*given: Any) -> Any:
            return program.call(function.__name__, *given)

        assert outcome(compiled, *values) == outcome(function, *values)

    law()


def overflowing(n):
    return n * n * n


def of_any_size(n, m):
    x = 1 << n
    y = x * x + m
    z = (y >> 3) ^ 12345678901234567890123
    bits, rest = [], y
    while rest:
        bits.append(rest.bit_length())
        rest &= rest - 1
    return (
        bits, y, z, -y, ~z, y // 7, y % 7, y & 255, y > z, y == z, abs(-y), x | m, y.bit_count(), bool(y), str(y),
        (y & (1 << 70)) != 0, min(y, z), max(y, 3), sum([y, z, 1]), [i for i in range(n) if x >> i & 1], {y: 1}[y],
        y in {y, z}, sorted([y, 5, z]), divmod(y, 1000),
    )  # fmt: skip


def answer(made: Program, *values: Any) -> Any:
    """What the program returns, after the builds that it needs."""
    for _ in range(20):
        try:
            return made.call("f", *values)
        except Rebuilt:
            continue
    raise AssertionError("built anew without end")


@pytest.mark.parametrize(("n", "m"), [(3, 5), (40, -7), (70, 1), (100, 1 << 40), (300, 1)])
def test_ints_that_do_not_fit_are_of_any_size(n: int, m: int) -> None:
    """Where an int of 64 bits overflows, the program is built anew with wider ints."""
    made = Program({"f": entry(of_any_size, (0, 1), (0, 1))}, kept=False)
    assert answer(made, n, m) == of_any_size(n, m)


def failing(n):
    return LIMITS[n]


def forbidden(n):
    if n > 2:
        raise PermissionError("too large")
    return n


def test_an_error_says_what_and_where(program: Program) -> None:
    """An overflow is no wrong number; errors of the author's carry file and line."""
    made = Program({one.__name__: entry(one, (0, 1)) for one in (overflowing, failing, forbidden)}, kept=False)
    assert made.call("overflowing", 1000) == 10**9
    with pytest.raises(Rebuilt):
        made.call("overflowing", 1 << 40)
    assert made.call("overflowing", 1 << 40) == 1 << 120
    with pytest.raises(Failure, match="IndexError"):
        made.call("failing", 3)
    with pytest.raises(Failure, match="PermissionError"):
        made.call("forbidden", 3)
    assert made.call("forbidden", 2) == 2


def changes_a_constant(n):
    NAMES["three"] = n
    return n


def with_a_format(x):
    return f"{x:3.1e}"


def unknown(n):
    return undefined_name + n  # noqa: F821


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (changes_a_constant, "a constant is changed; make a copy first"),
        (with_a_format, "the format `3.1e`; use"),
        (unknown, "the name `undefined_name` has no value here"),
    ],
)
def test_what_cannot_be_compiled_is_refused_with_its_line(function: Any, said: str) -> None:
    """The refusal names the file of the author, a line in it, and what to write."""
    with pytest.raises(Refused, match=rf"test_functions\.py:\d+: .*{said[:20]}"):
        Program({"f": entry(function, (0, 1))}, kept=False)


def test_memory_grows_as_needed() -> None:
    """A call that needs more memory than there is runs again with more."""
    made = Program({"counted": entry(counted, (0, 1))}, kept=False)
    assert made.call("counted", 2_000_000) == 2_000_000


def counted(n):
    return len([(place, place) for place in range(n)])
