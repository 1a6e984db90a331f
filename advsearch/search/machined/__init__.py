"""Runs the texts of searches as machine code, with their sessions in plain Python around them.

trees      the live object that is compiled for a searcher
code       its machine code: builds, copies that run beside each other, what is kept on the disk
session    one call of a search
forms      the compiled tier of searchers
"""

from __future__ import annotations

import importlib.util
import os
from functools import cache


def in_use() -> bool:
    """Whether the compiled tier runs texts: while both compilers exist, if ADVSEARCH_MACHINE is set to 1."""
    return os.environ.get("ADVSEARCH_MACHINE") == "1"


@cache
def why_unavailable() -> str | None:
    """Return why nothing can be compiled on this machine, or None."""
    if importlib.util.find_spec("llvmlite") is None:
        return "the compiled tier needs llvmlite, which is not installed here; install it, or ask for tier=reference"
    return None
