"""Shared parts of the commands that play games: the help of an option, and an exit status."""

from __future__ import annotations

from typing import Final

from advsearch.tournament.schedule import DEFAULT_MAX_PLIES

MAX_PLIES_HELP: Final = f"End a game after this many plies as a draw; 0 is no limit. [default: {DEFAULT_MAX_PLIES:,}]"
INCOMPLETE: Final = 1
"""The exit status if some games could not be played."""
BY_FAULTS: Final = 3
"""The exit status if faults decided a comparison."""
