"""Registers the game and its evaluators."""

from __future__ import annotations

from advsearch.hookspecs import RegisterEvaluator, RegisterGame, hookimpl
from advsearch_isolation import evaluators
from advsearch_isolation.rules import Isolation


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    register("isolation", Isolation, summary="two tokens that block every cell they leave; who cannot move loses")


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    register("isolation", "open", evaluators.open_moves, summary="own moves")
    register("isolation", "improved", evaluators.improved, summary="own moves less the opponent's")
    register("isolation", "weighted", evaluators.WeightedMobility, summary="own moves and the opponent's, weighted")
    register("isolation", "center", evaluators.center, summary="squared distance from the middle, as published")
    register("isolation", "centered", evaluators.centered, summary="nearness to the middle, the opposite of center")
