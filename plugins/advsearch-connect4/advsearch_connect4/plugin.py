"""Registers Connect Four and its evaluators. The class and the functions are named as strings, so that registering
them imports nothing."""

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
        summary="lines that can still become four, own minus opponent's",
    )
    register(
        "connect4",
        "center",
        "advsearch_connect4.evaluators:center",
        summary="stones weighted by the lines of four through their cells",
    )
