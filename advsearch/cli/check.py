"""`advsearch check`"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs
import click

from advsearch.cli.console import count, plural, show, show_json, table
from advsearch.cli.examples import CommandWithExamples
from advsearch.cli.options import GAME, SEARCHER, GivenGame, json_option, registry, shared_options
from advsearch.errors import InvalidSettings
from advsearch.specs import Spec
from advsearch.testing import LawBroken, Report, check_game, check_searcher
from advsearch.testing.games import laws_of
from advsearch.testing.naming import evaluators_of, searcher_named
from advsearch.testing.searchers import LAWS_OF
from advsearch.testing.verdicts import refuse_unknown_laws

BROKEN: Final = 1
"""Exit code where a law is broken; 2 is for commands that could not be carried out."""


@click.command(
    "check",
    cls=CommandWithExamples,
    examples=[
        "advsearch check {game}",
        "advsearch check mine.py:MyGame 'mine.py:MyGame(size=9)' --profile nightly",
        "advsearch check --searcher 'alphabeta(table=1000)'",
        "advsearch check --searcher mine.py:my_search",
    ],
)
@click.argument("games", type=GAME, nargs=-1, metavar="[GAME]...")
@click.option("--searcher", type=SEARCHER, metavar="SEARCHER", help="Check a searcher, or a function of one's own.")
@click.option(
    "--kind",
    type=click.Choice(["minimax", "sampling", "prover", "table"]),
    default="minimax",
    show_default=True,
    help="What the searcher is.",
)
@click.option(
    "--profile",
    type=click.Choice(["fast", "default", "nightly"]),
    default="default",
    show_default=True,
    help="How hard to try: about a second, some seconds, or hours.",
)
@click.option("--skip", "skipped", multiple=True, metavar="LAW", help="A law not to try; may be given several times.")
@click.option("--only", "wanted", multiple=True, metavar="LAW", help="A law to try, and no other; likewise.")
@json_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context,
    games: tuple[GivenGame, ...],
    searcher: Spec | None,
    kind: str,
    profile: str,
    skipped: tuple[str, ...],
    wanted: tuple[str, ...],
    as_json: bool,
) -> None:
    """Hold games, or a searcher, against the laws they have to obey.

    A broken law is shown with the smallest case found, and the exit code is 1. A searcher may be a function
    (tree, depth) -> (value, action) in a file: file.py:name.
    """
    if not games and searcher is None:
        raise InvalidSettings("expected a game or --searcher to check, got neither")
    checks = [_game_check(given, profile) for given in games]
    if searcher is not None:
        checks.append(_searcher_check(searcher, kind, profile))
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


def _game_check(given: GivenGame, profile: Any) -> _Check:
    evaluators = evaluators_of(given.game, registry())
    return _Check(
        given.text,
        tuple(law.name for law in laws_of(given.game, evaluators)),
        lambda skip: check_game(given.game, evaluators=evaluators, profile=profile, skip=skip),
    )


def _searcher_check(searcher: Spec, kind: Any, profile: Any) -> _Check:
    thing = searcher_named(searcher, registry())
    return _Check(
        str(searcher),
        tuple(law.name for law in LAWS_OF[kind]),
        lambda skip: check_searcher(thing, kind=kind, profile=profile, skip=skip),
    )


def _run(check: _Check, left_out: list[str], as_json: bool) -> bool:
    name = check.name
    try:
        report = check.run(left_out)
    except LawBroken as broken:
        _show_broken(name, broken, as_json)
        return False
    if as_json:
        laws = [
            {"law": law.law, "examples": law.examples, "planned": law.planned, "not_tried": law.not_tried}
            for law in report.laws
        ]
        show_json({"checked": name, "holds": True, "laws": laws})
        return True
    rows = [[law.law, count(law.examples) if not law.not_tried else "-", law.untried] for law in report.laws]
    show(table(["law", "examples", "not tried"], rows, right=[1]))
    click.echo(f"{name}: {plural(len(report.tried), 'law holds', 'laws hold')}")
    return True


def _show_broken(name: str, broken: LawBroken, as_json: bool) -> None:
    if not as_json:
        click.echo(str(broken))
        return
    case = {label: str(what) for label, what in broken.case.items()}
    show_json(
        {
            "checked": name,
            "holds": False,
            "law": broken.law,
            "claim": broken.claim,
            "case": case,
            "expected": str(broken.expected),
            "got": str(broken.got),
        }
    )
