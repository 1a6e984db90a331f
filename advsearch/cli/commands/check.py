"""The command `advsearch check`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs
import click
from click.shell_completion import CompletionItem

from advsearch.cli.console import count, plural, say, show, show_json, table
from advsearch.cli.options import (
    EVALUATOR,
    GAME,
    SEARCHER,
    GivenGame,
    json_option,
    registry,
    shared_options,
    with_examples,
)
from advsearch.courses.player import CoursePlayer
from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.specs import Spec
from advsearch.system.files import write
from advsearch.testing.catalogue import laws_of_searchers
from advsearch.testing.check import Check, game_check, searcher_check
from advsearch.testing.grades import Row, as_text, row_of, written_for
from advsearch.testing.naming import evaluators_of, every_file, searcher_named
from advsearch.testing.processes import can_run_apart, run_apart
from advsearch.testing.report import LawBroken, LawReport, Report, refuse_unknown_laws
from advsearch.testing.settings import KINDS, Declared

BROKEN: Final = 1
"""The exit status if a law is broken."""
NOT_LOADED: Final = 2
"""The exit status if something could not be checked."""


_OPTIONS: Final = {"games_played": "--plays", "patience_s": "--patience", "twins": "--twin"}
"""Some declarations about a searcher have a command-line option of another name."""


def _declarations(command: Callable[..., Any]) -> Callable[..., Any]:
    """For each declaration about a searcher, add one option to `command`. Declarations that cannot be written as text
    have no option."""
    for field in reversed(attrs.fields(Declared)):
        if "says" not in field.metadata:
            continue
        says, flag = field.metadata["says"].partition(". ")[0].rstrip(".") + ".", f"--{field.name.replace('_', '-')}"
        if choices := field.metadata["choices"]:
            option = click.option(flag, field.name, type=click.Choice(choices), help=says)
        elif field.type in ("float", float):
            option = click.option("--patience", field.name, type=float, metavar="SECONDS", help=says)
        else:
            option = click.option(f"{flag}/--no-{flag[2:]}", field.name, default=None, help=says)
        command = option(command)
    return command


class _Rules(click.ParamType):  # type: ignore[type-arg]
    """The click type of a second implementation of a game's rules. The text is the name of a game, or `ugi:` and a
    program's command line."""

    name = "rules"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and value.startswith("ugi:"):
            return value
        return GAME.convert(value, param, ctx).game

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return GAME.shell_complete(ctx, param, incomplete)


