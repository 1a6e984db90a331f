"""Each module of the compiler can be imported first, whatever the others import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import advsearch.machine

ONE_BY_ONE = """
import importlib, pathlib, sys
folder = pathlib.Path(sys.argv[1])
for path in sorted(folder.glob("*.py")):
    for name in [name for name in sys.modules if name.startswith("advsearch.machine")]:
        del sys.modules[name]
    if path.stem != "__init__":
        try:
            importlib.import_module(f"advsearch.machine.{path.stem}")
        except ImportError as error:
            print(path.stem, error)
"""


def test_each_module_can_be_imported_alone() -> None:
    """No module needs another one to have been imported before it."""
    folder = Path(advsearch.machine.__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE, str(folder)], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == ""
