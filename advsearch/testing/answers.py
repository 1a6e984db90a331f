"""What a searcher under test is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from advsearch.testing.report import show
from advsearch.values import Value


@attrs.frozen
class Answer:
    """What came back."""

    value: Value
    action: Any = None
    depth: int | None = None
    line: tuple[Any, ...] | None = None
    exact: bool | None = None
    nodes: int | None = None
    scores: tuple[tuple[Any, Value], ...] | None = None
    visits: Mapping[Any, int] | None = None
    silent: bool = False
    """Whether it has no place for an action; with one, none is an answer where the game is over only."""


@attrs.frozen
class Call:
    """One search to be made."""

    depth: int
    alpha: Value | None = None
    beta: Value | None = None
    nodes: int | None = None
    stop: Any = None
    table_size: int | None = None
    every_action: bool = False
    seed: int | None = None


class NoAnswer(Exception):
    """What a search returned cannot be read as a value and an action."""


def read_answer(answer: Any) -> Answer:
    """What a function returned, as an answer."""
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        return Answer(answer, silent=True)
    if isinstance(answer, tuple | list) and 2 <= len(answer) <= 3:
        depth = answer[2] if len(answer) == 3 else None
        return Answer(_number(answer[0]), answer[1], depth)
    if hasattr(answer, "value"):
        line = getattr(answer, "pv", None)
        return Answer(
            _number(answer.value),
            getattr(answer, "action", None),
            getattr(answer, "depth", None),
            tuple(line) if line is not None else None,
            getattr(answer, "exact", None),
            getattr(answer, "nodes", None),
            getattr(answer, "scores", None),
            getattr(answer, "visits", None),
            silent=not hasattr(answer, "action"),
        )
    raise NoAnswer(f"{show(answer)}, which is not (value, action)")


def _number(value: Any) -> Value:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise NoAnswer(f"{show(value)} for a value")
    return value
