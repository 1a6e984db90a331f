"""Runs a check in a separate process, so that a result is reported even if the checked code crashes, uses up memory
or hangs.
"""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Callable
from typing import Any, Final

from advsearch.errors import InvalidSettings
from advsearch.testing.report import LawBroken, Report

GRACE_S: Final = 5.0
"""The seconds that a check may take after its time limit to send its report."""


def can_run_apart() -> bool:
    return "fork" in multiprocessing.get_all_start_methods()


def run_apart(run: Callable[[], Report], subject: str, limit_s: float = math.inf) -> Report:
    """Call `run` in a separate process, and return its report or raise its error. Raise `LawBroken` if the process
    dies or does not end."""
    if not can_run_apart():
        raise InvalidSettings("expected a system with fork for a check in a separate process, got one without fork")
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(run, theirs))
    process.start()
    theirs.close()
    try:
        told: Any = ours.recv() if ours.poll(None if limit_s == math.inf else limit_s + GRACE_S) else None
    except EOFError:
        process.join()
        told = f"the process ended with exit status {process.exitcode}"
    finally:
        process.kill()
        process.join()
    if isinstance(told, Report):
        return told
    if isinstance(told, BaseException):
        raise told
    raise LawBroken(
        "the check comes back",
        subject,
        "the checked code must neither end its process nor hang",
        expected="a report of the check",
        got=told or f"none after {limit_s + GRACE_S:g} s",
    )


def _run(run: Callable[[], Report], channel: Any) -> None:
    try:
        channel.send(run())
    except Exception as error:
        channel.send(error)
