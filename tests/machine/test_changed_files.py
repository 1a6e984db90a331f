"""Machine code is made of what a process runs, and not of what its files have become since."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from advsearch import since_start
from advsearch.compiled.machined import kept
from advsearch.compiled.machined.trees import COUNTING
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.program import Program
from advsearch.machine.raw import Runtime
from advsearch.machine.types import INT
from advsearch.protocol import null


class Pebbles:
    """A game of this file, whose methods nobody calls."""


TEXT = "def one(n):\n    return n + 1\n\n\ndef two(n):\n    return n + 2\n\n\nclass Game:\n    pass\n"


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Any]:
    """A module that was imported from a file, which was written after the process was started."""
    path = tmp_path / "changing_rules.py"
    path.write_text(TEXT)
    spec = importlib.util.spec_from_file_location("changing_rules", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["changing_rules"] = found
    spec.loader.exec_module(found)
    yield found
    del sys.modules["changing_rules"]


def test_a_file_that_was_imported_after_it_was_written_is_read(module: Any) -> None:
    """Its functions are compiled, and its builds are kept."""
    assert Program({"f": Entry(module.two, (INT,))}, kept=False).call("f", 5) == 7
    assert since_start.is_as_imported(module)
    assert kept.name_of(COUNTING, module.Game(), null) is not None


def test_a_function_whose_file_has_changed_is_refused(module: Any) -> None:
    """The line is named, and what to do. A function that stands in the file as it was is compiled."""
    Path(module.__file__).write_text(TEXT.replace("n + 1", "n + 3"))
    assert kept.name_of(COUNTING, module.Game(), null) is None
    with pytest.raises(Refused, match=r"changing_rules\.py:1: the file has changed .*; start Python again"):
        Program({"f": Entry(module.one, (INT,))}, kept=False)
    assert Program({"f": Entry(module.two, (INT,))}, kept=False).call("f", 5) == 7


def test_a_process_whose_compiler_has_changed_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would link a runtime that it does not know; and what it built would be found by others."""
    Runtime()
    monkeypatch.setattr("advsearch.machine.raw.has_changed", lambda path: Path(path).name == "lists.py")
    with pytest.raises(CompiledTierUnavailable, match="files of advsearch have changed .* start it again"):
        Runtime()
    monkeypatch.setattr(kept, "is_recent", lambda found: True)
    kept._own_files.cache_clear()
    with pytest.raises(OSError, match="has changed"):
        kept._own_files()
    kept._own_files.cache_clear()


def test_builds_of_another_source_are_not_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The name of a kept build is another one if any file of advsearch is: a setting of a text, for instance."""
    copy = tmp_path / "advsearch"
    shutil.copytree(kept._TOP, copy, ignore=shutil.ignore_patterns("__pycache__", "*.js", "*.css", "*.html"))
    monkeypatch.setattr(kept, "_TOP", str(copy))
    monkeypatch.setattr(kept, "is_recent", lambda found: False)
    names = []
    for changed in (None, "compiled/machined/trees.py", "search/kit/line.py", "machine/layout.py", "bits.py"):
        if changed is not None:
            with (copy / changed).open("a") as file:
                file.write("\n")
        kept._own_files.cache_clear()
        names.append(kept.name_of(COUNTING, Pebbles(), null))
    kept._own_files.cache_clear()
    assert None not in names
    assert len(set(names)) == len(names)


def test_a_clock_that_was_wrong_changes_nothing(tmp_path: Path) -> None:
    """A file of tomorrow is no change of today, nor is one of yesterday."""
    path = tmp_path / "rules.py"
    path.write_text("")
    assert since_start.has_changed(path)
    tomorrow = since_start.STARTED + 86_400
    os.utime(path, (tomorrow, tomorrow))
    assert not since_start.has_changed(path)
    assert not since_start.has_changed(tmp_path / "nothing.py")
