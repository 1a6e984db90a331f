"""Faults of two kinds: a correct program of the folder `searches` or the gallery with a few lines changed, and an
object that is wrong by design. Both know the check that has to find them.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import advsearch
from advsearch.testing import check_game, check_searcher

HERE = Path(__file__).parent
SEARCHES = HERE / "searches"
GAMES = HERE.parents[1] / "gallery"


@dataclass(frozen=True)
class Fault:
    """A wrong program: the class of its error, its name, the program it is made from, and the lines that differ."""

    kind: str
    name: str
    base: str
    wrong: str
    edits: tuple[tuple[str, str], ...]
    settings: dict[str, Any] = field(default_factory=dict)
    unseen: str = ""
    """The reason why no check can notice the fault, if none can."""
    source_of: str = ""
    """The report of a real fault, if the report was read."""

    @property
    def is_game(self) -> bool:
        return self.base.startswith("game:")

    @property
    def path(self) -> Path:
        file = self.base.removeprefix("game:").partition(":")[0]
        return (GAMES if self.is_game else SEARCHES) / file

    @property
    def target(self) -> str:
        """The part of a spec after the file: a function, an object, or a class with settings."""
        return self.base.removeprefix("game:").partition(":")[2]

    @property
    def check(self) -> Callable[..., Any]:
        return check_game if self.is_game else check_searcher

    def subject(self, folder: Path) -> Any:
        """The faulty program as an object, loaded from a separate file so that another process can import it."""
        path = folder / f"{self.name}.py"
        path.write_text(self.source())
        return advsearch.load_game(f"{path}:{self.target}") if self.is_game else getattr(module(path), self.target)

    def source(self) -> str:
        """The source of the faulty program. Each old piece must occur in the correct program exactly once."""
        text = self.path.read_text()
        for old, new in self.edits:
            if text.count(old) != 1:
                raise ValueError(f"expected {old!r} once in {self.path.name} for {self.name}, got {text.count(old)}")
            text = text.replace(old, new)
        return text


def fault(kind: str, name: str, base: str, wrong: str, /, *edits: tuple[str, str], **settings: Any) -> Fault:
    """A fault as a line of a catalogue. `unseen` says why it cannot be caught, `source` where it was reported; other
    keywords are settings of the check."""
    unseen, source = settings.pop("unseen", ""), settings.pop("source", "")
    return Fault(kind, name, base, wrong, edits, settings, unseen, source)


@dataclass(frozen=True)
class Planted:
    """A faulty object of a class of faults, such as F4."""

    kind: str
    wrong: str
    made: Any
    settings: dict[str, Any] = field(default_factory=dict)
    check: Callable[..., Any] = check_searcher
    unseen: str = ""

    @property
    def name(self) -> str:
        return f"{self.kind} {self.wrong}"

    def subject(self, _folder: Path) -> Any:
        return self.made


def module(path: Path) -> Any:
    """The module in a file, imported under a name that other processes can import, too."""
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made
