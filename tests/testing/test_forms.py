"""Every law is tried on every form of a searcher: on the reference tier, and compiled on trees with kernels."""

from __future__ import annotations

import ctypes
import gc
import random
from typing import Any

import attrs
import pytest

from advsearch.binding import Tiered, Uncompiled
from advsearch.compiled import build, forms
from advsearch.compiled.minimax import minimax
from advsearch.plugins.registry import default_registry
from advsearch.search import AlphaBeta, Deepening, Minimax, Random
from advsearch.search.kit.session import Session
from advsearch.search.probe import Probe
from advsearch.testing import LawBroken, check_game, check_searcher
from advsearch.testing.catalogue import SEARCH_LAWS, laws_of_game
from advsearch.testing.compiled_trees import NoKernels
from advsearch.testing.games import Chain, Sheltered
from advsearch.testing.growing import Shape, grow, some_shape
from advsearch.testing.kernel_trees import with_kernels
from advsearch.testing.subjects import subject_of
from advsearch.testing.trees import Node, Tree


class Hasty(AlphaBeta):
    """A searcher that is right on the reference tier, while its compiled form searches one ply less."""


def hasty_form(searcher: Any, at: Any) -> Any:
    depth = searcher.depth and max(1, searcher.depth - 1)
    return forms.alphabeta(attrs.evolve(searcher, depth=depth), at)


class Remembering(Minimax):
    """A searcher that is right on the reference tier, while its compiled form keeps the answer of the first game."""


def remembering_form(searcher: Any, at: Any) -> Any:
    search = minimax(searcher, at)

    def remembered(state: Any, request: Any) -> Any:
        depth = request.limits.depth
        if depth not in KEPT:
            KEPT[depth] = search(state, request)
        return KEPT[depth]

    return remembered


KEPT: dict[int, Any] = {}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers compiled forms of the two searchers above."""
    KEPT.clear()
    registry = default_registry()
    mine = {Hasty: hasty_form, Remembering: remembering_form}
    known = type(registry).form_of
    monkeypatch.setattr(type(registry), "form_of", lambda self, kind: mine.get(kind) or known(self, kind))


@pytest.mark.parametrize("law", ["the horizon", "repeated turns", "fractions", "every action's value"])
def test_laws_about_answers_catch_a_wrong_compiled_form(law: str) -> None:
    """If a compiled form returns wrong answers, the message names the form and shows a small tree."""
    with pytest.raises(LawBroken) as caught:
        check_searcher(Uncompiled(Hasty()), only=[law], profile=60)
    assert caught.value.case["form"] == "uncompiled"
    assert caught.value.size <= 8
    check_searcher(Tiered(Hasty(), "reference"), only=[law], profile=60)


def test_laws_about_memory_catch_a_compiled_form_that_keeps_its_answers() -> None:
    """A compiled form that uses a table or an answer of another tree breaks a law."""
    with pytest.raises(LawBroken) as caught:
        check_searcher(Uncompiled(Remembering()), only=["another game is another game"], profile=60)
    assert caught.value.case["form"] == "uncompiled"


@pytest.mark.parametrize("searcher", [AlphaBeta(), Minimax(), AlphaBeta(table=9, order=("table", "history"))])
def test_the_templates_hold_every_law_as_python(searcher: Any) -> None:
    """The built-in searchers obey every law that applies, on the reference tier and in their compiled forms run as
    Python.
    """
    report = check_searcher(Uncompiled(searcher), profile=8, skip=["processes agree"])
    assert len(report.held) >= 28


def test_a_searcher_with_a_compiled_form_is_asked_in_that_form_too() -> None:
    """A searcher is tried in its compiled form, as Python if numba is not installed; one that compiles nothing has
    one form.
    """
    other = "compiled" if build.available() is None else "uncompiled"
    for searcher in (AlphaBeta(), Deepening(), Tiered(Minimax()), Hasty()):
        names = [each.form for each in subject_of(searcher).each_form(SEARCH_LAWS[0])]
        assert names == ["reference", "compiled" if isinstance(searcher, Tiered) else other]
    for other_thing in (Random(), Tiered(AlphaBeta(), "reference"), lambda tree, depth: 0):
        assert [each.form for each in subject_of(other_thing).each_form(SEARCH_LAWS[0])] == ["reference"]


def test_without_numba_a_searcher_is_asked_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba, the code of the compiled tier is still checked."""
    monkeypatch.setattr(build, "available", lambda: "no numba here")
    assert list(subject_of(AlphaBeta()).forms) == ["reference", "uncompiled"]
    assert check_searcher(AlphaBeta(), only=["the whole tree"], profile=12).held


