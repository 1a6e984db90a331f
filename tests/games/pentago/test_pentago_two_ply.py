"""Document 004's player, compared with its two loops."""

from __future__ import annotations

import functools
import threading
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch import bind, load_game, load_kernels
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Limits
from advsearch.results import Line
from advsearch.values import win_in
from advsearch_pentago import Pentago, State, straights
from advsearch_pentago.evaluators import Chances, Straights, chances
from advsearch_studies.pentago.stored import straights_stored_10, straights_stored_100
from advsearch_studies.pentago.two_ply import CONTINUED, TwoPly, kernels_and_look
from advsearch_studies.pentago.two_ply_form import NO_ACTION, NO_REPLY, UNLIMITED

EVALUATORS = (straights, straights_stored_10, straights_stored_100)
MIDGAME = "....../X...O./.O.OX./X...OX/.OXX.X/O.OO.X"


def two_loops(game: Pentago, state: State, evaluate: Any, plain: Any) -> tuple[str, Any]:
    """The program's two loops over all replies to all actions, even after the end of a game; the first best action is
    kept.
    """
    grid = plain.grid(game.format_state(state))
    mover, player = plain.mover(grid), game.player(state)
    best: tuple[str, Any] = ("", -NO_REPLY - 1)
    for name, child in plain.children(grid):
        if plain.outcome(child) == (1 if mover == "X" else -1):
            return name, win_in(1)
        lowest = NO_REPLY
        for _, reply in replies(plain, child):
            lowest = min(lowest, evaluate(game, game.parse_state(plain.text(reply)), player))
        if lowest > best[1]:
            best = name, lowest
    return best


def replies(plain: Any, grid: Any) -> Any:
    if not plain.over(grid):
        return plain.children(grid)
    found = []
    for row in range(6):
        for column in range(6):
            if grid[row][column] == ".":
                placed = [cells[:] for cells in grid]
                placed[row][column] = plain.mover(grid)
                found += [("", plain.turn(placed, q, d)) for q in ("TL", "TR", "BL", "BR") for d in "LR"]
    return found


@settings(max_examples=60)
@given(data=st.data(), evaluate=st.sampled_from(EVALUATORS))
def test_it_plays_what_the_loops_play(
    data: st.DataObject, games: Any, few_empty: Any, plain_rules: Any, evaluate: Any
) -> None:
    """On crowded boards, even with finished next states, the player has the program's action and value."""
    game, state = data.draw(games), data.draw(few_empty)
    if game.terminal(state):
        return
    result = TwoPly(evaluate).search(game, state)
    name, value = two_loops(game, state, evaluate, plain_rules(game.rules))
    assert (game.format_action(state, result.action), result.value) == (name, value)
    assert result.pv[0] == result.action
    assert result.exact == (result.value == win_in(1))


# --- the compiled tier ------------------------------------------------------------------------------------------

KINDS = (
    *EVALUATORS,
    Straights(four=0),
    Straights(four=1_000),
    Straights(five=0),
    Straights(counting="lines"),
    Straights(four=10, counting="lines"),
)


@functools.cache
def kernel_of(evaluate: Any) -> Any:
    return load_kernels(CONTINUED, evaluate)[1]


@given(data=st.data(), evaluate=st.sampled_from(KINDS))
def test_the_kernel_evaluates_alike(data: st.DataObject, arranged: Any, evaluate: Any) -> None:
    """The kernel has the evaluator's values on any arrangement of stones, with fives and sixes of both sides."""
    state = data.draw(arranged)
    kernel = kernel_of(evaluate)
    for own, other, player in ((state.x, state.o, 0), (state.o, state.x, 1)):
        assert kernel((own, other), 0, 0) == evaluate(CONTINUED, state, player)
        assert kernel((other, own), 0, 1) == evaluate(CONTINUED, state, player)


@pytest.mark.needs_numba
@settings(max_examples=30)
@given(data=st.data())
def test_tiers_agree(data: st.DataObject, games: Any, few_empty: Any) -> None:
    """Action, value, line, nodes and exactness are the same on both tiers, and the result names its tier."""
    game, state = data.draw(games), data.draw(few_empty)
    one, two = (bind(TwoPly(), game, tier=tier)(state) for tier in ("reference", "compiled"))
    assert (one.action, one.value, one.pv, one.nodes, one.exact, one.depth) == (
        two.action, two.value, two.pv, two.nodes, two.exact, two.depth
    )  # fmt: skip
    assert one.tier == "reference"
    assert two.tier == "compiled"


