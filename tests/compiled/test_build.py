"""Builds on disk: named by everything that decides them, shared by processes, and never taken for one another."""

from __future__ import annotations

import contextlib
import errno
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from advsearch import bits
from advsearch.compiled import build, store
from advsearch.compiled.build import native
from advsearch.compiled.program import fingerprint
from advsearch.compiled.shape import inlined, variable
from advsearch.errors import CompiledTierUnavailable

TABLE = (3, 1, 4)
OTHER = (3, 1, 5)


def adder(amount: Any) -> Callable[[int], Any]:
    def add(x: int) -> Any:
        return x + amount

    return add


def looks_up(table: Any) -> Callable[[int], Any]:
    def look(x: int) -> Any:
        return table[x % 3]

    return look


def calls(function: Callable[[int], Any]) -> Callable[[int], Any]:
    def call(x: int) -> Any:
        return function(x) * 2

    return call


def countdown() -> Callable[[int], int]:
    def down(x: int) -> int:
        return 0 if x == 0 else 1 + down(x - 1)

    return down


def edited(function: Callable[..., Any], **globals_: Any) -> Callable[..., Any]:
    """The function with other globals, as after an edit of the file it is in."""
    assert isinstance(function, FunctionType)
    names = {**function.__globals__, **globals_}
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)


def uses_global(x: int) -> int:
    return TABLE[x % 3]


# --- what a build is named by ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (adder(1), adder(2)),
        (adder(1), adder(1.0)),
        (looks_up(TABLE), looks_up(OTHER)),
        (calls(adder(1)), calls(adder(2))),
        (calls(calls(looks_up(TABLE))), calls(calls(looks_up(OTHER)))),
        (uses_global, edited(uses_global, TABLE=OTHER)),
        (lambda x: x + 1, lambda x: x + 2),
        (lambda x: x + 1, lambda x: x - 1),
        (lambda x: bits.count(x), lambda x: bits.lowest(x)),
        (lambda x: math.floor(x), lambda x: math.ceil(x)),
        (lambda x: min(x, 1), lambda x: max(x, 1)),
        (lambda x, y=1: x + y, lambda x, y=2: x + y),
    ],
)
def test_whatever_decides_the_code_decides_the_name(one: Any, other: Any) -> None:
    """Constants, tables, closures, callees at any depth, globals, operations, bits, defaults: each counts."""
    assert fingerprint(one) != fingerprint(other)


def test_being_inlined_and_the_environment_are_part_of_the_name() -> None:
    """The hint to inline, and versions and processor, which come in as the environment, change the hash."""
    assert fingerprint(adder(1)) != fingerprint(inlined(adder(1)))
    assert fingerprint(adder(1), "one machine") != fingerprint(adder(1), "another")


@pytest.mark.parametrize("make", [lambda: adder(1), lambda: looks_up(TABLE), lambda: calls(adder(3)), countdown])
def test_the_same_code_has_the_same_name(make: Callable[[], Any]) -> None:
    """Made twice, from objects at other addresses, recursive or not, a function has one hash."""
    assert fingerprint(make()) == fingerprint(make())


@pytest.mark.parametrize(
    ("function", "got"),
    [
        (adder([1]), "amount = [1]"),
        (adder({}), "amount = {}"),
        (adder(1 << 63), "amount = 9223372036854775808"),
        (adder((1, "a")), "amount = (1, 'a')"),
        (adder(((1,),)), "amount = ((1,),)"),
        (adder(()), "amount = ()"),
        (adder(sys), "amount = <module 'sys' (built-in)>"),
        (adder(object), "amount = <class 'object'>"),
    ],
)
def test_what_has_no_machine_form_is_refused_by_name(function: Any, got: str) -> None:
    """The error for a kernel that uses a list, a mapping, a wide integer, a nested table or a module names it."""
    with pytest.raises(CompiledTierUnavailable) as caught:
        fingerprint(function)
    assert str(caught.value) == (
        "expected adder.<locals>.add to use only 64-bit integers, floats, tuples of them as tables, plain functions, "
        f"advsearch.bits and math, got {got}"
    )


# --- building and loading -------------------------------------------------------------------------------------------


