"""Lets Python recurse deeply. Searches need deep recursion because they call themselves once per ply, and games can
last thousands of plies.
"""

from __future__ import annotations

import collections
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from advsearch.errors import AdvsearchError
from advsearch.system.forks import new_lock

DEEPEST: Final = 100_000
"""The largest number of plies that a search may go below the root. A Python stack frame takes about half a
kilobyte."""

_SPARE: Final = 500  # frames for the game's own functions at the deepest node

_lock = new_lock()
_granted: list[int] = []
_limit_before: list[int] = []


@contextmanager
def deep_recursion(
    plies: int, frames_per_ply: int = 1, *, too_deep: Callable[[RecursionError], AdvsearchError] | None = None
) -> Iterator[None]:
    """Within a `with` block, let Python recurse `plies` deep, but at most `DEEPEST`. A recursion that goes deeper
    raises an `AdvsearchError`.

    If a function of the game never stops calling itself, the error names this function. If the recursion is too deep
    for another reason, the function `too_deep` makes the error. If `too_deep` is None, the error message advises a
    smaller depth.

    Since Python 3.11 a call from Python to Python uses no C stack, so only the interpreter's recursion limit matters.
    When the last search ends, the recursion limit is restored. The functions that recurse must call each other
    directly, because a call through C code at every ply would use up the C stack. `map`, `sorted(key=...)` and
    `functools.partial` call functions through C code. On Python 3.11, a call such as `f(*arguments)` goes through C
    code.
    """
    needed = _frames_in_use() + min(plies, DEEPEST) * frames_per_ply + _SPARE
    _grant(needed)
    try:
        yield
    except RecursionError as error:
        endless = _who_does_not_end(error)
        if endless is None and too_deep is not None:
            raise too_deep(error) from error
        raise AdvsearchError(
            endless
            or f"expected at most {min(plies, DEEPEST)} plies below the root, but the search, or a function of the "
            "game, recursed deeper; give the search a smaller depth"
        ) from error
    finally:
        _withdraw(needed)


def state_met_twice(error: RecursionError) -> Any:
    """A state that occurs twice on the current line of play; None if there is none.

    The line of play is read from the stack: each call of the recursive function has a variable `state`.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    code, _ = collections.Counter(frame.f_code for frame in frames).most_common(1)[0]
    seen: set[Any] = set()
    for frame in frames:
        if frame.f_code is code:
            state = frame.f_locals.get("state")
            try:
                if state in seen:
                    return state
                seen.add(state)
            except TypeError:  # the state cannot be hashed
                return None
    return None


def _who_does_not_end(error: RecursionError) -> str | None:
    """An error message about a function of the game that calls itself without end. The result is None if no function
    of the game is at fault.
    """
    calls = list(traceback.walk_tb(error.__traceback__))
    code, times = collections.Counter(frame.f_code for frame, _ in calls).most_common(1)[0]
    path = Path(code.co_filename)
    if path.is_relative_to(Path(__file__).parents[1]):
        return None
    line = [line for frame, line in calls if frame.f_code is code][-1]
    return f"{path.name} line {line}: {code.co_name} called itself {times} times without returning"


def _frames_in_use() -> int:
    count, frame = 0, sys._getframe()
    while frame.f_back is not None:
        count, frame = count + 1, frame.f_back
    return count


def _grant(frames: int) -> None:
    with _lock:
        if not _granted:
            _limit_before[:] = [sys.getrecursionlimit()]
        _granted.append(frames)
        sys.setrecursionlimit(max(_limit_before + _granted))


def _withdraw(frames: int) -> None:
    with _lock:
        _granted.remove(frames)
        sys.setrecursionlimit(max(_limit_before + _granted))
