"""Registers Connect Four and its evaluators. Both are named as strings, so that nothing is imported."""

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
        summary="cells that would complete four, own minus opponent's",
    )
    register(
        "connect4",
        "lines",
        "advsearch_connect4.evaluators:lines",
        summary="fours still possible, own minus opponent's",
    )
    register(
        "connect4",
        "center",
        "advsearch_connect4.evaluators:center",
        summary="stones weighed by the fours through their cell",
    )
