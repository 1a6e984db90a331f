"""Keeps what is known at one point of the rules: inside `if x > 3:`, `x` is at least 4."""

from __future__ import annotations

from typing import Any, Final

from advsearch.lowering.words.graph import Graph, Node
from advsearch.lowering.words.intervals import Interval
from advsearch.lowering.words.values import joined, node_of, simple, whole

# A larger integer may be a set of bits: two equal sets with different intervals would become two nodes.
_SMALL: Final = 1 << 12


class Contradiction(Exception):
    """The assumptions exclude each other, such as `x > 3` and `x < 2`."""


class Context:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.known: dict[int, Node] = {}
        self.narrow: dict[int, Interval] = {}

    # --- assumptions ------------------------------------------------------------------------------------------

    def saved(self) -> tuple[dict[int, Node], dict[int, Interval]]:
        kept = self.known, self.narrow
        self.known, self.narrow = dict(self.known), dict(self.narrow)
        return kept

    def restore(self, kept: tuple[dict[int, Node], dict[int, Interval]]) -> None:
        self.known, self.narrow = kept

    def assume(self, condition: Node, holds: bool) -> None:
        condition = self.resolved(condition)
        graph = self.graph
        if condition.constant:
            if bool(condition.data) != holds:
                raise Contradiction
            return
        self.known[condition.number] = graph.const(holds)
        if condition.op == "not":
            self.assume(condition.args[0], not holds)
        elif condition.op == "select":
            self._assume_select(condition, holds)
        elif condition.op == "eq":
            self._assume_equal(condition.args[0], condition.args[1], holds)
        elif condition.op == "lt":
            self._assume_less(condition.args[0], condition.args[1], holds)

    def _assume_select(self, condition: Node, holds: bool) -> None:
        test, one, two = condition.args
        if one.constant and one.data != holds:
            self.assume(test, False)
            self.assume(two, holds)
        elif two.constant and two.data != holds:
            self.assume(test, True)
            self.assume(one, holds)

    def _assume_equal(self, one: Node, two: Node, holds: bool) -> None:
        if not two.constant or one.kind != "int":
            return
        value = int(two.data)
        lo, hi = self._interval(one)
        one = self._bare(one)
        if holds:
            self.known[one.number] = two
            return
        if value == lo:
            self._narrow(one, lo + 1, hi)
        elif value == hi:
            self._narrow(one, lo, hi - 1)

    def _assume_less(self, one: Node, two: Node, holds: bool) -> None:
        (least, most), (low, high) = self._interval(one), self._interval(two)
        one, two = self._bare(one), self._bare(two)
        if holds:
            self._narrow(one, least, min(most, high - 1))
            self._narrow(two, max(low, least + 1), high)
        else:
            self._narrow(one, max(least, low), most)
            self._narrow(two, low, min(high, most))

    @staticmethod
    def _bare(node: Node) -> Node:
        while node.op == "refine":
            node = node.args[0]
        return node

    def _interval(self, node: Node) -> Interval:
        bare = self._bare(node)
        lo, hi = self.narrow.get(bare.number, bare.interval)
        return max(lo, node.lo), min(hi, node.hi)

    def _narrow(self, node: Node, lo: int, hi: int) -> None:
        if lo > hi:
            raise Contradiction
        if not node.constant and node.kind == "int" and (lo, hi) != node.interval and node.hi - node.lo < _SMALL:
            self.narrow[node.number] = lo, hi
            if node.op == "add" and node.args[1].constant:
                self._narrow(node.args[0], lo - node.args[1].data, hi - node.args[1].data)

    # --- operations under them --------------------------------------------------------------------------------

    def seen(self, node: Node) -> Node:
        """Simplify a node with the current assumptions: after `x == 3`, `x` becomes 3."""
        known = self.known.get(node.number)
        if known is not None:
            return known
        if node.op == "signed":
            word = self.seen(node.args[0])
            if word is not node.args[0]:
                if word.constant:
                    return self.graph.const(word.data if word.data <= node.hi else -1)
                if word.hi <= node.hi:
                    return word
        if node.op == "refine":
            bare = self._bare(node)
            known = self.known.get(bare.number)
            if known is not None:
                return known
            interval = self.narrow.get(bare.number)
        else:
            interval = self.narrow.get(node.number)
        return node if interval is None else self.graph.refined(node, *interval)

    def resolved(self, node: Node) -> Node:
        if not self.known and not self.narrow:
            return node
        node = self.seen(node)
        if node.op == "not":
            return self.graph.make("not", self.resolved(node.args[0]))
        if node.op == "select" and node.kind == "bool":
            test, one, two = node.args
            test = self.resolved(test)
            if test.constant:
                return self.resolved(one if test.data else two)
            return self.seen(self.graph.select(test, self.resolved(one), self.resolved(two)))
        if node.op in ("eq", "lt"):
            args = tuple(map(self.seen, node.args))
            if args != node.args:
                return self.seen(self.graph.make(node.op, *args))
        return node

    def op(self, name: str, *values: Any) -> Any:
        """The graph node of an operation, or a plain number if the result is constant."""
        nodes = []
        for value in values:
            node = node_of(self.graph, value)
            assert node is not None
            nodes.append(self.seen(node))
        return simple(self.seen(self.graph.make(name, *nodes)))

    def number(self, name: str, *values: Any) -> Any:
        """Like `op`, but booleans count as 0 and 1: `True + True` is 2."""
        nodes = [whole(self.graph, self.seen(self._node(value))) for value in values]
        return simple(self.seen(self.graph.make(name, *nodes)))

    def floating(self, name: str, *values: Any) -> Any:
        nodes = []
        for value in values:
            node = self.seen(self._node(value))
            if node.kind != "float":
                node = self.graph.make("float", whole(self.graph, node))
            nodes.append(node)
        return simple(self.graph.make(name, *nodes))

    def _node(self, value: Any) -> Node:
        node = node_of(self.graph, value)
        assert node is not None
        return node

    def choose(self, condition: Node, one: Any, two: Any) -> Any:
        return joined(self.graph, self.resolved(condition), one, two)
