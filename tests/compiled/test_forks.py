"""A forked process searches as its parent does, and waits for no thread, lock or helper of its parent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")

START = """
import os, signal, sys, threading, time
signal.alarm(250)  # ends a process that hangs

def in_child(search):
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        signal.alarm(200)
        try:
            search()
            sys.stdout.flush()
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0, "the child failed or hung"

import advsearch
from advsearch import bind
"""


def ran(tmp_path: Path, program: str, **environment: str) -> str:
    """What a program prints in a process of its own. The cache is shared with the other tests if it is not set."""
    script = tmp_path / "program.py"
    script.write_text(START + program)
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_a_child_searches_after_a_compiled_search(tmp_path: Path) -> None:
    """After a compiled search in the parent, a child finds the same result, with and without a clock."""
    program = """
game = advsearch.load_game("isolation")
start = game.initial()
fixed, clocked = bind("alphabeta(depth=3)", game, at_once=False), bind("deepening", game, at_once=False)
expected = fixed(start)
assert fixed.tier == clocked.tier == "compiled"
clocked(start, time_s=0.1)
fixed(start)  # the worker thread is idle now

def search():
    found = fixed(start)
    assert (found.value, found.nodes, found.tier) == (expected.value, expected.nodes, "compiled"), found
    timed = clocked(start, time_s=0.5)
    assert timed.depth >= 1 and timed.tier == "compiled", timed
    print("searched")

in_child(search)
in_child(lambda: in_child(search))  # a child of a child
search()
"""
    assert ran(tmp_path, program).split() == ["searched"] * 3


def test_a_pool_by_fork_searches(tmp_path: Path) -> None:
    """`multiprocessing.Pool` by fork searches with a search that the parent has used."""
    program = """
import multiprocessing
game = advsearch.load_game("isolation")
bound = bind("alphabeta(depth=3)", game, at_once=False)

def searched(_):
    found = bound(game.initial())
    return found.value, found.nodes, found.tier

expected = searched(0)
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map_async(searched, range(6)).get(60) == [expected] * 6
print(expected[2])
"""
    assert ran(tmp_path, program) == "compiled\n"


def test_no_lock_of_another_thread_is_inherited(tmp_path: Path) -> None:
    """If other threads hold every lock of the search code during the fork, the child still searches."""
    program = """
game = advsearch.load_game("isolation")
bound = bind("deepening(max_depth=3)", game, at_once=False)
expected = bound(game.initial())
bind("alphabeta(depth=3)", game, tier="reference")(game.initial())
from advsearch import Solver
names = [name for name in sys.modules if name.startswith("advsearch")]
locks = {id(value): value for name in names for value in vars(sys.modules[name]).values()
         if isinstance(value, (type(threading.Lock()), type(threading.RLock())))}
assert len(locks) >= 5
from advsearch.compiled import loaded
from advsearch.compiled.machined import code
left_out = [id(loaded._lock), id(code._building)]  # a fork waits for these, because LLVM has locks of its own
held = threading.Event()

def hold():
    for key, each in locks.items():
        if key not in left_out:
            each.acquire()
    held.set()
    time.sleep(1000)

threading.Thread(target=hold, daemon=True).start()
held.wait()

def search():
    for searcher in ("deepening(max_depth=3)", "alphabeta(depth=3, tier=reference)", "alphabeta(depth=2)"):
        bind(searcher, game, at_once=False)(game.initial())
    assert bound(game.initial()).value == expected.value
    print("searched")

in_child(search)
"""
    assert ran(tmp_path, program) == "searched\n"


def test_a_fork_waits_for_the_compiler(tmp_path: Path) -> None:
    """A fork waits until no other thread compiles or loads code, and the child can do both."""
    program = """
from advsearch.compiled.machined import code
from advsearch.compiled import loaded
for lock in (code._building, loaded._lock):
    held, left = threading.Event(), []

    def hold():
        with lock:
            held.set()
            time.sleep(0.3)
            left.append(True)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(100)
    in_child(lambda: print(left, all(each.acquire(timeout=1) for each in (code._building, loaded._lock))))
    thread.join()
"""
    assert ran(tmp_path, program) == "[True] True\n" * 2


def test_who_compiles_forks_while_another_thread_waits_to_fork(tmp_path: Path) -> None:
    """A thread that compiles can fork, also while a fork of another thread waits for it."""
    program = """
