"""`advsearch check`"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs
import click

from advsearch.cli.console import count, plural, show, show_json, table
from advsearch.cli.help import CommandWithExamples
from advsearch.cli.options import EVALUATOR, GAME, SEARCHER, GivenGame, json_option, registry, shared_options
from advsearch.errors import InvalidSettings
from advsearch.specs import Spec
from advsearch.testing import LawBroken, Report, check_game, check_searcher
from advsearch.testing.games import laws_of
from advsearch.testing.naming import evaluators_of, searcher_named
from advsearch.testing.searchers import laws_of as laws_of_searchers
from advsearch.testing.verdicts import LawReport, refuse_unknown_laws

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
    profile: str,
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
    checks = [_game_check(given, named, profile, keep_going) for given in games]
    if searcher is not None:
        checks.append(_searcher_check(searcher, kind, profile, keep_going))
    refuse_unknown_laws({*skipped, *wanted}, (law for check in checks for law in check.laws))
    failures = 0
    for check in checks:
        left_out = [law for law in check.laws if law in skipped or (wanted and law not in wanted)]
        failures += not _run(check, left_out, as_json)
    if failures:
        ctx.exit(BROKEN)


@attrs.frozen
class _Check:
    name: str
    laws: tuple[str, ...]
    run: Callable[[list[str]], Report]
    """Of all laws but these."""


def _game_check(given: GivenGame, named: tuple[Spec, ...], profile: Any, keep_going: bool) -> _Check:
    first = {str(spec): registry().evaluator(spec, given.game) for spec in named}
    evaluators = first | {
        name: one for name, one in evaluators_of(given.game, registry()).items() if name not in first
    }
    return _Check(
        given.text,
        tuple(law.name for law in laws_of(given.game, evaluators)),
        lambda skip: check_game(given.game, evaluators=evaluators, profile=profile, skip=skip, keep_going=keep_going),
    )


def _searcher_check(searcher: Spec, kind: Any, profile: Any, keep_going: bool) -> _Check:
    thing = searcher_named(searcher, registry())
    return _Check(
        str(searcher),
        tuple(law.name for law in laws_of_searchers(kind)),
        lambda skip: check_searcher(thing, kind=kind, profile=profile, skip=skip, keep_going=keep_going),
    )


def _run(check: _Check, left_out: list[str], as_json: bool) -> bool:
    """Show what a check found, and return whether every law holds."""
    try:
        report = check.run(left_out)
    except LawBroken as broken:
        if as_json:
            show_json({"checked": check.name, "holds": False} | _as_json(broken))
        else:
            click.echo(str(broken))
        return False
    if as_json:
        show_json(
            {"checked": check.name, "holds": not report.broken, "laws": [_law_as_json(law) for law in report.laws]}
        )
    else:
        _show_report(check.name, report)
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


def _law_as_json(law: LawReport) -> dict[str, Any]:
    shown = {
        "law": law.law,
        "holds": None if law.not_tried else law.broken is None,
        "examples": law.examples,
        "planned": law.planned,
        "not_tried": law.not_tried,
    } | ({"forms": dict(law.forms)} if law.forms else {})
    return shown if law.broken is None else shown | _as_json(law.broken)


def _as_json(broken: LawBroken) -> dict[str, Any]:
    return {
        "law": broken.law,
        "claim": broken.claim,
        "case": {label: str(what) for label, what in broken.case.items()},
        "expected": str(broken.expected),
        "got": str(broken.got),
    }
