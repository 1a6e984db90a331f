"""A fault: a correct program with a few lines changed, so that the difference is the fault."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
