"""The command `advsearch searchers`."""

from __future__ import annotations

import click

from advsearch.cli.catalogue import show_entries
from advsearch.cli.options import registry, reporting_options


@click.command("searchers")
@reporting_options
def command(as_json: bool) -> None:
    """List the searchers that are installed, with their settings.

    Settings are shown with their defaults. Give other values in parentheses after the name, as in
    'alphabeta(depth=6)'. A setting may be another searcher: 'deepening(search=minimax)'.
    """
    show_entries("searcher", registry().searchers.values(), as_json=as_json)
