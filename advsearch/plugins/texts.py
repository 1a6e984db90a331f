"""The text of code that a user names: a file or a module, and the modules beside it that it imports.

What a store holds was played by the text that the names had then. If a file is edited, the same name means another
player. The digest of the text tells the two apart. Imports are read from the text, and nothing is run. A file that
the code only opens, such as a table of weights, is not part of its text.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.util
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import attrs

from advsearch.specs import Reference, references_in

_LONGEST: Final = 200
"""A longer string in a program is not tried as the name of a file or a module."""


@attrs.frozen
class Text:
    """The text of a file, with the text of the modules beside it that it imports, directly or not."""

    files: dict[str, bytes] = attrs.field(factory=dict)
    """The content of each file. The key is its path from the folder of the named file, with `/` between folders."""
    modules: dict[str, tuple[Path, bytes]] = attrs.field(factory=dict)
    """The file and the content of each module beside the named file, by the name under which it is imported."""
    paths: list[Path] = attrs.field(factory=list)
    """The paths of the files."""
    late: set[str] = attrs.field(factory=set)
    """The names of the modules that a function imports when it is called."""

    @property
    def digest(self) -> str:
        parts = [(name, hashlib.sha256(content).hexdigest()) for name, content in sorted(self.files.items())]
        return hashlib.sha256(repr(parts).encode(errors="surrogatepass")).hexdigest()


def digest_of(references: Iterable[Reference], programs: Iterable[str] = ()) -> str | None:
    """Return the digest of everything that these names and words of command lines lead to, or None if they lead to no
    file of the user."""
    digests = []
    for reference in references:
        found = _of_file(reference.source) if reference.is_file else _of_module(reference.source)
        digests.append(None if found is None else found.digest)
    for word in programs:
        found = _of_program(word)
        if found is not None:
            digests.append(found.digest)
    if all(each is None for each in digests):
        return None
    return digests[0] if len(digests) == 1 else hashlib.sha256(repr(digests).encode()).hexdigest()


def text_of_file(path: Path) -> Text:
    """Return the text of a Python file. `path` is absolute, and its links are resolved."""
    return _read(path, path.parent, "")


def _of_file(source: str) -> Text | None:
    try:
        path = Path(source).expanduser().resolve()
        return text_of_file(path) if path.is_file() else None
    except (OSError, RuntimeError, ValueError):  # loading the file reports the error
        return None


def _of_program(word: str) -> Text | None:
    """The text of a file that a command line names. Python files include what they import. A program that is found
    only in PATH, such as `python`, belongs to the machine."""
    if shutil.which(word) is not None and not Path(word).is_file():
        return None
    found = _of_file(word)
    installed = any(Path(word).resolve().is_relative_to(each) for each in _installed()) if found is not None else True
    return None if installed else found


def _of_module(name: str) -> Text | None:
    """The text of a module that is not part of Python. An installed module is read without the other packages that
    it imports."""
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = importlib.util.find_spec(name.partition(".")[0])
    except (ImportError, ValueError, AttributeError):
        return None
    finally:
        sys.path.pop(0)
    if found is None:
        return None
    home = found.origin if found.has_location else next(iter(found.submodule_search_locations or ()), None)
    if home is None:  # a module without a file, such as `sys`
        return None
    root = Path(home).resolve().parent
    root = root.parent if Path(home).stem == "__init__" else root
    if any(root.is_relative_to(each) for each in _python()):
        return None
    only = name.partition(".")[0] if any(root.is_relative_to(each) for each in _installed()) else ""
    text = Text()
    for path, module in _files_of(name, root):
        _add(text, path, root, only, module)
    return text if text.files else None


def _installed() -> list[Path]:
    return [Path(sysconfig.get_path(each)).resolve() for each in ("purelib", "platlib")] + [
        Path(sys.prefix, "bin").resolve(),
        Path(sys.base_prefix, "bin").resolve(),
    ]


def _python() -> list[Path]:
    found = [Path(sysconfig.get_path(each)).resolve() for each in ("stdlib", "platstdlib")]
    return [each for each in found if not any(each == other or each in other.parents for other in _installed())]


# --- reading ----------------------------------------------------------------------------------------------------


def _read(path: Path, root: Path, only: str) -> Text:
    text = Text()
    _add(text, path, root, only, "")
    return text


def _add(text: Text, path: Path, root: Path, only: str, module: str) -> None:
    """Add a file, and the files below `root` that it imports. If `only` is not empty, only modules of this package
    are followed."""
    waiting = [(path, module)]
    while waiting:
        path, module = waiting.pop()
        name = _relative(path, root)
        if name in text.files:
            continue
        try:
            content = path.read_bytes()
        except OSError:
            continue
        text.files[name] = content
        text.paths.append(path)
        if module:
            text.modules[module] = path, content
        if path.suffix != ".py":
            continue
        imports, files = _named_in(content, module, is_package=path.stem == "__init__")
        for imported, late in imports:
            if only and imported.partition(".")[0] != only:
                continue
            for each in _files_of(imported, root):
                waiting.append(each)
                if late:
                    text.late.add(each[1])
        waiting += _files_beside(files, path.parent)


@functools.lru_cache(maxsize=512)  # a tournament reads the same text before every game
def _named_in(
    content: bytes, module: str, *, is_package: bool
) -> tuple[tuple[tuple[str, bool], ...], tuple[str, ...]]:
    """Return the modules that a program may import (see `_imports`), and its strings that may name Python files."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError):  # loading the file reports the error
        return (), ()
    strings = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    sources = [each for text in strings if ".py" in text for each in (text, *map(_source, references_in(text)))]
    files = dict.fromkeys(each for each in sources if each.endswith(".py"))
    return tuple(_imports(tree, module, is_package=is_package)), tuple(files)


