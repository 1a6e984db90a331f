"""The command `advsearch tournament`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click

from advsearch.cli.console import INTERRUPTED, count, note, plural, show_json
from advsearch.cli.options import (
    COUNT,
    FORMAT,
    GAME,
    GivenGame,
    duration,
    group_with_examples,
    registry,
    reporting_options,
    seed_defaults,
    shared_options,
)
from advsearch.cli.playing import INCOMPLETE, MAX_PLIES_HELP
from advsearch.cli.progress import duration_text, play_schedule, show_summary
from advsearch.cli.workers import AskedWorkers, worker_options
from advsearch.errors import InvalidSettings
from advsearch.system.files import STANDARD_OUTPUT, write
from advsearch.tournament.entrants import check_entrants
from advsearch.tournament.exchange import import_games, read_jsonl, written
from advsearch.tournament.report import (
    markdown,
    tiers_note,
)
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.schedule_file import DEFAULT_OPENINGS, schedule_from, schedule_of
from advsearch.tournament.store import Store, rescue
from advsearch.tournament.summary import status, summarize, summary_object
from advsearch.tournament.texts import check_unchanged, record, record_again
from advsearch.tournament.tiers import check_recorded, check_tiers
from advsearch.tournament.trust import check_trusted, check_trusted_game, names_code
from advsearch.tournament.worker import play

store_argument = click.argument("store", type=click.Path(path_type=Path))

PLAY_CHANGED: Final = "--play-changed"

trust_option = click.option(
    "--trust", is_flag=True, help="Run the code that STORE names: files, modules and programs."
)

retry_option = click.option("--retry", is_flag=True, help="Play again the games that crashed their worker processes.")


@group_with_examples(
    "tournament",
    "advsearch tournament run cup.toml --workers 2",
    "advsearch tournament resume cup.db",
    "advsearch tournament report cup.db --html cup.html",
    "advsearch tournament export cup.db --format jsonl --output games.jsonl",
)
@shared_options
def command() -> None:
    """Play tournaments that survive interruption, and rate the agents.

    Each game is stored when it has ended. 'resume' continues a stopped run. Unfinished games begin again.
    """


@command.command("run")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    help="File that keeps the games. [default: FILE with the ending .db]",
)
@click.option("--game", type=GAME, metavar="GAME", help="The game, if no FILE is given.")
@click.option(
    "--agent",
    multiple=True,
    metavar="NAME=SEARCHER",
    help="An agent, if no FILE is given. Give this option once for each agent.",
)
@click.option(
    "--random-plies", type=COUNT, help="Number of random plies in each opening, if no FILE is given. [default: 2]"
)
@click.option(
    "--openings",
    type=COUNT,
    help="Number of openings, if no FILE is given. Each opening is played from both seats. [default: 50]",
)
@click.option("--nodes", type=COUNT, help="Nodes per move, if no FILE is given. [default: 10,000]")
@click.option("--depth", type=COUNT, help="Search depth for each move, in plies, if no FILE is given.")
@click.option("--time", metavar="DURATION", help="Time for each move, such as 150ms, if no FILE is given.")
@click.option(
    "--max-plies", type=COUNT, help=f"If no FILE is given: {MAX_PLIES_HELP[:1].lower()}{MAX_PLIES_HELP[1:]}"
)
@retry_option
@worker_options
@reporting_options
def run(
    file: Path | None,
    store: Path | None,
    game: GivenGame | None,
    workers: AskedWorkers,
    retry: bool,
    as_json: bool,
    **flags: Any,
) -> int:
    """Play the schedule in FILE (TOML; docs/tournaments.md), or a schedule given by --game and --agent.

    Games in the store are not played again. You may add agents and openings to FILE.
    """
    if (file is None) == (game is None):
        raise InvalidSettings("expected a schedule file, or --game and --agent")
    given = {name: value for name, value in flags.items() if value not in (None, ())}
    if file is not None:
        for name in given | seed_defaults():
            option = f"--{name.replace('_', '-')}"
            raise InvalidSettings(f"{option} cannot be combined with FILE; write the setting in FILE")
        schedule = schedule_from(file, lambda text: registry().game(text))
        store = store or file.with_suffix(".db")
    else:
        assert game is not None
        if store is None:
            raise InvalidSettings("--game needs --store FILE, which keeps the games")
        tables = _tables(game.text, **given)
        schedule = schedule_of(tables, game.game, Path())
    check_entrants(schedule, registry(), here=workers.here)
    schedule = record(schedule, registry())
    return _play(schedule, store, workers, as_json=as_json, retry=retry)


def _tables(
    game: str,
    agent: tuple[str, ...] = (),
    random_plies: int = DEFAULT_OPENINGS["random_plies"],
    openings: int = DEFAULT_OPENINGS["count"],
    time: str | None = None,
    max_plies: int | None = None,
    **limits: int,
) -> dict[str, Any]:
    """Make the tables of a schedule file from the values of the options."""
    agents = []
    for each in agent:
        name, equals, searcher = each.partition("=")
        if not equals:
            raise InvalidSettings(f"expected an agent as NAME=SEARCHER, got {each!r}")
        agents.append({"name": name, "searcher": searcher})
    return {
        "game": game,
        "seed": seed_defaults().get("seed", 0),
        "agents": agents,
        "openings": {"random_plies": random_plies, "count": openings},
        "limits": limits if time is None else limits | {"time_s": duration(time)},
        "rules": {} if max_plies is None else {"max_plies": max_plies},
    }


@command.command("resume")
@store_argument
@trust_option
@retry_option
@click.option(
    PLAY_CHANGED,
    "play_changed",
    is_flag=True,
    help="If a file was edited after the last run, play the games of its agents again. The earlier games stay in "
    "STORE, but no longer count.",
)
@worker_options
@reporting_options
def resume(
    store: Path,
    workers: AskedWorkers,
    trust: bool,
    retry: bool,
    play_changed: bool,
    as_json: bool,
) -> int:
    """Play the missing games of the tournament in STORE, with the schedule of its last run.

    If STORE names files, modules or programs of yours, give --trust, or use 'run' with the schedule file.
    """
    with Store(store, writable=False) as opened:
        schedule = Schedule.from_text(opened.schedule)
    if not trust:
        check_trusted(schedule, str(store))
    check_entrants(schedule, registry(), here=workers.here)
    if not play_changed:
        check_unchanged(schedule, str(store), PLAY_CHANGED)
    schedule = record_again(schedule, registry())
    return _play(schedule, store, workers, as_json=as_json, retry=retry)


def _play(schedule: Schedule, path: Path, workers: AskedWorkers, *, as_json: bool, retry: bool) -> int:
    """Play the missing games of a schedule and print the result; return the exit status."""
    if workers.here:
        check_recorded(schedule, registry())
    check_tiers(schedule, registry())
    chosen = workers.chosen()
    again = f"continue with: advsearch tournament resume {path}{' --trust' if names_code(schedule) else ''}"
    with Store(path) as store:
        if retry:
            store.forget_failures()
        try:
            progress = play_schedule(schedule, store, chosen, play, silent=as_json)
            summary = summarize(schedule, store)
        except KeyboardInterrupt:
            note(f"stopped; every game that was finished is stored; {again}")
            raise
    if as_json:
        show_json(summary_object(summary))
    else:
        show_summary(summary)
        left = progress.total - progress.done - progress.set_aside
        if left and progress.decision is None:
            click.echo(f"\n{plural(left, 'game')} left; {again}")
    if progress.draining and progress.decision is None:
        return INTERRUPTED
    return INCOMPLETE if progress.set_aside else 0


@command.command("status")
@store_argument
@reporting_options
def show_status(store: Path, as_json: bool) -> None:
    """Show how much of the tournament in STORE has been played. The tournament may still be running."""
    with Store(store, writable=False) as opened:
        found = status(Schedule.from_text(opened.schedule), opened)
    if as_json:
        show_json(found.as_json())
        return
    decided = "; the test has decided the match" if found.decided else ""
    click.echo(f"{count(found.played)} of {plural(found.planned, 'game')} of {found.game}{decided}")
    click.echo(f"agents: {', '.join(found.agents)}")
    if tiers := tiers_note(found.tiers):
        click.echo(tiers)
    click.echo(f"{plural(found.faults, 'fault')}, {duration_text(found.playing_seconds)} of playing time")
    if found.set_aside:
        click.echo(
            f"{plural(found.set_aside, 'game')} could not be played so far; see advsearch tournament report {store}"
        )


def write_named(path: Path, pieces: Iterable[str]) -> None:
    """Write the file that an option names, and print its name."""
    write(path, pieces)
    if path != STANDARD_OUTPUT:
        note(f"wrote {path}")


@command.command("report")
@store_argument
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    help="Write an HTML page with replays of the games to this file; - prints the page.",
)
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown.")
@click.option("--pairings", is_flag=True, help="Print every pairing, also if there are more than ten.")
@trust_option
@reporting_options
def report(store: Path, html: Path | None, as_markdown: bool, pairings: bool, trust: bool, as_json: bool) -> None:
    """Print ratings, pairings, faults and verdicts of the tournament in STORE.

    To draw boards, --html loads the game. If the game is a file or module of yours, give --trust with --html.
    """
    if html == STANDARD_OUTPUT and (as_json or as_markdown):
        raise InvalidSettings("expected a file for --html with --json or --markdown, got '-'")
    with Store(store, writable=False) as opened:
        schedule = Schedule.from_text(opened.schedule)
        if html is not None and not trust:
            check_trusted_game(schedule, str(store))
        summary = summarize(schedule, opened)
        if html is not None:
            from advsearch.web.report_page import report_page

            write_named(html, report_page(summary, registry().game(schedule.conditions.game), opened))
    if as_json:
        show_json(summary_object(summary))
    elif as_markdown:
        click.echo(markdown(summary, all_pairings=pairings), nl=False)
    elif html is None:
        show_summary(summary, pairings=pairings)


@command.command("rescue")
@store_argument
@click.option(
    "--output", type=click.Path(path_type=Path), required=True, help="The new store for everything that can be read."
)
@shared_options
def save(store: Path, output: Path) -> None:
    """Save what can be read of a damaged STORE into a new store. STORE does not change.

    Each game has a checksum, so a damaged game is never saved. Lost games are played again by 'run' or 'resume'.
    """
    found = rescue(store, output)
    held = found.held["game"]
    click.echo(f"saved {plural(found.games, 'game')}{'' if held is None else f' of {count(held)}'} in {output}")
    if advice := found.advice(str(output)):
        note(advice)


class _Export(click.Command):
    """The command `export`, whose help lists the installed formats."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Formats"):
            formatter.write_dl([(name, entry.summary) for name, entry in registry().formats.items()])
        super().format_epilog(ctx, formatter)


