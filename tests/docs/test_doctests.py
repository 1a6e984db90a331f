"""The examples in docstrings."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Run in a new process: pytest rewrites the assertions of a distribution that has a plugin for it, and with them the
# messages that examples show.
PROGRAM = """
import doctest, importlib, importlib.util, pkgutil, sys

package = importlib.import_module(sys.argv[1])
names = [package.__name__, *(info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))]
needed = {"advsearch.compiled": "numba", "advsearch.cli.terminal": "textual"}
absent = tuple(each for each, module in needed.items() if importlib.util.find_spec(module) is None)
for name in names:
    if not name.endswith(".__main__") and not name.startswith(absent):
        failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
        print(name, tried, "failed" if failed else "")
"""


@pytest.mark.parametrize("package", ["advsearch", "advsearch_isolation", "advsearch_pentago", "advsearch_studies"])
def test_examples_in_docstrings(package: str) -> None:
    """Every module of the package can be imported, and the examples in its docstrings give the printed results."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM, package], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "failed" not in ran.stdout, ran.stdout
    assert f"{package} " in ran.stdout