@with_examples(
    "check",
    "advsearch check {game}",
    "advsearch check mine.py:MyGame 'mine.py:MyGame(size=9)' --profile nightly",
    "advsearch check {game} --evaluator mine.py:my_heuristic --all",
    "advsearch check {game} --against 'ugi:path/to/program --its arguments'",
    "advsearch check --searcher 'alphabeta(table=1000)'",
    "advsearch check --searcher mine.py:my_search",
    "advsearch check --all --searcher 'work/*.py:search' --table grades.html",
)
@click.argument("games", type=GAME, nargs=-1, metavar="[GAME]...")
@click.option(
    "--searcher",
    "searchers",
    type=SEARCHER,
    multiple=True,
    metavar="SEARCHER",
    help="Check a searcher, or a search function in a file; may be given several times. In 'work/*.py:search' the "
    "star stands for every file that fits.",
)
@click.option(
    "--evaluator",
    "named",
    type=EVALUATOR,
    multiple=True,
    metavar="EVALUATOR",
    help="Also check this evaluator of the game, given by name or as file.py:name; may be given several times.",
)
@click.option(
    "--against",
    type=_Rules(),
    metavar="GAME",
    help="Compare with another implementation of the rules, move by move: a game, or ugi:COMMAND for a program "
    "that speaks UGI.",
)
@_declarations
@click.option(
    "--plays",
    "games_played",
    type=GAME,
    multiple=True,
    metavar="GAME",
    help="A game in which the searcher is checked for legal actions only, not for the value of minimax; may be "
    "given several times.",
)
@click.option(
    "--twin",
    "twins",
    type=SEARCHER,
    multiple=True,
    metavar="SEARCHER",
    help="Another searcher that must find the same results; may be given several times.",
)
@click.option(
    "--entries",
    metavar="METHOD",
    help="The searcher's method that returns the transposition table after a search, as entries "
    "(state, depth, lower, upper).",
)
@click.option(
    "--profile",
    type=click.Choice(["fast", "default", "nightly"]),
    default="default",
    show_default=True,
    help="How long to test: default tries some 250 trees or 500 positions for each law, fast a sixth of that, and "
    "nightly runs for minutes or hours.",
)
@click.option(
    "--skip", "skipped", multiple=True, metavar="LAW", help="Do not try this law; may be given several times."
)
@click.option("--only", "wanted", multiple=True, metavar="LAW", help="Try only this law; may be given several times.")
@click.option(
    "--all", "keep_going", is_flag=True, help="Continue after the first broken law, and report all of them."
)
@click.option(
    "--list",
    "listed",
    is_flag=True,
    help="List every law: also those of every evaluator, and those that could not be tried.",
)
@click.option("--limit", "limit_s", type=float, metavar="SECONDS", help="End the check after this many seconds.")
@click.option(
    "--table",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --all: write the points of everything that was checked as one table, as HTML, JSON or text by the "
    "file's ending.",
)
@click.option("--apart", is_flag=True, help="Check in a separate process, so that a crash or a hang is reported.")
@json_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    games: tuple[GivenGame, ...],
    searchers: tuple[Spec, ...],
    named: tuple[Spec, ...],
    against: Any,
    profile: Any,
    skipped: tuple[str, ...],
    wanted: tuple[str, ...],
    keep_going: bool,
    listed: bool,
    limit_s: float | None,
    file: Path | None,
    apart: bool,
    as_json: bool,
    **declared: Any,
) -> None:
    """Check games and searchers against the laws that they must obey.

    If a law is broken, the command shows the smallest case found, and the exit status is 1. The most important
    laws are tried first. With --all every broken law is reported, and the points of a grade are printed. All
    evaluators of a game are checked with the game, and evaluators given by --evaluator are checked first. Without
    --list, the laws of one evaluator are listed. A searcher may be a function in a file, file.py:name. The
    function takes a tree and a depth, and returns a value and an action. --seed also decides which trees and
    random walks are generated.
    """
    if file is not None and not keep_going:
        raise InvalidSettings("expected --all with --table, because a table has the points of all laws")
    if not games and not searchers:
        raise InvalidSettings("expected a game or --searcher to check, got neither")
    if named and not games:
        raise InvalidSettings("expected a GAME in which to check --evaluator, got none")
    how: dict[str, Any] = {"profile": profile, "limit_s": math.inf if limit_s is None else limit_s}
    how["seed"] = ctx.find_root().meta.get("advsearch.seed", 0)
    if against is not None and not games:
        raise InvalidSettings("expected a GAME to compare with --against, got none")
    checks: dict[str, Makes] = {given.text: partial(_check_of, given, named, against, how) for given in games}
    given = {name: value for name, value in declared.items() if value not in (None, ())}
    if given and not searchers:
        option = _OPTIONS.get(min(given), f"--{min(given)}")
        raise InvalidSettings(f"{option} describes a searcher; give the searcher with --searcher")
    for searcher in every_file(searchers):
        checks[str(searcher)] = partial(_check_of_searcher, searcher, how, given)
    apart = apart or (keep_going and len(checks) > 1 and can_run_apart())
    if not apart:
        checks = {name: _made(make, keep_going) for name, make in checks.items()}
    _refuse_unknown(checks, {*skipped, *wanted}, apart)
    chosen = _Chosen(frozenset(skipped), frozenset(wanted), keep_going, listed, apart, how["limit_s"])
    rows = [_run(name, make, chosen, as_json) for name, make in checks.items()]
    if keep_going and len(rows) > 1 and not as_json:
        click.echo("\n" + as_text(rows))
    if file is not None:
        write(file, [written_for(file.suffix, rows)])
    if any(row.error for row in rows):
        ctx.exit(NOT_LOADED)
    if not all(row.holds for row in rows):
        ctx.exit(BROKEN)


Makes: TypeAlias = Callable[[], Check]
"""A function that makes a check. With --apart, it is called in the process that runs the check, because a search is
tried when its check is made."""


def _made(make: Makes, keep_going: bool) -> Makes:
    """Make a check now. With --all, an error is raised only when the check is run."""
    try:
        check = make()
    except (AdvsearchError, click.ClickException):
        if not keep_going:
            raise
        return make
    return lambda: check


@attrs.frozen
class _Chosen:
    """The laws to try, and how."""

    skipped: frozenset[str]
    wanted: frozenset[str]
    keep_going: bool
    listed: bool
    apart: bool
    limit_s: float

    def report(self, name: str, make: Makes) -> Report:
        here = partial(self._report, make)
        return run_apart(here, name, self.limit_s) if self.apart else here()

    def _report(self, make: Makes) -> Report:
        check = make()
        left_out = {law.name for law in check.laws if self.wanted and law.name not in self.wanted}
        skip = left_out | {law.name for law in check.laws if law.name in self.skipped}
        return check.run(skip=skip, keep_going=self.keep_going)


def _refuse_unknown(checks: Mapping[str, Makes], names: set[str], apart: bool) -> None:
    """Raise an error if a name belongs to no law of what is checked. A check in a process of its own is not made
    here, so all laws of searchers count.
    """
    if not names:
        return
    laws = {law.name for kind in KINDS for law in laws_of_searchers(kind)} if apart else set()
    for make in checks.values():
        if not apart or make.func is _check_of:  # type: ignore[attr-defined]
            with suppress(AdvsearchError, click.ClickException):
                laws |= {law.name for law in make().laws}
    refuse_unknown_laws(names, laws)


def _check_of(given: GivenGame, named: tuple[Spec, ...], against: Any, how: dict[str, Any]) -> Check:
    first = {str(spec): registry().evaluator(spec, given.game) for spec in named}
    known = evaluators_of(given.game, registry())
    evaluators = first | {name: one for name, one in known.items() if name not in first}
    return game_check(given.game, evaluators=evaluators, against=against, **how)


