"""Errors that Python raises are raised in machine code, and rules that catch them go on as in Python."""

from __future__ import annotations

import itertools
from collections import deque
from typing import Any

import attrs
import pytest

from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.constants import Constants
from advsearch.machine.instance import Failure
from advsearch.machine.program import Program
from advsearch.machine.types import Progress, joined


def in_a_branch(n):
    if n > 3:
        x = n
    return x


def in_a_loop(n):
    for i in range(n):
        last = i
    return last


def in_an_endless_loop(n):
    while True:
        found = n
        if found > 3:
            break
        n += 1
    return found


def deleted(n):
    x = 1
    if n:
        del x
    return x


def in_a_try(n):
    try:
        y = (1, 2)[n]
    except IndexError:
        n += 1
    return y


def in_every_case(n):
    match n:
        case 1:
            x = 2
        case 2:
            x = 3
    return x


def by_a_walrus(n):
    if n > 2 and (half := n // 2) > 1:
        return half
    return half + 1


def from_inside(n):
    def inner(x):
        return x + c

    if n > 2:
        c = 1
    return inner(n)


def caught_unbound(n):
    try:
        if n:
            value = 1
        return value
    except NameError:
        return -1


def strict(a, b):
    return list(zip(a, b, strict=True))


def strict_of_generators(a, b):
    return [x + y for x, y in zip((i for i in a), (j for j in b), strict=True)]


def strict_until_then(a, b):
    total = 0
    try:
        for x, y in zip(a, b, strict=True):
            total += x * y
    except ValueError:
        total += 100
    return total


def quotients(items):
    found = []
    for item in items:
        found.append(10 // item)
    return found


def first_quotient(items):
    try:
        for one in quotients(items):
            return one
    except ZeroDivisionError:
        return -1
    return None


def some_quotient(items):
    try:
        return 1 if quotients(items) else 0
    except ZeroDivisionError:
        return -1


class NoSuchItem(Exception):
    pass


def raised_from(n):
    try:
        return (4, 5)[n]
    except IndexError as error:
        raise NoSuchItem(f"no item {n}: {error}") from error


def raised_again(n):
    try:
        try:
            return (4, 0, 5)[n] // n
        except (IndexError, ZeroDivisionError) as error:
            if n == 0:
                raise error
            raise
    except IndexError:
        return -1


def raised_by_another(n):
    try:
        return raised_from(n)
    except NoSuchItem:
        if n > 3:
            raise
        return -5


@attrs.frozen
class Checked:
    x: int = attrs.field(validator=attrs.validators.ge(0))
    y: int = attrs.field(default=0, validator=[attrs.validators.instance_of(int), attrs.validators.lt(100)])

    @x.validator
    def _even(self, attribute, value):
        if value % 2:
            message = f"{attribute.name} is {value:>5}"
            raise KeyError(message)


def validated(n):
    return Checked(n, n).x


def evolved(n):
    return attrs.evolve(Checked(2), y=n).y


SHORT = [(1, 2), (3, 4, 5), (6,)]
CASES = {
    **dict.fromkeys([in_a_branch, in_a_loop, in_an_endless_loop, deleted, in_a_try, in_every_case, by_a_walrus,
                     from_inside, caught_unbound, raised_from, raised_again, raised_by_another],
                    ((0,), (1,), (2,), (3,), (5,))),
    **dict.fromkeys([strict, strict_of_generators, strict_until_then], tuple(itertools.product(SHORT, SHORT))),
    **dict.fromkeys([first_quotient, some_quotient], (((1, 2),), ((1, 0),), ((0, 1),), ((),))),
    **dict.fromkeys([validated, evolved], ((2,), (3,), (-2,), (120,))),
}  # fmt: skip


@pytest.fixture(scope="module")
def program() -> Program:
    constants = Constants(Progress())
    entries = {}
    for function, given in CASES.items():
        kinds = [joined(map(constants.type_of, column)) for column in zip(*given, strict=True)]
        entries[function.__name__] = Entry(function, tuple(kinds))  # type: ignore[arg-type]
    return Program(entries, kept=False)


def outcome(work: Any, *values: Any) -> Any:
    try:
        return repr(work(*values))
    except Failure as failure:
        return failure.kind
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_the_error_is_pythons(function: Any, program: Program) -> None:
    """The same value, or an error of the same class."""
    for values in CASES[function]:
        got = outcome(lambda *given: program.call(function.__name__, *given), *values)
        assert got == outcome(function, *values), values


@attrs.frozen
class Prepared:
    x: int

    def __attrs_post_init__(self):
        object.__setattr__(self, "x", self.x + 1)


def prepared(n):
    return Prepared(n).x


def one_of(n):
    return Listed(n).x


def read_again(n):
    try:
        return (4, 5)[n]
    except IndexError as error:
        return len(str(error))


def bounded(n):
    return deque((n,), maxlen=2)[0]


@attrs.frozen
class Listed:
    x: int = attrs.field(validator=attrs.validators.matches_re("a"))


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (prepared, "an object of `Prepared` with `__attrs_post_init__`; compute what it sets in a property"),
        (one_of, "is called, with"),
        (read_again, "the exception `error` is used; raise it, or use its class alone: `except IndexError:`"),
        (bounded, "a `deque` with `maxlen`; leave `maxlen` out, .* `if len.q. == 5: q.popleft..`"),
    ],
)
def test_a_refusal_names_the_authors_line(function: Any, said: str) -> None:
    """What cannot be compiled is refused at the author's line that leads to it, with what to write instead."""
    first = function.__code__.co_firstlineno
    line = first + 4 if function is read_again else first + 1
    with pytest.raises(Refused, match=rf"test_errors_of_rules\.py:{line}: .*{said}"):
        Program({"f": Entry(function, (Constants(Progress()).type_of(1),))}, kept=False)
