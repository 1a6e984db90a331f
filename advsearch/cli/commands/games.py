"""The command `advsearch games`."""

from __future__ import annotations

import click

from advsearch.cli.catalogue import show_entries
from advsearch.cli.options import registry, reporting_options


@click.command("games")
@reporting_options
def command(as_json: bool) -> None:
    """List the games that are installed.

    Settings are shown with their defaults. Give other values in parentheses after the name, as in
    'NAME(width=5)'.
    """
    show_entries("game", registry().games.values(), as_json=as_json)
