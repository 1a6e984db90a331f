"""Registers the entries of the distribution."""

from __future__ import annotations

from pathlib import Path

from advsearch.hookspecs import (
    RegisterCommand,
    RegisterEvaluator,
    RegisterFormat,
    RegisterLaw,
    RegisterOrdering,
    RegisterSearcher,
    RegisterStudy,
    hookimpl,
)
from advsearch.search import Ordering


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    register(
        "negascout",
        "scout.search:NegaScout",
        compiled="scout.kernels:form",
        summary="alpha-beta that scouts later actions in a null window",
    )


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    register("isolation", "freedom", "scout.evaluators:freedom", summary="how much room the side to move has")
    register("isolation", "mobility", "scout.evaluators:mobility", study="freedom", summary="cells in reach")


@hookimpl
def advsearch_studies(register: RegisterStudy) -> None:
    register("freedom", Path(__file__).parent / "freedom.toml")


@hookimpl
def advsearch_orderings(register: RegisterOrdering) -> None:
    register(
        Ordering("central", "scout.orderings:Central", "scout.kernels:central", game="isolation"),
        summary="isolation: the middle of the board first",
    )


@hookimpl
def advsearch_commands(register: RegisterCommand) -> None:
    register("race", "scout.commands:command", summary="Search one position with several searchers")


@hookimpl
def advsearch_formats(register: RegisterFormat) -> None:
    register("xml", "scout.formats:as_xml", summary="one element a game")


@hookimpl
def advsearch_laws(register: RegisterLaw) -> None:
    register("scout.laws:actions_are_told_apart_in_print")
    register("scout.laws:lines_are_no_longer_than_the_depth")
