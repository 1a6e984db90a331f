"""Every planted fault of the catalogue is caught; the correct searches they were made from pass."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from advsearch.testing import LawBroken

HERE = Path(__file__).parent


def planted() -> list[Any]:
    """What the files beside this one plant."""
    found: list[Any] = []
    for file in sorted(HERE.glob("planted_*.py")):
        name = file.stem  # the plain name, so that they may import one another
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(name, file)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            spec.loader.exec_module(module)
        found.extend(sys.modules[name].PLANTED)
    return found


def order(fault: Any) -> tuple[int, str]:
    return int(fault.fault[1:]), fault.what


ALL = sorted(planted(), key=order)


@pytest.mark.parametrize("fault", ALL, ids=[f"{each.fault} {each.what}" for each in ALL])
def test_a_planted_fault_is_caught(fault: Any) -> None:
    """The kit, in its default profile, finds the fault and says which law it breaks."""
    with pytest.raises(LawBroken) as caught:
        fault.check(fault.subject, **fault.settings)
    assert str(caught.value)
