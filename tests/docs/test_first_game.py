"""docs/first-game.md, followed from top to bottom."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = "docs/first-game.md"
PLUGIN = "## Make it a plugin"


def test_the_page_can_be_followed(follow: Callable[..., None]) -> None:
    """Every file and command of the page, up to the plugin, works in an empty folder and prints what it shows."""
    follow(PAGE, last=PLUGIN)


@pytest.mark.slow
def test_the_plugin_can_be_installed(follow: Callable[..., None], tmp_path: Path) -> None:
    """Every command of the page, including the installation of the plugin, works in a virtual environment."""
    scripts = tmp_path / "venv" / "bin"
    subprocess.run([sys.executable, "-m", "venv", str(scripts.parent)], check=True)
    subprocess.run([str(scripts / "pip"), "-qq", "install", str(ROOT), "pytest"], check=True)
    follow(PAGE, scripts=scripts)
