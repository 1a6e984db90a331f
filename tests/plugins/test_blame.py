"""Whether a file is a user's code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import attrs
import click
import pluggy
import pytest

import advsearch
from advsearch.plugins.blame import is_theirs


@pytest.mark.parametrize("module", [advsearch, attrs, click, pluggy, subprocess])
def test_our_libraries_are_not_a_users_code(module: object, tmp_path: Path) -> None:
    """A library of advsearch does not count as a user's code, in whichever folder it is installed; a user's file
    does."""
    assert not is_theirs(str(module.__file__))  # type: ignore[attr-defined]
    assert is_theirs(str(tmp_path / "mine.py"))
    assert is_theirs(str(tmp_path / "site-packages" / "other" / "mine.py"))


def test_a_library_in_a_folder_of_its_own(tmp_path: Path) -> None:
    """An error is not blamed on click where click is installed by `pip install --target`."""
    source = Path(click.__file__).parent
    (tmp_path / "click").symlink_to(source, target_is_directory=True)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import click;"
        "from advsearch.plugins.blame import is_theirs; print(click.__file__, is_theirs(click.__file__))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout == f"{tmp_path / 'click' / '__init__.py'} False\n"
