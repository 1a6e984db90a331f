"""The command `advsearch bench`."""

from __future__ import annotations

import click

from advsearch.analysis.bench import Bench, Timing, bench
from advsearch.cli.building import announce_builds
from advsearch.cli.console import count, rate, seconds_text, show, show_json, table
from advsearch.cli.options import GAME, GivenGame, registry, reporting_options
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.plugins.manager import OURS
from advsearch.protocol import AnyGame


@click.command("bench")
@click.argument("games", type=GAME, nargs=-1, metavar="[GAME]...")
@click.option(
    "--repeat",
    type=click.IntRange(1, 1_000),
    default=3,
    show_default=True,
    help="Run each measurement this many times and report the fastest.",
)
@click.option("--signature", is_flag=True, help="Print the sum of all node counts and nothing else.")
@reporting_options
def command(games: tuple[GivenGame, ...], repeat: int, signature: bool, as_json: bool) -> None:
    """Time every kind of search, with node counts as a signature.

    Four positions of each GAME are searched by perft, by plain alpha-beta, and by iterative deepening with a table
    and move ordering. Four later positions of each GAME are solved. All positions are the same in every run. GAME
    defaults to the games that come with advsearch. Times are processor time.

    The signature is the sum of all node counts. The signature does not depend on the machine. If the signature
    changes after a change of the code, a search enters other positions than before.
    """
    from advsearch.compiled.engine import kernels_of

    announce_builds()
    chosen = [(given.text, given.game) for given in games] or _our_games()
    for name, game in chosen:
        try:
            kernels_of(game)
        except CompiledTierUnavailable as reason:
            raise InvalidSettings(
                f"expected games that compile for `bench`, got {name!r}: {reason}; "
                "to measure any game, use 'advsearch search'"
            ) from None
    found = bench(chosen, repeat=1 if signature else repeat)
    if signature:
        click.echo(found.signature)
    elif as_json:
        show_json(_as_object(found))
    else:
        headers = ["game", "work", "depth", "nodes", "time", "nodes/s"]
        show(table(headers, [_row(timing) for timing in found.timings], right=range(2, 6)))
        click.echo(f"\nsignature {found.signature}")


def _our_games() -> list[tuple[str, AnyGame]]:
    return [(entry.name, entry.make()) for entry in registry().games.values() if entry.origin.distribution == OURS]


def _row(timing: Timing) -> list[str]:
    spent = seconds_text(timing.seconds)
    speed = rate(timing.nodes, timing.seconds)
    return [timing.game, timing.work, str(timing.depth or "end"), count(timing.nodes), spent, speed]


def _as_object(found: Bench) -> dict[str, object]:
    return {
        "signature": found.signature,
        "work": [
            {
                "game": timing.game,
                "work": timing.work,
                "depth": timing.depth,
                "nodes": timing.nodes,
                "seconds": round(timing.seconds, 6),
            }
            for timing in found.timings
        ],
        "positions": found.positions,
    }
