"""The collection of faulty programs: each fault differs from a correct program, and there are enough of them."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from advsearch.testing import check_searcher

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
try:
    from catalogue import FAULTS
    from originals import ORIGINALS, original
finally:
    sys.path.remove(str(HERE))

PER_CLASS = Counter(fault.kind for fault in FAULTS)


def test_a_fault_is_a_program_that_differs_from_a_correct_one() -> None:
    """Each fault's old lines occur in its correct program exactly once, and the faulty program is valid Python."""
    for fault in FAULTS:
        source = fault.source()
        assert source != fault.path.read_text(), fault.name
        compile(source, fault.name, "exec")
        assert fault.is_game or fault.base in ORIGINALS, fault.name


def test_there_are_ten_faults_of_each_class_and_a_museum() -> None:
    """Classes 1 to 7 have at least ten faults, games twenty, and no two faults have the same name."""
    assert sorted(kind[0] for kind in PER_CLASS) == [*"123456789", "m"]
    assert min(PER_CLASS.values()) >= 10
    assert sum(PER_CLASS[kind] for kind in PER_CLASS if kind[0] in "89") >= 20
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


def test_a_correct_search_can_be_loaded() -> None:
    """Each correct search can be loaded as a function or a searcher."""
    for spec in ORIGINALS:
        search = original(spec)
        assert callable(search) or hasattr(search, "search"), spec


OFTEN_FLAGGED = ("carrying_over", "rarely_looking", "once_made", "without_a_seed", "of_textbooks")
"""Files of right searches of which an earlier kit called half wrong."""


@pytest.mark.parametrize("spec", [spec for spec in ORIGINALS if spec.startswith(OFTEN_FLAGGED)])
def test_a_right_search_breaks_no_law(spec: str) -> None:
    """Right searches that remember across calls, look rarely at the clock, make a state once and search it twice, or
    draw random numbers of their own break no law.
    """
    report = check_searcher(original(spec), profile="fast", **ORIGINALS[spec])
    assert len(report.tried) >= 9, str(report)