def test_kernels_of_trees_hold_the_laws_of_kernels() -> None:
    """The kernels of trees obey the laws of kernels, with whole numbers, floats, shared positions and repeated
    turns.
    """
    for number in range(12):
        rng = random.Random(number)
        shape = some_shape(rng.randint, utilities="outcome" if number % 2 else "score")
        try:
            game = with_kernels(grow(rng.randint, shape))
        except NoKernels:
            continue
        laws = [law.name for law in laws_of_game(game) if "kernel" in law.name or "words" in law.name]
        assert len(check_game(game, profile="fast", only=laws).held) >= 4


def test_all_trees_of_a_kind_share_one_kernel_set() -> None:
    """All trees with whole numbers share one set of kernels, and so do all trees with floats, so that one build
    serves them.
    """
    shapes = [Shape(numbers=numbers) for numbers in ("small", "wide", "floats", "fractions")]
    kinds = [with_kernels(grow(random.Random(3).randint, shape)) for shape in shapes]
    assert kinds[0] == kinds[1]
    assert kinds[2] == kinds[3] != kinds[0]
    assert len({id(each.kernels()) for each in kinds}) == 2


@pytest.mark.parametrize("utility", [1 << 61, 10**30])
def test_a_tree_whose_numbers_machine_words_do_not_hold_has_no_kernels(utility: int) -> None:
    """A tree with numbers beyond machine words has no kernels, and is tried only on the reference tier."""
    tree = Tree((Node(0, 0, (("a", 1), ("b", 2))), Node(1, 1, (), utility), Node(2, 1, (), 0)))
    with pytest.raises(NoKernels):
        with_kernels(tree)


def test_small_games_that_are_no_trees_have_kernels_with_their_own_actions() -> None:
    """Small games that are no trees, such as chains, are written as trees; answers name the game's own actions."""
    comb = with_kernels(Chain(5, comb=True))
    assert comb.actions(comb.initial()) == ("stop", "on")
    sheltered = with_kernels(Sheltered())
    assert sheltered.actions(sheltered.initial()) == (0, 1)


@pytest.mark.needs_numba
def test_a_block_lives_as_long_as_the_words_of_a_state() -> None:
    """The block of a tree exists as long as the words of any state, because an abandoned search may still read it."""
    game = with_kernels(grow(random.Random(8).randint, Shape(height=3)))
    words = game.kernels().encode(game.initial())
    block: Any = words[0]
    cells = block.memory.cells
    before = cells.tolist()
    del game, block
    with_kernels.cache_clear()
    gc.collect()
    assert cells.tolist() == before
    assert words[0] == ctypes.addressof(ctypes.c_char.from_buffer(cells))


class _Narrow(Session):
    """A session that returns one too much above its window."""

    def probe(self, depth: Any, alpha: Any = None, beta: Any = None, **more: Any) -> Probe:
        found = super().probe(depth, alpha, beta, **more)
        wrong = beta is not None and found.value >= beta and found.value != float("inf")
        return attrs.evolve(found, value=found.value + 1) if wrong else found


class Narrow(AlphaBeta):
    """A searcher that is right without a window."""

    driver = _Narrow


def test_windows_are_tried_on_searcher_objects() -> None:
    """A session is called as a driver calls it, and a search that is wrong only with a window is caught."""
    assert subject_of(AlphaBeta()).can("window")
    assert not subject_of(Deepening()).can("window")
    law = "the window's inequalities"
    assert check_searcher(AlphaBeta(), only=[law], profile=20).held
    with pytest.raises(LawBroken) as caught:
        check_searcher(Narrow(), only=[law], window="soft")
    assert caught.value.law == law


def test_the_report_counts_what_was_tried_on_the_compiled_form() -> None:
    """One tree in four is tried on the compiled form, if it has kernels, and the last line of the report counts the
    laws.
    """
    report = check_searcher(Uncompiled(AlphaBeta()), only=["the horizon", "utilities without bounds"], profile=40)
    horizon, huge = report.laws
    assert (horizon.examples, dict(horizon.forms)) == (40, {"uncompiled": 10})
    assert huge.forms.get("uncompiled", 0) < 10
    assert "2 laws hold, " in str(report)
    assert " of them uncompiled too" in str(report)


def test_without_numba_a_compiled_form_is_not_said_to_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba a compiled form that is named cannot be used, so laws are tried on the reference tier, as the
    report shows.
    """
    monkeypatch.setattr(build, "available", lambda: "no numba here")
    monkeypatch.setattr("advsearch.compiled.engine._engines", {})
    report = check_searcher(Tiered(AlphaBeta(), "compiled"), only=["the horizon"], profile=8)
    assert report.laws[0].examples == 8
    assert not report.laws[0].forms
    assert "too" not in str(report)
