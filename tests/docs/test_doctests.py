"""The examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator

import pytest

PACKAGES = ("advsearch", "advsearch_isolation", "advsearch_pentago")
NUMBA_IS_HERE = importlib.util.find_spec("numba") is not None


def modules() -> Iterator[str]:
    """Every module we install, but those of the compiled tier where it cannot run."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        yield name
        for info in pkgutil.walk_packages(package.__path__, f"{name}."):
            needs_numba = info.name.startswith("advsearch.compiled")
            if not info.name.endswith(".__main__") and (NUMBA_IS_HERE or not needs_numba):
                yield info.name


@pytest.mark.parametrize("name", list(modules()))
def test_examples_in_docstrings(name: str) -> None:
    """A module can be imported, and the examples in its docstrings give what they say."""
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0
