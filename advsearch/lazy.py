"""Make a package load its public names on first use (PEP 562).

_HOMES = {"Game": "mygame.rules"}
if TYPE_CHECKING:
    from mygame.rules import Game
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazily(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make `__getattr__` and `__dir__` for a package. `homes` gives the module that defines each public name.

    A submodule is also loaded when it is accessed: `package.submodule` needs no separate import.
    """

    def load(name: str) -> Any:
        if name in homes:
            value = getattr(importlib.import_module(homes[name]), name)
            setattr(sys.modules[package], name, value)
            return value
        submodule = f"{package}.{name}"
        if not name.startswith("_"):
            try:
                return importlib.import_module(submodule)
            except ModuleNotFoundError as error:
                if error.name != submodule:
                    raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=sys.modules[package])

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return load, names
