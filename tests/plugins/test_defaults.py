"""The default evaluator and the default searcher of a game in a user's file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advsearch.errors import AdvsearchError
from advsearch.limits import Limits
from advsearch.plugins.registry import default_registry
from advsearch.specs import Spec

GAMES = '''
from advsearch.search.alphabeta import AlphaBeta


class Count:
    def initial(self): return 5
    def player(self, state): return state % 2
    def actions(self, state): return [1][:state]
    def result(self, state, action): return state - action
    def terminal(self, state): return state == 0
    def utility(self, state, player): return 1 - 2 * player


def seven(game, state, player):
    """Always seven."""
    return 7

class Weighted:
    def __init__(self, weight: int = 7): self.weight = weight
    def __call__(self, game, state, player): return self.weight

class First:
    def __init__(self, depth: int = 1, evaluator=None): self.depth = depth
    def search(self, game, state, **options): return AlphaBeta(depth=self.depth).search(game, state)

class Function(Count): default_evaluator = seven
class Static(Count): default_evaluator = staticmethod(seven)
class Method(Count):
    def default_evaluator(self, state, player): return 7
class Class(Count): default_evaluator = Weighted
class Object(Count): default_evaluator = Weighted(7)
class Text(Count): default_evaluator = "games.py:seven"
class Settings(Count): default_evaluator = "games.py:Weighted(weight=7)"
class Other(Count): default_evaluator = "deeper/more.py:seven"

class SearcherObject(Count): default_searcher = AlphaBeta(depth=2)
class SearcherClass(Count): default_searcher = First
class Both(Function): default_searcher = AlphaBeta(depth=2)
class BothByClass(Function): default_searcher = AlphaBeta
class SearcherText(Count): default_searcher = "games.py:First(depth=2)"
class SearcherNested(Count): default_searcher = "deepening(evaluator=games.py:seven, max_depth=2)"

class Number(Count): default_evaluator = default_searcher = 3
class Missing(Count):
    default_evaluator = "games.py:sevn"
    default_searcher = "deepning"
class Garbled(Count): default_evaluator = "(("
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the games, which is not in the current folder."""
    folder = tmp_path / "a folder (1)"
    (folder / "deeper").mkdir(parents=True)
    (folder / "games.py").write_text(GAMES)
    (folder / "deeper" / "more.py").write_text("def seven(game, state, player): return 7\n")
    (folder / "heir.py").write_text("from games import Text\nclass Heir(Text): pass\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    return folder / "games.py"


def game_in(file: Path, name: str) -> Any:
    return default_registry().game(Spec(f"{file}:{name}"))


@pytest.mark.parametrize("name", ["Function", "Static", "Method", "Class", "Object", "Text", "Settings", "Other"])
def test_every_way_to_name_an_evaluator(file: Path, name: str) -> None:
    """A default evaluator is a function, a class, an object, or a string with a path relative to the game's file."""
    game = game_in(file, name)
    assert default_registry().default_evaluator(game)(game, 3, 0) == 7


def test_a_path_belongs_to_the_class_that_names_it(file: Path) -> None:
    """A subclass in another file inherits a default with a path relative to the file of the class that names it."""
    game = default_registry().game(Spec(f"{file.parent / 'heir.py'}:Heir"))
    assert default_registry().default_evaluator(game)(game, 3, 0) == 7


@pytest.mark.parametrize("name", ["SearcherObject", "SearcherClass", "SearcherText", "SearcherNested"])
def test_every_way_to_name_a_searcher(file: Path, name: str) -> None:
    """A default searcher is an object, a class, or a string with paths relative to the game's file."""
    game = game_in(file, name)
    _, searcher = default_registry().default_searcher(game)
    assert searcher.search(game, 3).action == 1


def test_a_ready_searcher_prints_its_depth_and_takes_an_evaluator(file: Path) -> None:
    """A default searcher that is an object is printed with its depth, which is its limit, and can be given an
    evaluator.
    """
    game = game_in(file, "SearcherObject")
    spec, searcher = default_registry().default_searcher(game, evaluator=Spec(f"{file}:seven"))
    assert spec.settings["depth"] == 2
    assert searcher.search(game, 5).value == 7


@pytest.mark.parametrize("name", ["Both", "BothByClass"])
def test_a_default_searcher_uses_the_default_evaluator(file: Path, name: str) -> None:
    """A default searcher without an evaluator, as an object or a class, uses the game's default evaluator."""
    game = game_in(file, name)
    _, searcher = default_registry().default_searcher(game)
    assert searcher.search(game, 5, limits=Limits(depth=2)).value == 7


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Number", "default_evaluator of Number: expected 3 to be an evaluator f(game, state, player), got 3"),
        ("Missing", "default_evaluator of Missing: unknown name in .*games.py 'sevn'; did you mean seven"),
        ("Garbled", "default_evaluator of Garbled: column 1 of '\\(\\(': expected a name or a value"),
    ],
)
def test_defaults_that_are_none(file: Path, name: str, message: str) -> None:
    """A default evaluator that does not exist is refused with the game and the attribute that names it."""
    game = game_in(file, name)
    with pytest.raises(AdvsearchError, match=message.replace("f(game, state, player)", r"f\(game, state, player\)")):
        default_registry().default_evaluator(game)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Number", "default_searcher of Number: expected a spec or a searcher with a method `search`, got 3"),
        ("Missing", "default_searcher of Missing: unknown searcher 'deepning'; did you mean deepening"),
    ],
)
def test_default_searchers_that_are_none(file: Path, name: str, message: str) -> None:
    """A default searcher that does not exist is refused with the game and the attribute that names it."""
    with pytest.raises(AdvsearchError, match=message):
        default_registry().default_searcher(game_in(file, name))


@pytest.mark.parametrize(
    ("name", "marked"), [("Function", "seven"), ("Text", "games.py:seven"), ("Object", "Weighted")]
)
def test_the_list_of_evaluators_shows_it(file: Path, run: Callable[..., Any], name: str, marked: str) -> None:
    """`advsearch evaluators` lists and marks a default evaluator that no plugin registered."""
    done = run("-m", "advsearch", "evaluators", f"'{file}:{name}'()", "--json")
    default = [each["name"] for each in json.loads(done.stdout) if each["default"]]
    assert len(default) == 1, done.stderr
    assert marked in default[0]
