"""Evaluators are functions of their arguments, and are what they declare to be."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from advsearch.compiled.evaluators import kernel_of
from advsearch.errors import CompiledTierUnavailable
from advsearch.protocol import Evaluator
from advsearch.testing.exploring import Ground, Visit
from advsearch.testing.laws.game_law import PositionLaw
from advsearch.testing.laws.kernels import why_no_kernels
from advsearch.testing.verdicts import Broken, show

TOLERANCE: Final = 1e-9
"""How far the terms of an evaluation in floats may add up to something else, relatively."""


def _number(evaluator: Evaluator) -> Callable[[Ground, Visit], None]:
    def check(_ground: Ground, visit: Visit) -> None:
        if visit.game.terminal(visit.state):
            return
        before = hash(visit.state)
        for player in (0, 1):
            value, again = (evaluator(visit.game, visit.state, player) for _ in range(2))
            if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
                raise Broken("a number", show(value), player=player)
            if value != again:
                raise Broken(f"the same value each time, {show(value)}", show(again), player=player)
        if hash(visit.state) != before:
            raise Broken("the state left alone", "another hash")

    return check


def _antisymmetry(evaluator: Evaluator) -> Callable[[Ground, Visit], None]:
    def check(_ground: Ground, visit: Visit) -> None:
        if visit.game.terminal(visit.state):
            return
        first, second = (evaluator(visit.game, visit.state, player) for player in (0, 1))
        if first != -second:
            raise Broken(f"{show(-first)} for player 1, minus player 0's value, as declared", show(second))

    return check


def _terms(evaluator: Any) -> Callable[[Ground, Visit], None]:
    def check(_ground: Ground, visit: Visit) -> None:
        if visit.game.terminal(visit.state):
            return
        for player in (0, 1):
            value = evaluator(visit.game, visit.state, player)
            terms = evaluator.terms(visit.game, visit.state, player)
            total = sum(terms.values())
            if not (total == value or math.isclose(total, value, rel_tol=TOLERANCE, abs_tol=TOLERANCE)):
                raise Broken(f"terms that add up to {show(value)}", f"{show(total)}, of {show(terms)}", player=player)

    return check


def _kernel(evaluator: Any) -> Callable[[Ground, Visit], None]:
    def check(_ground: Ground, visit: Visit) -> None:
        if visit.game.terminal(visit.state):
            return
        kernels = visit.game.kernels()
        function = kernel_of(evaluator, kernels, visit.game).function
        words = kernels.encode(visit.state)
        cells = kernels.actions(words)
        mover = visit.game.player(visit.state)
        for side, player in ((0, mover), (1, 1 - mover)):
            value, found = evaluator(visit.game, visit.state, player), function(words, cells, side)
            if found != value:
                who = "the player to move" if side == 0 else "the player waiting"
                raise Broken(f"{show(value)} for {who}", f"{show(found)} from the kernel", side=str(side))

    return check


def _has_kernel(evaluator: Any) -> Callable[[Any], str]:
    def applies(game: Any) -> str:
        if reason := why_no_kernels(game):
            return reason
        try:
            kernel_of(evaluator, game.kernels(), game)
        except CompiledTierUnavailable:
            return "it has no kernel"
        return ""

    return applies


def laws_of(name: str, evaluator: Any) -> list[PositionLaw]:
    """The laws for one evaluator of a game."""
    laws = [
        PositionLaw(
            f"evaluator {name} gives numbers",
            "an evaluator gives a number, the same every time, and leaves the state alone",
            ("F9", "F34"),
            _number(evaluator),
        )
    ]
    if getattr(evaluator, "antisymmetric", False):
        laws.append(
            PositionLaw(
                f"evaluator {name} is antisymmetric",
                "as declared: what a state is worth to one player it costs the other",
                ("F22", "F37"),
                _antisymmetry(evaluator),
            )
        )
    laws.append(
        PositionLaw(
            f"evaluator {name} is its kernel",
            "the kernel says what the evaluator says, for the player to move and for the one waiting",
            ("F22", "F37", "F54"),
            _kernel(evaluator),
            _has_kernel(evaluator),
        )
    )
    if hasattr(evaluator, "terms"):
        laws.append(
            PositionLaw(
                f"evaluator {name} is the sum of its terms",
                "its terms add up to its value",
                ("F9",),
                _terms(evaluator),
            )
        )
    return laws
