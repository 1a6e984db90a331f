"""Idioms of rules, compiled, return what Python returns, and a refusal says what to write instead."""

from __future__ import annotations

import abc
import copy
import enum
import itertools
import math
import operator
import re
import time
from collections import Counter, deque
from functools import reduce
from typing import Any

import pytest

from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.constants import Constants
from advsearch.machine.instance import Failure, Rebuilt
from advsearch.machine.program import Program
from advsearch.machine.types import Progress, joined


def double(x):
    return 2 * x


def triple(x):
    return 3 * x


TABLE = {0: double, 1: triple}
FUNCTIONS = (double, triple)


class Sized(abc.ABC):
    @abc.abstractmethod
    def size(self): ...

    def twice(self):
        return 2 * self.size()


class Five(Sized):
    first, second = 1, 2

    def size(self):
        return 5


FIVE = Five()


def powers(x, n):
    return x**2, x**0.5, 2**x, x**n, x**-1, 4.0**0.5, 10**2, 2**-2, (n * n + 1) ** 0.5, (n * n) ** -1


def divided_floats(x, n):
    return x // 2, x % 3, x // -1.5, x % -2.5, divmod(x, 2), n // 0.5, -x % 7.0, math.floor(x), abs(-x), -x // 7.0


def tables_of_functions(n):
    return TABLE[n % 2](n), FUNCTIONS[n % 2](n), TABLE.get(n, double)(n)


def named_attributes(n):
    return sum(getattr(FIVE, name) * n for name in ("first", "second"))


def formats(n, x):
    width = f"{n:3}|{n:<4}|{n:>5}|{n:^5}|{n:03}|{n:d}|{n:+}|{n:,}|{n * 12345:,}|{n!r}|{n:x}|{n:b}|{n:04b}|{n:*>6}"
    return width, f"{x:.2f}|{x:6.1f}|{x:f}|{x:+.1f}|{x:07.2f}|{x}", f"{n > 2}|{n > 2:3}|{(n, 'a', x)!r}"


def formatted_texts(s):
    return f"{s:5}|{s:>5}|{s:^7}|{s:*<6}|{s!r}|{s!s}", [s, s], repr(s), str((s, 1)), f"{[s]}"


def other_formats(n):
    by_percent = "%d-%s%%" % (n, n), "%3s|%-4d|%04d" % (n, n, n)  # noqa: UP031
    return by_percent, "{}:{}".format(n, n + 1), "{1:>3}{0}".format(n, 2)  # noqa: UP030, UP032


def finally_after(n):
    total = 0
    try:
        total = 10 // n
    except ZeroDivisionError:
        total = -1
    finally:
        total += 100
    return total


def finally_in_a_loop(n):
    out = []
    for i in range(4):
        try:
            if i == n:
                continue
            if i == 3:
                break
            out.append(i)
        finally:
            out.append(-i)
    return out


def finally_on_return(n, log):
    row = list(log)
    try:
        try:
            return 10 // n, row
        finally:
            row.append(1)
    finally:
        row.append(2)


def places_in_texts(s):
    return (
        s.find("b", 1, 3), s.index("a", 0, 9), s.rfind("a"), s.rfind("a", 0, 2), s.count("a", 1), s.find("", 2),
        s.rindex("a"), s.find("a", -2), s.find("a", 1, -1), s.count("b", 0, 2), s.find("", 9), s.index("b", None, 4),
        s.startswith("b", -1), s.startswith("ab", -2), s.startswith("", 9), s.startswith("a", -99),
    )  # fmt: skip


def places_in_rows(a):
    return a.index(2, 1), list(a).index(2, 0, 9), a.count(2), a.index(2, -2)


def counters(a, b):
    c, d = Counter(a), Counter(b)
    made = c + d, c - d, c & d, c | d
    return c == d, c != d, [list(one.items()) for one in made], c.total(), c[99], c == Counter(list(a)[::-1])


