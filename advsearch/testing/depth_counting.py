"""Finds out whether a search always searches one ply more or less than it is asked, as many first searches do.

A grade takes off points for such a search once, and tries the other laws with the depth that the search means.
"""

from __future__ import annotations

from typing import Final

from advsearch.testing.answers import Call
from advsearch.testing.asking import ask, oracle_of
from advsearch.testing.defining import Law, Trials
from advsearch.testing.report import Broken, NotTried
from advsearch.testing.subjects import Subject

TRIED: Final = 25
SHIFTS: Final = (0, -1, 1)


def plies_missed(subject: Subject, horizon: Law) -> int:
    """Return by how many plies every search of some trees differs from the depth that it was asked for: 0, 1 or -1.

    The trees are cases of the law `horizon`. If neither a ply more nor a ply less explains all values, return 0.
    """
    if not subject.can("horizon", "value") or horizon.cases is None:
        return 0
    possible = set(SHIFTS)
    for tree in horizon.cases(subject, Trials(horizon.name, range(TRIED))):
        oracle = oracle_of(subject, tree)
        for depth in range(2, tree.height + 1):
            try:
                answer, _ = ask(subject, tree, Call(depth))
            except (Broken, NotTried):
                return 0
            possible = {shift for shift in possible if oracle.verdict(depth + shift).value == answer.value}
    return possible.pop() if len(possible) == 1 else 0


def explained(missed: int) -> str:
    much = "more" if missed > 0 else "less"
    return f"every search goes one ply {much} than asked; the other laws are tried with the depth that it means"
