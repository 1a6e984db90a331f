"""A graph of operations on symbols. Equal expressions are one node, and every integer has an interval.

Integers have Python's meaning here, however large: `limbs` cuts large ones into words afterwards. Making a node
simplifies it where that is cheap to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from advsearch.lowering.words.intervals import RULES, VALUES, Interval, hull

Kind: TypeAlias = Literal["int", "bool", "float"]

MOST_NODES: Final = 60_000
"""More nodes than this are refused: building them as machine code would take minutes."""

COMMUTE: Final = frozenset({"add", "mul", "and", "or", "xor", "eq", "min", "max", "feq", "fadd", "fmul"})
_BOOLEAN: Final = frozenset({"eq", "lt", "not", "feq", "flt", "fle"})


class TooLarge(Exception):
    """The graph has more than `MOST_NODES` nodes."""


class Table:
    """A tuple of numbers that is looked up in; each exists once for its content."""

    __slots__ = ("greatest", "least", "name", "values")

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values
        whole = all(type(value) is int for value in values)
        self.least: int | None = min(values) if whole else None
        self.greatest: int | None = max(values) if whole else None
        self.name = ""


class Node:
    """One operation. Do not make nodes by hand: `Graph` does."""

    __slots__ = ("args", "data", "depends", "hi", "kind", "lo", "name", "number", "op")

    op: str
    args: tuple[Node, ...]
    data: Any
    kind: Kind
    lo: int
    hi: int
    number: int
    name: str
    depends: frozenset[int]

    @property
    def constant(self) -> bool:
        return self.op == "const"

    @property
    def interval(self) -> Interval:
        return self.lo, self.hi

    def __bool__(self) -> bool:
        raise TypeError(f"a symbol has no truth: {self!r}")

    def __repr__(self) -> str:
        return f"<{self.op} {self.data if self.op in ('const', 'input') else len(self.args)} {self.lo}..{self.hi}>"


def _most_bits(word: Node) -> int:
    """A bound on the cells of a set."""
    if word.op == "const":
        return int(word.data).bit_count()
    if word.op == "refine":
        return _most_bits(word.args[0])
    if word.op == "and":
        return min(map(_most_bits, word.args))
    if word.op == "lookup" and word.lo >= 0:
        return max(int(value).bit_count() for value in word.data.values[word.args[0].lo : word.args[0].hi + 1])
    return word.hi.bit_length() if word.lo >= 0 else 1 << 10


class LoopBody:
    """`while condition: params = nexts`; the first `carried` arguments of an `out` node are what it begins with."""

    __slots__ = ("carried", "condition", "nexts", "owner", "params")

    def __init__(
        self, owner: int, params: tuple[Node, ...], nexts: tuple[Node, ...], condition: Node, carried: int
    ) -> None:
        self.owner, self.params, self.nexts, self.condition = owner, params, nexts, condition
        self.carried = carried


class Graph:
    """The nodes of one derivation."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[Any, ...], Node] = {}
        self._tables: dict[tuple[Any, ...], Table] = {}
        self._seen_tables: dict[int, tuple[tuple[Any, ...], Table]] = {}
        self._loops: dict[tuple[Any, ...], list[Node]] = {}
        self.size = 0
        self.true = self.const(True)
        self.false = self.const(False)

    # --- leaves -----------------------------------------------------------------------------------------------

    def const(self, value: Any) -> Node:
        kind: Kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
        key = ("const", kind, repr(value) if kind == "float" else value)
        found = self._nodes.get(key)
        if found is None:
            whole = int(value) if kind != "float" else 0
            found = self._new(key, "const", (), value, kind, (whole, whole))
        return found

    def symbol(self, op: str, name: str, kind: Kind, interval: Interval, owner: int | None = None) -> Node:
        """A fresh leaf: an input of the function, or what a loop carries (`owner` is the loop)."""
        node = self._new((op, name, self.size), op, (), name, kind, interval)
        node.name = name
        if owner is not None:
            node.depends = frozenset({owner})
        return node

    def table(self, values: tuple[Any, ...]) -> Table:
        seen = self._seen_tables.get(id(values))
        if seen is not None and seen[0] is values:
            return seen[1]
        found = self._tables.get((type(values[0]), values))
        if found is None:
            found = self._tables[type(values[0]), values] = Table(values)
        self._seen_tables[id(values)] = values, found
        return found

    def _new(
        self, key: tuple[Any, ...], op: str, args: tuple[Node, ...], data: Any, kind: Kind, interval: Interval
    ) -> Node:
        node = Node()
        node.op, node.args, node.data, node.kind = op, args, data, kind
        node.lo, node.hi = interval
        node.name = ""
        node.number = self.size
        depends: frozenset[int] = frozenset()
        for one in args:
            if one.depends and not one.depends <= depends:
                depends |= one.depends
        node.depends = depends
        self.size += 1
        if self.size > MOST_NODES:
            raise TooLarge
        self._nodes[key] = node
        return node

    # --- operations -------------------------------------------------------------------------------------------

    def make(self, op: str, *args: Node) -> Node:
        """An operation of `intervals.VALUES`, on constants at once."""
        if all(one.op == "const" for one in args):
            return self.const(VALUES[op](*(one.data for one in args)))
        if op in COMMUTE and (args[0].op == "const" or (args[1].op != "const" and args[0].number > args[1].number)):
            args = args[1], args[0]  # a constant comes second
        simpler = self._simplified(op, args)
        if simpler is not None:
            return simpler
        key = (op, *(one.number for one in args))
        found = self._nodes.get(key)
        if found is not None:
            return found
        if op in _BOOLEAN:
            return self._new(key, op, args, None, "bool", (0, 1))
        if op == "whole":
            return self._new(key, op, args, None, "int", (0, 1))
        if op[0] == "f" and op != "floordiv":
            return self._new(key, op, args, None, "float", (0, 0))
        if op in ("and", "or", "xor") and all(one.kind == "bool" for one in args):
            return self._new(key, op, args, None, "bool", (0, 1))
        interval = RULES[op](*((one.lo, one.hi) for one in args))
        if op == "mul" and args[0] is args[1]:
            interval = max(interval[0], 0), interval[1]
        if op == "count":
            interval = interval[0], min(interval[1], _most_bits(args[0]))
        if interval[0] == interval[1]:
            return self.const(interval[0])
        return self._new(key, op, args, None, "int", interval)

    def raw(self, op: str, args: tuple[Node, ...], data: Any, kind: Kind, interval: Interval) -> Node:
        """A node as it is, without any simplification; its interval is widened where the node is known already."""
        key = (op, *(one.number for one in args), id(data) if data is not None else None)
        found = self._nodes.get(key)
        if found is None:
            return self._new(key, op, args, data, kind, interval)
        found.lo, found.hi = hull(found.interval, interval)
        return found

    def lookup(self, table: Table, index: Node, within: tuple[Any, ...] | None = None) -> Node:
        """`table[index]`; the interval of the index lies within the table. `within` has the values that it may give,
        where the index takes only some places of its interval."""
        if index.constant:
            return self.const(table.values[index.data])
        values = within or table.values[index.lo : index.hi + 1]
        if within is None and table.least is not None and len(values) > 1 and max(map(abs, values)) < 1 << 20:
            step = values[1] - values[0]
            if all(two - one == step for one, two in pairwise(values)):
                start = self.const(values[0] - index.lo * step)
                return self.make("add", self.make("mul", index, self.const(step)), start)
        if all(value == values[0] and type(value) is type(values[0]) for value in values):
            return self.const(values[0])
        key = ("lookup", index.number, id(table))
        found = self._nodes.get(key)
        if found is not None:
            return found
        if table.least is None:
            floats = any(type(value) is float for value in values)
            return self._new(key, "lookup", (index,), table, "float" if floats else "bool", (0, 0 if floats else 1))
        return self._new(key, "lookup", (index,), table, "int", (min(values), max(values)))

    def select(self, condition: Node, one: Node, two: Node) -> Node:
        """`one if condition else two`."""
        if condition.constant:
            return one if condition.data else two
        if one is two:
            return one
        if condition.op == "not":
            condition, one, two = condition.args[0], two, one
        if one.kind == "bool" and two.kind == "bool":
            if one is condition:
                one = self.true
            if two is condition:
                two = self.false
            if one is self.true and two is self.false:
                return condition
            if one is self.false and two is self.true:
                return self.make("not", condition)
        if one.op == "select" and one.args[0] is condition:
            one = one.args[1]
        if two.op == "select" and two.args[0] is condition:
            two = two.args[2]
        if two.op == "select" and one is two.args[1] and one.constant:  # c ? k : (d ? k : x)
            return self.select(self.either(condition, two.args[0]), one, two.args[2])
        if one is two:
            return one
        key = ("select", condition.number, one.number, two.number)
        found = self._nodes.get(key)
        if found is None:
            found = self._new(key, "select", (condition, one, two), None, one.kind, hull(one.interval, two.interval))
        return found

    # --- loops ------------------------------------------------------------------------------------------------

    def loop(
        self, owner: int, params: Sequence[Node], inits: Sequence[Node], nexts: Sequence[Node], condition: Node
    ) -> list[Node]:
        """What symbols are behind `while condition: params = nexts`, having begun with `inits`."""
        if condition.op == "const" and not condition.data:
            return list(inits)
        outside: dict[int, Node] = {}
        key = self._key_of_loop(owner, params, [condition, *nexts], outside)
        around = (*inits, *outside.values())
        key = ("loop", key, tuple(one.number for one in around))
        known = self._loops.get(key)
        if known is None:
            body = LoopBody(owner, tuple(params), tuple(nexts), condition, len(inits))
            known = self._loops[key] = []
            for place, param in enumerate(params):
                interval = hull(inits[place].interval, nexts[place].interval)
                if param.lo > interval[0] or param.hi < interval[1]:
                    interval = hull(interval, param.interval)
                made = self._new(("out", owner, place), "out", around, (body, place), param.kind, interval)
                known.append(made)
        return known

    def _key_of_loop(
        self, owner: int, params: Sequence[Node], results: Sequence[Node], outside: dict[int, Node]
    ) -> tuple[Any, ...]:
        """The body as a value: equal for loops that do the same."""
        places = {param.number: place for place, param in enumerate(params)}
        numbers: dict[int, int] = {}
        lines: list[tuple[Any, ...]] = []

        def visit(node: Node) -> Any:
            if node.number in places:
                return "param", places[node.number]
            if owner not in node.depends:
                if not node.constant:
                    outside[node.number] = node
                return "node", node.number
            if node.number not in numbers:
                data = id(node.data[0]) if node.op == "out" else id(node.data) if node.data is not None else None
                line = (node.op, data, node.interval, *map(visit, node.args))
                numbers[node.number] = len(lines)
                lines.append(line)
            return "line", numbers[node.number]

        ends = tuple(map(visit, results))
        return tuple(lines), ends, tuple(param.interval for param in params)

    def both(self, one: Node, two: Node) -> Node:
        """`one and two`, of booleans."""
        if two.constant:
            return one if two.data else self.false
        return self.select(one, two, self.false)

    def either(self, one: Node, two: Node) -> Node:
        """`one or two`, of booleans."""
        if two.constant:
            return self.true if two.data else one
        return self.select(one, self.true, two)

    def truth(self, node: Node) -> Node:
        """`bool(node)`."""
        if node.kind == "bool":
            return node
        zero = self.const(0.0) if node.kind == "float" else self.const(0)
        return self.make("not", self.make("feq" if node.kind == "float" else "eq", node, zero))

    def refined(self, node: Node, lo: int, hi: int) -> Node:
        """The same integer where it is known to lie in a narrower interval."""
        lo, hi = max(lo, node.lo), min(hi, node.hi)
        if (lo, hi) == node.interval or lo > hi:
            return node
        if node.op == "signed" and lo >= 0:
            return self.refined(node.args[0], lo, hi)
        if node.op == "refine":
            return self.refined(node.args[0], lo, hi)
        if lo == hi:
            return self.const(lo)
        key = ("refine", node.number, lo, hi)
        found = self._nodes.get(key)
        return self._new(key, "refine", (node,), None, node.kind, (lo, hi)) if found is None else found

    # --- simplification ---------------------------------------------------------------------------------------

    def _simplified(self, op: str, args: tuple[Node, ...]) -> Node | None:
        if len(args) == 1:
            return self._simplified_one(op, args[0])
        one, two = args
        rule = getattr(self, f"_{op}", None)
        return rule(one, two) if rule is not None else None

    def _simplified_one(self, op: str, one: Node) -> Node | None:
        if op in ("not", "invert", "neg", "fneg") and one.op == op:
            return one.args[0]
        if op == "not" and one.op == "select" and one.args[1].constant and one.args[2].constant:
            return self.select(one.args[0], self.make("not", one.args[1]), self.make("not", one.args[2]))
        if op == "whole" and one.op == "lookup":
            return self.lookup(self.table(tuple(int(value) for value in one.data.values)), one.args[0])
        if op == "abs" and one.lo >= 0:
            return one
        if op == "abs" and one.op == "sub" and one.args[0].number > one.args[1].number:
            return self.make("abs", self.make("sub", one.args[1], one.args[0]))
        if op == "float" and one.op == "select" and one.args[1].constant and one.args[2].constant:
            return self.select(one.args[0], self.make(op, one.args[1]), self.make(op, one.args[2]))
        return None

    def _zero_or(self, one: Node, two: Node) -> Node | None:
        """The one of two nodes that remains if the other is 0; else None."""
        if one.op == "const" and one.data == 0:
            return two
        if two.op == "const" and two.data == 0:
            return one
        return None

    def _add(self, one: Node, two: Node) -> Node | None:
        found = self._zero_or(one, two)
        if found is not None:
            return found
        fixed, other = (one, two) if one.constant else (two, one)
        if fixed.constant and other.op in ("add", "sub"):
            left, right = other.args
            if right.constant:
                total = fixed.data + (right.data if other.op == "add" else -right.data)
                return self.make("add", left, self.const(total))
            if left.constant and other.op == "add":
                return self.make("add", right, self.const(fixed.data + left.data))
        return None

    def _sub(self, one: Node, two: Node) -> Node | None:
        if one is two:
            return self.const(0)
        if two.op == "const":
            return one if two.data == 0 else self.make("add", one, self.const(-two.data))
        if one.op == "const" and one.data == 0:
            return self.make("neg", two)
        if two.op == "neg":
            return self.make("add", one, two.args[0])
        return None

    def _mul(self, one: Node, two: Node) -> Node | None:
        fixed, other = (one, two) if one.constant else (two, one)
        if not fixed.constant:
            return None
        if fixed.data in (0, 1):
            return other if fixed.data else self.const(0)
        if other.op == "mul" and any(part.constant for part in other.args):
            left, right = other.args if other.args[0].constant else (other.args[1], other.args[0])
            return self.make("mul", right, self.const(left.data * fixed.data))
        if other.op == "exact" and other.data == fixed.data:
            return other.args[0]
        if other.op == "add" and other.args[1].constant:
            scaled = self.make("mul", other.args[0], fixed)
            return self.make("add", scaled, self.const(other.args[1].data * fixed.data))
        return None

    def exact(self, node: Node, by: int) -> Node:
        """`node // by`, which leaves no rest."""
        if by == 1:
            return node
        key = ("exact", node.number, by)
        found = self._nodes.get(key)
        return self._new(key, "exact", (node,), by, "int", (node.lo // by, node.hi // by)) if found is None else found

    def _floordiv(self, one: Node, two: Node) -> Node | None:
        if not two.constant or two.data <= 0:
            return None
        by = two.data
        if by == 1:
            return one
        whole, rest = self._parted(one, by)
        if whole is not None and rest.lo >= 0 and rest.hi < by:
            return whole
        if one.lo // by == one.hi // by:
            return self.const(one.lo // by)
        if one.lo >= 0 and by & (by - 1) == 0:
            return self.make("shr", one, self.const(by.bit_length() - 1))
        return None

    def _mod(self, one: Node, two: Node) -> Node | None:
        if not two.constant or two.data <= 0:
            return None
        by = two.data
        if one.lo >= 0 and one.hi < by:
            return one
        whole, rest = self._parted(one, by)
        if whole is not None:
            return self.make("mod", rest, two)
        if one.lo >= 0 and by & (by - 1) == 0:
            return self.make("and", one, self.const(by - 1))
        return None

    def _parted(self, node: Node, by: int) -> tuple[Node | None, Node]:
        """w and r with node == w * by + r, where the sum shows them."""
        if node.op == "mul":
            fixed, other = (node.args[0], node.args[1]) if node.args[0].constant else (node.args[1], node.args[0])
            if fixed.constant and fixed.data % by == 0:
                return self.make("mul", other, self.const(fixed.data // by)), self.const(0)
        if node.op == "add":
            for left, right in (node.args, node.args[::-1]):
                whole, rest = self._parted(left, by)
                if whole is not None:
                    return whole, self.make("add", rest, right)
        return None, node

    def _and(self, one: Node, two: Node) -> Node | None:
        if one is two:
            return one
        if one.kind == "bool" and two.kind == "bool":
            fixed, other = (one, two) if one.constant else (two, one)
            return (other if fixed.data else self.false) if fixed.constant else None
        for fixed, other in ((one, two), (two, one)):
            if not fixed.constant:
                continue
            mask = fixed.data
            if mask == 0:
                return self.const(0)
            if mask == -1 or (other.lo >= 0 and mask > 0 and other.hi <= mask and mask & (mask + 1) == 0):
                return other
            if other.op == "and":
                for inner, rest in (other.args, other.args[::-1]):
                    if inner.constant:
                        return self.make("and", rest, self.const(mask & inner.data))
            if mask == 1 and other.op == "shr" and other.args[1].constant and other.args[0].kind == "int":
                bit = self.make("and", other.args[0], self.const(1 << other.args[1].data))
                return self.make("whole", self.truth(bit)) if bit.op == "and" else None
        return None

    def _or(self, one: Node, two: Node) -> Node | None:
        if one is two:
            return one
        if one.kind == "bool" and two.kind == "bool":
            fixed, other = (one, two) if one.constant else (two, one)
            return (self.true if fixed.data else other) if fixed.constant else None
        return self._zero_or(one, two)

    def _xor(self, one: Node, two: Node) -> Node | None:
        if one is two and one.kind == "int":
            return self.const(0)
        if one.kind == "bool" and two.kind == "bool":
            return None
        return self._zero_or(one, two)

    def _shl(self, one: Node, two: Node) -> Node | None:
        if two.constant and two.data == 0:
            return one
        if one.constant and one.data == 0:
            return one
        if one.op == "shr" and one.args[1] is two:
            return self.make("clear", one.args[0], two)
        return None

    def _shr(self, one: Node, two: Node) -> Node | None:
        if two.constant and two.data == 0:
            return one
        if two.constant and one.op == "shr" and one.args[1].constant:
            return self.make("shr", one.args[0], self.const(two.data + one.args[1].data))
        if two.constant and one.lo >= 0 and one.hi >> min(two.data, 4096) == 0:
            return self.const(0)
        return None

    def signed(self, word: Node) -> Node:
        """A number from -1, which is kept with its greatest number plus 1 for -1."""
        return self.raw("signed", (word,), None, "int", (-1, word.hi - 1))

    def _eq(self, one: Node, two: Node) -> Node | None:
        if one is two:
            return self.true
        if one.op == "signed" and two.constant:
            word = one.args[0]
            return self.make("eq", word, self.const(word.hi if two.data == -1 else int(two.data)))
        if one.op == "signed" and two.op == "signed" and one.hi == two.hi:
            return self.make("eq", one.args[0], two.args[0])
        if one.hi < two.lo or two.hi < one.lo:
            return self.false
        for fixed, other in ((one, two), (two, one)):
            if not fixed.constant:
                continue
            if other.kind == "bool":
                return other if int(fixed.data) == 1 else self.make("not", other)
            if other.op == "whole":
                return other.args[0] if fixed.data == 1 else self.make("not", other.args[0])
            if other.op == "select" and other.args[1].constant and other.args[2].constant:
                first, second = (self.const(bool(arm.data == fixed.data)) for arm in other.args[1:])
                return self.select(other.args[0], first, second)
            if other.op == "lookup" and isinstance(other.data, Table) and other.data.least is not None:
                values = tuple(value == fixed.data for value in other.data.values)
                if sum(values) == 1 and other.args[0].op != "lookup":
                    return self.make("eq", other.args[0], self.const(values.index(True)))
            if other.op == "and" and fixed.data != 0:
                mask = next((part.data for part in other.args if part.constant), 0)
                if mask == fixed.data and mask > 0 and mask & (mask - 1) == 0:  # the one bit
                    return self.make("not", self.make("eq", other, self.const(0)))
            if other.op == "add" and other.args[1].constant:
                return self.make("eq", other.args[0], self.const(fixed.data - other.args[1].data))
        return None

    def _lt(self, one: Node, two: Node) -> Node | None:
        if one is two or one.lo >= two.hi:
            return self.false
        if one.hi < two.lo:
            return self.true
        for node in (one, two):
            if node.op == "whole":
                fixed = two if node is one else one
                if fixed.constant:
                    arms = [self.make("lt", *((self.const(v), fixed) if node is one else (fixed, self.const(v))))
                            for v in (1, 0)]  # fmt: skip
                    return self.select(node.args[0], arms[0], arms[1])
        return None