def test_a_build_is_kept_and_loaded_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call builds and calls the listener; later ones, with nothing in memory, load from disk in silence."""
    labels: list[str] = []

    @contextlib.contextmanager
    def listener(label: str) -> Iterator[None]:
        labels.append(label)
        yield

    monkeypatch.setattr(build, "_listener", listener)
    assert native(adder(1), (0,), "adding one")(41) == 42
    assert labels == ["adding one"]
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(1), (0,), "adding one")(41) == 42
    assert labels == ["adding one"]
    assert store.contents().builds == 1
    assert len(list(cache.glob("adding_one_*.py"))) == 1


def test_tables_and_recursion_compile(cache: Path) -> None:
    """Tuples become tables, a function may call itself and others."""
    assert [native(looks_up(TABLE), (0,), "table")(x) for x in range(3)] == [3, 1, 4]
    assert native(looks_up((0.5, 1.5, 2.5)), (0,), "floats")(1) == 1.5
    assert native(calls(countdown()), (0,), "recursion")(1_000) == 2_000


def test_damaged_files_are_built_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged machine code on disk is built again, and the result is right."""
    native(adder(5), (0,), "damaged")
    for file in (cache / "__pycache__").iterdir():
        file.write_bytes(b"not machine code")
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(5), (0,), "damaged")(1) == 6


def test_a_build_cut_short_is_finished_by_the_next(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that died between writing a module and finishing its machine code leaves no harm."""
    native(adder(6), (0,), "cut short")
    for file in cache.glob("cut_short_*.ready"):
        file.unlink()
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(6), (0,), "cut short")(1) == 7
    assert store.contents().builds == 1


def test_where_nothing_can_be_kept_it_is_built_for_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache directory that cannot be made is replaced by one of this process's own."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(7), (0,), "unkept")(1) == 8
    assert store.contents() == store.Contents(blocked / "advsearch" / "builds", 0, 0)


def test_on_a_full_disk_it_is_built_for_the_process(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cache directory is there and takes no file, a search need not do without machine code."""
    write = build._write

    def full(path: Path, text: str) -> None:
        if path.parent == cache:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, text)

    monkeypatch.setattr(build, "_write", full)
    assert native(adder(9), (0,), "full")(1) == 10
    assert store.contents().builds == 0


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"NUMBA_CACHE_DIR": "/a", "XDG_CACHE_HOME": "/b"}, "/a/advsearch"),
        ({"XDG_CACHE_HOME": "/b"}, "/b/advsearch"),
        ({"XDG_CACHE_HOME": "relative"}, "~/.cache/advsearch"),
        ({}, "~/.cache/advsearch"),
    ],
)
def test_the_cache_is_where_the_user_says(
    variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba's own variable first, then XDG's if it is absolute as XDG demands, else ~/.cache."""
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert store.configured_directory() == Path(expected).expanduser()


def test_clearing_removes_every_build(cache: Path) -> None:
    """`clear` says what was there, and nothing is left."""
    native(adder(8), (0,), "cleared")
    before = store.clear()
    assert before.builds == 1
    assert before.size > 0
    assert not cache.exists()
    assert store.contents().builds == 0


def aged(place: Path, name: str, days: float) -> None:
    """As if the builds of this name had last been used so many days ago."""
    moment = time.time() - days * 86_400
    for file in place.rglob(f"{name}_*"):
        os.utime(file, (moment, moment))


def names(place: Path) -> set[str]:
    """The builds of which any file is there."""
    return {file.name.rpartition("_")[0] for file in place.rglob("*") if file.is_file()}


def test_builds_that_nobody_uses_go(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing a build removes, with all their files, those not used for a month; using one counts, not writing it."""
    for amount, name in ((11, "old"), (12, "old and used"), (13, "recent")):
        native(adder(amount), (0,), name)
    for name, days in (("old_and_used", 31), ("old", 31), ("recent", 29)):
        aged(cache, name, days)
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(12), (0,), "old and used")(1) == 13
    native(adder(14), (0,), "new")
    assert names(cache) == {"old_and_used", "recent", "new"}
    assert store.contents().builds == 3


