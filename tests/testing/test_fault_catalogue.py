"""Every planted fault is caught by the law that docs/testing/faults.md names."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from advsearch.testing import LawBroken


def _page_writer() -> Any:
    file = Path(__file__).with_name("fault_page.py")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


faults = _page_writer()
ALL = faults.planted()


@pytest.mark.parametrize("fault", ALL, ids=[f"{each.fault} {each.what}" for each in ALL])
def test_a_planted_fault_is_caught_by_the_law_the_page_names(fault: Any) -> None:
    """The law that the page names finds the fault when it is tried alone, in the default profile."""
    law = faults.recorded()[fault.fault, fault.what]
    settings = dict(fault.settings)
    if fault.check.__name__ == "check_searcher":
        settings.pop("skip", None)
        settings["only"] = [law]
    with pytest.raises(LawBroken) as caught:
        fault.check(fault.subject, **settings)
    assert caught.value.law == law


def test_every_class_is_planted_or_told_why_not() -> None:
    """F1 to F55 each have a planted fault, or a reason why none is possible."""
    named = {fault.fault for fault in ALL} | set(faults.NOT_HERE)
    assert named == {f"F{number}" for number in range(1, 56)}
    assert set(faults.CLASSES) | set(faults.NOT_HERE) == named


@pytest.mark.slow
def test_the_page_is_what_a_run_gives() -> None:
    """docs/testing/faults.md is what `python tests/testing/fault_page.py` writes."""
    done = subprocess.run(
        [sys.executable, "-c", "import fault_page; print(fault_page.page(), end='')"],
        cwd=faults.HERE,
        env={**os.environ, "PYTHONHASHSEED": "0"},  # as on the page
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == faults.PAGE.read_text(encoding="utf-8"), "run python tests/testing/fault_page.py"
