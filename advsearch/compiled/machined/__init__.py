"""Runs the texts of searches as machine code, with their sessions in plain Python around them.

trees      the live object that is compiled for a searcher
code       its machine code: builds, copies that run beside each other, what is kept on the disk
orders     builds that a search does not wait for
session    one call of a search
forms      the compiled tier of searchers
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from functools import cache
from typing import Any

import attrs

from advsearch.errors import CompiledTierUnavailable


def in_use() -> bool:
    """Whether the compiled tier runs texts: while both compilers exist, if ADVSEARCH_MACHINE is set to 1."""
    return os.environ.get("ADVSEARCH_MACHINE") == "1"


@cache
def why_unavailable() -> str | None:
    """Return why nothing can be compiled on this machine, or None."""
    if importlib.util.find_spec("llvmlite") is None:
        return "the compiled tier needs llvmlite, which is not installed here; install it, or ask for tier=reference"
    return None


class NotHere(CompiledTierUnavailable):
    """Raised where a search could run compiled, but not on this machine."""


def check_available() -> None:
    """Raise `NotHere` if nothing can be compiled on this machine."""
    why = why_unavailable()
    if why is not None:
        raise NotHere(why)


@attrs.frozen
class TextForm:
    """The compiled form of a searcher whose text is compiled as it stands. It needs no kernels of a game."""

    make: Callable[[Any, Any], Any]
    """A function with the parameters and the result of `Searcher.bind`."""

    def __call__(self, searcher: Any, at: Any) -> Any:
        return self.make(searcher, at)


def takes(form: Any) -> bool:
    """Whether a compiled form is machine code of a text."""
    return in_use() or isinstance(form, TextForm)
