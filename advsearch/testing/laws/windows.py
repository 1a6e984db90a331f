"""Laws for searches that take a window."""

from __future__ import annotations

import math
from typing import Final

from advsearch.testing.answers import Call
from advsearch.testing.asking import ask, depths_of, facts, growing, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.report import Broken
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree
from advsearch.values import Value


def windows_around(values: list[Value]) -> list[tuple[Value, Value]]:
    """Return all windows between certain bounds. The bounds are the `values`, the numbers one above and one below
    each value, and infinity and minus infinity.
    """
    points: set[Value] = {-math.inf, math.inf}
    for value in values:
        points.update((value, value - 1, value + 1))
    chosen = sorted(points)
    return [(low, high) for low in chosen for high in chosen if low < high]


@law(
    groups=("value",),
    name="the window's inequalities",
    catches=("F4", "F8", "F9", "F12", "F24", "F25"),
    cases=growing(nodes=30, salt=0),
    needs=("window",),
    share=0.4,
)
def the_window_s_inequalities(subject: Subject, tree: Tree) -> None:
    """A result at or below alpha means that the true value is at most alpha. A result at or above beta means that the
    true value is at least beta. A result between alpha and beta is the true value. A search that is declared
    fail-soft returns bounds on the true value. A search that is declared fail-hard returns alpha or beta if the true
    value is outside the window.
    """
    oracle = oracle_of(subject, tree)
    for depth in depths_of(subject, tree, most=4):
        verdict = oracle.verdict(depth)
        around = sorted({verdict.value, *(value for _, value in verdict.actions)})[:3]
        for low, high in windows_around(around):
            call = Call(depth, alpha=low, beta=high)
            got = ask(subject, tree, call)[0].value
            if wrong := _wrong(got, verdict.value, low, high, subject.settings.window):
                raise Broken(wrong, f"value {got!r}", true_value=str(verdict.value), **facts(call))


def _wrong(got: Value, true: Value, low: Value, high: Value, kind: str) -> str:
    """Return "" if `got` is a correct result for the window, and else a description of the correct result."""
    if kind == "hard":
        expected = min(max(true, low), high)
        return "" if got == expected else f"value {expected!r}, the true value limited to the window"
    if got <= low:
        bound = got if kind == "soft" else low
        return "" if true <= bound else f"a value above {bound!r}, because the true value is {true!r}"
    if got >= high:
        bound = got if kind == "soft" else high
        return "" if true >= bound else f"a value below {bound!r}, because the true value is {true!r}"
    return "" if got == true else f"value {true!r}, because the answer is inside the window"


LAWS: Final[tuple[Law, ...]] = (the_window_s_inequalities,)