def _check_of_searcher(searcher: Spec, how: dict[str, Any], declared: dict[str, Any]) -> Check:
    """Prepare the check of a searcher. If the searcher is registered with a game, it is checked in that game."""
    thing = searcher_named(searcher, registry())
    entry = registry().searchers.get(searcher.name)
    if entry is not None and entry.game is not None and "kind" not in declared:
        declared = declared | {"kind": "play", "games": (registry().game(entry.game),)}
    if played := declared.pop("games_played", ()):
        declared = {"kind": "play"} | declared | {"games": tuple(each.game for each in played)}
    elif isinstance(thing, CoursePlayer):
        declared |= {"games": tuple(registry().game(name) for name in registry().courses)}
    if twins := declared.pop("twins", ()):
        declared["twins"] = {str(twin): searcher_named(twin, registry()) for twin in twins}
    if method := declared.get("entries"):
        if not callable(getattr(thing, method, None)):
            raise InvalidSettings(f"expected --entries to name a method of the searcher, got {method!r}")
        declared["entries"] = getattr(thing, method)
    return searcher_check(thing, **how, **declared)


def _run(name: str, make: Makes, chosen: _Chosen, as_json: bool) -> Row:
    """Run a check, print its report, and return its row of a table."""
    try:
        report = chosen.report(name, make)
    except LawBroken as broken:
        if chosen.keep_going:  # only a check in a separate process, which did not come back
            return _lost(name, f"expected {broken.expected}, got: {broken.got}", as_json)
        if as_json:
            show_json({"checked": name, "holds": False} | broken.as_json())
        else:
            click.echo(str(broken))
        return Row(name, holds=False)
    except (AdvsearchError, click.ClickException) as error:
        if not chosen.keep_going:
            raise
        return _lost(name, str(error), as_json)
    if as_json:
        show_json({"checked": name} | report.as_json())
    else:
        _show_report(name, report, chosen)
    return row_of(name, report)


def _lost(name: str, error: str, as_json: bool) -> Row:
    row = Row(name, holds=False, error=error)
    if as_json:
        show_json(row.as_json())
    else:
        click.echo(f"error: {name}: {error}")
    return row


def _show_report(name: str, report: Report, chosen: _Chosen) -> None:
    shown = report.laws if chosen.listed else _worth_listing(report)
    rows = [[law.law, _examples(law), law.untried if law.broken is None else ""] for law in shown]
    show(table(["law", "examples", "not tried"], rows, right=[1]))
    if not chosen.listed:
        for line in _left_out(report, shown):
            say(line)
    for broken in report.broken:
        click.echo(f"\n{broken}")
    holds = f"{name}: {plural(len(report.held), 'law holds', 'laws hold')}{report.on_forms}"
    if not report.broken:
        click.echo(holds)
    else:
        click.echo(f"\n{holds}, {plural(len(report.broken), 'is broken', 'are broken')}")
    if chosen.keep_going:
        click.echo(f"{name}: {report.grade}")


def _worth_listing(report: Report) -> list[LawReport]:
    """The laws that were tried. Of several evaluators, only the one with the most laws is listed."""
    tried = Counter(filter(None, (_evaluator_of(law, report) for law in report.tried)))
    del tried["null"]
    most = next((name for name, _ in tried.most_common(1)), "null")
    wanted = {law.law for law in report.tried if _evaluator_of(law, report) in (None, most)}
    return [law for law in report.laws if law.broken is not None or law.law in wanted]


def _evaluator_of(law: LawReport, report: Report) -> str | None:
    """The evaluator that a law is about, or None. Every evaluator has a law `evaluator NAME gives numbers`."""
    first, last = "evaluator ", " gives numbers"
    names = [each.law.removeprefix(first).removesuffix(last) for each in report.laws if each.law.endswith(last)]
    return next((name for name in names if law.law.startswith(f"{first}{name} ")), None)


def _left_out(report: Report, shown: Sequence[LawReport]) -> Iterator[str]:
    """Yield lines about the laws that are not listed: those of other evaluators, and those that were not tried."""
    hidden = [law for law in report.held if law not in shown]
    if hidden:
        names = ", ".join(dict.fromkeys(str(_evaluator_of(law, report)) for law in hidden))
        yield f"{plural(len(hidden), 'law holds', 'laws hold')} for other evaluators ({names}); --list lists them"
    lacking, reasons = "the game has no ", Counter(law.not_tried for law in report.laws if law.not_tried)
    said = {reason: f"{reason} ({number})" if number > 1 else reason for reason, number in reasons.items()}
    lacks = [text.removeprefix(lacking) for text in said.values() if text.startswith(lacking)]
    others = [text for text in said.values() if not text.startswith(lacking)]
    if said:
        lines = [f"{lacking}{', '.join(lacks)}", *others] if lacks else others
        yield f"not tried: {plural(reasons.total(), 'law')}, as {'; '.join(lines)}"


def _examples(law: LawReport) -> str:
    if law.broken is not None:
        return "broken"
    return "-" if law.not_tried else count(law.examples)
