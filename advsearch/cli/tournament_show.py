"""The results of a tournament in the terminal."""

from __future__ import annotations

import click

from advsearch.cli.console import show, table
from advsearch.tournament.report import (
    FAULT_HEADERS,
    PAIRING_HEADERS,
    RANKING_HEADERS,
    RATING_HEADERS,
    adjudications_note,
    fault_rows,
    headline,
    is_ranking,
    pairing_row,
    pairings_note,
    ranking_note,
    ranking_rows,
    rating_rows,
    ratings_note,
    set_aside_lines,
    tiers_note,
)
from advsearch.tournament.summary import Summary


def show_summary(summary: Summary, *, pairings: bool = False) -> None:
    """Print the results of a tournament. With many pairings, only `pairings` prints each of them."""
    click.echo(headline(summary))
    ranking = is_ranking(summary)
    if ranking:
        click.echo()
        show(table(RANKING_HEADERS, ranking_rows(summary), right=[0, 3, 4, 5, 6]))
        click.echo(f"\n{ratings_note(summary)}\n\n{ranking_note(summary)}")
    elif summary.ratings:
        click.echo()
        show(table(RATING_HEADERS, rating_rows(summary), right=[0, 3, 4]))
        click.echo(f"\n{ratings_note(summary)}")
    if pairings or not ranking:
        click.echo()
        show(table(PAIRING_HEADERS, [pairing_row(pairing) for pairing in summary.pairings], right=[3, 5, 6]))
        click.echo()
        for pairing in summary.pairings:
            click.echo(pairing.verdict)
        if remark := pairings_note(summary):
            click.echo(f"\n{remark}")
    for remark in filter(None, (tiers_note(summary.tiers), adjudications_note(summary))):
        click.echo(f"\n{remark}")
    if rows := fault_rows(summary):
        click.echo()
        show(table(FAULT_HEADERS, rows, right=[2]))
    for line in set_aside_lines(summary):
        click.echo(f"set aside: {line}")
