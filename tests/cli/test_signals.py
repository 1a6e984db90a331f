"""Signals end the program quietly, with the status that shells use."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from advsearch.compiled import store
from advsearch.errors import AdvsearchError

posix = pytest.mark.skipif(os.name != "posix", reason="no such signals here")

DURING_IMPORTS = """
import builtins, os, signal, sys
plain = builtins.__import__

def interrupting(name, *rest):
    if name == "click":
        os.kill(os.getpid(), signal.{name})
    return plain(name, *rest)

builtins.__import__ = interrupting
from advsearch.cli import main
main()
"""
DURING_A_COMMAND = """
import os, signal, sys, threading
from advsearch.cli import main
sys.argv = ["advsearch", "search", "isolation", "--time", "20s"]
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGTERM)).start()
main()
"""


def ended(program: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=100)
    return done.returncode, done.stderr


@posix
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_during_the_imports_prints_no_traceback(name: str, status: int) -> None:
    """Ctrl-C or SIGTERM while the program's modules are imported ends it without a traceback."""
    assert ended(DURING_IMPORTS.format(name=name)) == (status, "")


@posix
def test_sigterm_cleans_up_like_an_interrupt() -> None:
    """SIGTERM during a command ends it through its own cleaning up, with status 143 and no traceback."""
    status, printed = ended(DURING_A_COMMAND)
    assert status == 128 + signal.SIGTERM
    assert "Traceback" not in printed


def test_what_cannot_be_removed_is_not_called_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk that cannot be written, clearing the cache fails and names the file."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    builds = tmp_path / "advsearch" / "builds"
    builds.mkdir(parents=True)
    (builds / "one.code").write_bytes(b"1")

    def refused(path: Any, *, onerror: Any) -> None:
        error = PermissionError(13, "Read-only file system")
        onerror(os.unlink, str(Path(path) / "one.code"), (PermissionError, error, None))

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", refused)
        with pytest.raises(AdvsearchError, match=r"one\.code. cannot be removed: Read-only.*removed 0 of 1"):
            store.clear()
    assert store.clear().builds == 1
    assert store.clear().builds == 0
