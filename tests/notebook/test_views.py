"""What a notebook shows of results, traces, proofs and reports."""

from __future__ import annotations

import gc
import math
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import advsearch
from advsearch import Limits, Line, Request, Result, Solver, bind, compare, load_game, trace
from advsearch.about import about, remember
from advsearch.analysis.perft import perft
from advsearch.analysis.tracing import Trace
from advsearch.errors import InvalidSettings
from advsearch.notebook import show
from advsearch.results import Answered, RootLine
from advsearch.testing import strategies

SMALL = "isolation(width=4, height=4)"
SVG = "{http://www.w3.org/2000/svg}"


class Balanced(HTMLParser):
    """Reads HTML, and fails if a tag is closed that was not opened last."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)


def tags_of(html: str) -> list[str]:
    parser = Balanced()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser.tags


class Marked:
    """A game whose every text is a tag. Whoever takes the only cell wins."""

    name = "<script>alert(1)</script>"
    utilities = "outcome"

    def initial(self):
        return "<b>"

    def player(self, state):
        return 0

    def actions(self, state):
        return [] if self.terminal(state) else ["<i>"]

    def result(self, state, action):
        return "</b>"

    def terminal(self, state):
        return state == "</b>"

    def utility(self, state, player):
        return 1 if player == 0 else -1

    def board(self, state):
        return [["<u>"]]


def test_a_result_is_about_its_own_position() -> None:
    """Equal results of different positions are each shown with their own board, until they are gone."""
    game = load_game(SMALL)
    search = bind("minimax(depth=0)", game, tier="reference")
    states = [game.result(game.initial(), action) for action in game.actions(game.initial())]
    found = [attrs.evolve(search(state), action=None, value=0, seconds=0.0) for state in states]
    assert all(about(each) is None for each in found)  # a copy is about nothing
    again = [remember(each, game, state) for each, state in zip(found, states, strict=True)]
    assert found[0] == found[1]
    assert [origin.state for each in again if (origin := about(each))] == states
    gone = id(again[0])
    del found, again
    gc.collect()
    assert about(gone) is None


def test_bound_searches_traces_and_proofs_remember() -> None:
    """Results, finished depths, traces and proofs know their game and position."""
    game = load_game(SMALL)
    state = game.initial()
    lines: list[Line] = []
    search = bind("deepening", game, tier="reference")
    result = search(state, depth=2, report=lines.append)
    again = search(state, Request(Limits(depth=1), report=lines.append))
    traced = trace(game, state, depth=1)
    tiny = load_game("isolation(width=3, height=2)")
    proof = Solver(tiny).solve(tiny.initial())
    for each in (result, again, *lines, traced):
        origin = about(each)
        assert origin is not None
        assert (origin.game, origin.state) == (game, state)
    assert about(proof).game == tiny
    assert len(lines) == 3


def test_a_result_is_shown_in_the_notation_of_its_game() -> None:
    """The view has the board with the line of play, the value in words, and what the search cost."""
    game = load_game(SMALL)
    result = bind("deepening", game, tier="reference")(game.initial(), depth=2, lines=2)
    view = show(result)
    best = game.format_action(game.initial(), result.action)
    text = str(view)
    assert text.splitlines()[0].split() == ["a", "b", "c", "d"]
    assert f"{best}: " in text
    assert "depth 2" in text
    assert f"{result.nodes:,} nodes" in text
    marks = [each.text for each in ElementTree.fromstring(view.picture).iter(f"{SVG}text")]
    assert {"1", "2"} <= set(marks)
    assert tags_of(view.html()).count("svg") == 1


def test_values_of_all_actions_are_shown_at_their_cells() -> None:
    """With `every_action` each action has its value in the table and at its cell, and all best ones stand out."""
    game = load_game(SMALL)
    result = bind("minimax(depth=2)", game, tier="reference")(game.initial(), every_action=True)
    view = show(result)
    assert view.html().count('<tr class="best">') == len(result.best)
    values = [each for each in ElementTree.fromstring(view.picture).iter() if "value" in each.get("class", "")]
    assert len(values) == 16


def test_what_is_known_of_no_game_is_shown_as_it_is() -> None:
    """A result that was made by hand shows actions by their `str`, and values as numbers."""
    view = show(
        Result("c4", 1.25, 3, 17, ("c4", "d5"), lines=(RootLine("c4", 1.25, ("c4",)), RootLine("a", 0, ("a",))))
    )
    assert "c4: +1.25, an estimate" in str(view)
    assert "<svg" not in view.html()
    assert "loss" not in str(show(Result("a", 3 - 10**9, 1, 1)))
    assert "reports no value" in str(show(Answered("a", 0, 0, 0)))
    assert "the game is over: 0" in str(show(Result(None, 0, 0, 1)))
    assert str(show(Trace(0, (), (), (), Result("a", 0, 1, 1), True))).startswith("0 nodes, 0 cuts")


def test_a_trace_is_a_tree_with_its_steps() -> None:
    """The textbook's tree has its values, its bounds, and a cross for each action that was not tried."""
    game = load_game("advsearch.testing.exercises:Trees")
    view = show(trace(game, game.initial(), depth=6))
    picture = ElementTree.fromstring(view.picture)
    numbers = [each.text for each in picture.iter(f"{SVG}text") if each.get("class") == "number"]
    assert sorted(numbers) == sorted(["3", "3", "3", "12", "8", "≤2", "2", "2", "14", "5", "2"])
    assert sum(each.get("class") == "cross" for each in picture.iter()) == 2
    assert "Pruned c2, c3: min already has 2 here, and max has 3 elsewhere." in view.html()
    assert "a2 min ≤2  not tried: c2, c3" in str(view)


