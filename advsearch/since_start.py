"""Tells whether files have changed since this process began to run them.

Machine code is made from the text of functions, and kept under a name that is made from the text of their files. If a
file is edited, or replaced by an update, while a process runs what stood in it before, the two differ.
"""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

STARTED: Final = time.time()
"""When this module was imported: before all others of advsearch."""
_COARSE_S: Final = 0.02
"""The time of a change may be noted so much too early."""


def has_changed(path: str | Path) -> bool:
    """Return whether a file was written or replaced since this process was started."""
    try:
        found = os.stat(path)
    except OSError:  # no file, such as the cell of a notebook
        return False
    return is_recent(found)


def is_recent(found: os.stat_result) -> bool:
    """Return whether a file with this status was written or replaced since this process was started."""
    return STARTED - _COARSE_S < max(found.st_mtime, found.st_ctime) < time.time() + 1  # a clock may be wrong


def is_as_run(code: CodeType, text: str) -> bool:
    """Return whether the function with this code stands in this text of its file."""
    return code in _codes(code.co_filename, text)


def is_as_imported(module: ModuleType) -> bool:
    """Return whether all functions of a module stand in its file as they were imported."""
    file = str(module.__file__)
    if not has_changed(file):
        return True
    with open(file, encoding="utf-8") as lines:
        text = lines.read()
    return all(is_as_run(code, text) for code in _functions(module) if code.co_filename == file)


@functools.lru_cache(maxsize=16)
def _codes(file: str, text: str) -> frozenset[CodeType]:
    try:
        waiting = [compile(text, file, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return frozenset()
    found: set[CodeType] = set()
    while waiting:
        one = waiting.pop()
        found.add(one)
        waiting.extend(each for each in one.co_consts if isinstance(each, CodeType))
    return frozenset(found)


def _functions(module: ModuleType) -> Iterator[CodeType]:
    for value in list(vars(module).values()):
        own = getattr(value, "__module__", None) == module.__name__
        inside: list[Any] = [*vars(value).values()] if own and isinstance(value, type) else [value] if own else []
        for each in inside:
            function = getattr(each, "__func__", getattr(each, "fget", getattr(each, "__wrapped__", each)))
            if isinstance(function, FunctionType):
                yield function.__code__
