"""Writes `Step` objects as the text of Python functions.

A slow branch of `x if c else y` becomes a block of an `if` statement.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Sequence
from typing import Any, Final

import attrs

from advsearch.lowering.words.steps import Step

# A conditional with a branch of at least this cost (see `_COSTS`) becomes an `if` statement.
DEAR: Final = 8
# Expressions that are nested deeper than this are split into several statements.
_DEEP: Final = 12

_COSTS: Final = {"lookup": 2, "count": 2, "length": 2, "floordiv": 20, "mod": 20, "fdiv": 10, "loop": 50, "out": 0}

_NO_STATEMENT: Final = frozenset({"const", "leaf", "param"})

_INFIX: Final = {
    "add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>", "floordiv": "//",
    "mod": "%", "eq": "==", "lt": "<", "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/", "feq": "==", "flt": "<",
    "fle": "<=",
}  # fmt: skip


@attrs.define(eq=False)
class Region:
    parent: Region | None
    owner: Step | None
    depth: int
    cost: int = 0
    nodes: list[Step] = attrs.field(factory=list)


class Body:
    def __init__(
        self,
        results: Sequence[Step],
        tables: dict[tuple[Any, ...], str],
        taken: set[str],
        names: dict[int, str] | None = None,
        indent: int = 1,
    ) -> None:
        self.results = list(results)
        self.tables = tables
        self.lines: list[str] = []
        self._names: dict[int, str] = dict(names or {})
        self._taken = taken
        self._order = _ordered(self.results, self._names)
        self._uses: dict[int, list[tuple[Step, int]]] = {}
        for step in self._order:
            if step.number in self._names:
                continue
            for place, arg in enumerate(step.args):
                self._uses.setdefault(arg.number, []).append((step, place))
        self._root = Region(None, None, 0)
        self._region: dict[int, Region] = {}
        self._arms: dict[tuple[int, int], Region] = {}
        self._outs: dict[int, list[str]] = {}
        self._wanted = {result.number for result in self.results}
        self._place()
        self._join_cheap()
        self._write(self._root, indent)

    def texts(self) -> list[str]:
        """An expression for each result; the statements in `lines` must run first."""
        return [self._text(step, 0) for step in self.results]

    # --- where each step stands -------------------------------------------------------------------------------

    def _place(self) -> None:
        for step in reversed(self._order):
            region: Region | None = self._root if step.number in self._wanted else None
            for user, place in self._uses.get(step.number, ()):
                at = self._region[user.number]
                if user.op == "select" and place > 0:
                    at = self._arms[user.number, place]
                region = at if region is None else _common(region, at)
            assert region is not None
            self._region[step.number] = region
            if step.op == "select" and step.number not in self._names:
                for place in (1, 2):
                    self._arms[step.number, place] = Region(region, step, region.depth + 1)

    def _join_cheap(self) -> None:
        for step in self._order:
            if step.op not in _NO_STATEMENT and step.number not in self._names:
                self._region[step.number].nodes.append(step)
        for step in self._order:  # operands before their users, so inner choices first
            if step.op != "select" or step.number in self._names:
                continue
            region = self._region[step.number]
            arms = [self._arms[step.number, place] for place in (1, 2)]
            costs = [sum(self._cost(node) for node in arm.nodes) for arm in arms]
            if max(costs) < DEAR:
                for arm in arms:
                    self._dissolve(arm, region)
                del self._arms[step.number, 1], self._arms[step.number, 2]

    def _cost(self, step: Step) -> int:
        cost = _COSTS.get(step.op, 1)
        for place in (1, 2):
            arm = self._arms.get((step.number, place))
            if arm is not None:
                cost += sum(map(self._cost, arm.nodes))
        return cost

    def _dissolve(self, arm: Region, into: Region) -> None:
        for node in arm.nodes:
            self._region[node.number] = into
        into.nodes.extend(arm.nodes)
        for region in self._arms.values():
            if region.parent is arm:
                region.parent = into

    # --- text -------------------------------------------------------------------------------------------------

    def _write(self, region: Region, indent: int) -> None:
        places = {step.number: place for place, step in enumerate(self._order)}
        for step in sorted(region.nodes, key=lambda node: places[node.number]):
            if step.number in self._names:
                continue
            if step.op == "loop":
                self._write_loop(step, indent)
                continue
            split = (step.number, 1) in self._arms
            if split:
                self._write_choice(step, indent)
            elif self._many(step) or self._depth(step) > _DEEP:
                text = self._expression(step)
                self._line(indent, f"{self._name(step)} = {text}")

    def _many(self, step: Step) -> bool:
        uses = len(self._uses.get(step.number, ())) + self.results.count(step)
        return uses > 1

    def _depth(self, step: Step) -> int:
        depths = [self._depth(arg) for arg in step.args if arg.number not in self._names]
        return 1 + max(depths, default=0) if step.op not in _NO_STATEMENT else 0

    def _write_loop(self, step: Step, indent: int) -> None:
        loop = step.data
        for outside in step.args[loop.carried :]:
            if outside.number not in self._names:
                text = self._expression(outside)
                self._line(indent, f"{self._name(outside)} = {text}")
        begun = [self._text(init, 0) for init in step.args[: loop.carried]]
        names = [self._name(param) for param in loop.params]
        for name, text in zip(names, begun, strict=True):
            self._line(indent, f"{name} = {text}")
        known = dict(self._names)
        test = Body([loop.condition], self.tables, self._taken, known, indent + 1)
        if test.lines:
            self._line(indent, "while True:")
            self.lines += test.lines
            self._line(indent + 1, f"if not {test.texts()[0]}:")
            self._line(indent + 2, "break")
        else:
            self._line(indent, f"while {test.texts()[0]}:")
        every = zip(names, loop.params, loop.nexts, strict=True)
        moved = [(name, after) for name, param, after in every if param is not after]
        inner = Body([after for _, after in moved], self.tables, self._taken, known, indent + 1)
        self.lines += inner.lines
        targets = ", ".join(name for name, _ in moved)
        self._line(indent + 1, f"{targets} = {', '.join(inner.texts())}" if moved else "pass")
        self._outs[step.number] = names

    def _write_choice(self, step: Step, indent: int) -> None:
        condition, one, two = step.args
        test = self._text(condition, 0)
        name = self._name(step)
        for place, value, head in ((1, one, f"if {test}:"), (2, two, "else:")):
            self._line(indent, head)
            arm = self._arms[step.number, place]
            self._write(arm, indent + 1)
            self._line(indent + 1, f"{name} = {self._text(value, 0)}")

    def _line(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def _name(self, step: Step) -> str:
        base = step.name or {"lookup": "found", "count": "number", "select": "chosen"}.get(step.op, "value")
        if keyword.iskeyword(base) or not base.isidentifier():
            base = "value"
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        self._names[step.number] = name
        return name

    def _text(self, step: Step, _: int) -> str:
        known = self._names.get(step.number)
        return known if known is not None else self._expression(step)

    def _expression(self, step: Step) -> str:
        op = step.op
        if op == "const":
            return _constant(step.data)
        if op == "leaf":
            return str(step.data)
        if op == "out":
            return str(self._outs[step.args[0].number][int(step.data)])
        args = [self._text(arg, 0) for arg in step.args]
        if op in _INFIX:
            return f"({args[0]} {_INFIX[op]} {args[1]})"
        if op == "lookup":
            return f"{self._table(step.data)}[{args[0]}]"
        if op == "select":
            return self._choice(step, args)
        one = args[0]
        forms = {
            "not": f"(not {one})", "invert": f"(~{one})", "neg": f"(-{one})", "fneg": f"(-{one})",
            "count": f"count({one})", "length": f"length({one})", "lowest": f"lowest({one})",
            "fsqrt": f"sqrt({one})", "whole": f"(1 if {one} else 0)",
            "float": f"float({one})", "abs": f"abs({one})", "fabs": f"abs({one})",
        }  # fmt: skip
        if op in forms:
            return forms[op]
        if op == "clear":
            return f"({one} >> {args[1]} << {args[1]})"
        if op in ("min", "max"):
            return f"{op}({one}, {args[1]})"
        raise AssertionError(f"expected an operation that can be written as Python code, got {op}")

    def _choice(self, step: Step, args: list[str]) -> str:
        _, one, two = step.args
        test, first, second = args
        if step.kind == "bool":
            if one.op == "const":
                return f"({test} or {second})" if one.data else f"(not {test} and {second})"
            if two.op == "const":
                return f"(not {test} or {first})" if two.data else f"({test} and {first})"
        return f"({first} if {test} else {second})"

    def _table(self, values: tuple[Any, ...]) -> str:
        name = self.tables.get(values)
        if name is None:
            name = self.tables[values] = f"TABLE_{len(self.tables) + 1}"
        return name


def _constant(value: Any) -> str:
    if isinstance(value, float):
        if value != value:
            raise AssertionError("expected a number, got nan")
        if value in (float("inf"), float("-inf")):
            return "INFINITY" if value > 0 else "(-INFINITY)"
    return f"({value!r})" if value < 0 else repr(value)


def _common(one: Region, two: Region) -> Region:
    while one is not two:
        if one.depth < two.depth:
            one, two = two, one
        assert one.parent is not None
        one = one.parent
    return one


def _ordered(results: Sequence[Step], names: dict[int, str]) -> list[Step]:
    order: list[Step] = []
    seen: set[int] = set()
    todo: list[tuple[Step, bool]] = [(result, False) for result in reversed(results)]
    while todo:
        step, ready = todo.pop()
        if ready:
            order.append(step)
        elif step.number not in seen:
            seen.add(step.number)
            todo.append((step, True))
            if step.number in names:
                continue
            todo.extend((arg, False) for arg in reversed(step.args) if arg.number not in seen)
    return order


def function_text(
    name: str,
    parameters: str,
    results: Sequence[Step],
    tables: dict[tuple[Any, ...], str],
    doc: str,
    *,
    alone: bool = True,
    returns: str = "",
) -> str:
    """The text of a function that returns `results`, or one number if `alone`."""
    body = Body(results, tables, {*parameters.split(", "), "count", "length", "highest", "lowest", "sqrt", name})
    texts = body.texts()
    value = texts[0] if alone else f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
    lines = [f"def {name}({parameters}){returns}:", f'    """{doc}"""', *body.lines, f"    return {value}"]
    return ast.unparse(ast.parse("\n".join(lines)))
