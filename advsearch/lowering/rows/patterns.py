"""Patterns of `match` statements: the names that they assign, their alternatives, and the fields that they name."""

from __future__ import annotations

import ast
import itertools


def named_in(pattern: ast.pattern) -> bool:
    """Whether a pattern assigns a name."""
    return any(isinstance(one, ast.MatchAs | ast.MatchStar) and one.name is not None for one in ast.walk(pattern))


def alternatives(pattern: ast.pattern) -> list[ast.pattern]:
    """Split a pattern at each `|` whose sides assign names. For example, `[x] | [_, x]` is split into `[x]` and `[_,
    x]`.
    """
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
    """The attributes for the first `count` positional patterns of a class pattern. None if the class has fewer
    attributes.
    """
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    return names[:count] if len(names) >= count else None