@settings(max_examples=30)
@given(data=st.data(), evaluate=st.sampled_from(KINDS))
def test_the_form_is_ordinary_python(data: st.DataObject, games: Any, few_empty: Any, evaluate: Any) -> None:
    """The compiled form, run as plain Python, returns what the reference tier returns, for every kind of
    straights.
    """
    game, state = data.draw(games), data.draw(few_empty)
    if game.terminal(state):
        return
    kernels, look = kernels_and_look(game, evaluate)
    number, _, value, nodes, finished = look(kernels.encode(state), UNLIMITED, NO_ACTION)
    result = bind(TwoPly(evaluate), game, tier="reference")(state)
    assert (kernels.action(number), value, nodes, finished) == (result.action, result.value, result.nodes, 1)


@pytest.mark.needs_numba
@pytest.mark.parametrize("nodes", [0, 1, 2, 3, 100, 400, 1_000, 2_000, 10**6, None])
@pytest.mark.parametrize("every_action", [False, True])
def test_tiers_agree_within_a_budget(nodes: int | None, every_action: bool) -> None:
    """If a node budget ends the search, or every action is requested, both tiers return the same except for time and
    tier.
    """
    game = Pentago("after-turn")
    state = game.parse_state(MIDGAME)
    one, two = (
        bind(TwoPly(), game, tier=tier)(state, nodes=nodes, every_action=every_action)
        for tier in ("reference", "compiled")
    )
    assert attrs.evolve(one, seconds=0.0, tier="compiled") == attrs.evolve(two, seconds=0.0)


@pytest.mark.needs_numba
def test_where_it_stays_on_the_reference_tier() -> None:
    """Other evaluators stay on the reference tier, and are refused with tier=compiled. Limits do not decide the
    tier.
    """
    game = Pentago("after-turn")
    state = game.parse_state(MIDGAME)
    assert TwoPly().search(game, state).tier == "compiled"
    for limits in (Limits(nodes=10**6), Limits(time_s=60)):
        assert TwoPly().search(game, state, limits=limits).tier == "compiled"
    assert TwoPly().search(game, state, every_action=True).tier == "compiled"
    with pytest.raises(CompiledTierUnavailable, match="of at most 100,000 on the compiled tier, got Straights"):
        bind(TwoPly(Straights(four=10**9)), game, tier="compiled")
    assert (
        TwoPly(chances).search(game, game.parse_state("XOOOXX/XOXXOO/XXXOOO/OXXO.X/OXXXXO/XOOOOX")).tier
        == "reference"
    )
    with pytest.raises(CompiledTierUnavailable, match="expected `straights` with"):
        bind(TwoPly(Chances()), game, tier="compiled")


@settings(max_examples=30)
@given(data=st.data())
def test_every_action_agrees_with_the_search(data: st.DataObject, games: Any, few_empty: Any) -> None:
    """If every action is requested, they are listed in order, and the first best one is the action of the plain
    search.
    """
    game, state = data.draw(games), data.draw(few_empty)
    plainly, fully = TwoPly().search(game, state), TwoPly().search(game, state, every_action=True)
    if game.terminal(state):
        assert plainly.action is fully.action is None
        assert plainly.exact
        return
    assert fully.scores is not None
    assert [action for action, _ in fully.scores] == list(game.actions(state))
    assert plainly.action == fully.action == fully.best[0]
    assert plainly.value == fully.value
    assert plainly.nodes <= fully.nodes


# --- by hand ----------------------------------------------------------------------------------------------------


def test_the_first_of_equal_actions_is_played() -> None:
    """On the empty board all actions are equal, and the first one is played."""
    game = Pentago("after-turn")
    result = TwoPly().search(game, game.initial())
    assert (game.format_action(game.initial(), result.action), result.value) == ("a1-TL-L", 0)


