"""Runs a check in a separate process, so that a result is reported even if the checked code crashes, uses up memory
or hangs, and calls functions in processes with other hash seeds.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from advsearch.errors import InvalidSettings
from advsearch.testing.report import LawBroken, NotTried, Report

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


# --- other hash seeds -----------------------------------------------------------------------------------------


HASH_SEEDS: Final = ("1", "2")

_CHILD: Final = """
import importlib, importlib.util, pathlib, pickle, sys
name, file, paths, teller, payload = pickle.load(sys.stdin.buffer)
sys.path[:0] = [path for path in paths if path not in sys.path]
try:
    importlib.import_module(name)
except ImportError:
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
module, function = teller
answer = getattr(importlib.import_module(module), function)(*pickle.loads(payload))
from advsearch.system.files import opened
with opened(pathlib.Path(sys.argv[1]), sync=False) as channel:
    pickle.dump(answer, channel)
"""


def answers_elsewhere(
    thing: Any, game_or_searcher: str, teller: tuple[str, str], arguments: tuple[Any, ...]
) -> Iterator[Any]:
    """Yield the results of a function in processes with different hash seeds.

    `thing` is the object under test; each process first loads the module of this object. `game_or_searcher` is
    "game" or "searcher". `teller` is the module and the name of the function to call. Output that the code under
    test prints is discarded.
    """
    module = sys.modules.get(getattr(thing, "__module__", ""))
    file = getattr(module, "__file__", None)
    if module is None or file is None or module.__name__ == "__main__":
        raise NotTried(f"the {game_or_searcher} is not defined in a module that another process can load")
    try:
        payload = pickle.dumps(arguments)
    except Exception as error:
        raise NotTried(f"the {game_or_searcher} cannot be pickled") from error
    message = pickle.dumps((module.__name__, str(Path(file).resolve()), sys.path, teller, payload))
    for seed in HASH_SEEDS:
        with tempfile.TemporaryDirectory(prefix="advsearch-check-") as folder:
            channel = Path(folder) / "answer"
            done = subprocess.run(
                [sys.executable, "-c", _CHILD, str(channel)],
                input=message,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONHASHSEED": seed},
                check=False,
            )
            if done.returncode or not channel.exists():
                said = done.stderr.decode(errors="replace").strip().splitlines()
                why = said[-1] if done.returncode and said else f"it ended with exit status {done.returncode}"
                raise NotTried(f"another process could not load the {game_or_searcher}: {why}")
            answer = pickle.loads(channel.read_bytes())
        yield answer
