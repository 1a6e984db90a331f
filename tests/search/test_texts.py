"""The texts of searches, run as plain Python: they agree with an oracle that shares no text, and with minimax."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch import bind, limits
from advsearch.errors import AdvsearchError
from advsearch.limits import Limits, Request
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import NOTHING, Arena, RandomNumbers, Record
from advsearch.search.kit.line import FlatLine, Variation
from advsearch.search.kit.orders import FlatWeights, History, Killers, Weights, by_weight
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.session import Session
from advsearch.search.kit.table import EXACT, Table
from advsearch.search.pvs import PLIES, PVSTree
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape

sys.path.insert(0, str(Path(__file__).parent))
from oracle.plain import OldAlphaBeta, OldMinimax

GUIDED = ("table", "killers", "history")
PLAIN = {
    "alphabeta": (OldAlphaBeta(evaluator=estimate), AlphaBeta(evaluator=estimate)),
    "minimax": (OldMinimax(evaluator=estimate), Minimax(evaluator=estimate)),
    "random ties": tuple(kind(evaluator=estimate, ties="random", seed=4) for kind in (OldAlphaBeta, AlphaBeta)),
    "aspiration": tuple(Deepening(kind(evaluator=estimate), aspiration=1) for kind in (OldAlphaBeta, AlphaBeta)),
}


def tree_of(seed: int, **shape: Any) -> Any:
    chosen = random.Random(seed)
    return grow(chosen.randint, some_shape(chosen.randint, utilities=chosen.choice(["outcome", "score"]), **shape))


@pytest.mark.parametrize("name", PLAIN)
def test_texts_find_and_enter_what_the_oracle_does(name: str) -> None:
    """Without table and order, every field of the result is that of the oracle, nodes included."""
    for seed in range(300):
        game, depth = tree_of(seed), 1 + seed % 6
        request = Request(Limits(depth=depth, nodes=None if seed % 4 else seed // 2), every_action=seed % 5 == 0)
        found = []
        for searcher in PLAIN[name]:
            result = bind(searcher, game, tier="reference")(game.initial(), request)
            found.append(attrs.evolve(result, seconds=0))
        assert found[0] == found[1], (seed, game)


@pytest.mark.parametrize("scout", [True, False])
@pytest.mark.parametrize("slots", [0, 2, 64])
def test_principal_variation_search_finds_the_value_of_minimax(
    toys: SimpleNamespace, scout: bool, slots: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With tables of every size, orders, and with or without null windows, value, line and exactness are right."""
    monkeypatch.setattr("advsearch.search.pvs.LOOKED_UP", 2)
    for seed in range(200):
        game, depth = tree_of(seed), 1 + seed % 6
        start, budget = game.initial(), limits.Budget()
        tree = PVSTree(
            game,
            estimate,
            budget,
            table=Table(slots) if slots else None,
            known_first=True,
            killers=Killers(PLIES),
            history=History(),
            scout=scout,
        )
        session = Session(tree, start, budget, "first", 0)
        for plies in range(1, depth + 1):
            probe = session.probe(plies)
            values = toys.action_values(game, start, plies, estimate)
            assert probe.value == max(values.values()) == values[probe.action]
            state = start
            for action in probe.pv:
                state = game.result(state, action)
            assert toys.truth(game, state, 0, estimate, game.player(start), len(probe.pv)) == probe.value
            if probe.exact:
                assert probe.value == toys.truth(game, start, 99, estimate)


def test_null_windows_save_nodes(toys: SimpleNamespace) -> None:
    """In tic-tac-toe, `scout` enters fewer positions than the same search without null windows."""
    game, nodes = toys.TicTacToe(), {}
    for scout in (True, False):
        budget = limits.Budget()
        tree = PVSTree(game, lambda *_: 0, budget, killers=Killers(PLIES), history=History(), scout=scout)
        session = Session(tree, game.initial(), budget, "first", 0)
        assert session.probe(7).value == 0
        nodes[scout] = session.nodes
    assert nodes[True] < nodes[False]


@pytest.mark.parametrize(
    "searcher", [Minimax(), AlphaBeta(), AlphaBeta(table=100, order=GUIDED), Deepening(max_depth=5_000)]
)
def test_texts_follow_lines_of_5000_plies(toys: SimpleNamespace, searcher: Any) -> None:
    """A forced line of 5,000 plies is searched to its end, and returned whole."""
    game = toys.Chain(5_000)
    result = bind(searcher, game, tier="reference")(game.initial(), depth=5_000)
    assert result.value == 10**9 - 5_000
    assert len(result.pv) == 5_000
    assert result.exact


def test_a_game_that_goes_deeper_than_python_is_refused(toys: SimpleNamespace) -> None:
    """A game without end is an error of one line, and no RecursionError."""
    with pytest.raises(AdvsearchError, match="give the search a smaller depth"):
        bind(AlphaBeta(), toys.Chain(10**9), tier="reference")(0)


