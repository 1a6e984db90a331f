"""docs/players.md, followed from top to bottom."""

from __future__ import annotations

from collections.abc import Callable


def test_the_page_on_players_can_be_followed(follow: Callable[..., None]) -> None:
    """The page's players play in the matches that the page shows."""
    follow("docs/players.md")
