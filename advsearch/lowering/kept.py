"""Stores derived rules on disk for later processes, in files such as `rules_1f0c.kept`.

The name is a hash of the game's settings and of all source code that the rules depend on.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import linecache
import os
import pickle
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

import attrs

from advsearch import lowering
from advsearch.compiled.store import directory
from advsearch.errors import without_places
from advsearch.lowering import keys
from advsearch.protocol import AnyGame
from advsearch.since_start import is_as_imported
from advsearch.system import kept_files

GENERATED: Final = ("advsearch.lowering.rows.generated", "advsearch.lowering.words.derived")
_DATA: Final = (int, float, str, bytes, tuple, frozenset, dict, list, set, type(None))
_OURS: Final = str(Path(str(lowering.__file__)).parents[1])
_INSTALLED: Final = "site-packages"
_STANDARD: Final = (str(Path(os.__file__).parent), sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))


# --- names --------------------------------------------------------------------------------------------------------


def place_of(game: AnyGame, room: int, as_rows: bool = False) -> Path | None:
    """The file for a game's derived rules, or None if they cannot be pickled."""
    module = sys.modules.get(type(game).__module__)
    if module is None or getattr(module, "__file__", None) is None:
        return None
    digest = hashlib.sha256(f"{sys.version} {room} {as_rows}".encode())
    pickler = NamingPickler(io.BytesIO())
    try:
        pickler.dump(game)  # not its text: different objects may print alike
        digest.update(pickler.file.getvalue())
        add_modules(digest, [module, *filter(is_users_module, pickler.modules.values())])
        digest.update(_lowering_files())
    except Exception:  # for example, a setting is a closure, or a file is missing
        return None
    return directory() / f"rules_{digest.hexdigest()[:32]}.kept"


@functools.cache
def _lowering_files() -> bytes:
    # Cached, because this process runs the files as they were at its start.
    found = [(path.name, path.stat()) for path in sorted(Path(_OURS, "lowering").rglob("*.py"))]
    return repr([(name, stat.st_mtime_ns, stat.st_size) for name, stat in found]).encode()


def place_of_evaluator(rules: Path | None, evaluator: Any) -> Path | None:
    if rules is None:
        return None
    pickler = NamingPickler(io.BytesIO())
    try:
        pickler.dump(evaluator)
        digest = hashlib.sha256(rules.name.encode() + pickler.file.getvalue())
        add_modules(digest, [each for each in pickler.modules.values() if is_users_module(each)])
    except Exception:  # no module has it under its name, or its file is gone
        return None
    return rules.with_name(f"rules_{digest.hexdigest()[:32]}.kept")


class NamingPickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self.file = file
        self.modules: dict[str, ModuleType] = {}

    def reducer_override(self, value: Any) -> Any:
        name = str((value if isinstance(value, type | FunctionType) else type(value)).__module__)
        if name not in sys.builtin_module_names:
            if getattr(sys.modules[name], "__file__", None) is None:
                raise pickle.PicklingError(f"the module {name} has no file")
            self.modules[name] = sys.modules[name]
        return NotImplemented


def add_modules(digest: Any, modules: Iterable[ModuleType]) -> None:
    for each in _reached(modules):
        if not is_as_imported(each):
            raise pickle.PicklingError(f"the file of {each.__name__} has changed since it was imported")
        digest.update(each.__name__.encode())
        digest.update(Path(str(each.__file__)).read_bytes())
        for name, value in vars(each).items():
            if isinstance(value, _DATA) and not name.startswith("__"):
                shown = sorted(map(repr, value)) if isinstance(value, set | frozenset) else repr(value)
                digest.update(without_places(f"{name} = {shown}").encode())


def _reached(modules: Iterable[ModuleType]) -> Iterator[ModuleType]:
    # Modules of Python and advsearch are left out.
    seen = {module.__name__: module for module in modules}
    left = list(seen.values())
    while left:
        one = left.pop()
        yield one
        for value in list(vars(one).values()):
            name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            other = sys.modules.get(name) if isinstance(name, str) else None
            if other is None or other.__name__ in seen or not is_users_module(other):
                continue
            seen[other.__name__] = other
            left.append(other)


def is_users_module(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and _is_their_file(str(file))


@functools.cache
def _is_their_file(file: str) -> bool:
    if file.startswith(_OURS):
        return False
    return _INSTALLED in Path(file).parts or not file.startswith(_STANDARD)


# --- writing and reading ------------------------------------------------------------------------------------------


@attrs.define(eq=False)
class _Text:
    file: str
    text: str
    names: dict[str, Any]
    _made: dict[str, Any] | None = None

    def function(self, name: str, attributes: dict[str, Any]) -> Any:
        if self._made is None:
            linecache.cache[self.file] = len(self.text), None, self.text.splitlines(keepends=True), self.file
            self._made = dict(self.names)
            exec(compile(self.text, self.file, "exec"), self._made)
        made = self._made[name]
        vars(made).update(attributes)
        return made


def _function(text: _Text, name: str, attributes: dict[str, Any]) -> Any:
    return text.function(name, attributes)


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._texts: dict[int, _Text] = {}

    def reducer_override(self, value: Any) -> Any:
        if not isinstance(value, FunctionType):
            return NotImplemented
        if hasattr(value, "ranges"):
            return keys.key_of, (value.ranges,)
        if value.__module__ not in GENERATED:
            return NotImplemented
        return _function, (self._text(value), value.__name__, dict(vars(value)))

    def _text(self, function: FunctionType) -> _Text:
        names = function.__globals__
        if id(names) not in self._texts:
            file = function.__code__.co_filename
            entry: Any = linecache.cache[file]
            used = {name: value for name, value in names.items() if _is_used(name, value)}
            self._texts[id(names)] = _Text(file, "".join(entry[2]), {**used, "__name__": function.__module__})
        return self._texts[id(names)]


def _is_used(name: str, value: Any) -> bool:
    # The stored text defines generated functions, so they are not stored as values.
    if isinstance(value, FunctionType | BuiltinFunctionType):
        return value.__module__ not in GENERATED
    return isinstance(value, _DATA) and not name.startswith("__")


def save(place: Path | None, kept: Any) -> None:
    if place is None:
        return
    written = io.BytesIO()
    try:
        _Pickler(written).dump(kept)
    except Exception:  # a local class or a closure cannot be pickled
        return
    _write(place, written.getvalue())


def load(place: Path | None) -> Any:
    """Load derived rules, or return None if the file is missing, broken or unsafe."""
    if place is None:
        return None
    try:
        return pickle.loads(kept_files.read(place))
    except Exception:  # whatever is wrong with the file, the rules can be derived again
        return None


def is_held(place: Path | None) -> bool:
    return place is not None and kept_files.is_whole(_verdict(place))


def note_held(place: Path | None) -> None:
    if place is not None:
        _write(_verdict(place), b"the evaluator\n")


def _verdict(place: Path) -> Path:
    return place.with_name(f"law_{place.stem.removeprefix('rules_')}.held")


def _write(place: Path, content: bytes) -> None:
    with contextlib.suppress(OSError):
        kept_files.write(place, content)