def in_place(a):
    row, same = list(a), {1, 2}
    other, others = row, same
    row[1:2] = [7, 8, 9]
    del row[:1]
    row[:0] = row
    row *= 2
    same &= {1, 3}
    same ^= {5, 6}
    known = {1: 1}
    also = known
    known |= {2: 2}
    row[5:1] = (4,)
    row[-1:] = []
    return row, other, sorted(others), sorted(same), also, other[::2]


def copies(a):
    rows = [list(a), [1]]
    second = [list(row) for row in rows]
    second[0][0] = 7
    flat = copy.copy(rows[0])
    flat.append(3)
    return rows, second, flat, copy.deepcopy(a), copy.deepcopy(flat)


def inherited(n):
    return FIVE.twice() + n


def sets_in_tuples(n):
    a, b = {n, 1}, {n + 1}
    pair = (a, b)
    pair[0].add(9)
    return sorted(pair[0]), len(a), [sorted(one) for one in pair]


def texts_among_tuples(n):
    pairs, mixed = {(n, 1), (n, 2)}, {(n, 1), "pass"}
    return "a" in pairs, (n, 1) in pairs, n in pairs, "pass" in mixed, (n, 1) in mixed, len(mixed)


def numbers_of_texts(s):
    return int(s, 3), int(s), int(f" -{s} "), int("1_0" + s), int("0x" + s, 16), int(s, base=36)


def names_of_one_list(n):
    board = [[0] * 3 for _ in range(3)]
    row = board[n]
    row[1] = 5
    return board


def flood(n):
    size, seen, todo = 5, set(), [n]
    while todo:
        cell = todo.pop()
        row, column = divmod(cell, size)
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = row + down, column + right
            target = x * size + y
            if 0 <= x < size and 0 <= y < size and target not in seen and (x * y) % 3 != 1:
                seen.add(target)
                todo.append(target)
    return sorted(seen)


def groups(a):
    return [(k, len(list(g))) for k, g in itertools.groupby(a)], [
        (k, list(g)) for k, g in itertools.groupby(sorted(a), key=lambda x: x % 2)
    ]


def combined(a):
    return [
        list(itertools.combinations(a, 2)), list(itertools.combinations(a, 4)), list(itertools.combinations(a, 0)),
        list(itertools.permutations(a, 2)), list(itertools.permutations(a)), list(itertools.permutations(a, 0)),
        list(itertools.combinations(a, len(a) - 1)),
    ]  # fmt: skip


def reduced(a):
    return reduce(lambda x, y: x * y, a), reduce(operator.add, a, 0)


def words(s):
    node = {"a": {"b": {"end": 1}, "c": {"end": 2}}, "b": {"end": 3}}
    for letter in s:
        if letter not in node:
            return None
        node = node[letter]
    return node.get("end")


def of_several_types(a, b):
    x = a if a > 2 else "s" if a == 1 else None if a == 0 else 2.5
    y = b if b > 2 else "t" if b == 1 else 1
    try:
        return x + y, x - y if a > 2 and b > 2 else 0
    except TypeError:
        return "no"


def number_or_none(a):
    x = None if a == 0 else a if a > 2 else 1.5
    return x + 1 if x is not None else 0, (x or 0) * 2, -(x or 1)


def repeated(n, s):
    x = s if n > 1 else (1, 2) if n else 3
    return x * 2


def dict_or_text(s):
    node = {"a": {"b": {".": "ab"}, ".": "a"}, "c": {".": "c"}}
    for letter in s:
        node = node[letter]
    return sorted(node), "." in node, node["."] if "." in node else None  # noqa: SIM401


def of_bytes(n):
    found = (n << 70).to_bytes(18, "little")
    return (
        sum(found), n.to_bytes(4, "little")[0], list(n.to_bytes(2, "big")), n.to_bytes(1, "big") == b"\x05",
        b"xyz"[n % 3], n in b"\x05\x06", [x for x in b"abc" if x > 97], len(found),
        tuple(b"ab"),
        max(found), dict(zip(b"ab", n.to_bytes(2, "little"), strict=True)),
    )  # fmt: skip