def test_builds_are_kept_within_bounds(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the size limit the least recently used builds are removed, but none used within the hour."""
    for amount, name in ((11, "one"), (12, "two"), (13, "three")):
        native(adder(amount), (0,), name)
    for name, days in (("one", 2), ("two", 3), ("three", 1)):
        aged(cache, name, days)
    monkeypatch.setattr(store, "KEPT_BYTES", store.contents().size - 1)
    (cache / "moment").touch()
    store.evict(cache, cache / "moment")
    (cache / "moment").unlink()
    assert names(cache) == {"one", "three"}
    monkeypatch.setattr(store, "KEPT_BYTES", 0)
    native(adder(14), (0,), "new")
    assert names(cache) == {"new"}


def test_a_build_removed_while_it_is_loaded_is_built_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has seen a build as ready and then finds its files gone builds it."""
    native(adder(15), (0,), "vanishing")

    def vanish(ready: Path) -> None:
        for file in (*cache.glob("vanishing_*"), *(cache / "__pycache__").glob("vanishing_*")):
            file.unlink()

    monkeypatch.setattr(build, "_built", {})
    monkeypatch.setattr(build, "used", vanish)
    assert native(adder(15), (0,), "vanishing")(1) == 16
    assert store.contents().builds == 1


def test_a_literal_given_to_a_recursive_function_is_refused(cache: Path) -> None:
    """Numba would build it so that the next process crashes; here it is an error, and nothing is kept."""
    down = countdown()

    def from_literal(x: int) -> int:
        return down(5) + x

    def from_variable(x: int) -> int:
        return down(variable(5)) + x

    what = r"^literal gives the recursive function down a literal: write variable\(0\) for 0, from advsearch"
    with pytest.raises(CompiledTierUnavailable, match=what):
        native(from_literal, (0,), "literal")
    assert not list(cache.glob("literal_*.py"))
    assert native(from_variable, (0,), "variable")(1) == 6


def test_what_numba_cannot_type_is_told_in_one_line(cache: Path) -> None:
    """An author's mistake comes back as one line that names numba's complaint."""

    def wrong(x: int) -> Any:
        return x.nothing  # type: ignore[attr-defined]

    with pytest.raises(
        CompiledTierUnavailable, match="^numba cannot compile wrong: Unknown attribute 'nothing' of type int64; see"
    ) as caught:
        native(wrong, (0,), "wrong")
    assert "\n" not in str(caught.value)


def test_without_numba_the_tier_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba, a one-line error says what is missing and what to do instead."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(CompiledTierUnavailable) as caught:
        native(adder(1), (0,), "nowhere")
    assert str(caught.value) == (
        "the compiled tier needs numba, which is not installed here; install it, or ask for tier=reference"
    )


# --- several processes ----------------------------------------------------------------------------------------------

SCRIPT = """
import sys
from advsearch.compiled import build


def make(amount):
    def add(x):
        return 0 if x == 0 else 1 + add(x - 1) + amount

    def call(x):
        return add(x)

    return call


class Built:
    built = 0

    def __init__(self, label):
        Built.built += 1

    def __enter__(self):
        pass

    def __exit__(self, *_):
        pass


build.on_build(Built)
print([build.native(make(int(amount)), (0,), "same name")(4) for amount in sys.argv[1:]], Built.built)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "building.py"
    path.write_text(SCRIPT)
    return path


def test_builds_from_disk_do_not_answer_for_one_another(script: Path, in_new_process: Callable[..., Any]) -> None:
    """Two builds of like-named functions, each made in a process of its own, both loaded by a third, stay apart."""
    for amount, expected in (("0", "[4] 1"), ("10", "[44] 1")):
        out, err = in_new_process(script, amount).communicate()
        assert (out.strip(), err) == (expected, "")
    out, err = in_new_process(script, "0", "10").communicate()
    assert (out.strip(), err) == ("[4, 44] 0", "")


def test_processes_that_build_at_once_build_once(script: Path, in_new_process: Callable[..., Any]) -> None:
    """Of several processes that want one build at one time, one builds and the others wait for it."""
    racing = [in_new_process(script, "3") for _ in range(4)]
    answers = [process.communicate() for process in racing]
    assert [err for _, err in answers] == [""] * 4
    assert sorted(out.strip() for out, _ in answers) == ["[16] 0", "[16] 0", "[16] 0", "[16] 1"]
