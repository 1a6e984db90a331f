"""Calls a function in other processes with other hash seeds, and returns the results.

The other process writes the results to a file, because the code under test may print on standard output.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from advsearch.testing.report import NotTried

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
