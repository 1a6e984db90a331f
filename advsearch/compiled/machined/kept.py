"""What is known of a build, kept on the disk beside its code, so that a later process runs it without the compiler.

The name is a hash of the searcher's kind, the game, the evaluator, all source code that they reach, and the compiler.
What the memory of a build is read into are objects of the process that runs it: the game, the evaluator, and the
machines of the text, each known by its number. Nothing else is made from a file but types, functions, classes and
members of enums that the process has already.
"""

from __future__ import annotations

import enum
import hashlib
import io
import os
import pickle
import sys
from functools import cache
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

import attrs

import advsearch
from advsearch.compiled.machined.trees import Kind
from advsearch.lowering.kept import NamingPickler, add_modules, is_users_module
from advsearch.machine.building import hashed
from advsearch.machine.made import Made
from advsearch.search.kit.fields import Arena, Data, Machine
from advsearch.since_start import is_recent

_TOP: Final = os.path.dirname(str(advsearch.__file__))
_PLAIN: Final = (
    *(bool, int, float, str, bytes, tuple, list, dict, set, frozenset, type(None)),
    *(type, FunctionType, BuiltinFunctionType, enum.Enum),
)


def name_of(kind: Kind, game: Any, evaluate: Any) -> str | None:
    """Return the name under which a build is kept, or None if its sources cannot be told."""
    digest = hashlib.sha256()
    pickler = NamingPickler(io.BytesIO())
    try:
        played = (type(game), game.settings()) if isinstance(game, Data) else game
        pickler.dump((played, evaluate, kind.searcher))  # the module of the searcher, with its text, is a source, too
        own: list[ModuleType] = [sys.modules[type(game).__module__], *pickler.modules.values()]
        digest.update(pickler.file.getvalue())
        add_modules(digest, [each for each in own if is_users_module(each)])
        return hashed([digest.hexdigest(), sys.version, _own_files()])
    except Exception:  # a lambda, a class in a function, a module without a file
        return None


@cache
def _own_files() -> str:
    # All of them: games and evaluators may stand in any. This process runs them as they were at its start.
    found = []
    for folder, _, names in os.walk(_TOP):
        for name in names:
            if name.endswith(".py"):
                place = os.path.join(folder, name)
                stat = os.stat(place)
                if is_recent(stat):
                    raise OSError(f"{place} has changed")
                found.append((os.path.relpath(place, _TOP), stat.st_mtime_ns, stat.st_size))
    return repr(sorted(found))


def machines_of(tree: Machine) -> list[Machine]:
    """Return the machines of a text in an order that is the same for all trees of a kind."""
    found: dict[int, Machine] = {}
    waiting: list[Any] = [tree]
    while waiting:
        one = waiting.pop()
        if id(one) not in found:
            found[id(one)] = one
            if not isinstance(one, Arena):
                parts = (each for _, each in sorted(vars(one).items()))
                every = (part for each in parts for part in (each if isinstance(each, tuple) else (each,)))
                waiting.extend(each for each in every if isinstance(each, Machine))
    return list(found.values())


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, known: list[Any]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._known = {id(each): number for number, each in enumerate(known)}

    def persistent_id(self, value: Any) -> int | None:
        return self._known.get(id(value))

    def reducer_override(self, value: Any) -> Any:
        kind: Any = type(value)
        if isinstance(value, _PLAIN):
            return NotImplemented
        if kind.__module__.startswith("advsearch.machine."):
            return NotImplemented
        raise pickle.PicklingError(f"an object of the class {kind.__qualname__}")


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, known: list[Any]) -> None:
        super().__init__(file)
        self._known = known

    def persistent_load(self, number: Any) -> Any:
        return self._known[number]

    def find_class(self, module: str, name: str) -> Any:
        if module not in sys.modules and not module.startswith("advsearch.machine."):
            raise pickle.UnpicklingError(f"the module {module} is not in use")
        return super().find_class(module, name)


def written(made: Made, known: list[Any]) -> bytes | None:
    """Return what `read` reads, or None for a build with objects that no other process has."""
    file = io.BytesIO()
    try:
        _Writer(file, known).dump(attrs.evolve(made, build=attrs.evolve(made.build, text="")))
    except Exception:
        return None
    return file.getvalue()


def read(notes: bytes, known: list[Any]) -> Made | None:
    """Return what is known of a build, or None if it cannot be read."""
    try:
        found = _Reader(io.BytesIO(notes), known).load()
    except Exception:  # whatever is wrong, the build can be made again
        return None
    return found if isinstance(found, Made) else None
