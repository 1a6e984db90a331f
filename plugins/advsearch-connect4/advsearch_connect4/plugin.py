"""Tells advsearch about the game."""

from __future__ import annotations

from advsearch.hookspecs import RegisterEvaluator, RegisterGame, hookimpl

from advsearch_connect4 import evaluators
from advsearch_connect4.game import ConnectFour


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    register("connect4", ConnectFour, summary="drop stones into columns; four in a row win, the sooner the better")


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    register("connect4", "threats", evaluators.threats, summary="cells that would complete four, own less opponent's")
    register("connect4", "lines", evaluators.lines, summary="fours still possible, own less opponent's")
    register("connect4", "center", evaluators.center, summary="stones weighed by the fours through their cell")
