"""The settings of every test run: which tests run by default, how many examples Hypothesis tries, and which caches
are written.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "benchmarks" / "rivals"))  # games whose kernels are written by hand
NOT_BY_DEFAULT = ("slow", "nightly")
NEEDED = {
    "needs_numba": ["numba"],
    "needs_dask": ["distributed"],
    "needs_notebook": ["anywidget", "nbclient", "ipykernel"],
}
ABSENT = {
    marker for marker, modules in NEEDED.items() if any(importlib.util.find_spec(each) is None for each in modules)
}

# A default run is the same run everywhere: fixed examples, no database of past failures, no deadline (a shared
# machine may stall for longer). `--hypothesis-profile=dev` looks for new failures.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ci", derandomize=True, database=None, max_examples=100, **_COMMON)
settings.register_profile("dev", derandomize=False, print_blob=True, max_examples=200, **_COMMON)
settings.register_profile("nightly", derandomize=False, print_blob=True, max_examples=50_000, **_COMMON)
settings.load_profile("ci")


def pytest_configure(config: pytest.Config) -> None:
    """Keep the user's caches and settings, and the shell's treatment of signals, out of the tests.

    Compiled code goes under pytest's cache directory, so that a second run can load it. File names hash everything
    that decides the code, as tests/compiled proves.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # a worker inherits what its parent has set up
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # a shell starts background jobs with Ctrl-C ignored, and their children would ignore it as well
        signal.signal(signal.SIGINT, signal.default_int_handler)
    cache: pytest.Cache | None = getattr(config, "cache", None)  # absent under -p no:cacheprovider
    if cache is not None:
        private = cache.mkdir("advsearch")
    else:
        private = Path(tempfile.mkdtemp(prefix="advsearch-tests-"))
        config.add_cleanup(lambda: shutil.rmtree(private, ignore_errors=True))
    os.environ["XDG_CACHE_HOME"] = str(private)
    os.environ["XDG_CONFIG_HOME"] = str(private / "config")
    os.environ["XDG_DATA_HOME"] = str(private / "data")
    os.environ["NUMBA_CACHE_DIR"] = str(private / "numba")
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):  # the tests' many processes would compile each module again
        os.environ["PYTHONPYCACHEPREFIX"] = str(private / "bytecode")
    of_the_shell = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTEST_ADDOPTS")
    for name in [name for name in os.environ if name.startswith("ADVSEARCH_") or name in of_the_shell]:
        del os.environ[name]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores, for `-n auto`. A worker often waits for another process, such as a build
    of machine code or a command that it runs.
    """
    return (os.cpu_count() or 1) + 1


def pytest_report_header(config: pytest.Config) -> list[str]:
    lines = [f"by default without: {', '.join(NOT_BY_DEFAULT)} (choose with -m)"] if _chooses(config) else []
    for marker in sorted(ABSENT):
        more = " and all of tests/compiled" if marker == "needs_numba" else ""
        missing = ", ".join(each for each in NEEDED[marker] if importlib.util.find_spec(each) is None)
        lines.append(f"not installed: {missing}; deselected are tests marked {marker}{more}")
    return lines


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    if "needs_numba" in ABSENT and collection_path == HERE / "compiled":
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests that need a missing library, and `slow` and `nightly` tests unless they were requested."""
    unwanted = set(ABSENT)
    if _chooses(config):
        unwanted.update(NOT_BY_DEFAULT)
    deselected = [item for item in items if any(item.get_closest_marker(name) for name in unwanted)]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if item not in set(deselected)]


def _chooses(config: pytest.Config) -> bool:
    """Whether the default selection of tests applies: no `-m`, and no test named explicitly."""
    return not config.option.markexpr and not any("::" in argument for argument in config.args)


@pytest.fixture(scope="session")
def usual_note() -> str:
    """The note that a searching command prints on standard error: none, or that numba is not installed."""
    if "needs_numba" not in ABSENT:
        return ""
    why = "the compiled tier needs numba, which is not installed here; install it"
    return f"note: on the reference tier, in plain Python: {why}\n"
