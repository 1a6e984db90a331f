"""Show a spinner while machine code is built, and a note when a search runs in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from advsearch.binding import BoundSearch, bind, reference_tier_note
from advsearch.cli.console import note
from advsearch.compiled import build
from advsearch.protocol import AnyGame, Searcher
from advsearch.search.settings import is_as_written


def get_ready(searcher: Searcher, game: AnyGame) -> BoundSearch:
    """Prepare a searcher for a game, before the command measures time or prints anything.

    Show a spinner while the program waits for machine code. If the search runs in plain Python and the user did not
    request plain Python, show a note.
    """
    announce_builds()
    bound = bind(searcher, game)
    if bound.building is None:
        note_tier(bound)
    return bound


def note_tier(bound: BoundSearch, *, stopped: bool = False) -> None:
    """If a search runs in plain Python, print the reason. If the search was too short to start a build, print
    nothing. If the search was stopped, also stop the build of its machine code.
    """
    building = bound.building
    if building is not None:
        if building.ordered:
            later = "" if stopped else "; it is being built, and kept for the next time"
            note_reference_tier(f"the search was done before its machine code was there{later}")
        if stopped:
            building.abandon()
    elif bound.why is not None and not is_as_written(bound.searcher):
        note_reference_tier(bound.why)


def note_reference_tier(reason: str) -> None:
    """Print the reason why a search runs in plain Python."""
    note(reference_tier_note(reason))


def announce_builds() -> None:
    """Make every later build of machine code show a spinner."""
    build.on_build(_spinner)


@contextmanager
def _spinner(label: str) -> Iterator[None]:
    """Show a spinner in a line of the terminal, and remove the line at the end."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(f"compiling {label}, which is kept for the next time"):
        yield
