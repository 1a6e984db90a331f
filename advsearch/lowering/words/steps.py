"""Makes `Step` objects, which are operations on 64-bit words.

If the rules compute `a + b` twice, both operations become one object.
"""

from __future__ import annotations

from typing import Any, Final

from advsearch.bits import FULL_WORD
from advsearch.lowering.words.graph import COMMUTE, Kind
from advsearch.lowering.words.intervals import RULES, VALUES, Interval, hull

_BOOLEAN: Final = frozenset({"eq", "lt", "not", "feq", "flt", "fle"})


class Step:
    """An operation on words, whose result is always from `lo` to `hi`."""

    __slots__ = ("args", "data", "hi", "kind", "lo", "name", "number", "op")

    op: str
    args: tuple[Step, ...]
    data: Any
    kind: Kind
    lo: int
    hi: int
    name: str
    number: int

    def __bool__(self) -> bool:
        raise TypeError("cannot test a Step in `if step:`, because the value of a Step is known only at run time")


class LoopSteps:
    __slots__ = ("carried", "condition", "nexts", "params")

    def __init__(self, params: tuple[Step, ...], nexts: tuple[Step, ...], condition: Step, carried: int) -> None:
        self.params, self.nexts, self.condition, self.carried = params, nexts, condition, carried


def _outside(params: tuple[Step, ...], results: tuple[Step, ...]) -> tuple[Step, ...]:
    # Returns the steps that can be computed before the loop.
    inside: dict[int, bool] = {param.number: True for param in params}

    def visit(step: Step) -> bool:
        known = inside.get(step.number)
        if known is None:
            known = False
            for arg in step.args:
                known = visit(arg) or known
            inside[step.number] = known
        return known

    for result in results:
        visit(result)
    found: dict[int, Step] = {}
    todo, seen = list(results), set()
    while todo:
        step = todo.pop()
        if step.number in seen:
            continue
        seen.add(step.number)
        if inside[step.number]:
            todo.extend(step.args)
        elif step.op not in ("const", "leaf"):
            found[step.number] = step
    return tuple(found.values())


class Steps:
    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Step] = {}
        self.size = 0
        self.zero = self._step(("const", "int", "0"), "const", (), 0, "int", (0, 0))
        self.full = self.const(FULL_WORD)

    def const(self, value: Any) -> Step:
        kind: Kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
        whole = int(value) if kind != "float" else 0
        return self._step(("const", kind, repr(value)), "const", (), value, kind, (whole, whole))

    def leaf(self, text: str, interval: Interval, kind: Kind = "int") -> Step:
        """Make a step from a piece of code, such as the name of a parameter."""
        return self._step(("leaf", text, kind), "leaf", (), text, kind, interval)

    def variable(self, name: str, interval: Interval, kind: Kind) -> Step:
        made = self._step(("param", self.size), "param", (), name, kind, interval)
        made.name = name
        return made

    def loop(
        self, params: tuple[Step, ...], inits: tuple[Step, ...], nexts: tuple[Step, ...], condition: Step
    ) -> tuple[Step, ...]:
        """The steps for `params` after `while condition: params = nexts`."""
        outside = _outside(params, (condition, *nexts))
        body = LoopSteps(params, nexts, condition, len(inits))
        made = self._step(("loop", self.size), "loop", (*inits, *outside), body, "int", (0, 0))
        return tuple(
            self._step(("out", made.number, place), "out", (made,), place, param.kind, (param.lo, param.hi))
            for place, param in enumerate(params)
        )

    def lookup(self, table: tuple[Any, ...], index: Step) -> Step:
        # The table is padded to a power of two, so that `index & mask` is always in range.
        if index.op == "const":
            return self.const(table[index.data])
        size = 1 << (len(table) - 1).bit_length()
        if len(table) < size:
            table = (*table, *([table[0]] * (size - len(table))))
        masked = self.make("and", index, self.const(size - 1)) if not _masked(index, size) else index
        first = table[0]
        if type(first) is float:
            return self._step(("lookup", masked.number, table), "lookup", (masked,), table, "float", (0, 0))
        if type(first) is bool:
            table = tuple(map(int, table))
            found = self._step(("lookup", masked.number, table), "lookup", (masked,), table, "int", (0, 1))
            return self.make("not", self.make("eq", found, self.zero))
        span = min(table), max(table)
        return self._step(("lookup", masked.number, table), "lookup", (masked,), table, "int", span)

    def select(self, condition: Step, one: Step, two: Step) -> Step:
        if condition.op == "const":
            return one if condition.data else two
        if one is two:
            return one
        if condition.op == "not":
            condition, one, two = condition.args[0], two, one
        if one.kind == "bool" and one.op == two.op == "const":
            return condition if one.data else self.make("not", condition)
        key = ("select", condition.number, one.number, two.number)
        interval = hull((one.lo, one.hi), (two.lo, two.hi))
        return self._step(key, "select", (condition, one, two), None, one.kind, interval)

    def make(self, op: str, *args: Step) -> Step:
        if all(one.op == "const" for one in args) and not (op == "shl" and args[1].data > 4096):
            return self.const(VALUES[op](*(one.data for one in args)))
        if op in COMMUTE and (args[0].op == "const" or (args[1].op != "const" and args[0].number > args[1].number)):
            args = args[1], args[0]
        simple = self._simple(op, args)
        if simple is not None:
            return simple
        key = (op, *(one.number for one in args))
        known = self._known.get(key)
        if known is not None:
            return known
        if op in _BOOLEAN or (op in ("and", "or", "xor") and all(one.kind == "bool" for one in args)):
            return self._step(key, op, args, None, "bool", (0, 1))
        if op == "whole":
            return self._step(key, op, args, None, "int", (0, 1))
        if op[0] == "f" and op != "floordiv":
            return self._step(key, op, args, None, "float", (0, 0))
        return self._step(key, op, args, None, "int", RULES[op](*((one.lo, one.hi) for one in args)))

    def _simple(self, op: str, args: tuple[Step, ...]) -> Step | None:
        zero = len(args) == 2 and args[1] is self.zero and args[0].kind == "int"
        if zero and op in ("or", "xor", "add", "sub", "shl", "shr"):
            return args[0]
        if op == "and" and args[1].op == "const" and args[1].kind == "int":
            mask = args[1].data
            if mask == 0:
                return self.zero
            if mask == -1:
                return args[0]
        if op == "not" and args[0].op == "not":
            return args[0].args[0]
        if op in ("and", "or") and args[0] is args[1]:
            return args[0]
        outside = op == "eq" and args[1].op == "const" and args[0].kind == "int"
        if outside and not args[0].lo <= args[1].data <= args[0].hi:
            return self.const(False)
        return None

    def _step(
        self, key: tuple[Any, ...], op: str, args: tuple[Step, ...], data: Any, kind: Kind, interval: Interval
    ) -> Step:
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Step()
            known.op, known.args, known.data, known.kind = op, args, data, kind
            known.lo, known.hi = interval
            known.name = ""
            known.number = self.size
            self.size += 1
        return known


def _masked(index: Step, size: int) -> bool:
    if index.op == "and":
        return index.args[1].op == "const" and 0 <= index.args[1].data < size
    if index.op in ("add", "or") and index.lo >= 0 and index.hi < size:
        return all(_seen(part, size) for part in index.args)
    return False


def _seen(part: Step, size: int) -> bool:
    if part.op == "const":
        return bool(0 <= part.data < size)
    if part.op in ("mul", "shl") and part.args[1].op == "const":
        return _seen(part.args[0], size)
    return _masked(part, size)
