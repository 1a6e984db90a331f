"""Modules that stand in for modules of courses and libraries, which a user's file imports and which are not there."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType


class _StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules that no other finder finds. A folder without modules, which Python would import as an empty
    package, does not count as found."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name not in self._modules:
            return None
        for finder in sys.meta_path:
            found = None if finder is self else finder.find_spec(name, path, target)
            if found is not None and (found.origin is not None or found.submodule_search_locations is None):
                return found
        has_more = any(other.startswith(f"{name}.") for other in self._modules)
        return importlib.util.spec_from_loader(name, self, is_package=has_more)

    def exec_module(self, module: ModuleType) -> None:
        stand_in = importlib.import_module(self._modules[module.__name__])
        vars(module).update((name, thing) for name, thing in vars(stand_in).items() if not name.startswith("__"))


def install(*modules: Mapping[str, str]) -> None:
    """From now on, import a stand-in for each of these modules that is neither installed nor beside the user's file.
    The keys of `modules` are the names that a file imports, and the values are the names of the stand-ins."""
    sys.meta_path.insert(0, _StandIns(dict(ChainMap(*map(dict, modules)))))


@contextmanager
def standing_in(*modules: Mapping[str, str]) -> Iterator[None]:
    """Within this context, stand-ins are imported as after `install`."""
    install(*modules)
    finder = sys.meta_path[0]
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name, module in list(sys.modules.items()):
            if getattr(module, "__loader__", None) is finder:
                del sys.modules[name]
