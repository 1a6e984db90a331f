"""The results of a tournament in the terminal."""

from __future__ import annotations

import click

from advsearch.cli.console import show, table
from advsearch.tournament.report import Grid, headline, pieces
from advsearch.tournament.summary import Summary


def show_summary(summary: Summary, *, pairings: bool = False) -> None:
    """Print the results of a tournament. With many pairings, only `pairings` prints each of them."""
    click.echo(headline(summary))
    for piece in pieces(summary, all_pairings=pairings):
        click.echo()
        if isinstance(piece, Grid):
            show(table(piece.headers, piece.rows, right=list(piece.right)))
        else:
            click.echo(piece if isinstance(piece, str) else "\n".join(piece))
