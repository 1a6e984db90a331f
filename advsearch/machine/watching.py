"""The sets that rules make for themselves while they are played, so that their members are seen too."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, Final

from advsearch.machine.constants import Constants, NoForm
from advsearch.machine.types import joined
from advsearch.machine.universes import Universes

_MAKING: Final = frozenset({"BUILD_SET", "SET_ADD", "SET_UPDATE"})
_NAMES: Final = frozenset({"set", "frozenset"})


def makes_sets(code: CodeType) -> bool:
    """Return whether a function, or one inside it, makes sets."""
    if _NAMES & {*code.co_names, *code.co_freevars}:
        return True
    if any(isinstance(one, CodeType) and makes_sets(one) for one in code.co_consts):
        return True
    return any(one.opname in _MAKING for one in dis.get_instructions(code))


@contextmanager
def watched(game: Any, universes: Universes, constants: Constants) -> Iterator[dict[CodeType, bool]]:
    """See the sets that are local to the methods of a game, and to functions beside them.

    Gives the functions that were called, and whether each makes sets.
    """
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    making: dict[CodeType, bool] = {}

    def look(frame: FrameType, event: str, given: Any) -> None:
        if event != "return":
            return
        code = frame.f_code
        if code not in making:
            making[code] = code.co_filename == file and makes_sets(code)
        if making[code]:
            for value in (*frame.f_locals.values(), given):
                if isinstance(value, set | frozenset):
                    try:
                        universes.see(joined(map(constants.type_of, value)), value)
                    except (NoForm, AttributeError):
                        continue

    if sys.getprofile() is not None:  # somebody else is watching
        yield making
        return
    sys.setprofile(look)
    try:
        yield making
    finally:
        sys.setprofile(None)
