"""Registers the entries of the distribution. Each entry is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advsearch import Ordering, hookimpl

if TYPE_CHECKING:
    from advsearch.hookspecs import (
        RegisterCommand,
        RegisterEvaluator,
        RegisterFormat,
        RegisterGame,
        RegisterLaw,
        RegisterOrdering,
        RegisterSearcher,
    )


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    register("pebbles", "advsearch_pebbles.rules:Pebbles", summary="empty a cup, keep it, and move again")


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    register("pebbles", "lead", "advsearch_pebbles.rules:lead", summary="cups kept, and cups ready to be emptied")
    register("pebbles", "kept", "advsearch_pebbles.rules:kept", summary="cups kept")
    register("pebbles", "weighted", "advsearch_pebbles.rules:Weighted")


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    register(
        "stepping",
        "advsearch_pebbles.search:Stepping",
        compiled="advsearch_pebbles.search_kernels:form",
        summary="MTD(f) below each action of the root: null windows only, from a guess",
    )
    register(
        "null-windows",
        "advsearch_pebbles.search:MTDF",
        compiled="advsearch_pebbles.search:MTDF.bind",
        summary="MTD(f) from the root, by null windows of an alpha-beta with a table",
    )


@hookimpl
def advsearch_orderings(register: RegisterOrdering) -> None:
    start, kernels = "advsearch_pebbles.ordering:Emptying", "advsearch_pebbles.ordering:kernels"
    register(Ordering("emptying", start, kernels, game="pebbles"), summary="actions that empty a cup come first")


@hookimpl
def advsearch_laws(register: RegisterLaw) -> None:
    register("advsearch_pebbles.laws:actions_are_written_in_one_word")
    register("advsearch_pebbles.laws:depth_one_looks_one_ply_ahead")


@hookimpl
def advsearch_commands(register: RegisterCommand) -> None:
    register("puzzle", "advsearch_pebbles.cli:puzzle", summary="Find a position with exactly one good action")


@hookimpl
def advsearch_formats(register: RegisterFormat) -> None:
    register("ledger", "advsearch_pebbles.formats:ledger", summary="one line of text a game")
