"""The statement `match`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from advsearch.machine import boxing, branches, comparing, conditions, iteration, sequences
from advsearch.machine.assembly import Block
from advsearch.machine.classes import fields_of
from advsearch.machine.properties import is_instance
from advsearch.machine.scopes import bring_back, names_of
from advsearch.machine.source import assigned
from advsearch.machine.types import Either, Flat, ListOf, Row, Type, item_of, joined
from advsearch.machine.values import Constant, Held, Value, Word, number

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def match(f: Function, s: ast.Match) -> None:
    subject = f.evaluate(s.subject)
    if not isinstance(subject, Constant):
        subject = f.hold(subject)
    before = branches.pin(f, assigned(list(s.cases)), s)
    start, out = names_of(f.scope), f.block()
    for case in s.cases:
        if not f.live:
            break
        other, yes = f.block(), f.block()
        bring_back(start)
        f.attempt(lambda case=case, other=other, yes=yes: _test(f, case, subject, other, yes))  # type: ignore[misc]
        f.run(case.body)
        f.jump(out)
        f.start(other)
    f.jump(out)
    bring_back(start)
    f.start(out)
    branches.unpin(before)


def _test(f: Function, case: ast.match_case, subject: Value, other: Block, yes: Block) -> None:
    """Go on if a case applies, and jump to `other` if it does not."""
    pattern(f, case.pattern, subject, other)
    if f.live and case.guard is not None:
        f.condition(case.guard, yes, other)
        f.start(yes)


def _need(f: Function, condition: str, other: Block) -> None:
    good = f.block()
    f.branch(condition, good, other)
    f.start(good)


def pattern(f: Function, tree: ast.pattern, value: Value, other: Block) -> None:
    """Go on if a value fits a pattern, and jump to `other` if it does not."""
    if not f.live:
        return
    if isinstance(tree, ast.MatchValue):
        _need(f, conditions.is_true(f, comparing.equal(f, value, f.evaluate(tree.value), tree)), other)
    elif isinstance(tree, ast.MatchSingleton):
        _need(f, conditions.is_true(f, comparing.same(f, value, Constant(tree.value), tree)), other)
    elif isinstance(tree, ast.MatchAs):
        if tree.pattern is not None:
            pattern(f, tree.pattern, value, other)
        if tree.name and f.live:
            f.assign(ast.Name(tree.name, ast.Store()), value)
    elif isinstance(tree, ast.MatchOr):
        _alternatives(f, tree, value, other)
    elif isinstance(tree, ast.MatchSequence):
        _sequence(f, tree, value, other)
    elif isinstance(tree, ast.MatchClass):
        _class(f, tree, value, other)
    else:
        raise f.refusal(f"the pattern `{ast.unparse(tree)}`", "test with `if`", tree)


def _alternatives(f: Function, tree: ast.MatchOr, value: Value, other: Block) -> None:
    yes = f.block()
    for one in tree.patterns:
        following = f.block()
        pattern(f, one, value, following)
        f.jump(yes)
        f.start(following)
    f.jump(other)
    f.start(yes)
    iteration.forget(f.scope, assigned([tree]))  # each alternative bound them to something else


def _sequence(f: Function, tree: ast.MatchSequence, value: Value, other: Block) -> None:
    stars = [place for place, one in enumerate(tree.patterns) if isinstance(one, ast.MatchStar)]
    least = len(tree.patterns) - len(stars)
    held = _as_sequence(f, value, least, bool(stars), other)
    if held is None:
        return
    count = sequences.length(f, held)
    _need(f, f.op("icmp sge" if stars else "icmp eq", count, least), other)
    for place, one in enumerate(tree.patterns):
        if not f.live:
            break
        if isinstance(one, ast.MatchStar):
            if one.name:
                f.assign(ast.Name(one.name, ast.Store()), _rest(f, held, place, least, tree))
            continue
        if not stars or place < stars[0]:
            part = sequences.load_item(f, held, number(place))
        else:  # counted from the end
            part = sequences.load_item(f, held, Word(f.op("sub", count, len(tree.patterns) - place)))
        pattern(f, one, part, other)


def _rest(f: Function, held: Held, place: int, least: int, tree: ast.AST) -> Held:
    """The list for the name with the star."""
    row = boxing.as_row(f, held)
    node = f.unit.site(tree, "rest")
    node.learn(item_of(row.type))
    begin = f.new(f"ptrtoint ptr {sequences.item_address(f, row, place)} to i64")
    count = f.op("sub", sequences.length(f, row), least)
    return f.made_list(node.find(), f.runtime("list_of", begin, count))


def _as_sequence(f: Function, value: Value, least: int, starred: bool, other: Block) -> Held | None:
    """A tuple or list, where the value is one; other values do not fit."""
    held = f.hold_row(value) if starred else f.hold(value)
    if isinstance(held.type, Either):
        fitting = [kind for kind in held.type.alternatives if _is_sequence(kind)]
        if not fitting:
            f.jump(other)
            return None
        if len(fitting) > 1:
            raise f.refusal("a pattern for a value that may be a tuple or a list", "test with `isinstance` first")
        _need(f, boxing.is_of(f, held.word, fitting[0]), other)
        held = boxing.unbox(f, held.word, fitting[0])
    kind = held.type
    if not _is_sequence(kind):
        f.jump(other)
        return None
    if isinstance(kind, Flat):
        if len(kind.items) < least or (len(kind.items) > least and not starred):
            f.jump(other)
            return None
        if starred:
            return boxing.as_row(f, held)
    return held


def _is_sequence(kind: Type) -> bool:
    return isinstance(kind, Row | ListOf) or (isinstance(kind, Flat) and issubclass(kind.kind, tuple))


def _class(f: Function, tree: ast.MatchClass, value: Value, other: Block) -> None:
    known = f.evaluate(tree.cls)
    assert isinstance(known, Constant)
    kind = known.value
    if isinstance(value, Constant):
        _need(f, str(isinstance(value.value, kind)).lower(), other)
    else:
        held = f.hold(value)
        if isinstance(held.type, Either):
            fitting = [one for one in held.type.alternatives if is_instance(one, kind)]
            found = "false"
            for one in fitting:
                found = f.new(f"or i1 {found}, {boxing.is_of(f, held.word, one)}")
            _need(f, found, other)
            if f.live and fitting:
                narrow = joined(fitting)
                value = Held(narrow, held.words) if isinstance(narrow, Either) else boxing.unbox(f, held.word, narrow)
        else:
            _need(f, str(is_instance(held.type, kind)).lower(), other)
    if not f.live:
        return
    names = getattr(kind, "__match_args__", None) or fields_of(kind) or ()
    pairs = [*zip(names, tree.patterns, strict=False), *zip(tree.kwd_attrs, tree.kwd_patterns, strict=True)]
    if tree.patterns and kind in (int, bool, str, float, tuple):
        pairs = []
        pattern(f, tree.patterns[0], value, other)
    for name, part in pairs:
        node = ast.copy_location(ast.Attribute(ast.Constant(None), name, ast.Load()), tree)
        pattern(f, part, f.attribute(value, name, node), other)
