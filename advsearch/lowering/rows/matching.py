"""The `match` statement, whose cases are written as tests, one after the other."""

from __future__ import annotations

import ast
from typing import TypeVar

from advsearch.lowering.rows.body import Body

_Node = TypeVar("_Node", bound=ast.AST)


def match(f: Body, node: ast.Match) -> None:
    """Write a match statement as a series of `if` statements."""
    from advsearch.lowering.rows.statements import assign

    subject = f"_subject_{node.lineno}"
    f.local.add(subject)
    if not isinstance(node.subject, ast.Name):
        assign(f, ast.Name(subject, ast.Store()), f.value(node.subject), node)
        read: ast.expr = ast.copy_location(ast.Name(subject, ast.Load()), node.subject)
    else:
        read = node.subject
    tree = f.program.constants.get(("match", id(node)))
    if tree is None:
        tree = f.program.constants[("match", id(node))] = _as_ifs(f, node.cases, read)
    f.run(tree)


def _as_ifs(f: Body, cases: list[ast.match_case], subject: ast.expr) -> list[ast.stmt]:
    if not cases:
        return []
    case = cases[0]
    test, bound = _test(f, case.pattern, subject)
    body: list[ast.stmt] = [*bound, *case.body]
    if case.guard is not None:
        if bound:
            raise f.refuse(case.pattern, "a pattern that binds names has a guard", "write the test inside the case")
        test = case.guard if test is None else ast.BoolOp(ast.And(), [test, case.guard])
    if test is None:
        return body
    made = ast.If(test, body, _as_ifs(f, cases[1:], subject))
    return [ast.fix_missing_locations(ast.copy_location(made, case.pattern))]


def _test(f: Body, pattern: ast.pattern, subject: ast.expr) -> tuple[ast.expr | None, list[ast.stmt]]:
    """The test for a pattern (None if the pattern always matches), and the assignments to its names."""
    match pattern:
        case ast.MatchValue(value):
            return _located(ast.Compare(subject, [ast.Eq()], [value]), pattern), []
        case ast.MatchSingleton(value):
            return _located(ast.Compare(subject, [ast.Is()], [ast.Constant(value)]), pattern), []
        case ast.MatchAs(None, None):
            return None, []
        case ast.MatchAs(inner, str(name)):
            test, bound = (None, []) if inner is None else _test(f, inner, subject)
            return test, [*bound, _located(ast.Assign([ast.Name(name, ast.Store())], subject), pattern)]
        case ast.MatchOr(patterns):
            tests = [_test(f, one, subject) for one in patterns]
            if any(bound for _, bound in tests):
                raise f.refuse(pattern, "a pattern with | binds names", "write a case for each")
            if any(test is None for test, _ in tests):
                return None, []
            return _located(ast.BoolOp(ast.Or(), [test for test, _ in tests if test is not None]), pattern), []
        case ast.MatchSequence(patterns) if not any(isinstance(one, ast.MatchStar) for one in patterns):
            kinds = ast.Tuple([ast.Name("tuple", ast.Load()), ast.Name("list", ast.Load())], ast.Load())
            size = ast.Call(ast.Name("len", ast.Load()), [subject], [])
            found: list[ast.expr] = [  # a text is no sequence here
                ast.Call(ast.Name("isinstance", ast.Load()), [subject, kinds], []),
                ast.Compare(size, [ast.Eq()], [ast.Constant(len(patterns))]),
            ]
            names: list[ast.stmt] = []
            for at, one in enumerate(patterns):
                item = _located(ast.Subscript(subject, ast.Constant(at), ast.Load()), pattern)
                test, bound = _test(f, one, item)
                found += [test] if test is not None else []
                names += bound
            return _located(ast.BoolOp(ast.And(), found), pattern), names
        case ast.MatchClass(cls, [], names_of, patterns):
            call = ast.Call(ast.Name("isinstance", ast.Load()), [subject, cls], [])
            tests_: list[ast.expr] = [call]
            bound_: list[ast.stmt] = []
            for name, one in zip(names_of, patterns, strict=True):
                test, more = _test(f, one, _located(ast.Attribute(subject, name, ast.Load()), pattern))
                tests_ += [test] if test is not None else []
                bound_ += more
            return _located(ast.BoolOp(ast.And(), tests_) if len(tests_) > 1 else call, pattern), bound_
    raise f.refuse(pattern, "a pattern of this kind is not supported", "write if and else")


def _located(node: _Node, where: ast.AST) -> _Node:
    return ast.fix_missing_locations(ast.copy_location(node, where))
