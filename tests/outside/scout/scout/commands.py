"""`advsearch race`"""

from __future__ import annotations

import click

from advsearch import bind


@click.command("race")
@click.argument("game")
@click.argument("searchers", nargs=-1, required=True)
@click.option("--depth", type=click.IntRange(1), default=2, show_default=True, help="Search so many plies.")
def command(game: str, searchers: tuple[str, ...], depth: int) -> None:
    """Search the first position of a game with several searchers, and count their nodes."""
    for text in searchers:
        search = bind(text, game)
        found = search(search.game.initial(), depth=depth)
        click.echo(f"{text}: {found.nodes} nodes, value {found.value}, {found.tier}")
