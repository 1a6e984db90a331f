"""Registers Connect Four and its evaluators. The class and the functions are registered by their names, without an
import of their modules."""

from __future__ import annotations

from advsearch.hookspecs import RegisterEvaluator, RegisterGame, hookimpl


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    register(
        "connect4",
        "advsearch_connect4.game:ConnectFour",
        summary="drop stones into columns; four in a row win, the sooner the better",
    )


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    register(
        "connect4",
        "threats",
        "advsearch_connect4.evaluators:threats",
        summary="number of cells that complete a four: own minus the opponent's",
    )
    register(
        "connect4",
        "lines",
        "advsearch_connect4.evaluators:lines",
        summary="number of lines that can still become a four: own minus the opponent's",
    )
    register(
        "connect4",
        "center",
        "advsearch_connect4.evaluators:center",
        summary="number of lines of four through each stone, summed over all stones",
    )
