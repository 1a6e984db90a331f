"""`advsearch check`"""

from __future__ import annotations

from typing import Any, Final

import click

from advsearch.cli.console import count, plural, show, show_json, table
from advsearch.cli.help import CommandWithExamples
from advsearch.cli.options import EVALUATOR, GAME, SEARCHER, GivenGame, json_option, registry, shared_options
from advsearch.errors import InvalidSettings
from advsearch.specs import Spec
from advsearch.testing.check import Check, game_check, searcher_check
from advsearch.testing.naming import evaluators_of, searcher_named
from advsearch.testing.report import LawBroken, LawReport, Report, refuse_unknown_laws

BROKEN: Final = 1
"""The exit status if a law is broken; 2 is for commands that could not be carried out."""


@click.command(
    "check",
    cls=CommandWithExamples,
    examples=[
        "advsearch check {game}",
        "advsearch check mine.py:MyGame 'mine.py:MyGame(size=9)' --profile nightly",
        "advsearch check {game} --evaluator mine.py:my_heuristic --all",
        "advsearch check --searcher 'alphabeta(table=1000)'",
        "advsearch check --searcher mine.py:my_search",
    ],
)
@click.argument("games", type=GAME, nargs=-1, metavar="[GAME]...")
@click.option(
    "--searcher", type=SEARCHER, metavar="SEARCHER", help="Check a searcher, or a search function in a file."
)
@click.option(
    "--evaluator",
    "named",
    type=EVALUATOR,
    multiple=True,
    metavar="EVALUATOR",
    help="Check an evaluator with the games, by its name or as file.py:name; may be given several times.",
)
@click.option(
    "--kind",
    type=click.Choice(["minimax", "sampling", "prover", "table"]),
    default="minimax",
    show_default=True,
    help="The kind of searcher, which decides its laws.",
)
@click.option(
    "--profile",
    type=click.Choice(["fast", "default", "nightly"]),
    default="default",
    show_default=True,
    help="How much to test: for about a second, some seconds, or hours.",
)
@click.option("--skip", "skipped", multiple=True, metavar="LAW", help="Do not try this law; repeat.")
@click.option("--only", "wanted", multiple=True, metavar="LAW", help="Try only this law; repeat.")
@click.option(
    "--all", "keep_going", is_flag=True, help="Continue after the first broken law, and report all of them."
)
@json_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context,
    games: tuple[GivenGame, ...],
    searcher: Spec | None,
    named: tuple[Spec, ...],
    kind: str,
    profile: Any,
    skipped: tuple[str, ...],
    wanted: tuple[str, ...],
    keep_going: bool,
    as_json: bool,
) -> None:
    """Check games, or a searcher, against the laws they have to obey.

    The first broken law is shown with the smallest case found, and the exit status is 1. Laws are tried in the order
    of the harm that a violation does; --all reports every broken one. The game's registered evaluators and those of
    its kernel set are checked with it; --evaluator adds others, which come first. A searcher may be a function
    (tree, depth) -> (value, action) in a file: file.py:name.
    """
    if not games and searcher is None:
        raise InvalidSettings("expected a game or --searcher to check, got neither")
    if named and not games:
        raise InvalidSettings("expected a game to check --evaluator with, got none")
    checks = {given.text: _check_of(given, named, profile) for given in games}
    if searcher is not None:
        thing = searcher_named(searcher, registry())
        checks[str(searcher)] = searcher_check(thing, kind=kind, profile=profile)
    every = {name: {law.name for law in check.laws} for name, check in checks.items()}
    refuse_unknown_laws({*skipped, *wanted}, (law for laws in every.values() for law in laws))
    failures = 0
    for name, check in checks.items():
        left_out = {law for law in every[name] if law in skipped or (wanted and law not in wanted)}
        failures += not _run(name, check, left_out, keep_going, as_json)
    if failures:
        ctx.exit(BROKEN)


def _check_of(given: GivenGame, named: tuple[Spec, ...], profile: Any) -> Check:
    first = {str(spec): registry().evaluator(spec, given.game) for spec in named}
    known = evaluators_of(given.game, registry())
    evaluators = first | {name: one for name, one in known.items() if name not in first}
    return game_check(given.game, evaluators=evaluators, profile=profile)


def _run(name: str, check: Check, left_out: set[str], keep_going: bool, as_json: bool) -> bool:
    """Show what a check found, and return whether every law holds."""
    try:
        report = check.run(skip=left_out, keep_going=keep_going)
    except LawBroken as broken:
        if as_json:
            show_json({"checked": name, "holds": False} | broken.as_json())
        else:
            click.echo(str(broken))
        return False
    if as_json:
        show_json({"checked": name} | report.as_json())
    else:
        _show_report(name, report)
    return not report.broken


def _show_report(name: str, report: Report) -> None:
    rows = [[law.law, _examples(law), law.untried if law.broken is None else ""] for law in report.laws]
    show(table(["law", "examples", "not tried"], rows, right=[1]))
    for broken in report.broken:
        click.echo(f"\n{broken}")
    holds = f"{name}: {plural(len(report.held), 'law holds', 'laws hold')}{report.on_forms}"
    if not report.broken:
        click.echo(holds)
    else:
        click.echo(f"\n{holds}, {plural(len(report.broken), 'is broken', 'are broken')}")


def _examples(law: LawReport) -> str:
    if law.broken is not None:
        return "broken"
    return "-" if law.not_tried else count(law.examples)