# --- what texts stand on --------------------------------------------------------------------------------------------


@given(steps=st.lists(st.tuples(st.sampled_from(["end", "extend", "copy"]), st.integers(0, 6), st.integers(0, 9))))
def test_a_flat_line_is_a_line(steps: list[tuple[str, int, int]]) -> None:
    """Whatever is ended, extended and copied, both forms read the same actions."""
    lines: list[Any] = [Variation(), FlatLine(8, 3)]
    for line in lines:
        for row in (*range(9), *(line.kept + index for index in range(3))):
            line.end(row)
        for step, row, action in steps:
            if step == "end":
                line.end(row)
            elif step == "extend" and len(line.read(row + 1)) < 8:
                line.extend(row, action)
            elif step == "copy":
                line.copy(row, line.kept + action % 3)
    for row in range(8):
        assert lines[0].read(row) == lines[1].read(row)
    for index in range(3):
        assert lines[0].read(lines[0].kept + index) == lines[1].read(lines[1].kept + index)


@given(st.lists(st.tuples(st.sampled_from([1, True, 1.0, "a", (1, "a"), (True, "a"), None, -7]), st.integers(1, 99))))
def test_flat_weights_are_weights(added: list[tuple[Any, int]]) -> None:
    """Actions of any type are told apart by `==`, in both forms."""
    one, other = Weights(), FlatWeights(5)
    for action, more in added:
        one.add(action, more)
        other.add(action, more)
    for action, _ in added:
        assert one.get(action) == other.get(action) == sum(more for each, more in added if each == action)


@given(st.lists(st.integers(-3, 3), max_size=16))
def test_actions_come_by_falling_weight(weights: list[int]) -> None:
    """Up to 16 actions come by falling weight, and equal weights in their order."""
    places = range(len(weights))
    assert list(by_weight(places, weights.__getitem__)) == sorted(places, key=lambda place: -weights[place])


@given(st.lists(st.integers(-3, 3), max_size=60))
def test_every_action_comes_once(weights: list[int]) -> None:
    """However many actions there are, each comes once, the heaviest 16 first."""
    places = list(range(len(weights)))
    found = list(by_weight(places, weights.__getitem__))
    assert sorted(found) == places
    assert found[:16] == sorted(places, key=lambda place: -weights[place])[:16]


@given(data=st.data(), slots=st.integers(1, 40))
@settings(max_examples=200)
def test_different_states_never_share_an_entry(data: st.DataObject, slots: int) -> None:
    """Whatever is stored, an entry that is found is the last one of this state; no table has more than its slots."""
    table, last = Table(slots), {}
    states = st.tuples(st.integers(0, 4), st.booleans())
    for state in data.draw(st.lists(states, max_size=60)):
        at = table.place(hash(state) & 63)
        index = table.find(state, at)
        if index >= 0:
            assert table.rows[index].value == last[state]
        last[state] = len(last)
        table.put(state, at, last[state], EXACT, True, 3, NOTHING)
        assert table.rows[table.find(state, at)].value == last[state]
    assert len(table.rows) <= max(2, slots)


@given(st.one_of(st.integers(-(10**30), 10**30), st.floats(allow_nan=False, allow_infinity=False)))
def test_above_and_below_are_neighbours(value: Any) -> None:
    """The neighbours of a whole number have no whole number between them, and those of a float no float."""
    for scale in (Scale(False), Scale(False, real=True)):
        if scale.real or isinstance(value, int):
            assert scale.below(value) < value < scale.above(value)
            assert not isinstance(value, int) or scale.above(value) <= value + 1
            assert scale.below(value) == -scale.above(-value)


def test_random_numbers_are_those_of_splitmix() -> None:
    """The first numbers of seed 0 are the published ones, so that both tiers can be compared with them."""
    numbers = RandomNumbers(0)
    assert [numbers.below(1 << 64) for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


class Row(Record):
    """A record for tests."""

    number: int
    flag: bool
    part: float


def test_records_begin_empty_and_keep_their_place() -> None:
    """A new record has zeros, and the same number is the same record."""
    arena: Arena[Row] = Arena(Row, 4)
    assert (arena[2].number, arena[2].flag, arena[2].part) == (0, False, 0.0)
    arena[2].number = 5
    assert arena[2].number == 5
    assert len(arena) == 4


@given(st.integers(0, 200), st.integers(0, 200))
def test_a_budget_allows_exactly_its_nodes(nodes: int, wanted: int) -> None:
    """As many nodes may be entered as the limit says, and the count is that of the calls that returned."""
    budget, entered = Budget(limits.Budget(Limits(nodes=nodes))), 0
    for _ in range(wanted):
        try:
            budget.enter()
        except Exception:
            break
        entered += 1
    assert entered == budget.entered == min(nodes, wanted)
