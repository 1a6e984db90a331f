"""The number types of compiled searches: their properties, and that no other module depends on them."""

from __future__ import annotations

import ast
import math
from array import array
from pathlib import Path
from typing import Any

import pytest

from advsearch import compiled
from advsearch.compiled.memory import plain_memory
from advsearch.compiled.numbers import ABORTED, FLOAT, INT, LOWEST, NUMBERS, Numbers
from advsearch.values import EVALUATION_LIMIT, WIN


def test_no_other_module_asks_which_type_it_has() -> None:
    """Only the module `numbers` compares types with int or float."""
    faults = []
    for path in sorted(Path(compiled.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Compare) or path.stem in ("numbers", "program"):  # tables of generated code
                continue
            asked = {each.id for each in (node.left, *node.comparators) if isinstance(each, ast.Name)}
            if asked & {"int", "float"} and any(isinstance(each, ast.Is | ast.IsNot) for each in node.ops):
                faults.append(f"{path.name}:{node.lineno}")
    assert faults == []


@pytest.mark.parametrize("numbers", NUMBERS.values(), ids=lambda each: each.type.__name__)
def test_what_stands_for_no_value_is_outside_all_values(numbers: Numbers) -> None:
    """`lowest` is below every value, `aborted` differs from each, and memory returns what was stored."""
    assert not numbers.stopped(numbers.lowest)
    assert numbers.stopped(numbers.aborted)
    for value in map(numbers.type, (0, 7, -WIN, WIN)):
        assert numbers.lowest < numbers.below(value) < value < numbers.above(value)
        assert not numbers.stopped(value)
        assert not numbers.invalid(value)
        block = plain_memory(3)
        numbers.store(block, 1, value)
        assert numbers.load(block, 1) == value
        assert numbers.read(block, slice(1, 2)) == [value]
    for utilities in ("outcome", "score"):
        clip, terminal = numbers.clip(utilities), numbers.terminal(utilities)
        far = numbers.type(4 * WIN)
        assert clip(far) == (EVALUATION_LIMIT if utilities == "outcome" else far)
        assert type(terminal(numbers.type(1), 3)) is numbers.type
        assert terminal(numbers.type(-1), 3) == (3 - WIN if utilities == "outcome" else -1)


@pytest.mark.parametrize(
    ("numbers", "asked", "window"),
    [
        (INT, (None, None, True), (-WIN - 1, WIN + 1)),
        (INT, (None, None, False), (LOWEST, -LOWEST)),
        (INT, (0.5, 1.5, True), (0, 2)),
        (INT, (-math.inf, math.inf, False), (LOWEST, -LOWEST)),
        (FLOAT, (None, None, True), (-float(WIN + 1), float(WIN + 1))),
        (FLOAT, (None, 3, False), (-math.inf, 3.0)),
    ],
)
def test_a_window_holds_what_was_asked_for(numbers: Numbers, asked: Any, window: Any) -> None:
    """The bounds of a window are rounded outwards to the type, and an open side is beyond every value."""
    assert numbers.window(*asked) == window
    assert {type(bound) for bound in numbers.window(*asked)} == {numbers.type}


def test_zero_has_no_sign_and_nan_is_no_value() -> None:
    """A float of -0.0 is read as 0.0, and nan stands for a stopped search or an invalid evaluation."""
    assert math.copysign(1.0, FLOAT.read([0.0, -0.0], slice(1, 2))[0]) == 1.0  # type: ignore[arg-type]
    assert FLOAT.invalid(math.nan)
    assert FLOAT.stopped(FLOAT.aborted)
    assert INT.stopped(ABORTED)
    assert array("q", [INT.aborted, INT.lowest])[0] == ABORTED  # both fit a machine word
