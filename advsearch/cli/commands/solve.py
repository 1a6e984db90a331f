"""The command `advsearch solve`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from advsearch.cli.building import announce_builds, note_reference_tier
from advsearch.cli.console import (
    INTERRUPTED,
    console,
    count,
    finite,
    plural,
    rate,
    seconds_text,
    show_json,
    stop_on_interrupt,
    worth,
)
from advsearch.cli.options import (
    COUNT,
    DURATION,
    GivenGame,
    position_command,
    reporting_options,
    tier_option,
)
from advsearch.limits import Limits
from advsearch.notation import action_text
from advsearch.protocol import AnyGame, utilities_of
from advsearch.solving import Progress, Proof, Solver
from advsearch.solving.solver import Report
from advsearch.values import Value

_NOTHING = "nothing"


@position_command(
    "solve",
    "advsearch solve {game} --time 1m",
    "advsearch solve mine.py:MyGame --distance --json",
)
@click.option("--distance", is_flag=True, help="Also prove how many plies the win or loss takes.")
@click.option("--table-mb", type=COUNT, default=256, show_default=True, help="Memory for the table, in megabytes.")
@click.option("--threads", type=COUNT, default=1, show_default=True, help="Number of threads for the proof.")
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save the proof to this file at intervals. If the file exists, continue the proof in the file.",
)
@click.option("--nodes", type=COUNT, help="Stop the proof after this many positions.")
@click.option("--time", type=DURATION, help="Stop the proof after this time, such as 150ms, 1s or 2m.")
@tier_option("solve")
@reporting_options
def command(
    game: GivenGame,
    position: str | None,
    distance: bool,
    table_mb: int,
    threads: int,
    checkpoint: Path | None,
    nodes: int | None,
    time: float | None,
    tier: Any,
    as_json: bool,
) -> int:
    """Prove the value of a position, and a best action.

    The value is the exact utility for the side to move under best play. In most games, 1 is a win, 0 a draw and -1 a
    loss. In games with scores, the value is a score. Ctrl-C ends a proof. A proof with --checkpoint continues if the
    same command is given again.
    """
    state = game.position(position)
    solver = Solver(game.game, table_mb, threads=threads, tier=tier)
    announce_builds()
    solver.prepare(distance)
    if solver.why_reference is not None:
        note_reference_tier(solver.why_reference)
    with stop_on_interrupt() as stop, _progress(game.game, silent=as_json) as report:
        proof = solver.solve(
            state,
            distance=distance,
            limits=Limits(nodes=nodes, time_s=time),
            stop=stop,
            report=report,
            checkpoint=checkpoint,
        )
    if as_json:
        show_json(proof_object(game.game, state, proof, distance))
    else:
        _show(game.game, state, proof, checkpoint)
    return INTERRUPTED if stop.is_set() and not proof.exact else 0


def proof_object(game: AnyGame, state: Any, proof: Proof, distance: bool) -> dict[str, Any]:
    """Return a proof as a JSON object. If `value` and `action` are not known, they are null."""
    found: dict[str, Any] = {
        "value": None if proof.value is None else finite(proof.value),
        "action": None if proof.action is None else action_text(game, state, proof.action),
        "exact": proof.exact,
        "nodes": proof.nodes,
        "seconds": round(proof.seconds, 6),
        "tier": proof.tier,
    }
    if distance:
        found["distance"] = proof.distance
    if not proof.exact:
        found["lower"] = None if proof.lower is None else finite(proof.lower)
        found["upper"] = None if proof.upper is None else finite(proof.upper)
    return found


def _show(game: AnyGame, state: Any, proof: Proof, checkpoint: Path | None) -> None:
    effort = f"{plural(proof.nodes, 'node')} in {seconds_text(proof.seconds)}"
    effort += f", {rate(proof.nodes, proof.seconds)} nodes/s, {proof.tier} tier"
    if not proof.exact:
        click.echo(f"not solved; known so far: {_known(game, proof.lower, proof.upper)}")
        if checkpoint is not None:
            click.echo(f"saved to {checkpoint}; the same command continues from there")
        click.echo(effort)
        return
    assert proof.value is not None
    words = worth(proof.value, utilities_of(game))
    plies = "" if proof.distance is None else f" in {plural(proof.distance, 'ply', 'plies')}"
    if proof.action is None:
        click.echo(f"the game is over: {words} for the side to move")
        return
    click.echo(f"value   {words}{plies} for the side to move, proven")
    click.echo(f"action  {action_text(game, state, proof.action)}")
    click.echo(effort)


def _known(game: AnyGame, lower: Value | None, upper: Value | None) -> str:
    """The bounds that an unfinished proof has found. In an outcome game the bounds are printed only if they exclude a
    win, a draw or a loss.
    """
    if lower is None or upper is None:
        return _NOTHING
    if utilities_of(game) != "outcome":
        return f"the value is {_interval(lower, upper)}"
    if lower == upper:
        return f"{worth(lower, 'outcome')} for the side to move, proven"
    if (lower, upper) == (-1, 1):
        return _NOTHING
    return f"the side to move gets {'at least' if upper > 0 else 'at most'} a draw"


def _interval(lower: Any, upper: Any) -> str:
    return f"{lower:g}" if lower == upper else f"from {lower:g} to {upper:g}"


@contextmanager
def _progress(game: AnyGame, silent: bool) -> Iterator[Report | None]:
    """Show the progress in a line of the terminal; show nothing if the output is not a terminal."""
    if silent or not console().is_terminal:
        yield None
        return
    from rich.live import Live
    from rich.text import Text

    with Live(console=console(), refresh_per_second=8, transient=True) as live:

        def report(progress: Progress) -> None:
            line = f"{seconds_text(progress.seconds)}  {plural(progress.nodes, 'node')}"
            line += f"  {count(progress.nodes_per_second)} nodes/s  table {progress.table_used:.0%} used"
            known = _known(game, progress.lower, progress.upper)
            if known != _NOTHING:
                line += f"  {known}"
            if progress.unsaved is not None:
                line += f"  not saved: {progress.unsaved}"
            live.update(Text(f"{line}  (Ctrl-C stops)", style="dim"))

        yield report
