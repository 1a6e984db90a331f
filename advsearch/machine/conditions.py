"""Tests: jumps instead of values, and what a test tells about names."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from advsearch.machine import big, bits, boxing, branches, comparing, expressions, sequences, wide
from advsearch.machine.assembly import Block
from advsearch.machine.properties import is_instance
from advsearch.machine.scopes import Scope, bring_back, names_of
from advsearch.machine.source import changed_from_inside
from advsearch.machine.types import (
    BIG,
    BOOL,
    CHAR,
    FLOAT,
    INT,
    NONE,
    RANGE,
    Either,
    Flat,
    Member,
    Number,
    Type,
    alternatives,
    family,
    joined,
    universe_of,
)
from advsearch.machine.values import Constant, Held, Unreached, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def condition(f: Function, test: ast.expr, yes: Block, no: Block) -> None:
    """Jump to one of two blocks."""
    if isinstance(test, ast.BoolOp):
        saved = names_of(f.scope)
        wanted = isinstance(test.op, ast.And)
        for one in test.values[:-1]:
            following = f.block()
            condition(f, one, *((following, no) if wanted else (yes, following)))
            f.start(following)
            if not f.live:
                bring_back(saved)
                return
            narrow(f, one, wanted)
        condition(f, test.values[-1], yes, no)
        bring_back(saved)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        condition(f, test.operand, no, yes)
    elif isinstance(test, ast.Compare) and len(test.ops) > 1:
        left = f.evaluate(test.left)
        for place, (op, node) in enumerate(zip(test.ops, test.comparators, strict=True)):
            right = f.evaluate(node)
            following = f.block() if place + 1 < len(test.ops) else yes
            f.branch(is_true(f, comparing.compare(f, op, left, right, test)), following, no)
            if following is not yes:
                f.start(following)
                if not f.live:
                    return
            left = right
    elif isinstance(test, ast.Compare) and (asked := asks_for_items(f, test)) is not None:
        call, any_items = asked
        f.branch(is_true(f, expressions.truth_of_call(f, call)), *((yes, no) if any_items else (no, yes)))
    elif isinstance(test, ast.Call):
        f.branch(is_true(f, expressions.truth_of_call(f, test)), yes, no)
    else:
        f.branch(is_true(f, f.evaluate(test)), yes, no)


_ANY_ITEMS: Final[dict[tuple[type[ast.cmpop], int], bool]] = {
    (ast.Eq, 0): False, (ast.NotEq, 0): True, (ast.Gt, 0): True, (ast.GtE, 1): True, (ast.Lt, 1): False
}  # fmt: skip


def asks_for_items(f: Function, test: ast.Compare) -> tuple[ast.Call, bool] | None:
    """The call in `len(moves(state)) == 0` and the like, and whether the test holds if it returns any items."""
    call, number = test.left, test.comparators[0]
    if len(test.ops) != 1 or not isinstance(call, ast.Call) or not isinstance(number, ast.Constant):
        return None
    wanted = _ANY_ITEMS.get((type(test.ops[0]), number.value)) if type(number.value) is int else None
    inner = call.args[0] if len(call.args) == 1 and not call.keywords else None
    if wanted is None or not isinstance(inner, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    if call.func.id != "len" or getattr(expressions.look_up(f, "len", call), "value", None) is not len:
        return None
    return (inner, wanted) if expressions.gives_items(f, inner) else None


def is_true(f: Function, value: Value) -> str:
    """The truth of a value, as i1."""
    if isinstance(value, Constant):
        return "true" if value.value else "false"
    if not isinstance(value, Held):
        return "true"  # functions and generators
    held = boxing.plain(value)
    kind = held.type
    if kind in (INT, BOOL):
        if held.word.number is not None:
            return "true" if held.word.number else "false"
        return f.op("icmp ne", held.word, 0)
    if kind == BIG:
        return big.is_true(f, held)
    if wide.is_wide(kind) and not isinstance(kind, Either):
        return wide.is_true(f, held)
    if kind == NONE:
        return "false"
    if kind == CHAR or (isinstance(kind, Member) and not issubclass(kind.kind, str)):
        return "true"
    if isinstance(kind, Member):
        return is_true(f, comparing.by_member(f, held, "truth", bool))
    if kind == FLOAT:
        return f.new(f"fcmp une double {f.new(f'bitcast i64 {held.word} to double')}, 0.0")
    if isinstance(kind, Flat):
        if kind.kind is tuple or issubclass(kind.kind, tuple):
            return "true" if kind.items else "false"
        if "__bool__" in dir(kind.kind) or "__len__" in dir(kind.kind):
            raise f.refusal(f"the truth of an object of `{kind.kind.__name__}`", "call the method that you mean")
        return "true"
    if kind == RANGE:
        return f.op("icmp ne", sequences.range_length(f, held), 0)
    if isinstance(kind, Either):
        return f.op("icmp ne", f.runtime("truth", held.word), 0)
    universe = universe_of(kind)
    if universe is not None:
        return bits.is_true(f, bits.words_of(f, held, universe) or [])
    return f.op("icmp ne", sequences.length(f, held), 0)


# --- what a test tells -------------------------------------------------------------------------------------------

_NEGATED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.NotEq: ast.Eq, ast.Eq: ast.NotEq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_MIRRORED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq,
    ast.Is: ast.Is, ast.IsNot: ast.IsNot,
}  # fmt: skip


def narrow(f: Function, test: ast.expr, holds: bool) -> None:
    """Bind names to what is known of them where a test holds, or where it does not."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        narrow(f, test.operand, not holds)
    elif isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) == holds:
            for one in test.values:
                narrow(f, one, holds)
    elif isinstance(test, ast.Compare):
        if holds or len(test.ops) == 1:
            sides = [test.left, *test.comparators]
            for left, op, right in zip(sides, test.ops, sides[1:], strict=False):
                kind = type(op) if holds else _NEGATED.get(type(op))
                if kind is not None and kind in _MIRRORED:
                    _narrow_by(f, left, kind, right)
                    _narrow_by(f, right, _MIRRORED[kind], left)
    elif isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
        classes = f.evaluate(test.args[1])
        if isinstance(classes, Constant):
            _keep(f, test.args[0], lambda kind: is_instance(kind, classes.value) == holds)
    elif isinstance(test, ast.Name | ast.NamedExpr) and holds:
        _keep(f, test, lambda kind: kind != NONE)


