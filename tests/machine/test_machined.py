"""Searches by texts in machine code find what today's compiled searches find, node for node."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from advsearch import bind, limits, load_game
from advsearch.binding.within import BindingAt
from advsearch.limits import Limits, Request
from advsearch.plugins.registry import default_registry
from advsearch.search import AlphaBeta, Minimax
from advsearch.search.texts.machined import CodeSession, CodeText

GUIDED = ("table", "killers", "history")


@pytest.mark.needs_numba
@pytest.mark.parametrize(
    ("searcher", "depth"), [(Minimax(), 4), (AlphaBeta(), 6), (AlphaBeta(table=None, order=GUIDED), 7)], ids=str
)
def test_a_text_in_machine_code_is_the_compiled_search(searcher: Any, depth: int) -> None:
    """On Isolation: values, lines, facts, scores and nodes, probe by probe, with several lines and with a limit."""
    game: Any = load_game("isolation(width=5, height=5)")
    code = CodeText(searcher, game, BindingAt(game).evaluator(None))
    search = bind(searcher, game, tier="compiled")
    for seed in range(6):
        chosen, state = random.Random(seed), game.initial()
        for _ in range(seed):
            state = game.result(state, chosen.choice(list(game.actions(state))))
        request = Request(Limits(nodes=None if seed % 2 else 700), lines=1 + seed % 3)
        budgets = [request.budget(), request.budget()]
        one, other = search.steered().start(state, budgets[0]), CodeSession(code, state, budgets[1])
        for plies in range(1, depth + 1):
            every = seed == 3
            assert one.probe(plies, every_action=every) == other.probe(plies, every_action=every), (seed, plies)
            assert one.nodes == other.nodes


@pytest.mark.needs_numba
def test_windows_and_floats_are_those_of_the_compiled_search() -> None:
    """A window with fractions among whole numbers, and an evaluator of floats, give the same values and types."""
    game: Any = load_game("isolation(width=4, height=4)")
    for name in ("improved", "weighted"):
        searcher = AlphaBeta(table=64, order=GUIDED)
        evaluator = default_registry().evaluator(name, game)
        code = CodeText(attrs.evolve(searcher, evaluator=evaluator), game, evaluator)
        search = bind(searcher, game, evaluator=evaluator, tier="compiled")
        state, chosen = game.initial(), random.Random(2)
        while not game.terminal(state):
            one = search.steered().start(state, limits.Budget())
            other = CodeSession(code, state, limits.Budget())
            for plies, window in enumerate([(None, None), (-1.5, 2.5), (0.25, None), (None, None)], 1):
                found = one.probe(plies, *window), other.probe(plies, *window)
                assert repr(found[0]) == repr(found[1])
                assert one.nodes == other.nodes
            state = game.result(state, chosen.choice(list(game.actions(state))))


def test_a_stop_signal_ends_a_text_in_machine_code() -> None:
    """A search whose signal is set enters no node, and still has a legal action."""

    class Set:
        def is_set(self) -> bool:
            return True

    game: Any = load_game("isolation(width=5, height=5)")
    code = CodeText(AlphaBeta(), game, BindingAt(game).evaluator(None))
    session = CodeSession(code, game.initial(), limits.Budget(stop=Set()))
    assert not session.probe(6).finished
    assert session.nodes == 0
    assert session.fallback()[0] in game.actions(game.initial())


def test_a_clock_ends_a_text_in_machine_code() -> None:
    """A search that would take hours ends at its time limit, with the root actions that were finished."""
    game: Any = load_game("isolation")
    code = CodeText(Minimax(), game, BindingAt(game).evaluator(None))
    session = CodeSession(code, game.initial(), limits.Budget(Limits(time_s=0.3)))
    probe = session.probe(40)
    assert not probe.finished
    assert session.nodes > 1_000
