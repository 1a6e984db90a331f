"""Whose code an error came through: files that a person named and plugins, or ours and what we build on."""

from __future__ import annotations

import os
import traceback
from pathlib import Path
from types import FrameType
from typing import Final

import advsearch

_LIBRARIES: Final = ("attr", "attrs", "click", "hypothesis", "llvmlite", "numba", "numpy", "pluggy", "rich")
"""What we import ourselves: an error that ends there is its caller's."""


def their_frames(error: BaseException) -> list[tuple[FrameType, int]]:
    """The frames of other people's code that an error passed through, each with its line, innermost last."""
    passed = traceback.walk_tb(error.__traceback__)
    return [(frame, line) for frame, line in passed if is_theirs(frame.f_code.co_filename)]


def is_theirs(filename: str) -> bool:
    """Whether a file is neither ours, nor Python's, nor a library's of ours."""
    if not os.path.isabs(filename):
        return False
    path, (ours, library) = Path(filename), (Path(module.__file__ or "").parent for module in (advsearch, os))
    if "site-packages" in path.parts:
        top = path.parts[path.parts.index("site-packages") + 1]
        return top not in _LIBRARIES and not path.is_relative_to(ours)
    return not path.is_relative_to(ours) and not path.is_relative_to(library)
