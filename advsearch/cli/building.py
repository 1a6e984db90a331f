"""Building machine code: a spinner while it lasts, and a word where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from advsearch.cli.console import note
from advsearch.compiled import build
from advsearch.plugins.tiers import prepare, why_not_compiled
from advsearch.protocol import AnyGame, Searcher


def get_ready(searcher: Searcher, game: AnyGame) -> None:
    """Build or load what a search will need, before anything is timed or drawn; say so if it will not be compiled
    where one would expect it."""
    announce_builds()
    prepare(searcher, game)
    reason = why_not_compiled(searcher, game)
    if reason is not None:
        note_reference_tier(reason)


def note_reference_tier(reason: str) -> None:
    """Say why nothing is compiled."""
    note(f"on the reference tier, in plain Python: {reason}")


def announce_builds() -> None:
    """Show a spinner whenever something is built from now on."""
    build.on_build(_spinner)


@contextmanager
def _spinner(label: str) -> Iterator[None]:
    """One line in a terminal, gone when it is done."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(f"compiling {label}, which is kept for the next time"):
        yield
