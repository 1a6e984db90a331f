"""Temporary distributions with real metadata, and programs that run with them on the path."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

Install = Callable[..., Path]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """`install("name", code)` puts a distribution with one plugin module on the path of `run`."""
    site = tmp_path / "site"
    site.mkdir()

    def make(name: str, code: str | None, *, version: str = "1.0", entry_points: str | None = None) -> Path:
        module = name.replace("-", "_")
        info = site / f"{module}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(
            f"[advsearch]\n{entry_points if entry_points is not None else f'{name} = {module}'}\n"
        )
        if code is not None:
            (site / f"{module}.py").write_text("from advsearch import hookimpl\n" + dedent(code))
        return site

    return make


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run Python with the temporary distributions on the path."""

    def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join(filter(None, [str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")]))
        return subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path, **environment},
            timeout=300,
        )

    return start
