"""What the commands that play games have in common: options, and an exit status."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from advsearch.cli.options import COUNT
from advsearch.tournament.schedule import DEFAULT_MAX_PLIES

MAX_PLIES_HELP: Final = f"End a game after this many plies as a draw; 0 is no limit. [default: {DEFAULT_MAX_PLIES:,}]"
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def worker_options(command: Decorated) -> Decorated:
    command = click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Play on a Dask cluster: tcp://HOST:PORT, or 'local' for one on this machine.",
    )(command)
    return click.option(
        "--workers", type=COUNT, help="Games played at a time; 0 plays in this process. [default: one per core]"
    )(command)


INCOMPLETE: Final = 1
"""The exit status where games could not be played."""