@given(strategies.game_trees())
def test_every_tree_is_drawn_whole_or_said_to_be_folded(tree: Any) -> None:
    """In the tree of any search, the nodes that are drawn and those that are counted as left out are all nodes."""
    if tree.terminal(tree.initial()):
        return
    traced = trace(tree, tree.initial(), "alphabeta", 4)
    view = show(traced)
    drawn = ElementTree.fromstring(view.picture)
    number = sum(each.get("class") in ("max", "min", "leaf") for each in drawn.iter(f"{SVG}g"))
    left = sum(int(each.text[1:]) for each in drawn.iter(f"{SVG}text") if each.get("class") == "more")
    assert number + left == len(traced.nodes) - traced.roots[-1]
    tags_of(view.html())


def test_a_large_tree_is_folded() -> None:
    """Of a large tree the first plies are drawn, with the number of nodes below."""
    game = load_game(SMALL)
    traced = trace(game, game.initial(), "minimax", 3)
    view = show(traced)
    assert len(traced.nodes) > 500
    assert "drawn is the last depth, to 1 ply" in str(view)
    assert view.picture.count("<polygon") == 17


def test_proofs_and_counts() -> None:
    """A proof names the winner and the action; a stopped one says what is known. Perft is a table."""
    game = load_game("isolation(width=3, height=2)")
    proof = Solver(game).solve(game.initial(), distance=True)
    text = str(show(proof))
    word = {1: "a win", -1: "a loss", 0: "a draw"}[proof.value]
    assert f"proven: {word} in {proof.distance} pl" in text
    assert "for the player to move, first" in text
    stopped = Solver(load_game("pentago"), tier="reference").solve(
        load_game("pentago").initial(), limits=Limits(nodes=10)
    )
    assert "not proven" in str(show(stopped))
    assert "leaves" in str(show(perft(game, 2)))


def test_comparisons_and_tournaments() -> None:
    """A comparison shows its verdict and interval; the summary of its games shows ratings and pairings."""
    found = compare(SMALL, "improved", "null", nodes=30, pairs=4, tier="reference")
    text = str(show(found))
    assert found.verdict in text
    assert found.conditions in text
    summary = show(found.summary)
    assert "Elo [95 %]" in str(summary)
    for view in (show(found), summary):
        ElementTree.fromstring(view.picture)
        tags_of(view.html())
    everything_won = attrs.evolve(found.summary, ratings=())
    assert "no pair of games is complete yet" in str(show(everything_won))
    assert math.isfinite(len(show(everything_won).html()))


def test_texts_of_a_game_are_escaped() -> None:
    """Names, notation and boards are data: no tag of a game reaches the page."""
    game = Marked()
    views = [
        show(game),
        show(bind("minimax(depth=1)", game)(game.initial())),
        show(trace(game, game.initial(), depth=1)),
        show(Solver(game).solve(game.initial())),
        show(perft(game, 1)),
    ]
    for view in views:
        tags = set(tags_of(view.html()))
        assert not tags & {"script", "b", "i", "u", "img"}
        if view.picture:
            ElementTree.fromstring(view.picture)


@pytest.mark.parametrize("wrong", [7, object(), load_game(SMALL).initial(), int, [1]])
def test_what_cannot_be_shown(wrong: Any) -> None:
    """Anything else is refused with what can be shown, and how a state is shown."""
    with pytest.raises(InvalidSettings, match=r"expected a game, or one of .*show a state by show\(game, state\)"):
        show(wrong)


@given(st.text(max_size=30))
def test_a_position_without_a_board_is_its_text(text: str) -> None:
    """Any text of a game without a board is shown as it is."""

    class Said(Marked):
        board = None

        def initial(self):
            return text

        def actions(self, state):
            return ["end"]

    view = show(Said())
    assert text in str(view)
    tags_of(view.html())


def test_nothing_is_loaded_for_notebooks_elsewhere() -> None:
    """Importing advsearch and its command line loads no notebook, and views need neither IPython nor anywidget."""
    program = (
        "import sys, advsearch, advsearch.cli\n"
        "print('advsearch.notebook' in sys.modules)\n"
        "from advsearch.notebook import show\n"
        "print(show(advsearch.load_game('isolation(width=3, height=2)')))\n"
        "print(sorted({'IPython', 'anywidget', 'traitlets', 'ipykernel'} & set(sys.modules)))\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    lines = answer.stdout.splitlines()
    assert lines[0] == "False"
    assert lines[-1] == "[]"
    assert advsearch.notebook.show is show
