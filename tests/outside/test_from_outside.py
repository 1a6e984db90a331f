"""Distributions that add to advsearch from outside pass their own tests, and change no file of advsearch."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DISTRIBUTIONS = sorted(path.parent.name for path in HERE.glob("*/pyproject.toml"))


def installed(folder: Path, site: Path) -> str:
    """A path on which the distribution in a folder counts as installed, by the metadata that pip would write."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    points = "".join(f"{name} = {module}\n" for name, module in project["entry-points"]["advsearch"].items())
    (info / "entry_points.txt").write_text(f"[advsearch]\n{points}", encoding="utf-8")
    return os.pathsep.join(filter(None, [str(folder), str(site), os.environ.get("PYTHONPATH", "")]))


@pytest.mark.slow  # .ci/run has the same tests run against the wheel
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_distribution_from_outside_passes_its_own_tests(name: str, tmp_path: Path) -> None:
    """The tests of an outside distribution pass: its entries are found by name and work on both tiers, without
    changes to advsearch.
    """
    path = installed(HERE / name, tmp_path / "site")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        command,
        cwd=HERE / name,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