@command.command("export", cls=_Export)
@store_argument
@click.option(
    "--format",
    "form",
    type=FORMAT,
    default="jsonl",
    help="Format of the exported games, one of the formats listed below. [default: jsonl]",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="File to write; - is standard output. [default: -]",
)
@shared_options
def export(store: Path, form: str, output: Path | None) -> None:
    """Write the games of STORE in a format for people or for other programs."""
    with Store(store, writable=False) as opened:
        pieces = written(opened.games(), form, registry())
        if output is None:
            for piece in pieces:
                click.echo(piece, nl=False)
        else:
            write_named(output, pieces)


@command.command("import")
@store_argument
@click.argument("file", type=click.Path(path_type=Path))
@trust_option
@shared_options
def bring(store: Path, file: Path, trust: bool) -> None:
    """Add the games of FILE (jsonl) to STORE. Each added game is first replayed by the rules of the game. Games that
    are already in STORE do not change.

    If the game of STORE is a file or module of yours, give --trust.
    """
    with Store(store, make=False) as opened:
        schedule = Schedule.from_text(opened.schedule)
        if not trust:
            check_trusted_game(schedule, str(store))
        name = schedule.conditions.game
        read, new = import_games(opened, read_jsonl(file), registry().game(name), name)
        others = len(opened.ids() - schedule.ids())
    click.echo(f"read {plural(read, 'game')}, {count(new)} new")
    if others:
        note(f"the store holds {plural(others, 'game')} outside its schedule; no report counts them")
