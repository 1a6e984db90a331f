"""The options `--workers` and `--scheduler`, which set where games are played."""

from __future__ import annotations

from typing import Final

import attrs

from advsearch.cli.console import note
from advsearch.cli.options import COUNT, made_of
from advsearch.tournament.workers import Workers, workers_of


@attrs.frozen
class AskedWorkers:
    """The values of `--workers` and `--scheduler`."""

    count: int | None
    scheduler: str | None

    @property
    def here(self) -> bool:
        """Whether the games are played on this machine and not on a cluster."""
        return self.scheduler in (None, "local")

    def chosen(self) -> Workers:
        """Return the workers that the options select. A note is printed if the machine has fewer cores than
        workers."""
        workers, warning = workers_of(self.count, self.scheduler)
        if warning:
            note(warning)
        return workers


worker_options: Final = made_of(
    "workers",
    AskedWorkers,
    count={
        "flag": "--workers",
        "type": COUNT,
        "help": "Number of games played at a time; with 0 and no --scheduler, games are played one by one in this "
        "process. [default: one per core]",
    },
    scheduler={
        "metavar": "ADDRESS",
        "help": "Play on a Dask cluster: tcp://HOST:PORT, or 'local' to start a cluster on this machine.",
    },
)
