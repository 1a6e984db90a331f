"""When a command takes the whole terminal, and what it prints when the reader leaves."""

from __future__ import annotations

import importlib.util
import io
import os
import re
import select
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from advsearch.cli.terminal import opening
from advsearch.limits import Limits


class Tty(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def make_tty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let standard input and output be a terminal. A fixture could not, as pytest replaces them after it."""
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys, "stdout", Tty())


def test_only_a_terminal_with_textual(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The application opens in a terminal. With --plain, in a pipe, for an encoding without the characters of a board
    and without Textual it does not; without Textual a note says how to install it."""
    make_tty(monkeypatch)
    assert opening.runs_here(False)
    assert not opening.runs_here(True)
    with monkeypatch.context() as one:
        one.setattr(sys, "stdin", io.StringIO())
        assert not opening.runs_here(False)
    with monkeypatch.context() as one:
        one.setattr(sys, "stdin", None)
        assert not opening.runs_here(False)
    with monkeypatch.context() as one:
        one.setattr(Tty, "encoding", "ascii")
        assert not opening.runs_here(False)
    assert capsys.readouterr().err == ""
    with monkeypatch.context() as one:
        one.setattr(importlib.util, "find_spec", lambda _name: None)
        assert not opening.runs_here(False)
    assert capsys.readouterr().err == f"note: {opening.HINT}\n"


def test_longer_searches_than_the_application_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A search that may take longer than the application lets one run is shown as text, with a note."""
    make_tty(monkeypatch)
    assert opening.runs_here(False, Limits(time_s=600))
    assert not opening.runs_here(False, Limits(time_s=601))
    assert "600 s" in capsys.readouterr().err


def in_a_terminal(command: Sequence[str], folder: Path, keys: Sequence[bytes | int], shown: bytes) -> tuple[str, int]:
    """Run a command in a terminal, and send keys or signals when `shown` has been printed. Returns what was printed,
    and the exit status."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(TERM="xterm-256color", PYTHONIOENCODING="utf-8")
        os.execv(sys.executable, [sys.executable, "-m", "advsearch", *command])
    printed, left, deadline = b"", list(keys), time.monotonic() + 90
    try:
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.3)[0]:
                try:
                    printed += os.read(terminal, 1 << 16)
                except OSError:  # the other end is closed
                    break
            elif left and shown in printed:
                key = left.pop(0)
                if isinstance(key, int):
                    os.kill(child, key)
                else:
                    os.write(terminal, key)
        else:
            os.kill(child, signal.SIGKILL)
    finally:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.close(terminal)
    return printed.decode(), status


@pytest.mark.parametrize("command", ["play", "analyze"])
@pytest.mark.parametrize("end", [b"q", b"\x03", signal.SIGINT, signal.SIGTERM])
def test_in_a_terminal(tmp_path: Path, games_file: Path, command: str, end: bytes | int) -> None:
    """In a real terminal, q, Ctrl-C and signals leave the screen as it was, and print the position."""
    arguments = [command, f"{games_file}:Drawn", *(["--second", "person"] if command == "play" else [])]
    printed, status = in_a_terminal(arguments, tmp_path, [end], b"first to move")
    assert "\x1b[?1049h" in printed  # the screen was taken, and given back
    after = re.split(r"\x1b\[[?0-9;<]*[a-z]", printed.rpartition("\x1b[?1049l")[2])[-1]
    assert after.splitlines() == ["stopped after 0 plies, undecided", "position  ........."]
    assert status == 0


def test_plain_in_a_terminal(tmp_path: Path, games_file: Path) -> None:
    """--plain prints lines in a terminal, too."""
    arguments = ["play", f"{games_file}:Threes", "--second", "person", "--plain"]
    printed, status = in_a_terminal(arguments, tmp_path, [b"quit\r"], b"help): ")
    assert status == 0
    assert "\x1b[?1049h" not in printed
    assert "stopped after 0 plies, undecided" in printed
