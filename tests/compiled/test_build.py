"""Builds on disk: their names depend on everything that decides them, processes share them, and none is taken for
another.
"""

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
from hypothesis import given
from hypothesis import strategies as st

from advsearch import bits
from advsearch.compiled import build, loaded, maker, parcel, store
from advsearch.compiled.build import native
from advsearch.compiled.program import fingerprint
from advsearch.compiled.shape import inlined, variable
from advsearch.errors import CompiledTierUnavailable
from advsearch.system.kept_files import Damaged

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
    """A function with other globals, as after an edit of its file."""
    assert isinstance(function, FunctionType)
    names = {**function.__globals__, **globals_}
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)


def uses_global(x: int) -> int:
    return TABLE[x % 3]


# --- the names of builds
# ---------------------------------------------------------------------------------------------


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
    """Constants, tables, closures, callees at any depth, globals, operations, bits and defaults all change a build's
    name.
    """
    assert fingerprint(one) != fingerprint(other)


def test_being_inlined_and_the_environment_are_part_of_the_name() -> None:
    """The hint to inline changes a build's name, and so does the environment: versions and processor."""
    assert fingerprint(adder(1)) != fingerprint(inlined(adder(1)))
    assert fingerprint(adder(1), "one machine") != fingerprint(adder(1), "another")


@pytest.mark.parametrize("make", [lambda: adder(1), lambda: looks_up(TABLE), lambda: calls(adder(3)), countdown])
def test_the_same_code_has_the_same_name(make: Callable[[], Any]) -> None:
    """A function that is made twice, from objects at other addresses, has one hash, even if it is recursive."""
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
    """The first call builds and calls the listener. Later processes load the build from disk without calling it."""
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
    assert len(list(cache.glob("adding_one_*.code"))) == 1


def test_tables_and_recursion_compile(cache: Path) -> None:
    """Tuples become tables, and a function may call itself and others."""
    assert [native(looks_up(TABLE), (0,), "table")(x) for x in range(3)] == [3, 1, 4]
    assert native(looks_up((0.5, 1.5, 2.5)), (0,), "floats")(1) == 1.5
    assert native(calls(countdown()), (0,), "recursion")(1_000) == 2_000


def code_of(cache: Path, name: str) -> Path:
    """The only file of machine code with this name."""
    (found,) = cache.glob(f"{name}_*.code")
    return found


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_a_file_cut_short_is_built_anew(share: float, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of machine code that is empty or cut short is built again, and the result is right."""
    native(adder(5), (0,), "cut short")
    path = code_of(cache, "cut_short")
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(5), (0,), "cut short")(1) == 6
    assert loaded.read(path).machine
    assert len(path.read_bytes()) > len(whole) * share


WHOLE = loaded.Code("_ZN4rootEx", ("q", "(qd)"), "(q?)", ("memset",), bytes(range(256)))


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_damaged_byte_is_found(place: int, change: int) -> None:
    """If any byte of a file of machine code changes, the file is refused or gives the same result."""
    damaged = bytearray(loaded.written(WHOLE))
    damaged[place % len(damaged)] ^= change
    with contextlib.suppress(Damaged):
        assert loaded.parsed(bytes(damaged), "damaged.code") == WHOLE


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
def test_a_file_that_others_may_write_is_built_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code in a file that other users may write is not run, but built again."""
    native(adder(6), (0,), "open to all")
    path = code_of(cache, "open_to_all")
    path.chmod(0o666)
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(6), (0,), "open to all")(1) == 7
    assert path.stat().st_mode & 0o777 == 0o600
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: path.stat().st_uid + 1)
        with pytest.raises(Damaged, match="^expected the file open_to_all_.* to belong to this user"):
            loaded.read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.parametrize("make", [lambda path: os.mkfifo(path, 0o600), lambda path: path.mkdir()])
