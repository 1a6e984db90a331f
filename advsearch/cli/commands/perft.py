"""The command `advsearch perft`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from advsearch.analysis.perft import Perft, Report, divide, perft
from advsearch.cli.building import announce_builds, note_reference_tier
from advsearch.cli.console import (
    INTERRUPTED,
    console,
    count,
    plural,
    rate,
    seconds_text,
    show,
    show_json,
    stop_on_interrupt,
    table,
)
from advsearch.cli.options import (
    COUNT,
    GivenGame,
    position_command,
    reporting_options,
    tier_option,
)
from advsearch.notation import action_text


@position_command(
    "perft",
    "advsearch perft {game} 2",
    "advsearch perft {game} 2 --divide",
    "advsearch perft mine.py:MyGame 4 --json",
)
@click.argument("depth", type=COUNT)
@click.option("--divide", "divided", is_flag=True, help="Print one count for each action, and the sum.")
@tier_option("count")
@reporting_options
def command(
    game: GivenGame,
    depth: int,
    position: str | None,
    divided: bool,
    tier: str,
    as_json: bool,
) -> int:
    """Count the positions after a number of plies.

    Leaves are the positions at DEPTH, and the positions in which the game ended before DEPTH. The output "finished"
    is the number of leaves in which the game is over. Nodes are all positions entered, including the first.
    """
    state = game.position(position)
    announce_builds()
    ready = perft(game.game, 0, state, tier=tier)  # build any machine code before the progress bar is drawn
    if ready.why_reference is not None:
        note_reference_tier(ready.why_reference)
    if divided:
        parts = [(action_text(game.game, state, a), p) for a, p in divide(game.game, depth, state, tier=tier)]
        _show_divided(parts, as_json)
        return 0
    with stop_on_interrupt() as stop, _progress(silent=as_json) as report:
        found = perft(game.game, depth, state, tier=tier, report=report, stop=stop)
    if not found.complete:
        click.echo(f"stopped after {plural(found.nodes, 'node')}, {seconds_text(found.seconds)}", err=True)
        return INTERRUPTED
    if as_json:
        show_json(_as_object(found))
    else:
        click.echo(f"leaves    {count(found.leaves)}")
        click.echo(f"finished  {count(found.finished)}")
        speed = rate(found.nodes, found.seconds)
        click.echo(
            f"{plural(found.nodes, 'node')} in {seconds_text(found.seconds)}, {speed} nodes/s, {found.tier} tier"
        )
    return 0


def _as_object(found: Perft) -> dict[str, int | float]:
    return {
        "leaves": found.leaves,
        "finished": found.finished,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def _show_divided(parts: list[tuple[str, Perft]], as_json: bool) -> None:
    total = Perft(
        sum(part.leaves for _, part in parts),
        sum(part.finished for _, part in parts),
        1 + sum(part.nodes for _, part in parts),
        sum(part.seconds for _, part in parts),
    )
    if as_json:
        show_json({**_as_object(total), "actions": {text: _as_object(part) for text, part in parts}})
        return
    rows = [[text, count(part.leaves), count(part.finished)] for text, part in [*parts, ("all", total)]]
    show(table(["action", "leaves", "finished"], rows, right=[1, 2]))


@contextmanager
def _progress(silent: bool) -> Iterator[Report | None]:
    """Show a progress bar in a terminal, for counts that take long."""
    if silent or not console().is_terminal:
        yield None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[nodes]} nodes"), TimeElapsedColumn())
    with Progress(*columns, console=console(), transient=True) as bar:
        task = bar.add_task("", total=1.0, nodes="0")
        yield lambda nodes, share: bar.update(task, completed=share, nodes=count(nodes))
