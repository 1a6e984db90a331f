"""The nodes, tables and loops in a graph of operations on symbols, such as `x + 1`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from advsearch.lowering.words.intervals import Interval

Kind: TypeAlias = Literal["int", "bool", "float"]


class Table:
    """A tuple of numbers in which generated code looks up values."""

    __slots__ = ("greatest", "least", "name", "values")

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values
        whole = all(type(value) is int for value in values)
        self.least: int | None = min(values) if whole else None
        self.greatest: int | None = max(values) if whole else None
        self.name = ""


class Node:
    """An operation such as `add`, a symbol or a constant."""

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
        raise TypeError(
            f"cannot test a symbolic value in `if value:`, because it is known only at run time: {self!r}"
        )

    def __repr__(self) -> str:
        return f"<{self.op} {self.data if self.op in ('const', 'input') else len(self.args)} {self.lo}..{self.hi}>"


class LoopBody:
    """The loop `while condition: params = nexts`, one object for all its results."""

    __slots__ = ("carried", "condition", "nexts", "owner", "params")

    def __init__(
        self, owner: int, params: tuple[Node, ...], nexts: tuple[Node, ...], condition: Node, carried: int
    ) -> None:
        self.owner, self.params, self.nexts, self.condition = owner, params, nexts, condition
        self.carried = carried


def reached(todo: list[Node]) -> Iterator[Node]:
    """Yield the nodes in `todo` and below them, each once; `todo` can grow meanwhile."""
    seen: set[int] = set()
    while todo:
        node = todo.pop()
        if node.number not in seen:
            seen.add(node.number)
            todo.extend(node.args)
            yield node