def test_the_first_win_is_played_at_once() -> None:
    """The search stops at the first action that wins, even if others win as well."""
    game = Pentago("after-turn")
    state = game.parse_state("XXXX../....../....../O...../O...../O...O.")
    result = TwoPly().search(game, state)
    assert game.format_action(state, result.action) == "e1-BL-L"
    assert (result.value, result.pv, result.exact) == (win_in(1), (result.action,), True)


def test_without_the_five_test_a_lost_action_looks_harmless() -> None:
    """The first stored version counts five points for the reply that wins; the second version sees the win."""
    game = Pentago("after-turn")
    state = game.parse_state("..OOO./..O.../..O.../X....X/..X.../XX....")
    losing = game.parse_action(state, "f6-TL-L")
    seen: dict[Any, Any] = {}
    for evaluate in (straights_stored_100, straights_stored_10):
        scores = TwoPly(evaluate).search(game, state, every_action=True).scores
        assert scores is not None
        seen[evaluate] = dict(scores)[losing]
    assert seen[straights_stored_10] <= -9_000
    assert seen[straights_stored_100] > -1_000


def test_with_one_cell_left_losing_is_as_good_as_drawing() -> None:
    """An action that fills the board has no reply, so the first such action is played even if it loses."""
    game = Pentago("after-turn")
    state = game.parse_state("XOOOXX/XOXXOO/XXXOOO/OXXO.X/OXXXXO/XOOOOX")
    result = TwoPly().search(game, state, every_action=True)
    assert result.scores is not None
    assert {value for _, value in result.scores} == {NO_REPLY}
    outcomes = [game.utility(game.result(state, action), game.player(state)) for action in game.actions(state)]
    assert outcomes == [-1, 0, 0, 0, 0, 0, 0, 0]
    assert result.action == game.actions(state)[0]


@pytest.mark.parametrize("nodes", [0, 1, 2, 3, 100, 400, 1_000, 2_000])
def test_budgets_end_it(nodes: int) -> None:
    """A search within a node budget returns a legal action: the first one, or the best of those finished."""
    game = Pentago("after-turn")
    state = game.parse_state(MIDGAME)
    whole = TwoPly().search(game, state)
    result = TwoPly().search(game, state, limits=Limits(nodes=nodes))
    assert result.nodes <= nodes
    assert result.action in game.actions(state)
    if nodes >= whole.nodes:
        assert (result.action, result.depth) == (whole.action, 2)
    else:
        assert result.depth == 0
        assert result.pv == ()
    if nodes <= 3:
        assert result.action == game.actions(state)[0]


def test_a_depth_or_a_stop_end_it() -> None:
    """With a depth below two, or a stop signal that is already set, the first action is returned at depth 0."""
    game = Pentago()
    state = game.parse_state(MIDGAME)
    stop = threading.Event()
    stop.set()
    for result in (
        TwoPly().search(game, state, limits=Limits(depth=1)),
        TwoPly().search(game, state, stop=stop),
        TwoPly().search(game, state, limits=Limits(time_s=0.0)),
    ):
        assert (result.action, result.depth) == (game.actions(state)[0], 0)
    finished = game.parse_state("XXXXX./OOOOO./....../....../....../......")
    assert TwoPly().search(game, finished, limits=Limits(nodes=0)).action is None


def test_a_finished_search_is_reported_once() -> None:
    """A finished search is reported once, at depth 2, with the line of play."""
    game = Pentago("after-turn")
    state = game.parse_state(MIDGAME)
    lines: list[Line] = []
    result = TwoPly().search(game, state, report=lines.append)
    assert [(line.depth, line.value, line.pv) for line in lines] == [(2, result.value, result.pv)]
    after = state
    for action in result.pv:
        after = game.result(after, action)
    assert straights_stored_10(game, after, game.player(state)) == result.value


def test_what_it_cannot_use_is_refused() -> None:
    """Another game, or an evaluator of the wrong type, is refused."""
    with pytest.raises(InvalidSettings, match="two-ply-straights plays only pentago, got isolation"):
        TwoPly().search(load_game("isolation"), None)  # type: ignore[arg-type]
    with pytest.raises(InvalidSettings, match="expected `evaluator` of TwoPly to be a function, got 7"):
        TwoPly(7)  # type: ignore[arg-type]
