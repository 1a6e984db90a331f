"""A small game in a user's file."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def stones_file() -> str:
    return str(HERE / "stones.py")
