"""The calls of a searcher under test, the answers that it returns, and what can be learnt from two trial searches.

A search returns a value, `(value, action)`, `(value, action, depth)`, or an object or a mapping with the fields
`value`, `action` and `depth`. If a function is a generator, its last item is the result.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.testing.report import show
from advsearch.testing.trees import Node, Tree
from advsearch.testing.watching import Runaway, Watched, cpu_limit
from advsearch.values import Value, win_in


@attrs.frozen
class Answer:
    """The result of a search under test."""

    value: Value
    action: Any = None
    depth: int | None = None
    line: tuple[Any, ...] | None = None
    exact: bool | None = None
    nodes: int | None = None
    scores: tuple[tuple[Any, Value], ...] | None = None
    visits: Mapping[Any, int] | None = None
    proven: bool | None = None
    silent: bool = False
    """Whether the result, for example the bare number 3, has no place for an action. With `silent=False`, the action
    None means that the search found no action."""
    mute: bool = False
    """Whether the search returned no value. If True, `value` has no meaning."""


@attrs.frozen
class Call:
    """The arguments of one search."""

    depth: int
    own_depth: int | None = None
    """The searcher's setting `depth`, if it differs from the depth of the call."""
    alpha: Value | None = None
    beta: Value | None = None
    nodes: int | None = None
    stop: Any = None
    table_size: int | None = None
    every_action: bool = False
    seed: int | None = None
    start: Any = None
    """The state to search, if it is not the game's initial state."""
    evaluator: Any = None
    """The evaluator to use instead of `estimate`."""
    time_s: float | None = None


class NoAnswer(Exception):
    """Raised if the result of a search cannot be read as a value and an action."""


_VALUES: Final = ("value", "score")
_ACTIONS: Final = ("action", "move", "best_action", "best_move")


def read_answer(answer: Any, returns: str | None = None) -> Answer:
    """Convert the result of a search function to an `Answer`. `returns` is the declared kind of result, such as
    "action, value".
    """
    if isinstance(answer, Iterator):
        *_, answer = (None, *answer)  # the last item
    if returns == "action":
        return Answer(0, answer, mute=True)
    if isinstance(answer, numbers.Real):
        return Answer(_number(answer), silent=True)
    if isinstance(answer, tuple | list) and 2 <= len(answer) <= 3:
        first, second = answer[:2]
        value, action = (second, first) if returns == "action, value" else (first, second)
        return Answer(_number(value), action, answer[2] if len(answer) == 3 else None)
    if isinstance(answer, Mapping):
        answer = _Fields(answer)
    named = next((name for name in _VALUES if hasattr(answer, name)), None)
    if named is not None:
        return _of_object(answer, _number(getattr(answer, named)))
    raise NoAnswer(f"expected a pair (value, action), got {show(answer)}")


class _Fields:
    """An object that has the entries of a mapping as attributes."""

    def __init__(self, fields: Mapping[Any, Any]) -> None:
        self.__dict__.update({str(name): value for name, value in fields.items()})


def _of_object(answer: Any, value: Value) -> Answer:
    named = next((name for name in _ACTIONS if hasattr(answer, name)), None)
    line = getattr(answer, "pv", None)
    return Answer(
        value,
        None if named is None else getattr(answer, named),
        getattr(answer, "depth", None),
        tuple(line) if line is not None else None,
        getattr(answer, "exact", None),
        getattr(answer, "nodes", None),
        getattr(answer, "scores", None),
        _visits(getattr(answer, "visits", None)),
        getattr(answer, "proven", None),
        silent=named is None,
    )


def _visits(visits: Any) -> Mapping[Any, int] | None:
    return {action: number for action, number, _ in visits} if isinstance(visits, tuple) else visits


def _number(value: Any) -> Value:
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or value != value:
        raise NoAnswer(f"expected a number as the value, got {show(value)}")
    number: Value = int(value) if isinstance(value, numbers.Integral) else float(value)
    return number


Ability: TypeAlias = Literal[
    "action", "budget", "counts", "depth", "distances", "entries", "evaluator", "exact", "floats", "history",
    "horizon", "infinite", "line", "nodes", "onesided", "own depth", "same again", "scores", "start", "stop",
    "table sizes", "threads", "tiers", "time", "turns", "value", "visits", "window",
]  # fmt: skip


# --- trial searches -------------------------------------------------------------------------------------------


_TASTER: Final = Tree((Node(0, 0, (("a", 1),)), Node(1, 1, (), 1)), utilities="outcome", name="taster")
_LONGER: Final = Tree(
    (
        Node(0, 0, (("a", 1), ("b", 2))),
        Node(1, 1, (("c", 3),)),
        Node(2, 1),
        Node(3, 0, (("d", 4),)),
        Node(4, 1, (), 1),
    ),
    utilities="outcome",
    name="longer taster",
)


def tried_out(ask: Callable[[Any, Call], Answer], abilities: set[Ability]) -> set[Ability]:
    """Search two tiny trees to find properties of a searcher, such as whether it returns an action.

    If the trial search fails, no properties are found; the laws will report the failure.
    """
    found: set[Ability] = set()
    for tree, depth in ((_TASTER, 1), (_LONGER, 3)):
        try:
            with cpu_limit():
                answer = ask(Watched(tree, ceiling=10_000), Call(depth))
        except (Exception, Runaway):
            return found | {"action"}
        if not answer.silent or "distances" in abilities:
            found.add("action")
        if answer.value == win_in(1):
            found.add("distances")
        shown = (
            ("line", answer.line),
            ("exact", answer.exact or answer.proven),
            ("visits", answer.visits),
            ("nodes", answer.nodes),
        )
        for ability, part in shown:
            if part:
                found.add(ability)  # type: ignore[arg-type]
    return found
