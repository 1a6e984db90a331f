"""Turns source text into a module of Python functions, which a debugger can show."""

from __future__ import annotations

import hashlib
import linecache
import math
from collections.abc import Callable
from typing import Any, Final

from advsearch.bits import count, highest, lowest, rest
from advsearch.lowering.words import derived

_HEAD: Final = '''def length(word):
    """The bits up to the highest one; 0 for the empty set."""
    return highest(word) + 1 if word else 0
'''


class Module:
    def __init__(self, title: str) -> None:
        self.title = title
        self.tables: dict[tuple[Any, ...], str] = {}
        self.texts: list[str] = []

    @property
    def source(self) -> str:
        return "\n\n".join([f'"""{self.title}"""', _HEAD, *self.texts]) + "\n"

    def functions(self) -> dict[str, Callable[..., Any]]:
        text = self.source
        digest = hashlib.sha256((text + repr(list(self.tables.items()))).encode()).hexdigest()[:16]
        file = f"<derived {digest}>"
        linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
        names: dict[str, Any] = {
            "__name__": derived.__name__,
            "count": count,
            "highest": highest,
            "lowest": lowest,
            "rest": rest,
            "sqrt": math.sqrt,
            "INFINITY": math.inf,
            **{name: values for values, name in self.tables.items()},
        }
        exec(compile(text, file, "exec"), names)
        return {name: value for name, value in names.items() if callable(value)}