from advsearch.compiled.machined import code
from advsearch.compiled import loaded
thread = threading.Thread(target=lambda: in_child(lambda: print("waited")))
with code._building:
    thread.start()
    time.sleep(0.3)
    in_child(lambda: print("compiled"))
thread.join()
"""
    assert ran(tmp_path, program) == "compiled\nwaited\n"


def test_a_fork_during_a_build_builds_in_the_child(tmp_path: Path) -> None:
    """If a build is under way during the fork, parent and child both get their machine code, without a traceback."""
    program = """
game = advsearch.load_game("isolation(width=5, height=4)")
bound = bind("alphabeta(depth=3)", game)
assert bound.building is not None
bound.building.spent(100.0)
assert bound.building.ordered

def search():
    found = bound(game.initial(), nodes=100_000)
    print(bound.tier, found.nodes)

in_child(search)
search()
"""
    one, other = ran(tmp_path, program, NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    assert one == other
    assert one.startswith("compiled")


def test_a_fork_while_rules_are_derived_derives_in_the_child(tmp_path: Path) -> None:
    """If a thread derives rules during the fork, the child derives them itself."""
    (tmp_path / "take.py").write_text(
        "class Take:\n"
        "    def initial(self): return (30, 0)\n"
        "    def player(self, state): return state[1]\n"
        "    def actions(self, state): return [count for count in (1, 2, 3) if count <= state[0]]\n"
        "    def result(self, state, action): return (state[0] - action, 1 - state[1])\n"
        "    def terminal(self, state): return state[0] == 0\n"
        "    def utility(self, state, player): return -1 if state[1] == player else 1\n"
    )
    program = """
sys.path.insert(0, os.path.dirname(__file__))
import take
game = take.Take()
bound = bind("alphabeta(depth=3)", game)
assert bound.building is not None
bound.building.spent(100.0)
assert bound.building.ordered

def search():
    found = bound(game.initial(), nodes=100_000)
    print(bound.tier, found.nodes)

in_child(search)
search()
"""
    one, other = ran(tmp_path, program, NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    assert one == other
    assert one.startswith("compiled")


def test_a_fork_while_a_module_is_loaded_loads_it_once(tmp_path: Path) -> None:
    """If a thread loads a module during the fork, the child can use the module."""
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(0.5)\nready = True\n")
    program = """
sys.path.insert(0, os.path.dirname(__file__))
thread = threading.Thread(target=lambda: __import__("slow"))
thread.start()
while "slow" not in sys.modules:
    time.sleep(0.001)

def search():
    import slow
    print("loaded", slow.ready)

in_child(search)
thread.join()
"""
    assert ran(tmp_path, program) == "loaded True\n"


def test_a_fork_after_the_building_process_has_ended_is_silent(tmp_path: Path) -> None:
    """A fork after the building process has ended prints nothing."""
    program = """
from advsearch.compiled import maker
made = maker.Maker()
maker._maker = made
made.end()
while not made.ended or not made._process.stdin.closed or not made._process.stdout.closed:
    time.sleep(0.01)
in_child(lambda: print("quiet"))
"""
    assert ran(tmp_path, program) == "quiet\n"


def test_tables_are_not_shared(tmp_path: Path) -> None:
    """What a child writes to a block of memory, large or small, the parent does not see."""
    program = """
from advsearch.compiled.memory import Memory
blocks = [Memory(cells) for cells in (100, 1 << 20)]

def write():
    for block in blocks:
        block.cells[7] = 1

in_child(write)
print([block.cells[7] for block in blocks])
"""
    assert ran(tmp_path, program) == "[0, 0]\n"


def test_a_child_that_ends_leaves_the_parents_folder(tmp_path: Path) -> None:
    """A temporary folder for builds is removed by the process that made it, and a child makes its own."""
    program = """
from advsearch.compiled import store
folder = store.own_directory()
sys.stdout.flush()
pid = os.fork()
if pid == 0:
    assert store.own_directory() != folder
    sys.exit()
os.waitpid(pid, 0)
print(folder.is_dir())
"""
    assert ran(tmp_path, program) == "True\n"