def test_a_fifo_or_folder_in_place_of_a_build_does_not_hang(
    make: Callable[[Path], None], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A FIFO or a folder in place of machine code or of its lock is replaced by a new build."""
    native(adder(8), (0,), "no file")
    path = code_of(cache, "no_file")
    for place in (path, path.with_suffix(".lock")):
        place.unlink()
        make(place)
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(8), (0,), "no file")(1) == 9
    assert loaded.read(path).machine


def test_where_nothing_can_be_kept_it_is_built_for_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache directory that cannot be made is replaced by a temporary one of this process."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    monkeypatch.setattr(build, "_built", {})
    assert native(adder(7), (0,), "unkept")(1) == 8
    assert store.contents() == store.Contents(blocked / "advsearch" / "builds", 0, 0)


def test_on_a_full_disk_it_is_built_for_the_process(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk of the cache directory is full, a search is still compiled."""
    ordered = maker.ordered

    def full(label: str, sent: bytes) -> maker.Order:
        if parcel.unpacked(sent)[1]["home"] != str(cache):
            return ordered(label, sent)
        order = maker.Order(label, sent, {"errno": errno.ENOSPC, "error": "No space left on device"})
        order.done.set()
        return order

    monkeypatch.setattr(maker, "ordered", full)
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
    """The cache directory is numba's own variable, else XDG's if it is absolute, else ~/.cache."""
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert store.configured_directory() == Path(expected).expanduser()


def test_clearing_removes_every_build(cache: Path) -> None:
    """`clear` returns what was there, and removes every build."""
    native(adder(8), (0,), "cleared")
    before = store.clear()
    assert before.builds == 1
    assert before.size > 0
    assert not cache.exists()
    assert store.contents().builds == 0


def aged(place: Path, name: str, days: float) -> None:
    """Make the builds of this name look as if they were last used this many days ago."""
    moment = time.time() - days * 86_400
    for file in place.rglob(f"{name}_*"):
        os.utime(file, (moment, moment))


def names(place: Path) -> set[str]:
    """The names of the builds of which any file exists."""
    return {file.name.rpartition("_")[0] for file in place.rglob("*") if file.is_file()}


def test_builds_that_nobody_uses_go(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing a build removes the builds that were not used for a month. Loading counts as use."""
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
    native(adder(14), (0,), "new")
    monkeypatch.setattr(store, "KEPT_BYTES", 0)
    store.evict(cache, code_of(cache, "new"))
    assert names(cache) == {"new"}


def longest(x: int) -> int:
    """A function with a list, which numba loads in its own way."""
    found = [x]
    for each in range(x):
        found.append(each)
    return len(found)


def test_a_build_removed_while_it_is_loaded_is_built_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has seen a build as ready and then finds its files gone builds it."""
    native(longest, (0,), "vanishing")

    def vanish(code: Path) -> None:
        monkeypatch.undo()
        for file in (*cache.glob("vanishing_*"), *(cache / "__pycache__").glob("vanishing_*")):
            file.unlink()

    monkeypatch.setattr(build, "_built", {})
    monkeypatch.setattr(build, "directory", lambda: cache)
    monkeypatch.setattr(build, "used", vanish)
    assert native(longest, (0,), "vanishing")(15) == 16
    assert len(list(cache.glob("vanishing_*.code"))) == 1


def test_a_literal_given_to_a_recursive_function_is_refused(cache: Path) -> None:
    """A literal passed to a recursive function is an error, and nothing is stored, because numba's build would crash
    the next process.
    """
    down = countdown()

    def from_literal(x: int) -> int:
        return down(5) + x

    def from_variable(x: int) -> int:
        return down(variable(5)) + x

    what = r"^literal passes a literal to the recursive function down; write `variable\(0\)` for `0`, with"
    with pytest.raises(CompiledTierUnavailable, match=what):
        native(from_literal, (0,), "literal")
    assert not list(cache.glob("literal_*.code"))
    assert native(from_variable, (0,), "variable")(1) == 6


def test_what_numba_cannot_type_is_told_in_one_line(cache: Path) -> None:
    """An error of the author that numba reports becomes one line with numba's message."""

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
