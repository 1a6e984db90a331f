"""`advsearch.system.files`, the only module that writes files."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from advsearch.errors import AdvsearchError
from advsearch.system.files import opened, remove_drafts, write

ROOT = Path(__file__).parents[2]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    """An existing file is replaced in one step, in a new inode, with its old mode, and no draft is left."""
    path = tmp_path / "out.txt"
    path.write_text("old")
    path.chmod(0o640)
    before = path.stat().st_ino
    with path.open() as reader:
        write(path, ["new", "er\r\n", "ü"])
        assert reader.read() == "old"
    assert path.read_bytes() == "newer\r\nü".encode()
    assert (stat.S_IMODE(path.stat().st_mode), names(tmp_path)) == (0o640, ["out.txt"])
    assert path.stat().st_ino != before


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path: Path, umask: int, mode: int) -> None:
    """A new file has the mode that the user's umask gives."""
    before = os.umask(umask)
    try:
        write(tmp_path / "new", ["text"])
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """If a file is named through symbolic links, even relative and chained ones, the file at their end is written, or
    made if it is missing.
    """
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "file").write_text("old")
    (tmp_path / "one").symlink_to("far/file")
    (tmp_path / "two").symlink_to("one")
    (tmp_path / "dangling").symlink_to("far/made")
    write(tmp_path / "two", ["new"])
    write(tmp_path / "dangling", ["made"])
    assert (tmp_path / "two").is_symlink()
    assert (tmp_path / "one").is_symlink()
    assert (tmp_path / "far" / "file").read_text() == "new"
    assert (tmp_path / "far" / "made").read_text() == "made"
    assert names(tmp_path / "far") == ["file", "made"]


def test_a_fifo_is_written_to(tmp_path: Path) -> None:
    """Text written to a named pipe can be read at its other end, and the pipe remains."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write(pipe, ["through ", "the pipe"])
    reader.join()
    assert read == ["through the pipe"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert names(tmp_path) == ["pipe"]


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    """A device is written to, by its name or through a link, and is still a device afterwards."""
    (tmp_path / "link").symlink_to(os.devnull)
    write(Path(os.devnull), ["gone"])
    write(tmp_path / "link", ["gone"])
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
@pytest.mark.parametrize("redirected", [False, True])
def test_standard_output_may_be_named(tmp_path: Path, name: str, redirected: bool) -> None:
    """`-` and `/dev/stdout` name standard output, in the right order with other output, for a pipe and a file."""
    program = (
        "import sys; from pathlib import Path; from advsearch.system.files import write\n"
        f"print('before'); write(Path({name!r}), ['ü\\n']); print('after')"
    )
    out = tmp_path / "out"
    with out.open("wb") as file:
        ended = subprocess.run(
            [sys.executable, "-c", program], stdout=file if redirected else subprocess.PIPE, check=True, cwd=tmp_path
        )
    printed = out.read_bytes() if redirected else ended.stdout
    assert printed.decode() == "before\nü\nafter\n"
    assert names(tmp_path) == ["out"]


def test_a_failure_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    """If writing is interrupted in any way, the old file is unchanged and no other file is left."""
    path = tmp_path / "out.txt"
    path.write_text("old")

    def broken() -> Iterator[str]:
        yield "half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(path, broken())
    assert (path.read_text(), names(tmp_path)) == ("old", ["out.txt"])


@pytest.mark.parametrize(
    ("place", "reason"),
    [("missing/out", "No such file or directory"), (".", "Is a directory"), ("loop", "Too many levels of symbolic")],
)
def test_what_cannot_be_written_is_named(tmp_path: Path, place: str, reason: str) -> None:
    """A file that cannot be written is a one-line error with its name and the reason."""
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(AdvsearchError) as refused:
        write(tmp_path / place, ["text"])
    assert str(refused.value).startswith(f"{str(tmp_path / place)!r} cannot be written: {reason}")
    assert names(tmp_path) == ["loop"]


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write-protected file is not replaced, although its folder would allow it."""
    path = tmp_path / "kept"
    path.write_text("old")
    monkeypatch.setattr("advsearch.system.files.os.access", lambda *_: False)  # the superuser may write everything
    with pytest.raises(AdvsearchError, match="'.*kept' cannot be written: Permission denied"):
        write(path, ["new"])
    assert path.read_text() == "old"


def test_names_as_long_as_they_may_be(tmp_path: Path) -> None:
    """A file with a name of the greatest length, 255 bytes, is written like any other."""
    path = tmp_path / ("n" * 255)
    write(path, ["text"])
    assert (path.read_text(), names(tmp_path)) == ("text", [path.name])


def test_drafts_of_killed_processes_are_found_by_their_file(tmp_path: Path) -> None:
    """Removing the drafts of one file leaves the drafts of others, and all files."""
    write(tmp_path / "[a]", ["text"])
    with contextlib.suppress(FileNotFoundError), opened(tmp_path / "[a]"):  # the draft is removed at its end
        (draft,) = (name for name in names(tmp_path) if name.endswith(".draft"))
        assert draft.startswith(".[a].")
        remove_drafts(tmp_path / "b")
        assert draft in names(tmp_path)
        remove_drafts(tmp_path / "[a]")
        assert names(tmp_path) == ["[a]"]
    assert (tmp_path / "[a]").read_text() == "text"


def test_nothing_else_in_the_program_writes_files() -> None:
    """No module of advsearch or of a game except `advsearch.system.files` opens files for writing, or renames any."""
    words = (
        "os.replace(",
        "os.rename(",
        "NamedTemporaryFile",
        "mkstemp",
        ".write_text(",
        ".write_bytes(",
    )
    opening = re.compile(r"""open\([^()]*["'][rab+]*[wx]""")
    found = []
    for folder in ("advsearch", "games"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            wrong = [*(word for word in words if word in text), *opening.findall(text)]
            if wrong and path != ROOT / "advsearch" / "system" / "files.py":
                found.append(f"{path.relative_to(ROOT)}: {wrong}")
    assert found == []
