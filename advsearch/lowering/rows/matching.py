"""`case [x, 1]:` becomes `if len(s) == 2 and s[1] == 1:` and `x = s[0]`."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final, TypeVar

from advsearch.lowering.rows import sharing
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body, expression
from advsearch.lowering.rows.patterns import alternatives, positional
from advsearch.lowering.rows.values import Known, Value

_Node = TypeVar("_Node", bound=ast.AST)
# `case int(number)` assigns the whole object to `number`.
_OF_ITSELF: Final = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)


class Part(ast.expr):
    # A condition that is always true, and assigns `value` to `target`.
    _fields = ("target", "value")
    target: ast.Name
    value: ast.expr


@expression(Part)
def _part(f: Body, node: Part) -> Value:
    from advsearch.lowering.rows.statements import assign

    value = f.value(node.value)
    if sharing.is_changeable(getattr(value, "kind", None)):
        raise f.refuse(node, "a pattern matches a list inside another value", "write if and else")
    assign(f, node.target, value, node)
    return Known(True)


def match(f: Body, node: ast.Match) -> None:
    key = ("match", id(node))
    if key not in f.program.constants:
        f.program.keep(node)
        f.program.constants[key] = _Cases(f, node)
    cases: _Cases = f.program.constants[key]
    f.local |= cases.hidden
    for name in cases.hidden:
        f.scope.pop(name, None)
    f.run(cases.statements)
    for name in cases.hidden:
        f.scope.pop(name, None)


class _Cases:
    def __init__(self, f: Body, node: ast.Match) -> None:
        self.f = f
        self.where: ast.AST = node
        self.hidden: set[str] = set()
        self.line = f"{node.lineno}_{node.col_offset}"
        captured = {
            name for case in node.cases for name in assigned_names([case.pattern, case.guard or case.pattern])
        }
        before: list[ast.stmt] = []
        subject: ast.expr = node.subject
        if isinstance(subject, ast.Tuple) and not any(isinstance(one, ast.Starred) for one in subject.elts):
            names = [self._named(one, captured, before) for one in subject.elts]
            subject = self._at(ast.Tuple(names, ast.Load()))
        else:
            subject = self._named(subject, captured, before)
        self.statements = [*before, *self._cases(node.cases, subject)]

    def _named(self, node: ast.expr, captured: set[str], before: list[ast.stmt]) -> ast.expr:
        if isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id not in captured):
            return node
        name = self._name()
        before.append(self._at(ast.Assign([ast.Name(name, ast.Store())], node)))
        return self._at(ast.Name(name, ast.Load()))

    def _name(self) -> str:
        name = f"_part_{self.line}_{len(self.hidden)}"
        self.hidden.add(name)
        return name

    def _at(self, node: _Node) -> _Node:
        return ast.fix_missing_locations(ast.copy_location(node, self.where))

    def _cases(self, cases: list[ast.match_case], subject: ast.expr) -> list[ast.stmt]:
        if not cases:
            return []
        case, rest = cases[0], cases[1:]
        self.where = case.pattern
        ways = alternatives(case.pattern)
        if len(ways) > 1:
            if case.guard is not None:
                raise self.f.refuse(
                    case.pattern,
                    "a `case` with both | and `if` assigns names",
                    "write one `case` for each alternative",
                )
            return self._cases([*(ast.match_case(way, None, case.body) for way in ways), *rest], subject)
        tests: list[ast.expr] = []
        names: list[ast.stmt] = []
        self._test(case.pattern, subject, tests, names)
        if case.guard is not None and not names:
            tests.append(case.guard)
        elif case.guard is not None:
            return self._guarded(case, tests, names, rest, subject)
        body = [*names, *case.body]
        return self._if(tests, body, self._cases(rest, subject)) if tests else body

    def _guarded(
        self,
        case: ast.match_case,
        tests: list[ast.expr],
        names: list[ast.stmt],
        rest: list[ast.match_case],
        subject: ast.expr,
    ) -> list[ast.stmt]:
        assert case.guard is not None
        body = list(case.body)
        if _ends(body):
            inside = [*names, *self._if([case.guard], body, [])]
            return [*(self._if(tests, inside, []) if tests else inside), *self._cases(rest, subject)]
        left = self._name()
        body.append(self._at(ast.Assign([ast.Name(left, ast.Store())], ast.Constant(False))))
        inside = [*names, *self._if([case.guard], body, [])]
        first = self._at(ast.Assign([ast.Name(left, ast.Store())], ast.Constant(True)))
        chosen = self._if(tests, inside, []) if tests else inside
        last = self._at(ast.Name(left, ast.Load()))
        return [first, *chosen, *self._if([last], self._cases(rest, subject) or [self._at(ast.Pass())], [])]

    def _if(self, tests: list[ast.expr], body: list[ast.stmt], other: list[ast.stmt]) -> list[ast.stmt]:
        test = tests[0] if len(tests) == 1 else self._at(ast.BoolOp(ast.And(), tests))
        return [self._at(ast.If(test, body, other))]

    # --- patterns ---------------------------------------------------------------------------------------------

    def _test(self, pattern: ast.pattern, subject: ast.expr, tests: list[ast.expr], names: list[ast.stmt]) -> None:
        match pattern:
            case ast.MatchValue(value):
                tests.append(self._at(ast.Compare(subject, [ast.Eq()], [value])))
            case ast.MatchSingleton(value):
                tests.append(self._at(ast.Compare(subject, [ast.Is()], [ast.Constant(value)])))
            case ast.MatchAs(inner, name):
                if inner is not None:
                    self._test(inner, subject, tests, names)
                if name is not None:
                    names.append(self._at(ast.Assign([ast.Name(name, ast.Store())], subject)))
            case ast.MatchOr(patterns):
                self._any(patterns, subject, tests)
            case ast.MatchSequence(patterns):
                self._sequence(patterns, subject, tests, names)
            case ast.MatchClass():
                self._class(pattern, subject, tests, names)
            case _:
                raise self.f.refuse(
                    pattern, f"the pattern `{ast.unparse(pattern)}` is not supported", "write if and else"
                )

    def _any(self, patterns: Iterable[ast.pattern], subject: ast.expr, tests: list[ast.expr]) -> None:
        ways: list[ast.expr] = []
        for one in patterns:
            parts: list[ast.expr] = []
            self._test(one, subject, parts, [])
            if not parts:
                return
            ways.append(parts[0] if len(parts) == 1 else self._at(ast.BoolOp(ast.And(), parts)))
        tests.append(self._at(ast.BoolOp(ast.Or(), ways)))

    def _sequence(
        self, patterns: list[ast.pattern], subject: ast.expr, tests: list[ast.expr], names: list[ast.stmt]
    ) -> None:
        stars = [at for at, one in enumerate(patterns) if isinstance(one, ast.MatchStar)]
        if isinstance(subject, ast.Tuple) and not stars:
            if len(subject.elts) != len(patterns):
                tests.append(self._at(ast.Constant(False)))
                return
            for one, element in zip(patterns, subject.elts, strict=True):
                self._test(one, element, tests, names)
            return
        tests.append(self._call("isinstance", subject, _names_of("tuple", "list")))  # a string does not match
        count = len(patterns) - len(stars)
        if count or not stars:
            size = ast.Compare(self._call("len", subject), [ast.GtE() if stars else ast.Eq()], [ast.Constant(count)])
            tests.append(self._at(size))
        for at, one in enumerate(patterns):
            if isinstance(one, ast.MatchStar):
                if one.name is not None:
                    after = len(patterns) - at - 1
                    span = ast.Slice(ast.Constant(at), ast.Constant(-after) if after else None)
                    rest = self._call("list", ast.Subscript(subject, span, ast.Load()))
                    names.append(self._at(ast.Assign([ast.Name(one.name, ast.Store())], rest)))
                continue
            place = at if not stars or at < stars[0] else at - len(patterns)
            self._test_part(one, ast.Subscript(subject, ast.Constant(place), ast.Load()), tests, names)

    def _class(
        self, pattern: ast.MatchClass, subject: ast.expr, tests: list[ast.expr], names: list[ast.stmt]
    ) -> None:
        tests.append(self._call("isinstance", subject, pattern.cls))
        found = self.f.value(pattern.cls)
        kind = found.value if isinstance(found, Known) else None
        if not isinstance(kind, type):
            raise self.f.refuse(
                pattern,
                f"the pattern `{ast.unparse(pattern)}` does not name a class",
                "write a class before the parentheses",
            )
        if pattern.patterns and kind in _OF_ITSELF:
            self._test(pattern.patterns[0], subject, tests, names)
        else:
            fields = positional(kind, len(pattern.patterns))
            if fields is None:
                raise self.f.refuse(
                    pattern,
                    f"the pattern `{ast.unparse(pattern)}` has more parts than {kind.__name__} has fields",
                    "leave out the last parts",
                )
            for field, one in zip(fields, pattern.patterns, strict=True):
                self._test_part(one, ast.Attribute(subject, field, ast.Load()), tests, names)
        for field, one in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            self._test_part(one, ast.Attribute(subject, field, ast.Load()), tests, names)

    def _test_part(self, pattern: ast.pattern, part: ast.expr, tests: list[ast.expr], names: list[ast.stmt]) -> None:
        part = self._at(part)
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None:
            return
        if not isinstance(pattern, ast.MatchValue | ast.MatchSingleton) and not _is_capture(pattern):
            name = self._name()
            tests.append(self._at(_named_part(name, part)))
            part = self._at(ast.Name(name, ast.Load()))
        self._test(pattern, part, tests, names)

    def _call(self, function: str, *arguments: ast.expr) -> ast.expr:
        return self._at(ast.Call(ast.Name(function, ast.Load()), list(arguments), []))


def _named_part(name: str, value: ast.expr) -> Part:
    made = Part()
    made.target, made.value = ast.Name(name, ast.Store()), value
    return made


def _is_capture(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def _names_of(*names: str) -> ast.expr:
    return ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())


def _ends(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    return isinstance(last, ast.Return | ast.Raise | ast.Continue | ast.Break)
