# ruff: noqa: B006, C416, F601, B905
"""Corners of Python's own semantics: order, laziness, aliases, equality of numbers, and what is evaluated when."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from advsearch.machine.compiling import Entry
from advsearch.machine.constants import Constants
from advsearch.machine.instance import Rebuilt
from advsearch.machine.program import Program
from advsearch.machine.types import Progress, joined


def keys(n):
    d = {1: "a", True: "b", 1.0: "c", 2: n}
    d[n * 1.0] = "x"
    return d, 1 in d, 1.0 in d, True in d, len(d), {n, n * 1.0, n == 1}


def late2(n):
    return sum((lambda x: x * k)(n) for k in range(3))


def default(n):
    def f(x, acc=[]):
        acc.append(x)
        return list(acc)

    return f(n), f(n + 1)


def order(a):
    d = {}
    for x in a:
        d[x] = d.get(x, 0) + 1
    d.pop(a[0])
    d[a[0]] = 9
    return list(d), list(d.values()), list(d.items())


def ties(a):
    return (
        max(a, key=lambda x: x % 2),
        min(a, key=lambda x: x % 2),
        sorted(a, key=lambda x: x % 2, reverse=True),
        max(a, default=0),
        sorted(a, reverse=True),
    )


def else_of_a_short_loop(n):
    found, place = n, 9
    for place in (1, 2, 3):
        if place == n:
            break
    else:
        found, place = -5, 7
    kept = 1
    for one in (4, 5):
        if one == n:
            break
    else:
        kept = 2
    return found, place, kept


def elses(n):
    r = []
    for i in range(n):
        if i == 3:
            break
    else:
        r.append("done")
    k = 0
    while k < n:
        k += 1
        if k == 4:
            break
    else:
        r.append("end")
    return r, k


def side(n):
    log = []

    def f(x):
        log.append(x)
        return x

    r = f(1) < f(n) < f(3), f(0) and f(5), f(n) or f(7), [f(i) for i in range(2)][::-1]
    return r, log


def gens(n):
    log = []

    def g():
        for i in range(n):
            log.append(i)
            yield i

    r = next((x for x in g() if x > 1), None), any(x > 0 for x in g()), list(itertools.islice(g(), 2))
    return r, log


def texts(s):
    return (
        s * -1,
        s[5:1],
        s[::-2],
        s[-3:],
        s.split("a"),
        s.split(),
        s.replace("", "-"),
        "".join(sorted(s)),
        s.strip("ab"),
        s < s + "a",
        s.partition("b"),
        s.zfill(6),
        s.center(7, "*"),
        s.title() if False else s,
        s.count(""),
        s.find("zz"),
        s.isdigit(),
        s.upper().lower(),
        s[0:0] == "",
        min(s),
        max(s),
        s in s * 2,
        s.endswith(("b", "c")),
        s.splitlines(),
    )


def bools(n):
    return (
        True + n,
        (n > 1) * 3,
        sum([n > i for i in range(3)]),
        n > 1 == True,
        not n,
        ~(n > 0),
        (n > 0) & True,
        (n > 0) | 4,
        -(n > 1),
        True / 2,
        abs(n > 0),
        max(True, n),
        [10, 20][n > 1],
        {True: 1}.get(n),
    )


def rounds(x):
    return (
        round(x),
        round(-x),
        int(-x),
        round(x, 1),
        x // 1,
        -x // 1,
        x % 1,
        -x % 1,
        round(x * 2) / 2,
        int(x * 10) % 10,
        divmod(-x, 1),
        x == int(x),
        hash(x) if False else 0,
    )


def unpack(a):
    x, *y = a
    *p, q = a
    (m, n), o = (x, q), y
    z = [*a, *y]
    w = (*a, x)
    first, *_, last = w
    return x, y, p, q, m, n, o, z, w, first, last


def nested(n):
    b = [[0] * n for _ in range(n)]
    c = b
    d = [r[:] for r in b]
    e = b[:]
    c[0][0] = 1
    d[0][0] = 2
    e[0][0] = 3
    e.append([9])
    b[-1][-1] = 7
    b[0], b[-1] = b[-1], b[0]
    return b, c, d, e, c == b, len(c)


def swaps(a):
    r = list(a)
    i = 0
    i, r[i] = 1, 50
    r[0], r[1] = r[1], r[0]
    r[i] += r[i - 1]
    return r, i


def setorder(a):
    s = set(a)
    t = frozenset(a)
    u = s | {100, 3}
    s.discard(a[0])
    s.add(a[0] + 64)
    return (
        list(s),
        list(t),
        list(u),
        [x for x in s - t],
        s.pop(),
        sorted(s ^ t),
        list({x % 7 for x in a}),
        tuple(t & u),
    )


def floats(x, n):
    return (
        x * n,
        x + n,
        n - x,
        x == n,
        x < n,
        x**2,
        n / 3,
        n // 3,
        n % 3,
        0.1 + 0.2,
        x * 0.1,
        float(n),
        n + 0.0,
        max(n, x),
        min(x, n),
        sum([x, n]),
        sum([n, x, 0.5]),
        abs(-x),
        x or n,
        [n, x][1],
        {n: x}[n],
        x // n if n else 0,
        1e16 + x,
    )


def excs(n):
    out = []
    for i in range(4):
        try:
            if i == 0:
                out.append([1, 2][n])
            if i == 1:
                out.append({1: 2}[n])
            if i == 2:
                out.append(10 // (n - 1))
            if i == 3:
                raise ValueError
        except IndexError:
            out.append("i")
        except (KeyError, ZeroDivisionError):
            out.append("kz")
        except Exception:
            out.append("e")
        else:
            out.append("ok")
    return out


def ranges(n):
    return (
        list(range(n, -n, -3)),
        len(range(n, 100, 7)),
        range(10)[n % 5],
        range(0, 30, 3).index(9),
        sum(range(n, 2 * n)),
        list(reversed(range(n))),
        n in range(0, 9, 4),
        list(range(5, n)),
        max(range(n + 1)),
        list(enumerate("ab", n)),
        list(zip(range(n), "abc")),
    )


def comps(n):
    return (
        [(i, j) for i in range(n) for j in range(i) if (i + j) % 2],
        {i: [j for j in range(i)] for i in range(n)},
        {(i, j % 2) for i in range(2) for j in range(n)} == {(0, 0), (0, 1)},
        [x for x in [y * y for y in range(n)] if x > 1],
        [[c for c in r] for r in zip(*[[1, 2], [3, n]])],
    )


def strs(n):
    a = "abc"
    r = ""
    for ch in a:
        r = ch + r if n else r + ch
    return (
        r,
        a[n % 3],
        ord(a[n % 3]) - 97,
        chr(97 + n),
        a.index("c"),
        [c for c in a if c != "b"],
        a.replace("b", str(n)),
        "-".join([str(n)] * 3),
        a > "abb",
        tuple(a),
        dict(zip(a, range(3))),
        "".join(reversed(a)),
        a.join("xy"),
    )


CASES: dict[Any, Any] = {
    else_of_a_short_loop: ((0,), (1,), (3,), (4,), (5,)),
    keys: [(1,), (3,)],
    late2: [(3,)],
    default: [(1,)],
    order: [((1, 2, 1, 3),)],
    ties: [((3, 1, 2, 4, 5),), ((2, 2, 1),)],
    elses: [(2,), (5,), (3,)],
    side: [(2,), (0,), (5,)],
    gens: [(0,), (2,), (5,)],
    texts: [("abcab",), ("xay b",)],
    bools: [(0,), (1,), (2,)],
    rounds: [(2.5,), (3.5,), (0.0,), (7.25,), (1.05,)],
    unpack: [((1, 2, 3),), ((1, 2),)],
    nested: [(2,), (3,)],
    swaps: [((1, 2, 3),)],
    setorder: [((33, 1, 65, 7),), ((5, 9, 1),)],
    floats: [(2.5, 3), (3.0, 3), (-0.0, 0)],
    excs: [(0,), (1,), (5,)],
    ranges: [(3,), (7,)],
    comps: [(2,), (4,)],
    strs: [(0,), (2,)],
}


def outcome(work: Any, *values: Any) -> Any:
    try:
        return repr(work(*values))
    except Rebuilt:
        return outcome(work, *values)
    except Exception as error:
        return getattr(error, "kind", type(error))


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_a_corner_is_the_same_in_machine_code(function: Any) -> None:
    """The same values with the same classes, and the same errors."""
    constants = Constants(Progress())
    kinds = [joined(map(constants.type_of, column)) for column in zip(*CASES[function], strict=True)]
    made = Program({"f": Entry(function, tuple(kinds))}, kept=False)  # type: ignore[arg-type]
    for values in CASES[function]:
        assert outcome(lambda *given: made.call("f", *given), *values) == outcome(function, *values), values
