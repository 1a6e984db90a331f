"""Load code that a user names directly: `file.py:name` and `package.module:name`.

Loading runs the code, as `python file.py` would. Only code that the user names is loaded.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import linecache
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from advsearch.errors import NAMED_FILE, InvalidNotation, PluginError, UnknownName, unknown_name
from advsearch.plugins.blame import their_frames
from advsearch.plugins.manager import cause, cause_and_line, printing_to_stderr
from advsearch.plugins.texts import Text, text_of_file
from advsearch.specs import Reference

_files: dict[tuple[str, str], ModuleType] = {}
"""Loaded files by path and the digest of their text. A file is run only once, even if its name is used many times. If
the file or a module that it imports is edited, the file is run again."""
_owners: dict[str, tuple[Path, bytes, str]] = {}
"""For the name of each module that a loaded file imports from its own folder: the module's file, the content of that
file, and the file that imports the module in a function, or an empty string."""


def load_reference(reference: Reference) -> Any:
    """The object that a reference names. Raises `UnknownName` if the object does not exist. If the code fails, raises
    `PluginError` with the line that failed."""
    value: Any = module_of(reference)
    for part in reference.attribute.split("."):
        if not hasattr(value, part):
            raise unknown_name(f"name in {reference.source}", part, _public_names(value), there="it has")
        value = getattr(value, part)
    return value


def module_of(reference: Reference) -> ModuleType:
    """Return the module or the file in which a reference names an object, loaded."""
    return _load_file(reference.source) if reference.is_file else _load_module(reference.source)


def refuse_bare_file(name: str) -> None:
    """Raise an error if `name` is a file without the name of an object in the file. The message lists the names that
    the file defines. The file is parsed, not run.
    """
    if not name.endswith(".py"):
        return
    try:
        body = ast.parse(Path(name).read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        body = []
    names = [node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    has = ", ".join(each for each in names if not each.startswith("_"))
    there = f"; the file has: {has}" if has else ""
    raise InvalidNotation(f"expected the file and a name in the file, such as file.py:name, got {name!r}{there}")


def named_beside(thing: Any, name: str) -> str | None:
    """Return the spec `file.py:name` if a file of the user defines `name` and the class of `thing`, else None."""
    module = sys.modules.get(type(thing).__module__)
    file = getattr(module, "__file__", None)
    if module is None or file is None or not module.__name__.startswith(NAMED_FILE):
        return None
    return f"{os.path.relpath(file)}:{name}" if callable(getattr(module, name, None)) else None


def _public_names(owner: Any) -> list[str]:
    """The names in a module or class, without private names and imported modules."""
    names = [name for name in dir(owner) if not name.startswith("_")]
    return [name for name in names if not isinstance(getattr(owner, name, None), ModuleType)]


def _load_file(source: str) -> ModuleType:
    path = Path(source)
    try:
        path = path.expanduser().resolve()
        found = path.is_file()
        folder = path.parent.is_dir()
        near = (
            sorted(each.name for each in path.parent.glob("*.py") if each.is_file()) if not found and folder else []
        )
    except (OSError, RuntimeError, ValueError) as error:  # unknown home, name too long, unreadable folder
        raise UnknownName(f"file {source!r} cannot be read: {cause(error)}") from None
    if path.is_dir():
        raise UnknownName(f"expected a Python file, got the folder {source!r}")
    if not found and not folder:
        raise UnknownName(f"unknown file {source!r}; there is no folder {str(Path(source).parent)!r}")
    if not found:
        raise unknown_name("file", source, near, there="Python files in that folder")
    text = text_of_file(path)
    key = (str(path), text.digest)
    if key not in _files:
        _make_way(text, source)
        for each in text.paths:
            linecache.cache.pop(str(each), None)  # the compiled tier reads the lines of functions there
        _files[key] = _run_file(path, source)
    return _files[key]


def _make_way(text: Text, source: str) -> None:
    """Forget the loaded modules that a file would import by mistake: an earlier text of a module beside the file, or
    a module of the same name in the folder of another file. The other file keeps the modules that it has imported."""
    ours = {}
    for name, (path, content) in text.modules.items():
        late = source if name in text.late else ""
        before = _owners.get(name)
        if before is not None and before[0] != path and (late or before[2]):
            raise PluginError(
                f"{source} cannot be loaded: {late or before[2]} imports {name!r} in a function, and two folders "
                f"have a module of this name, {str(before[0].parent)!r} and {str(path.parent)!r}; import it at the "
                "top of the file, rename one module, or let the agents play in processes of their own "
                "(`isolated = true`)"
            )
        ours[name] = (path, content, late)
    changed = [name for name, found in ours.items() if name in _owners and _owners[name][:2] != found[:2]]
    for name in ours if changed else ():
        file = getattr(sys.modules.get(name), "__file__", None)
        if file is not None and name in _owners and Path(file).resolve() == _owners[name][0]:
            del sys.modules[name]
    _owners.update(ours)


class _Loader(SourceFileLoader):
    """Compiles the text of a file, also if Python has kept bytecode of the file."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _run_file(path: Path, source: str) -> ModuleType:
    # A unique module name, so that two files called agent.py in two folders are not confused.
    digest = hashlib.sha256(str(path).encode(errors="surrogatepass")).hexdigest()[:12]
    name = f"{NAMED_FILE}{digest}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path, loader=_Loader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    previous = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with _importable(path.parent), printing_to_stderr():
            spec.loader.exec_module(module)
    except BaseException as error:
        if previous is None:
            del sys.modules[name]
        else:
            sys.modules[name] = previous
        if isinstance(error, KeyboardInterrupt):
            raise
        raise PluginError(f"{source} cannot be loaded: {_fault(path, error)}") from error
    return module


def _load_module(name: str) -> ModuleType:
    try:
        with _importable(Path.cwd()), printing_to_stderr():
            return importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and (name == missing or name.startswith(f"{missing}.")):
            raise UnknownName(
                f"unknown module {missing!r}; expected a module that is installed or in the current folder, "
                "or a file such as path/to/file.py:name"
            ) from None
        if isinstance(error, SyntaxError) and error.filename:
            file = Path(error.filename)
            raise PluginError(f"module {name} cannot be loaded: {file.name} {_fault(file, error)}") from error
        raise PluginError(f"module {name} cannot be loaded: {cause_and_line(error)}") from error


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Within this context, the user's code can import the modules in its own folder.

    During the import the folder of the user's code is first on `sys.path`, as for a script. After the import the
    folder of the user's code is last on `sys.path`. After the import, a user's file called random.py does not replace
    Python's module `random`.
    """
    text = str(folder)
    sys.path.insert(0, text)
    importlib.invalidate_caches()
    # Python keeps bytecode by the second of an edit and the file's size, so it would miss quick edits
    writes_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        if text in sys.path:
            sys.path.remove(text)
        if text not in sys.path:
            sys.path.append(text)


def _fault(path: Path, error: BaseException) -> str:
    """An error as text, such as `line 12: NameError: ...`. If the error passed through the file `path`, the text
    begins with the last line number of this file in the traceback."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename) == path and error.lineno:
        return f"line {error.lineno}: {type(error).__name__}: {error.msg}"
    lines = [line for frame, line in their_frames(error) if Path(frame.f_code.co_filename) == path]
    return f"line {lines[-1]}: {cause(error)}" if lines else cause(error)
