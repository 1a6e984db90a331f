"""Searches two tiny trees to find out what a searcher returns, such as an action or a line of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from advsearch.testing.answers import Answer, Call
from advsearch.testing.calling import Ability
from advsearch.testing.trees import Node, Tree
from advsearch.testing.watching import Runaway, Watched, cpu_limit
from advsearch.values import win_in

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
