"""Searchers that prove values, as machine code: they find what they find in plain Python, node for node."""

from __future__ import annotations

import random
from typing import Any

import pytest

from advsearch import bind, load_game, load_searcher
from advsearch.protocol import null
from advsearch.search.dfpn import DfPn
from tests.gallery.plain import hexapawn, kayles

pytestmark = pytest.mark.needs_numba


def states(game: Any, many: int) -> list[Any]:
    """Unfinished positions of games that are played at random."""
    chance, found = random.Random(7), []
    while len(found) < many:
        line = [game.initial()]
        while not game.terminal(line[-1]):
            line.append(game.result(line[-1], chance.choice(list(game.actions(line[-1])))))
        found.append(chance.choice(line[:-1]))
    return found


@pytest.mark.parametrize("table", [1 << 16, 16])
@pytest.mark.parametrize("name", ["isolation", "hexapawn", "kayles", "scores"])
def test_proofs_are_those_of_plain_python(name: str, table: int) -> None:
    """Action, value, nodes and proof are equal, also with tables that lose most states, and with any node limit."""
    game: Any = {
        "isolation": lambda: load_game("isolation(width=4,height=4)"),
        "hexapawn": lambda: hexapawn.Hexapawn(),
        "kayles": lambda: kayles.Kayles(),
        "scores": lambda: load_game("pentago"),
    }[name]()
    plain = bind(DfPn(table, evaluator=null), game, tier="reference")
    compiled = bind(DfPn(table, evaluator=null), game, tier="compiled")
    for place, state in enumerate(states(game, 6)):
        for nodes in (0, 7, 500 + 100 * place):
            one, other = plain(state, nodes=nodes), compiled(state, nodes=nodes)
            assert other.tier == "compiled", other.note
            assert (one.action, one.value, one.nodes, one.depth, one.exact, one.proven) == (
                other.action, other.value, other.nodes, other.depth, other.exact, other.proven,
            )  # fmt: skip


def test_a_stop_signal_ends_a_proof() -> None:
    """A clock ends the machine code of a proof, and a later search begins anew."""
    game: Any = load_game("isolation(width=8,height=8)")
    search = bind(DfPn(1 << 12, evaluator=null), game, tier="compiled")
    found = search(game.initial(), time_s=0.1)
    assert (found.proven, found.tier) == (False, "compiled")
    assert found.action in game.actions(game.initial())
    assert search(game.initial(), nodes=100).nodes <= 100


@pytest.mark.parametrize("spec", ["mcts(simulations=300)", "best-first(steps=100)", "df-pn(table=64)"])
def test_some_root_actions(spec: str) -> None:
    """With `actions`, machine code searches what plain Python does."""
    game: Any = load_game("isolation(width=5,height=5)")
    plain = bind(load_searcher(spec), game, tier="reference")
    compiled = bind(load_searcher(spec), game, tier="compiled")
    for state in states(game, 5):
        some = list(game.actions(state))[::2]
        one, other = plain(state, actions=some, nodes=2_000), compiled(state, actions=some, nodes=2_000)
        assert other.tier == "compiled", other.note
        assert (one.action, one.value, one.nodes, one.proven) == (
            other.action,
            other.value,
            other.nodes,
            other.proven,
        )
