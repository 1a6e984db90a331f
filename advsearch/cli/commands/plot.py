"""The command `advsearch plot`, with a command for each plot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from advsearch.cli.console import note, show, table
from advsearch.cli.options import (
    COUNT,
    DURATION,
    SEARCHER,
    Decorated,
    GivenGame,
    game_and_position,
    game_argument,
    group_with_examples,
    limit_options,
    registry,
    shared_options,
    with_examples,
)
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.plots.plot import Plot
from advsearch.plots.searches import EACH_S
from advsearch.specs import Spec
from advsearch.system.files import STANDARD_OUTPUT, write

_MOST_ROWS: Final = 400


@group_with_examples("plot")
@shared_options
def command() -> None:
    """Draw plots of games, searches and tournaments, with their data as CSV.

    A plot is an SVG file with a light and a dark theme. Without --output and --csv, its data are printed as a table.
    """


def _plotted(command: Decorated) -> Decorated:
    """Add `--output` and `--csv`."""
    for option, what in (("--csv", "the data to this CSV file"), ("--output", "the picture to this SVG file")):
        kind = click.Path(path_type=Path, dir_okay=False)
        command = click.option(option, type=kind, help=f"Write {what}, or to standard output for '-'.")(command)
    return command


def _written(plot: Callable[[], Plot], output: Path | None, csv: Path | None) -> None:
    """Make a plot, and write what was asked for."""
    if output == csv == STANDARD_OUTPUT:
        raise InvalidSettings("expected a file for --output or for --csv, got '-' for both")
    found = plot()
    for path, text in ((output, found.svg + "\n"), (csv, found.csv())):
        if path is not None:
            write(path, [text])
            if path != STANDARD_OUTPUT:
                note(f"wrote {path}")
    if output is None and csv is None:
        click.echo(found.title)
        numbers = [not any(isinstance(each, str) for each in column) for column in zip(*found.rows, strict=True)]
        rows = [[_cell(each) for each in row] for row in found.rows[:_MOST_ROWS]]
        show(table(found.columns, rows, right=[n for n, number in enumerate(numbers) if number]))


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _plot(name: str, *examples: str) -> Callable[[Callable[..., None]], click.Command]:
    """Make a command of the group that draws a plot, with examples, `--output`, `--csv` and the shared options."""

    def decorate(function: Callable[..., None]) -> click.Command:
        made = with_examples(name, *examples)(_plotted(shared_options(function)))
        command.add_command(made)
        return made

    return decorate


_STORE: Final = click.argument("store", type=click.Path(path_type=Path))


@_plot(
    "values",
    "advsearch plot values {game} ACTION ACTION --output values.svg",
    "advsearch plot values {game} ACTION ACTION --depth 6 --csv values.csv",
)
@game_and_position
@click.argument("actions", nargs=-1, metavar="ACTION...")
@click.option(
    "--searcher", type=SEARCHER, metavar="SEARCHER", help="The searcher of each position. [default: deepening]"
)
@limit_options
def _values(
    game: GivenGame,
    position: str | None,
    actions: tuple[str, ...],
    searcher: Spec | None,
    limits: Limits,
    output: Path | None,
    csv: Path | None,
) -> None:
    """Plot the value of each position of a game, and name its mistakes.

    The actions are played from the position. Each position on the way is searched, by default for 300 ms. Values are
    for the first player. A point in red is a mistake that is certain: a proven win that was left, or a loss that was
    walked into.
    """
    from advsearch.plots.games import values

    start, given = game.position(position), None if limits == Limits() else limits
    chosen = None if searcher is None else game.searcher(searcher)[1]
    _written(lambda: values(game.game, actions, start=start, searcher=chosen, limits=given), output, csv)


@_plot(
    "match",
    "advsearch plot match cup.db 025812ccb81976e7 --output game.svg",
    "advsearch plot match cup.db 025812ccb81976e7 --csv -",
)
@_STORE
@click.argument("identity", metavar="[ID]", required=False)
def _match(store: Path, identity: str | None, output: Path | None, csv: Path | None) -> None:
    """Plot the values that two players reported in a stored game.

    ID is the game in STORE, as 'advsearch tournament export' prints it. Values are those of the player who moves.
    """
    from advsearch.plots.games import match

    _written(lambda: match(store, identity), output, csv)


@_plot(
    "nodes",
    "advsearch plot nodes {game} minimax alphabeta --depth 3",
    "advsearch plot nodes {game} alphabeta 'alphabeta(table=100000, order=[table])' --output nodes.svg",
)
@game_argument
@click.argument("searchers", nargs=-1, metavar="SEARCHER...", type=SEARCHER)
@click.option("--position", metavar="TEXT", help="The position, in the game's notation. [default: initial]")
@click.option("--depth", type=COUNT, default="6", help="The greatest depth, in plies. [default: 6]")
@click.option(
    "--time",
    "time_s",
    type=DURATION,
    default=f"{EACH_S:g}s",
    help="Stop a searcher at the first depth that takes longer. [default: 10s]",
)
def _nodes(
    game: GivenGame,
    searchers: tuple[Spec, ...],
    position: str | None,
    depth: int,
    time_s: float,
    output: Path | None,
    csv: Path | None,
) -> None:
    """Plot how many positions searchers enter to finish each depth.

    Each depth is a search of its own. The scale of nodes is logarithmic.
    """
    from advsearch.plots.searches import nodes

    state = game.position(position)
    found = [registry().searcher(each) for each in searchers]
    names = [str(each) for each in searchers]
    _written(lambda: nodes(game.game, found, depth, state=state, time_s=time_s, names=names), output, csv)


@_plot("ratings", "advsearch plot ratings cup.db --output ratings.svg", "advsearch plot ratings cup.db --csv -")
@_STORE
def _ratings(store: Path, output: Path | None, csv: Path | None) -> None:
    """Plot the ratings of a tournament's agents in Elo, with 95 % intervals."""
    from advsearch.plots.stores import ratings

    _written(lambda: ratings(store), output, csv)


@_plot("results", "advsearch plot results cup.db --output results.svg", "advsearch plot results cup.db")
@_STORE
def _results(store: Path, output: Path | None, csv: Path | None) -> None:
    """Plot the games that each pairing of a tournament won, drew and lost."""
    from advsearch.plots.stores import results

    _written(lambda: results(store), output, csv)
