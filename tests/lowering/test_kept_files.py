"""Files that the program keeps for itself are read only if they are exactly what it wrote."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.lowering import kept, verdicts
from advsearch.system import kept_files
from advsearch.system.kept_files import Damaged

CONTENT = b"some rules\n" * 9

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    path = tmp_path / "rules_1f0c.kept"
    kept_files.write(path, CONTENT)
    return path


@given(content=st.binary(max_size=99))
def test_what_was_written_is_read(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    """The content read is the content written."""
    path = tmp_path_factory.mktemp("kept") / "one"
    kept_files.write(path, content)
    assert kept_files.read(path) == content


@given(place=st.integers(0, 10_000), bit=st.integers(0, 7), cut=st.booleans())
def test_a_flipped_bit_or_a_cut_is_found(
    tmp_path_factory: pytest.TempPathFactory, place: int, bit: int, cut: bool
) -> None:
    """No file with a changed bit, and no file cut short, is read."""
    path = tmp_path_factory.mktemp("kept") / "one"
    kept_files.write(path, CONTENT)
    whole = bytearray(path.read_bytes())
    place %= len(whole)
    whole[place] ^= 1 << bit
    path.write_bytes(bytes(whole[:place] if cut else whole))
    with pytest.raises(Damaged):
        kept_files.read(path)
    assert not kept_files.is_whole(path)


def test_a_file_under_another_name_is_refused(place: Path) -> None:
    """A file that was renamed or copied belongs to other rules and is not read."""
    other = place.with_name("rules_2e1d.kept")
    other.write_bytes(place.read_bytes())
    other.chmod(0o600)
    with pytest.raises(Damaged, match=r"rules_2e1d\.kept"):
        kept_files.read(other)


def as_fifo(path: Path) -> None:
    os.mkfifo(path, 0o600)


def as_folder(path: Path) -> None:
    path.mkdir()


def as_link(path: Path) -> None:
    target = path.with_name("elsewhere")
    kept_files.write(target, CONTENT)
    path.symlink_to(target)


def as_a_file_of_all(path: Path) -> None:
    kept_files.write(path, CONTENT)
    path.chmod(0o666)


@posix
@pytest.mark.parametrize("make", [as_fifo, as_folder, as_link, as_a_file_of_all])
def test_another_kind_of_file_is_refused_and_replaced(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """A FIFO, a folder, a link or a file that others may write is not read, does not block, and is replaced."""
    path = tmp_path / "rules_1f0c.kept"
    make(path)
    with pytest.raises(Damaged):
        kept_files.read(path)
    kept_files.write(path, b"new")
    assert kept_files.read(path) == b"new"
    assert path.stat().st_mode & 0o077 == 0


@posix
def test_a_file_of_another_user_is_refused(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only files of the same user are read."""
    owner = place.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    with pytest.raises(Damaged, match="to belong to this user"):
        kept_files.read(place)


def test_a_record_of_a_comparison_is_checked_too(tmp_path: Path) -> None:
    """Derived rules count as compared only if the record of the comparison is whole."""
    verdict = tmp_path / "law_1f0c.held"
    for writing in (b"", b"12 states\n"):
        verdict.write_bytes(writing)
        verdict.chmod(0o600)
        assert not verdicts.is_held(verdict)
    verdicts.note_held(verdict, 12)
    assert verdicts.is_held(verdict)
    rules = tmp_path / "rules_2e1d.kept"
    assert kept.is_held(rules) is False
    kept.note_held(rules)
    assert kept.is_held(rules)


GAME = """
class Take:
    utilities = "outcome"

    def initial(self):
        return (9, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [count for count in (1, 2, 3) if count <= state[0]]

    def result(self, state, action):
        return (state[0] - action, 1 - state[1])

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if state[1] == player else 1
"""
PROGRAM = """
import take
from advsearch import lowering
game = take.Take()
at_hand = lowering.at_hand(game)
rules = lowering.derive(game)
print(at_hand, rules is not None)
"""


def derived(project: Path) -> str:
    environment = {"XDG_CACHE_HOME": str(project / "cache"), "PYTHONPATH": str(project), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@posix
@pytest.mark.parametrize("make", [as_fifo, as_folder, as_a_file_of_all])
def test_a_process_derives_what_it_cannot_read(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """Where the kept rules are a FIFO, a folder, or open to others, the next process derives them again and does not
    hang.
    """
    (tmp_path / "take.py").write_text(GAME)
    assert derived(tmp_path) == "False True\n"
    assert derived(tmp_path) == "True True\n"
    files = [*tmp_path.rglob("*.kept"), *tmp_path.rglob("*.held")]
    assert files
    for file in files:
        file.unlink()
        make(file)
    assert derived(tmp_path) == "False True\n"
    assert derived(tmp_path) == "True True\n"