def no_place(n):
    try:
        return "abc"["x" if n else 1]
    except TypeError:
        return "no place"


SHORT = ((1, 2, 2), (2, 2, 3, 2), (4, 2, 1, 3, 2))
CASES: dict[Any, tuple[Any, ...]] = {
    powers: ((2.5, 3), (0.5, -2), (2.0, 1), (4.0, 1), (1e200, 2), (0.0, 1)),
    divided_floats: ((7.5, 3), (-7.5, -3), (0.0, 1), (1e15, 2), (-0.5, 7)),
    tables_of_functions: ((1,), (2,)), named_attributes: ((2,),),
    formats: ((5, 1.5), (-12, 3.14159), (1234567, -0.001)), formatted_texts: (("ab",), ("abcdefgh",), ("a'\"\n",)),
    other_formats: ((3,), (-4,)), finally_after: ((2,), (0,)), finally_in_a_loop: ((1,), (9,)),
    finally_on_return: ((2, (5,)), (0, ())), places_in_texts: (("abcab",), ("aab",), ("bb",)),
    places_in_rows: tuple((row,) for row in SHORT), counters: ((SHORT[0], SHORT[1]), (SHORT[1], SHORT[1])),
    in_place: tuple((row,) for row in SHORT), copies: tuple((row,) for row in SHORT), inherited: ((1,),),
    sets_in_tuples: ((3,), (1,)), texts_among_tuples: ((3,),), numbers_of_texts: (("102",), ("11",), ("9",)),
    names_of_one_list: ((1,),), flood: ((0,), (12,)), groups: tuple((row,) for row in SHORT),
    combined: tuple((row,) for row in SHORT), reduced: tuple((row,) for row in SHORT),
    of_several_types: tuple(itertools.product(range(4), range(4))), number_or_none: ((0,), (1,), (3,)),
    repeated: ((0, "ab"), (1, "ab"), (2, "ab")), dict_or_text: (("ab",), ("a",), ("",), ("x",), ("a.",)),
    no_place: ((0,), (1,)), of_bytes: ((5,), (200,)), words: (("ab",), ("b",), ("x",), ("ax",)),
}  # fmt: skip


def kinds(given: Any) -> tuple[Any, ...]:
    constants = Constants(Progress())
    return tuple(joined(map(constants.type_of, column)) for column in zip(*given, strict=True))


def outcome(work: Any, *values: Any) -> Any:
    try:
        return repr(work(*values))
    except Rebuilt:
        return outcome(work, *values)
    except Failure as failure:
        return failure.kind
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_an_idiom_returns_what_it_returns_in_python(function: Any) -> None:
    """The same values with the same classes, and the same errors."""
    made = Program({"f": Entry(function, kinds(CASES[function]))}, kept=False)
    for values in CASES[function]:
        got = outcome(lambda *given: made.call("f", *given), *values)
        assert got == outcome(function, *values), values


# --- refusals ------------------------------------------------------------------------------------------------------


def prints(n):
    print(n)
    return n


def without_print(n):
    return n


def copied_deep(n):
    rows = [[n], [n]]
    return copy.deepcopy(rows)


def copied_by_row(n):
    rows = [[n], [n]]
    return [list(row) for row in rows]


def named_by_the_program(n):
    name = "first" if n else "second"
    return getattr(FIVE, name)


def attribute_that_is_chosen(n):
    return FIVE.first if n else FIVE.second


class Suit(enum.IntEnum):
    CLUBS = 1
    HEARTS = 2


def class_of_a_member(n):
    card = [0, Suit.HEARTS][n % 2]
    return isinstance(card, Suit)


def compared_members(n):
    card = [0, Suit.HEARTS][n % 2]
    return card == Suit.HEARTS, card == Suit.CLUBS


def with_its_exception(n):
    try:
        return 1 // n
    except ZeroDivisionError as error:
        return str(error)