def _source(reference: Reference) -> str:
    return reference.source


def _relative(path: Path, root: Path) -> str:
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def _files_of(name: str, root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files that `import name` runs, with their names as modules. If the last part of `name` is no module,
    it is a name in the module before it."""
    folder, done = root, ""
    for part in name.split("."):
        if not part.isidentifier():
            return
        done = f"{done}.{part}" if done else part
        inner = folder / part / "__init__.py"
        beside = [folder / f"{part}{suffix}" for suffix in (".py", *EXTENSION_SUFFIXES)]
        found = next((each for each in (inner, *beside) if each.is_file()), None)
        if found is not None:
            yield found, done
        if not (folder / part).is_dir():
            return
        folder /= part


def _imports(tree: ast.Module, module: str, *, is_package: bool) -> Iterator[tuple[str, bool]]:
    """Yield the names of all modules that a program may import, and whether a function imports them. For `from a
    import b`, yield `a.b`, because `b` may be a module. A string with the name of a module may be imported too."""
    inside: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inside.update(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((each.name, node in inside) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = _absolute(node, module, is_package=is_package)
            names = [start] if start else []
            names += [f"{start}.{each.name}" if start else each.name for each in node.names if each.name != "*"]
            yield from ((each, node in inside) for each in names)
        elif isinstance(node, ast.Constant) and _names_module(node.value):
            yield str(node.value), node in inside


def _names_module(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and all(part.isidentifier() for part in value.split("."))


def _absolute(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    """The full name of the module in `from module import ...`, without the leading dots."""
    if not node.level:
        return node.module or ""
    parts = module.split(".") if module else []
    up = node.level - 1 if is_package else node.level
    return ".".join([*parts[: max(0, len(parts) - up)], *([node.module] if node.module else [])])


def _files_beside(sources: Iterable[str], folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files that strings of a program name, such as `default_evaluator = "other.py:moves"`."""
    for source in sources:
        with contextlib.suppress(OSError, RuntimeError, ValueError):
            path = (folder / source).resolve()
            if path.is_file():
                yield path, ""
