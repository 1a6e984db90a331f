"""Trees as games, as text, as pictures, and as examples that Hypothesis draws and shrinks."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from advsearch.errors import IllegalAction, InvalidNotation, InvalidSettings
from advsearch.limits import Limits
from advsearch.search import AlphaBeta
from advsearch.testing import Tree, check_game, estimate, read_answers, read_tree, textbook_trees
from advsearch.testing.oracle import Oracle, forced_wins
from advsearch.testing.strategies import action_sequences, evaluators, game_trees, limits, positions
from advsearch.testing.trees import Node
from advsearch.values import distance

NORVIG = "max\n  a1 min\n    b1 3\n    b2 12\n    b3 8\n  a2 min\n    c1 2\n  a3 14"


@given(game_trees(numbers=("small", "floats", "huge", "fractions")))
def test_what_is_printed_is_read_back(tree: Tree) -> None:
    """A printed tree is read back as the same tree, with utilities, estimates and sharing."""
    again = read_tree(str(tree))
    assert str(again) == str(tree)
    assert (again.size, again.height, again.utilities) == (tree.size, tree.height, tree.utilities)
    assert Oracle(again, distances=True).full() == Oracle(tree, distances=True).full()


@settings(max_examples=8)
@given(game_trees(max_depth=4))
def test_a_drawn_tree_is_a_sound_game(tree: Tree) -> None:
    """Every tree that is drawn obeys the laws of games."""
    check_game(tree, profile="fast", skip=["threads share the rules", "processes agree"])


def test_strategies_draw_what_they_promise() -> None:
    """Draws, single actions, repeated turns, positions shared at several plies, twins and cycles all occur."""
    has: dict[str, Any] = {
        "a draw": lambda t: any(not n.moves and n.utility == 0 for n in t.nodes),
        "a single action": lambda t: any(len(n.moves) == 1 for n in t.nodes),
        "a repeated turn": lambda t: any(t.nodes[to].turn == n.turn for n in t.nodes for _, to in n.moves),
        "a position at two plies": lambda t: len(_plies(t)) < sum(map(len, _plies(t).values())),
        "two movers at one place": lambda t: len({n.place for n in t.nodes}) < len(t.nodes),
        "estimates that do not mirror": lambda t: any(n.estimates[0] != -n.estimates[1] for n in t.nodes),
        "fractions": lambda t: any(isinstance(n.utility, float) for n in t.nodes),
    }
    for what, holds in has.items():
        assert holds(find(game_trees(), holds, settings=settings(max_examples=2_000, phases=[Phase.generate]))), what
    assert find(game_trees(cyclic=True), lambda t: t.height < 0).cyclic


def _plies(tree: Tree) -> dict[int, set[int]]:
    plies: dict[int, set[int]] = {}
    layer = {0}
    for ply in range(tree.height + 1):
        for index in layer:
            plies.setdefault(index, set()).add(ply)
        layer = {to for index in layer for _, to in tree.nodes[index].moves}
    return plies


def test_trees_shrink_to_what_a_person_can_read() -> None:
    """The smallest tree on which depth 1 misleads has few positions and small numbers."""

    def misleads(tree: Tree) -> bool:
        oracle = Oracle(tree, distances=False)
        return not set(oracle.verdict(1).best) & set(oracle.full().best)

    smallest = find(game_trees(numbers="small"), misleads, settings=settings(max_examples=5_000))
    assert smallest.size <= 6
    assert max(abs(node.utility) for node in smallest.nodes) <= 1


@given(st.data())
def test_positions_and_action_sequences_are_legal(data: st.DataObject) -> None:
    """Every drawn sequence of actions can be played, and finished positions are finished."""
    tree = data.draw(game_trees())
    state = tree.initial()
    for action in data.draw(action_sequences(tree)):
        assert action in tree.actions(state)
        state = tree.result(state, action)
    assert tree.terminal(data.draw(positions(tree, max_plies=12, finished=False) | st.just(tree.state_of(0)))) in (
        True,
        False,
    )


@given(evaluators(), evaluators(antisymmetric=True), limits(), game_trees())
def test_evaluators_repeat_themselves_and_limits_are_limits(
    any_: Any, mirrored: Any, bound: Limits, tree: Tree
) -> None:
    """A hash evaluator returns the same value each time, one of few values, and is antisymmetric if declared."""
    state = tree.initial()
    assert any_(tree, state, 0) == any_(tree, state, 0) in (-1, 0, 1)
    assert mirrored(tree, state, 0) == -mirrored(tree, state, 1)
    assert bound.time_s is None


@pytest.mark.parametrize("name", sorted(textbook_trees()))
def test_textbook_trees_have_the_answers_written_with_them(name: str) -> None:
    """The oracle and the built-in alpha-beta find the answers in the files of textbook trees."""
    text = textbook_trees()[name]
    tree, answers = read_tree(text), read_answers(text)
    plain = Oracle(tree, distances=False).full()
    assert repr(plain.value) == answers["value"]
    far = Oracle(tree, distances=True).full()
    assert ",".join(far.best) == answers["best"]
    if "distance" in answers:
        assert distance(far.value) == int(answers["distance"])
    if "depth1" in answers:
        assert ",".join(Oracle(tree, distances=True).verdict(1).best) == answers["depth1"]
    found = AlphaBeta(evaluator=estimate).search(tree, tree.initial())
    assert (found.action.name, found.value) == (far.best[0], far.value)


def test_there_are_a_dozen_textbook_trees() -> None:
    """There are a dozen textbook trees, enough to learn the format from."""
    assert len(textbook_trees()) >= 12


def test_a_tree_is_drawn() -> None:
    """DOT and SVG show every position and action, and the SVG is valid XML."""
    tree = read_tree(NORVIG)
    assert '0 -> 1 [label="a1"]' in tree.dot()
    texts = [element.text for element in ElementTree.fromstring(tree.svg()).iter() if element.text]
    assert {"a1", "b2", "12", "14"} <= set(texts)
    for text in textbook_trees().values():
        ElementTree.fromstring(read_tree(text).svg())
    around = read_tree("tree cyclic=yes\nmax =top\n  a min\n    b @top\n  c 1")
    assert "polygon" in around.svg()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a tree, got text without a position"),
        ("max", "line 1: expected indented actions below this line"),
        ("maximum\n  a 1", "line 1: expected max, min, a number, ~estimate, =name or @name, got 'maximum'"),
        ("max\n  a", "line 2: expected max, min or a number for this position"),
        ("max\n  a 1\n  a 2", "line 3: expected different actions at one position, got 'a' again"),
        ("max\n  a 1\n    b 2", "line 3: expected no actions below this position, because the game is over"),
        (
            "max\n  a @there",
            "line 1: expected another position to have the name '=there', because '@there' refers to it",
        ),
        ("max\n  a 1\nmin", "line 3: expected only one position without indentation, got a second one"),
        ("max ~x\n  a 1", "line 1: expected an estimate such as ~4 or ~2/-1, got '~x'"),
        ("max =n\n  a 1 =n", "line 2: expected a different name for every position, got 'n' again"),
        ("tree colour=red\nmax\n  a 1", "expected utilities, cyclic, name or salt after 'tree', got 'colour'"),
        ("tree utilities=money\nmax\n  a 1", "expected utilities=outcome or utilities=score, got 'money'"),
        ("tree odd\nmax\n  a 1", "line 1: expected name=value, got 'odd'"),
    ],
)
def test_a_text_that_is_no_tree_is_told_where(text: str, words: str) -> None:
    """The error for a wrong tree text names the line and what should be there."""
    with pytest.raises(InvalidNotation) as caught:
        read_tree(text)
    assert words in str(caught.value)


def test_a_tree_refuses_what_it_does_not_know() -> None:
    """A tree refuses illegal actions, foreign states, values of unfinished games, hidden cycles and repeated
    positions.
    """
    tree = read_tree(NORVIG)
    start = tree.initial()
    with pytest.raises(IllegalAction, match=r"expected an action of 0max \(a1 a2 a3\), got 'b9'"):
        tree.result(start, "b9")  # type: ignore[arg-type]
    with pytest.raises(InvalidSettings, match="expected a finished game, got 0max"):
        tree.utility(start, 0)
    with pytest.raises(InvalidSettings, match="expected a state of this tree, got 7"):
        tree.actions(7)  # type: ignore[arg-type]
    with pytest.raises(InvalidSettings, match="without cycles, got a cycle"):
        read_tree("max =top\n  a min\n    b @top\n  c 1")
    with pytest.raises(InvalidSettings, match="nodes that differ in .place. or .turn., got two"):
        Tree((Node(0, 0, (("a", 1),)), Node(0, 0)))
    with pytest.raises(InvalidSettings, match="expected `numbers` to contain only"):
        find(game_trees(numbers="odd"), lambda _tree: True)  # type: ignore[arg-type]


def test_going_round_wins_nothing() -> None:
    """On a graph with a cycle, a forced win is one that can be played out."""
    assert 0 not in forced_wins(read_tree("tree cyclic=yes\nmax =top\n  a max\n    b @top\n  c -1"))
    assert 0 in forced_wins(read_tree("tree cyclic=yes\nmax =top\n  a max\n    b @top\n    d 1"))
