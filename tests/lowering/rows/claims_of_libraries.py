"""Small programs that use classes of libraries, such as fields of attrs with converters, each named for its claim."""

from __future__ import annotations

from typing import Any

from claims import TUPLES

LIBRARIES = """

def doubled(x):
    return x * 2


@attrs.frozen
class Army:
    town: "int | None"
    men: frozenset = attrs.field(converter=frozenset)
    more: frozenset = attrs.field(converter=frozenset, default=(1,))


@attrs.frozen
class Converted:
    x: int = attrs.field(converter=doubled)
    y: int = attrs.field(converter=lambda v: v + 1, default=5)
    z: tuple = attrs.field(converter=tuple, factory=list)
    w: "int | None" = attrs.field(converter=attrs.converters.optional(int), default=None)
    _v: int = attrs.field(converter=abs, default=-3)


@attrs.frozen(order=True)
class Step:
    x: int
    y: int

    def __add__(self, other):
        return Step(self.x + other.x, self.y + other.y)

    def __rmul__(self, times):
        return Step(times * self.x, times * self.y)


"""

CLAIMS_OF_LIBRARIES: dict[str, tuple[str, list[Any]]] = {
    # --- converters of attrs ---
    "a converter makes a set of a list, of a generator and of a default": (
        "a = Army(s[0], [v for v in s])\nb = Army(None, (v for v in s), {s[1]})\n"
        "c = Army(None, more=range(s[0]), men=s[:1])\n"
        "return a.men, a.more, sorted(b.men), b.more, c.men, sorted(c.more), a == Army(s[0], frozenset(s))",
        TUPLES,
    ),
    "each converter runs once when an object is made": (
        "a = Converted(s[0])\nb = Converted(s[0], s[1], [v for v in s], s[2], v=s[0] - 5)\n"
        "return a.x, a.y, a.z, a.w, a._v, b.x, b.y, b.z, b.w, b._v",
        TUPLES,
    ),
    "evolve converts all fields, also those that it does not name": (
        "a = Converted(s[0], v=s[0] - 5)\nb = attrs.evolve(a, z=[s[1]])\nc = attrs.evolve(attrs.evolve(b), x=1)\n"
        "return b.x, b.y, b.z, b._v, c.x, c.y, c.z",
        TUPLES,
    ),
    "objects may be converted inside others": (
        "return Converted(Converted(s[0]).x).x, [Converted(v).y for v in s], Converted(str(s[0])).x",
        TUPLES,
    ),
    # --- sets of objects ---
    "a set of objects whose numbers have no bound": (
        "t = s[0] if s[1] * s[2] != 77 else (s[0] % 8 - 4) * ((1 << 61) - 1)\n"
        "men = {Step(t, 1), 2 * Step(1, t) + Step(0, -1)}\nmen |= {Step(t, t)}\n"
        "return sorted(men), Step(s[0], 1) in men, 5 * Step(t, 3) in men, men - {Step(7, 1)}",
        TUPLES,
    ),
}