def without_its_exception(n):
    try:
        return 1 // n
    except ZeroDivisionError:
        return "division by zero"


def slice_of_a_range(n):
    return range(n)[1:3]


def slice_of_a_list(n):
    return list(range(n))[1:3]


def tuples_in_tuples(n):
    nested = ()
    for item in range(n):
        nested = (nested, item)
    return nested


def tuples_in_a_list(n):
    rows = []
    for item in range(n):
        rows.append((len(rows), item))
    return rows


def copied_rows_of_a_dict(n):
    rows = copy.deepcopy({1: [n]})
    rows[1].append(n)
    return rows[1][1]


def rows_by_key(n):
    given = {1: [n]}
    rows = {key: list(row) for key, row in given.items()}
    rows[1].append(n)
    return len(given[1]) * 10 + len(rows[1])


def turned(n):
    return int((complex(n, 1) * 1j).real)


def turned_pair(n):
    x, y = n, 1
    return (-y, x)[0]


STONES = re.compile("xo+")


def matched(n):
    return bool(STONES.match("x" * n))


def begun(n):
    return ("x" * n).startswith("xo")


def last_two(n):
    seen = deque(maxlen=2)
    for item in range(n + 3):
        seen.append(item)
    return tuple(seen)


def last_two_by_hand(n):
    seen = deque()
    for item in range(n + 3):
        if len(seen) == 2:
            seen.popleft()
        seen.append(item)
    return tuple(seen)


class Way(enum.Flag):
    N = 1
    S = 2
    BOTH = 3


def flag_in_a_flag(n):
    return Way.N in (Way.BOTH if n else Way.S)


def bits_in_bits(n):
    return (3 if n else 2) & 1 == 1


def by_the_clock(n):
    return n + int(time.perf_counter() < 0)


def by_the_number(n):
    return n


REFUSED = [
    (flag_in_a_flag, "`in` asks for the flags in a flag; use ints for flags, and ask with `&`", bits_in_bits),
    (by_the_clock, "`perf_counter` is a function of the module time, .* depend on their arguments", by_the_number),
    (tuples_in_tuples, "types that change without end, .* in one flat tuple or list", tuples_in_a_list),
    (prints, r"`print\(n\)` is called; remove it", without_print),
    (
        copied_deep,
        r"`deepcopy` of values that can be changed, within another; copy each: `\[list\(row\) for row in rows\]`",
        copied_by_row,
    ),
    (copied_rows_of_a_dict, r"copy each: `\{key: list\(row\) for key, row in rows.items\(\)\}`", rows_by_key),
    (turned, "an object of the class `complex`; use a pair of numbers, and add them one by one", turned_pair),
    (matched, "the class `Pattern` is used as a value; test the string with its own methods", begun),
    (last_two, r"leave `maxlen` out, .* `if len\(q\) == 5: q.popleft\(\)`", last_two_by_hand),
    (named_by_the_program, "write the attributes out, and choose one with `if`", attribute_that_is_chosen),
    (class_of_a_member, "may be a member of `Suit`; compare it with `==`", compared_members),
    (with_its_exception, "the exception `error` is used; raise it, or use its class alone", without_its_exception),
    (slice_of_a_range, r"a slice of a range; make a list of it first: `list\(...\)`", slice_of_a_list),
]


@pytest.mark.parametrize(("function", "said", "instead"), REFUSED, ids=lambda one: getattr(one, "__name__", ""))
def test_the_advice_of_a_refusal_compiles(function: Any, said: str, instead: Any) -> None:
    """The refusal names a line of the function, and what it advises returns what Python returns."""
    first = function.__code__.co_firstlineno
    with pytest.raises(Refused, match=said) as refused:
        Program({"f": Entry(function, kinds([(1,)]))}, kept=False)
    assert first < refused.value.refusal.line < first + 6
    made = Program({"f": Entry(instead, kinds([(1,)]))}, kept=False)
    for n in (3, 1):
        assert made.call("f", n) == instead(n)