def _name_of(node: ast.expr) -> str | None:
    if isinstance(node, ast.NamedExpr):
        return node.target.id
    return node.id if isinstance(node, ast.Name) else None


def _narrow_by(f: Function, node: ast.expr, op: type[ast.cmpop], other: ast.expr) -> None:
    if _name_of(node) is None:
        return
    if isinstance(other, ast.Constant):
        if other.value is None and op in (ast.Is, ast.Eq, ast.IsNot, ast.NotEq):
            _keep(f, node, lambda kind: (kind == NONE) == (op in (ast.Is, ast.Eq)))
            return
        if isinstance(other.value, str) and op is ast.Eq:
            _keep(f, node, lambda kind: family(kind) == "str")
            return
    _narrow_range(f, node, op, other)


def _keep(f: Function, node: ast.expr, wanted: Callable[[Type], bool]) -> None:
    """Bind a name to the alternatives of its type that fit a test."""
    found = _found(f, node)
    if found is None:
        return
    scope, name, held = found
    if not isinstance(held.type, Either):
        return
    kinds = alternatives(held.type)
    left = frozenset(filter(wanted, kinds))
    if not left or left == kinds:
        return
    kind = joined(left)
    origin = held.origin if held.origin is not None else held
    inside = Held(kind, held.words) if isinstance(kind, Either) else boxing.unbox(f, held.word, kind)
    scope.names[name] = Held(inside.type, inside.words, origin)


def _found(f: Function, node: ast.expr) -> tuple[Scope, str, Held] | None:
    name = _name_of(node)
    scope = f.scope.holder(name) if name is not None else None
    if name is None or scope is None or name in changed_from_inside(scope.tree):
        return None
    held = branches.held_at(f, scope, name)
    return None if held is None else (scope, name, held)


def _narrow_range(f: Function, node: ast.expr, op: type[ast.cmpop], other: ast.expr) -> None:
    found = _found(f, node)
    if found is None or found[2].type != INT:
        return
    scope, name, held = found
    bound = _bound(f, other)
    if bound is None:
        return
    low, high = held.word.range.low, held.word.range.high
    if op in (ast.Lt, ast.LtE):
        high = min(high, bound.range.high - (op is ast.Lt))
    elif op in (ast.Gt, ast.GtE):
        low = max(low, bound.range.low + (op is ast.Gt))
    elif op is ast.Eq:
        low, high = max(low, bound.range.low), min(high, bound.range.high)
    if low <= high:
        origin = held.origin if held.origin is not None else held
        scope.names[name] = Held(INT, (held.word.within(low, high),), origin)


def _bound(f: Function, node: ast.expr) -> Word | None:
    """The register of a number whose evaluation costs nothing and changes nothing."""
    if not isinstance(node, ast.Constant | ast.Name | ast.Attribute | ast.UnaryOp):
        return None
    if isinstance(node, ast.Attribute) and not isinstance(node.value, ast.Name):
        return None
    try:
        value = f.evaluate(node)
    except Unreached:
        return None
    if isinstance(value, Constant):
        return f.hold(value).word if type(value.value) in (int, bool) else None
    if isinstance(value, Held) and (value.type in (INT, BOOL) or isinstance(value.type, Number)):
        return value.word
    return None
