"""Registers the game and its evaluators."""

from __future__ import annotations

from advsearch.hookspecs import RegisterEvaluator, RegisterGame, hookimpl
from advsearch_pentago.evaluators import Straights
from advsearch_pentago.rules import Pentago


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    register("pentago", Pentago, summary="place a stone, turn a quadrant; five in a row win")


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    register("pentago", "straights", Straights, summary="stones in a row, and more for fours, less the opponent's")
