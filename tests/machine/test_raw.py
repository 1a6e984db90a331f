"""The runtime as a whole: every function compiles, none recurses without a test of the stack, effects are right."""

from __future__ import annotations

from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

from advsearch.machine.layout import E_TYPE
from advsearch.machine.raw import Runtime, runtime
from advsearch.machine.raw_function import RawError


def test_no_recursion_without_a_test_of_the_stack() -> None:
    """Functions that call each other in a circle ask `too_deep` somewhere in it, so that no value is too deep."""
    functions = {name: runtime().function(name) for name in runtime().names()}
    unchecked = {name: {*each.calls} for name, each in functions.items() if "too_deep" not in each.calls}
    order = TopologicalSorter({name: calls & unchecked.keys() for name, calls in unchecked.items()})
    assert [*order.static_order()]


def test_a_failed_call_returns_0(functions: Any) -> None:
    """A function whose result 0 means failure returns 0 also where a hash or a comparison failed."""
    functions.again()
    row, table, unhashable = functions.word({1}), functions.word({1: 2}), functions.word([1])
    for call in (
        lambda: functions.set_add(row, unhashable),
        lambda: functions.set_remove(row, unhashable),
        lambda: functions.dict_set(table, unhashable, 3),
        lambda: functions.dict_get(table, unhashable),
        lambda: functions.sort_row(functions.word([1, None])),
    ):
        assert call() == 0
        assert functions.fault().code == E_TYPE


def test_effects_follow_from_what_is_called() -> None:
    """A function that calls one that may fail, allocates or changes, may do so itself."""
    for name in runtime().names():
        effects = runtime().effects(name)
        for called in runtime().function(name).calls:
            inner = runtime().effects(called)
            assert effects.fails >= inner.fails
            assert effects.allocates >= inner.allocates
            assert effects.changes >= inner.changes


@pytest.mark.parametrize(
    ("name", "fails", "allocates", "changes"),
    [
        ("append", True, True, True),
        ("data", False, False, False),
        ("eq", True, True, False),
        ("set_find", True, True, False),
        ("set_discard", True, True, True),
        ("new_list", True, True, False),
        ("size", True, False, False),
        ("flip", False, False, True),
    ],
)
def test_effects_of_some_functions(name: str, fails: bool, allocates: bool, changes: bool) -> None:
    """What a build relies on for some common functions."""
    effects = runtime().effects(name)
    assert (effects.fails, effects.allocates, effects.changes) == (fails, allocates, changes)


@pytest.mark.parametrize(
    "body",
    [
        "    return [row]\n",
        "    for i in row:\n        pass\n",
        "    return unknown(row)\n",
        "    row.x = 1\n",
        "    del row\n",
    ],
)
def test_what_is_no_raw_python_is_refused(tmp_path: Path, body: str) -> None:
    """A function that is written in more than raw Python is refused with its text."""
    (tmp_path / "wrong.py").write_text(f"def wrong(row: int) -> int:\n{body}", encoding="utf-8")
    with pytest.raises(RawError, match="wrong"):
        Runtime(tmp_path).function("wrong")
