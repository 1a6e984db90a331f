"""The catalogue of faults: every planted fault is caught by the law that docs/testing/faults.md names, and each
faulty program differs from a correct one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from advsearch.testing import LawBroken, check_searcher

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
try:
    import fault_page
    from catalogue import FAULTS, PLANTED, PROGRAMS
    from originals import ORIGINALS, original
finally:
    sys.path.remove(str(HERE))

PER_CLASS = Counter(fault.kind for fault in PROGRAMS)


def test_a_fault_is_a_program_that_differs_from_a_correct_one() -> None:
    """Each fault's old lines occur in its correct program exactly once, and the faulty program is valid Python."""
    for fault in PROGRAMS:
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


@pytest.mark.parametrize("fault", PLANTED, ids=[each.name for each in PLANTED])
def test_a_planted_fault_is_caught_by_the_law_the_page_names(fault: Any) -> None:
    """The law that the page names finds the fault when it is tried alone, in the default profile."""
    law = fault_page.recorded()[fault.kind, fault.wrong]
    settings = dict(fault.settings)
    if fault.check is check_searcher:
        settings.pop("skip", None)
        settings["only"] = [law]
    with pytest.raises(LawBroken) as caught:
        fault.check(fault.made, **settings)
    assert caught.value.law == law


def test_every_class_is_planted_or_told_why_not() -> None:
    """F1 to F55 each have a planted fault, or a reason why none is possible."""
    named = {fault.kind for fault in PLANTED} | set(fault_page.NOT_HERE)
    assert named == {f"F{number}" for number in range(1, 56)}
    assert set(fault_page.CLASSES) | set(fault_page.NOT_HERE) == named


@pytest.mark.slow
def test_the_page_is_what_a_run_gives() -> None:
    """docs/testing/faults.md is what `python tests/testing/faults/fault_page.py` writes."""
    done = subprocess.run(
        [sys.executable, "-c", "import fault_page; print(fault_page.page(), end='')"],
        cwd=HERE,
        env={**os.environ, "PYTHONHASHSEED": "0"},  # as on the page
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == fault_page.PAGE.read_text(encoding="utf-8"), "run python tests/testing/faults/fault_page.py"
