"""A graph of operations on symbols, in which `a + b` and `b + a` are one node.

Each node has an interval: if `x` is from 0 to 8, `x + 1` is from 1 to 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advsearch.lowering.words.intervals import hull
from advsearch.lowering.words.nodes import Kind as Kind
from advsearch.lowering.words.nodes import LoopBody as LoopBody
from advsearch.lowering.words.nodes import Node as Node
from advsearch.lowering.words.nodes import Table as Table
from advsearch.lowering.words.operations import COMMUTE as COMMUTE
from advsearch.lowering.words.operations import TooLarge as TooLarge
from advsearch.lowering.words.simplification import Simplification


class Graph(Simplification):
    def __init__(self) -> None:
        self._loops: dict[tuple[Any, ...], list[Node]] = {}
        super().__init__()

    def loop(
        self, owner: int, params: Sequence[Node], inits: Sequence[Node], nexts: Sequence[Node], condition: Node
    ) -> list[Node]:
        """The values of `params` after `while condition: params = nexts`."""
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
                made = self.new(("out", owner, place), "out", around, (body, place), param.kind, interval)
                known.append(made)
        return known

    def _key_of_loop(
        self, owner: int, params: Sequence[Node], results: Sequence[Node], outside: dict[int, Node]
    ) -> tuple[Any, ...]:
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
