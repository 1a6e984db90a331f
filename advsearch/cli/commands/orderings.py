"""The command `advsearch orderings`."""

from __future__ import annotations

import click

from advsearch.cli.catalogue import show_entries
from advsearch.cli.options import registry, reporting_options


@click.command("orderings")
@reporting_options
def command(as_json: bool) -> None:
    """List the orderings of actions that are installed.

    The searchers alphabeta and deepening take one or more orderings by name: 'alphabeta(order=[killers, history])'.
    """
    show_entries("ordering", registry().orderings.values(), as_json=as_json)
