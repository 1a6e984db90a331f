"""The greedy player of report 002's course, and the course's order of equally good actions."""

from __future__ import annotations

import warnings

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import advsearch
from advsearch.binding import Tiered
from advsearch.compiled import build
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.search.greedy import Greedy
from advsearch.search.minimax import Minimax
from advsearch_isolation import Isolation, State, improved, open_moves
from advsearch_studies.isolation.compass import Compass, CourseGreedy

GAME = Isolation(11, 9)

# Index 0 is the bottom right cell, + 1 a column to the left, + 13 a row up.
OFFSETS = (25, 11, -15, -27, -25, -11, 15, 27)


def index(cell: int) -> int:
    row, column = divmod(cell, 11)
    return (8 - row) * 13 + 10 - column


def course_actions(state: State) -> list[int]:
    """The course's list of actions: open indices in ascending order for a placement, else its eight offsets in
    order.
    """
    cells = {index(cell): cell for cell in range(99) if state.open >> cell & 1}
    if state.mover == -1:
        return [cells[each] for each in sorted(cells)]
    start = index(state.mover)
    return [cells[start + offset] for offset in OFFSETS if start + offset in cells]


def position(choices: list[int]) -> State:
    state = GAME.initial()
    for choice in choices:
        if actions := GAME.actions(state):
            state = GAME.result(state, actions[choice % len(actions)])
    return state


@given(choices=st.lists(st.integers(0, 98), max_size=40))
def test_greedy_takes_the_first_maximum_of_the_course(choices: list[int]) -> None:
    """In any position the greedy player takes the first action, in the course's order, with the most liberties after
    it.
    """
    state = position(choices)
    found = CourseGreedy().search(GAME, state)
    if GAME.terminal(state):
        assert found.action is None
        return
    me = GAME.player(state)
    expected = max(course_actions(state), key=lambda action: GAME.mobility(GAME.result(state, action), me))
    assert found.action == expected
    assert found.pv == (expected,)
    assert found.value == GAME.mobility(GAME.result(state, expected), me)


@settings(max_examples=30)
@given(choices=st.lists(st.integers(0, 98), max_size=40))
def test_compass_takes_the_first_of_the_best(choices: list[int]) -> None:
    """Of the actions that a search finds equally good, `compass` plays the first in the course's order, with the
    search's value.
    """
    state = position(choices)
    inner = Minimax(2, improved).search(GAME, state, every_action=True)
    found = Compass(Minimax(2, improved)).search(GAME, state)
    assert (found.value, found.depth, found.scores) == (inner.value, inner.depth, inner.scores)
    assert found.action == next((action for action in course_actions(state) if action in inner.best), None)
    assert found.pv[:1] == ((found.action,) if found.pv else ())


def test_the_opening_of_the_greedy_player() -> None:
    """The greedy player begins at the course's index 28, which is i7: the first cell from the bottom right with eight
    liberties.
    """
    found = CourseGreedy().search(GAME, GAME.initial())
    assert GAME.format_action(GAME.initial(), found.action) == "i7"
    assert index(found.action) == 28


def test_the_greedy_player_does_not_see_a_win() -> None:
    """Taking B's last cell wins, but the greedy player prefers moves that leave A more liberties."""
    rows = ["B..........", "..#........", "...........", "...A.......", *["..........."] * 5]
    state = GAME.parse_state("/".join(rows) + " A")
    assert [GAME.format_action(state, cell) for cell in GAME.moves_of(state, 1)] == ["b3"]
    players = (CourseGreedy(), Tiered(Greedy(open_moves), "reference"))  # a build for one ply takes a second
    course, greedy = (searcher.search(GAME, state).action for searcher in players)
    assert GAME.format_action(state, greedy) == "b3"
    assert course != greedy


def test_a_budget_ends_the_greedy_player() -> None:
    """If stopped before it has seen every action, the greedy player plays the first one, at depth 0. On request it
    reports every value.
    """
    state = position([49, 20])
    full = CourseGreedy().search(GAME, state, every_action=True)
    assert full.nodes == 1 + len(GAME.actions(state))
    assert [action for action, _ in full.scores or ()] == list(GAME.actions(state))
    for nodes in range(full.nodes):
        cut = CourseGreedy().search(GAME, state, limits=Limits(nodes=nodes))
        assert (cut.action, cut.depth, cut.nodes) == (GAME.actions(state)[0], 0, nodes)


@pytest.mark.parametrize(("name", "searcher"), [("compass", Compass(Greedy())), ("course-greedy", CourseGreedy())])
def test_other_games_are_refused(name: str, searcher: Compass | CourseGreedy) -> None:
    """`compass` needs knight's moves, and a game without them is a one-line error."""
    game = Isolation(5, 5, "queen")
    with pytest.raises(InvalidSettings) as caught:
        searcher.search(game, game.initial())
    assert str(caught.value) == (
        f"expected isolation with moves='knight' for {name}, got Isolation(width=5, height=5, moves='queen')"
    )


def test_the_players_of_the_course_as_specs() -> None:
    """The greedy player, the minimax player and both readings of the report's own player can be named by specs."""
    late = "alphabeta(depth=6, evaluator=improved)"
    specs = (
        "course-greedy",
        "hybrid(stages=[random, compass(search=minimax(depth=3, evaluator=improved))], switches=[ply(2)])",
        f"compass(search=hybrid(stages=[course-greedy(evaluator=improved), {late}], switches=[ply(45)]))",
        f"compass(search=hybrid(stages=[course-greedy(evaluator=formula), {late}], switches=[ply(45)]))",
    )
    state = GAME.result(GAME.result(GAME.initial(), 49), 20)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for spec in specs:
            found = advsearch.load_searcher(spec).search(GAME, state)
            assert found.action in GAME.actions(state)


@pytest.mark.needs_numba
@pytest.mark.parametrize(
    "spec",
    [
        "{}",
        "hybrid(stages=[greedy, {}], switches=[ply(2)])",
        "deepening(search={})",
        "fewer-nodes(search={}, share=1, empty=1)",
    ],
)
def test_the_tier_reported_is_the_one_searched_on(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the inner searcher of `compass` runs compiled, the result names this tier, and nothing compiles on
    request.
    """
    game = advsearch.load_game("isolation")
    state = game.parse_state("......./......./......./...A.../......./.....B./....... A")
    inner = "compass(search=minimax(evaluator=improved))"
    search = advsearch.bind(spec.format(inner), game, at_once=False)
    with monkeypatch.context() as patch:
        patch.setattr(build, "native", None)  # bound, so nothing is built while the clock runs
        found = search(state, depth=2)
    assert (found.tier, search.tier, search.why) == ("compiled", "compiled", None)
    asked = spec.format("compass(search=minimax(evaluator=improved, tier=reference))")
    slow = advsearch.load_searcher(asked).search(game, state, limits=Limits(depth=2))
    assert attrs.evolve(slow, seconds=0.0, tier="compiled") == attrs.evolve(found, seconds=0.0)
    assert slow.tier == "reference"
    if spec.startswith(("hybrid", "deepening")):
        outer = advsearch.load_searcher(f"{spec.format(inner)[:-1]}, tier=reference)")
        assert outer.search(game, state, limits=Limits(depth=2)).tier == "reference"
