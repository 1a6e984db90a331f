"""Helpers for the patterns of `match` statements."""

from __future__ import annotations

import ast
import itertools


def named_in(pattern: ast.pattern) -> bool:
    return any(isinstance(one, ast.MatchAs | ast.MatchStar) and one.name is not None for one in ast.walk(pattern))


def alternatives(pattern: ast.pattern) -> list[ast.pattern]:
    """The pattern `[x] | [_, x]` has the alternatives `[x]` and `[_, x]`."""
    if not any(isinstance(one, ast.MatchOr) and named_in(one) for one in ast.walk(pattern)):
        return [pattern]
    match pattern:
        case ast.MatchOr(patterns):
            return [way for one in patterns for way in alternatives(one)]
        case ast.MatchAs(inner, name) if inner is not None:
            return [ast.copy_location(ast.MatchAs(way, name), pattern) for way in alternatives(inner)]
        case ast.MatchSequence(patterns):
            ways = itertools.product(*map(alternatives, patterns))
            return [ast.copy_location(ast.MatchSequence(list(way)), pattern) for way in ways]
        case ast.MatchClass(cls, patterns, names, more):
            ways = itertools.product(*map(alternatives, [*patterns, *more]))
            return [
                ast.copy_location(
                    ast.MatchClass(cls, list(way[: len(patterns)]), names, list(way[len(patterns) :])), pattern
                )
                for way in ways
            ]
    return [pattern]


def positional(kind: type, count: int) -> tuple[str, ...] | None:
    # The attributes that `case Point(a, b)` reads; None if there are too few.
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    return names[:count] if len(names) >= count else None
