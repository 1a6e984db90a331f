"""Find out whose code caused an error: the code of advsearch, of a library, of the user or of a game."""

from __future__ import annotations

import functools
import os
import traceback
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Final

import advsearch
from advsearch.protocol import RULES, AnyGame
from advsearch.search.returned import BrokenGame

_LIBRARIES: Final = ("attr", "attrs", "click", "hypothesis", "llvmlite", "numba", "numpy", "pluggy", "rich")
"""Libraries that advsearch imports. If a library raises an error, the caller of the library is blamed.

The libraries are found by their names, because `pip install --target` installs libraries into any folder.
"""


def their_frames(error: BaseException) -> list[tuple[FrameType, int]]:
    """The stack frames of third-party code through which an error passed. Each frame comes with its line number. The
    innermost frame is the last.
    """
    passed = traceback.walk_tb(error.__traceback__)
    return [(frame, line) for frame, line in passed if is_theirs(frame.f_code.co_filename)]


def is_theirs(filename: str) -> bool:
    """Whether a file belongs neither to advsearch, nor to Python, nor to a library that advsearch imports."""
    if not os.path.isabs(filename):
        return False
    path = Path(filename)
    if any(path.is_relative_to(folder) for folder in _ours()):
        return False
    if "site-packages" in path.parts or "dist-packages" in path.parts:
        return True
    return not path.is_relative_to(Path(os.__file__).parent)


@functools.cache
def _ours() -> tuple[Path, ...]:
    """The folders of the framework, of the built-in games, and of the libraries that advsearch imports."""
    try:
        offered = {each.module.partition(".")[0] for each in distribution("advsearch").entry_points}
    except PackageNotFoundError:  # advsearch runs from a source tree and is not installed
        offered = set()
    folders = [folder for name in (*sorted(offered), *_LIBRARIES) for folder in _folders_of(name)]
    return tuple(Path(folder) for folder in (*advsearch.__path__, *folders))


def _folders_of(package: str) -> list[str]:
    try:
        spec = find_spec(package)
    except ValueError:  # a module without a spec, as tests make them
        return []
    return [] if spec is None else list(spec.submodule_search_locations or ())


def is_the_games(error: BaseException, game: AnyGame) -> bool:
    """Whether a game caused an error. A game is the cause if its method raised the error, or if a built-in search
    found that the game breaks a law.

    If third-party code called a method of the game, the calling code is blamed, because the arguments may have been
    wrong.
    """
    if isinstance(error, BrokenGame):
        return True
    frames = their_frames(error)
    if not frames or isinstance(error, RecursionError | MemoryError | SystemExit):
        return False
    code, known = frames[0][0].f_code, frames[0][0].f_locals
    return code.co_name in RULES and code.co_argcount > 0 and known.get(code.co_varnames[0]) is game
