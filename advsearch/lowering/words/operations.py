"""Makes the nodes of a graph: `a + b` and `b + a` become one node."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from advsearch.lowering.words.intervals import RULES, VALUES, Interval, hull
from advsearch.lowering.words.nodes import Kind, Node, Table

# Machine code for a larger graph would take minutes to build.
MOST_NODES: Final = 60_000

COMMUTE: Final = frozenset({"add", "mul", "and", "or", "xor", "eq", "min", "max", "feq", "fadd", "fmul"})
_BOOLEAN: Final = frozenset({"eq", "lt", "not", "feq", "flt", "fle"})


class TooLarge(Exception):
    """The graph has more than `MOST_NODES` nodes."""


def _most_bits(word: Node) -> int:
    if word.op == "const":
        return int(word.data).bit_count()
    if word.op == "refine":
        return _most_bits(word.args[0])
    if word.op == "and":
        return min(map(_most_bits, word.args))
    if word.op == "lookup" and word.lo >= 0:
        return max(int(value).bit_count() for value in word.data.values[word.args[0].lo : word.args[0].hi + 1])
    return word.hi.bit_length() if word.lo >= 0 else 1 << 10


class Operations:
    def __init__(self) -> None:
        self._nodes: dict[tuple[Any, ...], Node] = {}
        self._tables: dict[tuple[Any, ...], Table] = {}
        self._seen_tables: dict[int, tuple[tuple[Any, ...], Table]] = {}
        self.size = 0
        self.limit = MOST_NODES
        self.true = self.const(True)
        self.false = self.const(False)

    # --- leaves -----------------------------------------------------------------------------------------------

    def const(self, value: Any) -> Node:
        kind: Kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
        key = ("const", kind, repr(value) if kind == "float" else value)
        found = self._nodes.get(key)
        if found is None:
            whole = int(value) if kind != "float" else 0
            found = self.new(key, "const", (), value, kind, (whole, whole))
        return found

    def symbol(self, op: str, name: str, kind: Kind, interval: Interval, owner: int | None = None) -> Node:
        """Make an unknown: an input of the function, or a variable of the loop `owner`."""
        node = self.new((op, name, self.size), op, (), name, kind, interval)
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

    def new(
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
        if self.size > self.limit:
            raise TooLarge
        self._nodes[key] = node
        return node

    def begin(self) -> None:
        """Allow `MOST_NODES` more nodes, for an evaluator."""
        self.limit = self.size + MOST_NODES

    # --- operations -------------------------------------------------------------------------------------------

    def make(self, op: str, *args: Node) -> Node:
        """The node of an operation: `make("add", x, y)` is `x + y`."""
        if all(one.op == "const" for one in args):
            return self.const(VALUES[op](*(one.data for one in args)))
        if op in COMMUTE and (args[0].op == "const" or (args[1].op != "const" and args[0].number > args[1].number)):
            args = args[1], args[0]  # constants come second
        simpler = self.simplified(op, args)
        if simpler is not None:
            return simpler
        key = (op, *(one.number for one in args))
        found = self._nodes.get(key)
        if found is not None:
            return found
        if op in _BOOLEAN:
            return self.new(key, op, args, None, "bool", (0, 1))
        if op == "whole":
            return self.new(key, op, args, None, "int", (0, 1))
        if op[0] == "f" and op != "floordiv":
            return self.new(key, op, args, None, "float", (0, 0))
        if op in ("and", "or", "xor") and all(one.kind == "bool" for one in args):
            return self.new(key, op, args, None, "bool", (0, 1))
        interval = RULES[op](*((one.lo, one.hi) for one in args))
        if op == "mul" and args[0] is args[1]:
            interval = max(interval[0], 0), interval[1]
        if op == "count":
            interval = interval[0], min(interval[1], _most_bits(args[0]))
        if interval[0] == interval[1]:
            return self.const(interval[0])
        return self.new(key, op, args, None, "int", interval)

    def raw(self, op: str, args: tuple[Node, ...], data: Any, kind: Kind, interval: Interval) -> Node:
        """Make a node without simplifying it; an existing node gets the wider interval."""
        key = (op, *(one.number for one in args), id(data) if data is not None else None)
        found = self._nodes.get(key)
        if found is None:
            return self.new(key, op, args, data, kind, interval)
        found.lo, found.hi = hull(found.interval, interval)
        return found

    def lookup(self, table: Table, index: Node, within: tuple[Any, ...] | None = None) -> Node:
        """The node of `table[index]`; the interval of `index` must lie within the table."""
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
            return self.new(key, "lookup", (index,), table, "float" if floats else "bool", (0, 0 if floats else 1))
        return self.new(key, "lookup", (index,), table, "int", (min(values), max(values)))

    def select(self, condition: Node, one: Node, two: Node) -> Node:
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
            found = self.new(key, "select", (condition, one, two), None, one.kind, hull(one.interval, two.interval))
        return found

    def both(self, one: Node, two: Node) -> Node:
        if two.constant:
            return one if two.data else self.false
        return self.select(one, two, self.false)

    def either(self, one: Node, two: Node) -> Node:
        if two.constant:
            return self.true if two.data else one
        return self.select(one, self.true, two)

    def truth(self, node: Node) -> Node:
        if node.kind == "bool":
            return node
        zero = self.const(0.0) if node.kind == "float" else self.const(0)
        return self.make("not", self.make("feq" if node.kind == "float" else "eq", node, zero))

    def refined(self, node: Node, lo: int, hi: int) -> Node:
        """A node for the same integer, with the narrower interval from `lo` to `hi`."""
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
        return self.new(key, "refine", (node,), None, node.kind, (lo, hi)) if found is None else found

    def exact(self, node: Node, by: int) -> Node:
        """The node of `node // by` for a division without remainder."""
        if by == 1:
            return node
        key = ("exact", node.number, by)
        found = self._nodes.get(key)
        return self.new(key, "exact", (node,), by, "int", (node.lo // by, node.hi // by)) if found is None else found

    def signed(self, word: Node) -> Node:
        """Convert the largest stored number to -1: for numbers from -1 to 8, the stored 9 means -1."""
        return self.raw("signed", (word,), None, "int", (-1, word.hi - 1))

    def simplified(self, op: str, args: tuple[Node, ...]) -> Node | None:
        raise NotImplementedError
