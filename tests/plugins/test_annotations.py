"""Settings with annotations that only type checkers can evaluate."""

from __future__ import annotations

from pathlib import Path

import pytest

from advsearch.errors import InvalidSettings
from advsearch.plugins.manager import new_manager
from advsearch.plugins.registry import Registry

FILE = """
from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from somewhere import Elsewhere


class Steps:
    def initial(self): return self.length
    def player(self, state): return state % 2
    def actions(self, state): return [1] if state else []
    def result(self, state, action): return state - 1
    def terminal(self, state): return state == 0
    def utility(self, state, player): return 0


@attrs.frozen
class Attrs(Steps):
    length: int = 3
    where: Elsewhere | None = None


class Plain(Steps):
    def __init__(self, length: int = 3, where: Elsewhere | None = None):
        self.length = length


def function(length: int = 3, where: Elsewhere | None = None):
    return Attrs(length)
"""


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "late.py").write_text(FILE)
    return Registry(new_manager())


@pytest.mark.parametrize("name", ["Attrs", "Plain", "function"])
def test_an_annotation_that_cannot_be_read_hinders_no_other_setting(name: str, registry: Registry) -> None:
    """If one setting's annotation cannot be evaluated, a game can be made without this setting, and its other
    settings are still checked.
    """
    assert registry.game(f"late.py:{name}").initial() == 3
    assert registry.game(f"late.py:{name}(length=5)").initial() == 5
    with pytest.raises(
        InvalidSettings, match=f"expected `length` of late.py:{name} to be a whole number, got 'much'"
    ):
        registry.game(f"late.py:{name}(length=much)")


@pytest.mark.parametrize("name", ["Attrs", "Plain", "function"])
def test_a_setting_with_an_annotation_that_cannot_be_read_is_refused(name: str, registry: Registry) -> None:
    """The message names the class, the setting, the annotation and the remedy."""
    with pytest.raises(InvalidSettings) as refused:
        registry.game(f"late.py:{name}(where=here)")
    assert str(refused.value) == (
        f"expected the annotation of `where` of late.py:{name} to be readable at run time, got 'Elsewhere | None' "
        "(NameError: name 'Elsewhere' is not defined); import the annotation's names outside of 'if TYPE_CHECKING:'"
    )
