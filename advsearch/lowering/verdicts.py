"""Records on disk which derived rules were already compared with their game.

The name of a record is a hash of the rules and source code: edited rules have no record.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from advsearch.compiled.moves import moves_of
from advsearch.compiled.perft import make_perft
from advsearch.compiled.program import fingerprint
from advsearch.compiled.store import directory
from advsearch.errors import without_places
from advsearch.kernels import KernelSet
from advsearch.lowering import settings_of_game
from advsearch.lowering.row_rules import RowRules
from advsearch.protocol import AnyGame
from advsearch.system import kept_files


def place_of(game: AnyGame, rules: KernelSet | RowRules) -> Path | None:
    """The path of a game's record, or None if the game has no source file."""
    files = _files(type(game))
    if files is None:
        return None
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.read_bytes())
    digest.update(without_places(repr(settings_of_game(game))).encode())
    moves = moves_of(rules)
    digest.update(fingerprint(make_perft(moves)).encode())
    digest.update(fingerprint(moves.key).encode())
    for path in sorted(_own_files()):
        digest.update(path.read_bytes())
    return directory() / f"law_{digest.hexdigest()[:32]}.held"


def place_of_evaluator(game: AnyGame, evaluator: Any, kernel: Callable[..., Any]) -> Path | None:
    function = getattr(evaluator, "__func__", evaluator)
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    if file is None or not Path(file).is_file():
        return None
    digest = hashlib.sha256(Path(file).read_bytes())
    digest.update(without_places(f"{evaluator!r} {settings_of_game(game)!r}").encode())
    digest.update(fingerprint(kernel).encode())
    return directory() / f"law_{digest.hexdigest()[:32]}.held"


def _files(kind: type) -> set[Path] | None:
    found = set()
    for each in kind.__mro__[:-1]:
        try:
            found.add(Path(inspect.getfile(each)))
        except (TypeError, OSError):
            return None
    return found if all(path.is_file() for path in found) else None


def _own_files() -> Iterator[Path]:
    from advsearch import lowering

    return Path(str(lowering.__file__)).parent.glob("*.py")


def is_held(place: Path | None) -> bool:
    return kept_files.is_whole(place)


def note_held(place: Path | None, states: int) -> None:
    if place is None:
        return
    # if the file cannot be written, the rules are compared again next time
    with contextlib.suppress(OSError):
        kept_files.write(place, f"{states} states\n".encode())
