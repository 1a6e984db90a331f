"""Where games are to be played, given by `--workers` and `--scheduler`."""

from __future__ import annotations

import functools
from typing import Any, cast

import attrs
import click

from advsearch.cli.console import note
from advsearch.cli.options import COUNT, Decorated
from advsearch.tournament.workers import Workers, workers_of


@attrs.frozen
class AskedWorkers:
    """Where games are to be played."""

    count: int | None
    scheduler: str | None

    @property
    def here(self) -> bool:
        """Whether they are played on this machine."""
        return self.scheduler in (None, "local")

    def chosen(self) -> Workers:
        """The workers, with a note where they are more than the machine has cores."""
        workers, warning = workers_of(self.count, self.scheduler)
        if warning:
            note(warning)
        return workers


def worker_options(command: Decorated) -> Decorated:
    """`--workers` and `--scheduler`; the command gets them as one argument, `workers`."""

    @functools.wraps(command)
    def working(*arguments: Any, workers: int | None, scheduler: str | None, **options: Any) -> Any:
        return command(*arguments, workers=AskedWorkers(workers, scheduler), **options)

    for option in (
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Play on a Dask cluster: tcp://HOST:PORT, or 'local' for one of this machine's own.",
        ),
        click.option(
            "--workers", type=COUNT, help="Games played at a time; 0 plays in this process. [default: one per core]"
        ),
    ):
        working = option(working)
    return cast(Decorated, working)
