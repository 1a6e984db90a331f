import contextlib
import signal
import subprocess
import sys

import pytest

from advsearch.errors import AdvsearchError
from advsearch.tournament.store import Store

HOLDER = """
import sys
from advsearch.tournament.store import Store
with Store(sys.argv[1]) as store:
    store.begin({}, {}, "held")
    print("held", flush=True)
    sys.stdin.read()
"""


@contextlib.contextmanager
def holder(path):
    """A process that has a store open for writing, until its standard input ends."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process


def test_a_store_has_one_writer(tmp_path):
    """While a process writes a store, another is refused with the writer's pid, also by another name of the file.
    Reading continues, and once the writer has closed the store the next may write."""
    path, link = tmp_path / "s.db", tmp_path / "link.db"
    link.symlink_to(path)
    with holder(path) as process:
        for name in (path, link):
            with pytest.raises(AdvsearchError) as refused:
                Store(name)
            assert str(refused.value) == (
                f"process {process.pid} is writing to the store {str(name)!r}; wait until the process has ended"
            )
        with Store(path, writable=False) as store:
            assert store.schedule == "held"
        process.stdin.close()
        assert process.wait() == 0


def test_a_process_has_a_store_open_for_writing_once(tmp_path):
    """A process that writes to a store cannot open it for writing again; the error says what to do. Once closed, it
    can be opened."""
    path = tmp_path / "s.db"
    with Store(path), pytest.raises(AdvsearchError, match="is already open for writing in this process; close"):
        Store(path)
    Store(path).close()


def test_a_killed_writer_leaves_nothing_to_clear_away(tmp_path):
    """After SIGKILL of the writer the next one may write immediately."""
    path = tmp_path / "s.db"
    for _ in range(2):
        with holder(path) as process:
            process.send_signal(signal.SIGKILL)
    Store(path).close()


def test_a_store_that_is_refused_is_let_go(tmp_path):
    """If a store cannot be opened although no other process writes, the lock is released."""
    path = tmp_path / "s.db"
    Store(path).close()
    path.chmod(0o444)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("advsearch.tournament.store.tables_of", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Store(path)
    path.chmod(0o644)
    Store(path).close()


def test_a_lock_that_cannot_be_made_is_one_line(tmp_path):
    """If a folder is in the place of the lock, the store is refused with the reason."""
    (tmp_path / "s.db-lock").mkdir()
    with pytest.raises(AdvsearchError, match=r"expected a regular file at '.*s.db-lock' for the store, got a folder"):
        Store(tmp_path / "s.db")
