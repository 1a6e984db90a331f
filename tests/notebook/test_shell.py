"""Views and boards in IPython: what is registered, and the board as an object that is observed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import advsearch
from advsearch import Result, load_game
from advsearch.errors import AdvsearchError, InvalidSettings

pytestmark = pytest.mark.needs_notebook
SMALL = "isolation(width=4, height=4)"


@pytest.fixture
def shell() -> Any:
    """A shell as a notebook has it."""
    from IPython.core.interactiveshell import InteractiveShell

    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def test_results_show_themselves(shell: Any) -> None:
    """After `%load_ext`, a result has HTML and readable text, and after `%unload_ext` no more."""
    game = load_game(SMALL)
    result = advsearch.bind("deepening", game)(game.initial(), depth=2)
    formatter = shell.display_formatter
    assert "text/html" not in formatter.format(result)[0]
    for _ in range(2):
        shell.run_line_magic("load_ext", "advsearch.notebook")
        shown, _ = formatter.format(result)
        assert shown["text/html"].startswith('<div class="advsearch">')
        assert "depth 2" in shown["text/plain"]
        shell.run_line_magic("unload_ext", "advsearch.notebook")
        assert "text/html" not in formatter.format(result)[0]
        assert formatter.format(result)[0]["text/plain"].startswith("Result(")


def test_a_view_has_a_picture_text_and_html(shell: Any) -> None:
    """`show` returns an object with HTML, an SVG picture and text, without any extension."""
    shown, _ = shell.display_formatter.format(advsearch.notebook.show(load_game(SMALL)))
    assert set(shown) == {"text/html", "text/plain", "image/svg+xml"}


def test_an_import_is_enough() -> None:
    """In a running shell, `import advsearch.notebook` is enough."""
    program = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "import advsearch.notebook\n"
        "print('text/html' in shell.display_formatter.format(advsearch.Result('a', 0, 1, 1))[0])\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert answer.stdout == "True\n"


def test_a_board_is_played_and_observed() -> None:
    """Each action changes `state` and `moves`, whose observers are called; a searcher answers at once."""
    board = advsearch.Board(SMALL, second="deepening", depth=2, time_s=None)
    seen: list[Any] = []
    board.observe(lambda change: seen.append(change["new"]), "moves")
    board.play("b2")
    assert seen == [("b2",), board.moves]
    assert len(board.moves) == 2
    assert isinstance(board.result, Result)
    state = board.game.initial()
    for text in board.moves:
        state = board.game.result(state, board.game.parse_action(state, text))
    assert board.state == state
    assert str(board) == str(advsearch.notebook.show(board.game, state, last=board.result.action))
    board.back()
    assert (board.moves, board.state) == ((), board.game.initial())
    assert repr(board) == "<Board of isolation after 0 plies; print it to see it>"


def test_clicks_are_messages() -> None:
    """The messages of the page play, search, take back and begin again."""
    board = advsearch.Board(SMALL)
    for message in ({"do": "play", "action": "a1"}, {"do": "play", "action": "d4"}, {"do": "back"}):
        board._handle_custom_msg(message, [])
    assert board.moves == ("a1",)
    board._handle_custom_msg({"do": "new"}, [])
    assert board.moves == ()
    said: list[Any] = []
    board.send = said.append  # type: ignore[method-assign]
    board._handle_custom_msg({"do": "look", "action": "b2"}, [])
    assert said[0]["position"]["moves"] == ["b2"]
    assert board.moves == ()


@pytest.mark.parametrize(
    "message",
    [None, 7, [], {}, {"do": 3}, {"do": "__init__"}, {"do": "play", "action": ["a1"]}, {"do": "play", "action": "zz"},
     {"do": ["new"]}, {"do": "look", "action": ""}, {"do": "step"}],
)  # fmt: skip
def test_a_wrong_message_is_an_error_on_the_board(message: Any) -> None:
    """Messages are data: a wrong one changes nothing and is explained below the board."""
    board = advsearch.Board(SMALL)
    board._handle_custom_msg(message, [])
    assert board._status["error"]
    assert board.moves == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.lists(JSON | st.fixed_dictionaries({"do": st.sampled_from(["play", "look", "back"]) | JSON, "action": JSON}))
)
def test_no_message_harms_the_board(messages: list[Any]) -> None:
    """Whatever a page says, no error leaves the board, and its moves lead to its state."""
    board = advsearch.Board(SMALL)
    for message in messages:
        board._handle_custom_msg(message, [])
    state = board.game.initial()
    for text in board.moves:
        state = board.game.result(state, board.game.parse_action(state, text))
    assert board.state == state


def test_a_search_is_shown() -> None:
    """The values of all actions are at their cells, and the lines have marks; the next action removes them."""
    board = advsearch.Board(SMALL)
    result = board.search(depth=3, time_s=None, lines=2)
    assert board.result is result
    assert len(board._found["lines"]) == 2
    assert len([each for each in board._found["marks"] if each[0] == "text"]) == 16
    assert all(each["marks"] for each in board._found["lines"])
    board.play("a1")
    assert board._found == {}
    board.show(board.search("minimax(depth=1)", time_s=None))
    board.clear()
    assert board._found == {}


def test_two_searchers_wait_for_a_step() -> None:
    """Nothing is played until `step`, and then one action at a time."""
    board = advsearch.Board(SMALL, first="greedy", second="random")
    assert board.moves == ()
    while not board.over:
        plies = len(board.moves)
        board.step()
        assert len(board.moves) == plies + 1
    with pytest.raises(InvalidSettings, match="the game is over"):
        board.step()
    with pytest.raises(InvalidSettings, match="expected a game that goes on"):
        board.play("a1")


def test_any_start_and_any_game() -> None:
    """A board begins at a state or its text, also for a game whose states are text, and refuses what is neither."""
    game = load_game(SMALL)
    state = game.result(game.initial(), game.actions(game.initial())[0])
    assert advsearch.Board(game, state).state == state
    assert advsearch.Board(game, game.format_state(state)).state == state
    with pytest.raises(AdvsearchError, match="nonsense"):
        advsearch.Board(game, "nonsense")
    with pytest.raises(InvalidSettings, match="from 0 to 0"):
        advsearch.Board(game).back(2)


def test_without_anywidget_the_error_says_what_to_install() -> None:
    """Where anywidget is missing, only the board is missing, and the error names the extra."""
    program = (
        "import sys\nsys.modules['anywidget'] = None\nimport advsearch\n"
        "print(advsearch.notebook.show(advsearch.load_game('isolation(width=3, height=2)')) is not None)\n"
        "try:\n    advsearch.Board('pentago')\nexcept advsearch.AdvsearchError as error:\n    print(error)\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert answer.stdout.startswith("True\nexpected anywidget")
    assert "pip install 'advsearch[notebook]'" in answer.stdout


def test_a_stepped_search_is_text_elsewhere() -> None:
    """`str` of a stepped search is its tree, and what cannot be stepped through is refused."""
    game = load_game("advsearch.testing.exercises:Trees")
    traced = advsearch.trace(game, game.initial(), depth=6)
    stepped = advsearch.notebook.Stepped(traced)
    assert "a2 min ≤2  not tried: c2, c3" in str(stepped)
    assert repr(stepped) == "<1 trace at step 0; print it to see the tree>"
    for unnamed, named in (((), {}), ((traced, traced), {}), ((), {"a": traced, "b": traced, "c": traced})):
        with pytest.raises(InvalidSettings, match="expected one trace, or two as in Stepped"):
            advsearch.notebook.Stepped(*unnamed, **named)
    with pytest.raises(InvalidSettings, match="trace it here"):
        advsearch.notebook.Stepped(attrs.evolve(traced))
    small = load_game(SMALL)
    large = advsearch.trace(small, small.initial(), "minimax", 5, nodes=5_001)
    with pytest.raises(InvalidSettings, match="at most 5,000 nodes, got 5,00"):
        advsearch.notebook.Stepped(large)
