"""The formula of report 002: as printed, as in its prose, and as in the author's file."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch_isolation import Isolation, State, improved
from advsearch_studies.isolation.between import Formula, FormulaProse, formula_stored
from advsearch_studies.isolation.questions import Distance

After: TypeAlias = Callable[[Isolation, Sequence[str]], State]
Positions: TypeAlias = st.SearchStrategy[tuple[Isolation, State]]

GAME = Isolation(11, 9)
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
SEATS = [("A", "B"), ("B", "A")]


class CourseState:
    """The 11x9 course state, made from the text of a position: x from the right, y from the bottom."""

    def __init__(self, text: str) -> None:
        rows, self.active, *ply = text.split()
        lines = rows.split("/")
        signs = {(10 - c, 8 - r): sign for r, line in enumerate(lines) for c, sign in enumerate(line)}
        self.open = {cell for cell, sign in signs.items() if sign == "."}
        self.locs = {sign: cell for cell, sign in signs.items() if sign in "AB"}
        self.ply_count = int(ply[0]) if ply else 99 - len(self.open)

    def liberties(self, player: str) -> int:
        if player not in self.locs:
            return len(self.open)
        x, y = self.locs[player]
        return len([1 for a, b in JUMPS if (x + a, y + b) in self.open])


def cost(own: int, opponent: int, to_centre: float, to_opponent: float) -> float:
    """The cost by the formula; the second line is used if the liberties are equal."""
    if opponent > own:
        return 1000 * to_centre**2 * (opponent - own)
    return (to_centre + to_opponent) ** 2 * max(1, own - opponent)


METRICS: dict[Distance, Callable[[Any, Any], float]] = {
    "squared": lambda a, b: math.dist(a, b) ** 2,
    "euclidean": math.dist,
    "manhattan": lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]),
}


@st.composite
def _course_states(draw: st.DrawFn) -> State:
    mover, waiting = draw(st.lists(st.integers(0, 98), unique=True, min_size=2, max_size=2))
    shut = draw(st.sets(st.integers(0, 98), max_size=90)) | {mover, waiting}
    open_cells = sum(1 << cell for cell in set(range(99)) - shut)
    return State(open_cells, mover, waiting, draw(st.integers(0, 1)), draw(st.integers(0, 99)))


@pytest.mark.parametrize("metric", METRICS)
@given(state=_course_states())
def test_the_printed_formula(metric: Any, state: State) -> None:
    """The printed formula's value is the negated cost of a second program, with the centre cell f5 and any
    distance.
    """
    course = CourseState(GAME.format_state(state))
    for player, (own, other) in enumerate(SEATS):
        distance = METRICS[metric]
        to_centre = distance(course.locs[own], (5, 4))
        to_opponent = distance(course.locs[own], course.locs[other])
        expected = -cost(course.liberties(own), course.liberties(other), to_centre, to_opponent)
        assert Formula(metric)(GAME, state, player) == pytest.approx(expected)


@given(state=_course_states())
def test_the_stored_formula(state: State) -> None:
    """The stored formula's value is the negated cost of a second program, with squared distances, the centre (5.5,
    4.5), and before ply 3 the opponent there.
    """
    course = CourseState(GAME.format_state(state))
    for player, (own, other) in enumerate(SEATS):
        x, y = course.locs[own]
        u, v = course.locs[other] if course.ply_count >= 3 else (5.5, 4.5)
        to_centre, to_opponent = (5.5 - x) ** 2 + (4.5 - y) ** 2, (u - x) ** 2 + (v - y) ** 2
        expected = -cost(course.liberties(own), course.liberties(other), to_centre, to_opponent)
        assert formula_stored(GAME, state, player) == expected


@given(state=_course_states(), other=_course_states())
def test_the_prose_is_an_order(state: State, other: State) -> None:
    """The prose orders positions as behind, level, ahead; level ones by nearness to the centre, ahead ones by c + p
    and then by the lead.
    """

    def rank(position: State) -> tuple[float, ...]:
        course = CourseState(GAME.format_state(position))
        lead = course.liberties("A") - course.liberties("B")
        to_centre = round(METRICS["squared"](course.locs["A"], (5, 4)))
        to_opponent = round(METRICS["squared"](course.locs["A"], course.locs["B"]))
        if lead < 0:
            return (-1, to_centre**2 * lead)
        return (0, -to_centre) if lead == 0 else (1, -to_centre - to_opponent, lead)

    values = FormulaProse()(GAME, state, 0), FormulaProse()(GAME, other, 0)
    ranks = rank(state), rank(other)
    assert (values[0] > values[1]) == (ranks[0] > ranks[1])
    assert (values[0] == values[1]) == (ranks[0] == ranks[1])


# --- faults of the formula ---


def board(*stones: str, shut: str = "") -> State:
    """An open 11x9 board with A and B on two cells and some cells shut, A to move."""
    cells = ["."] * 99
    for sign, text in [*zip("AB", stones, strict=True), *(("#", cell) for cell in shut.split())]:
        cells[GAME.parse_action(GAME.initial(), text)] = sign
    return GAME.parse_state("/".join("".join(cells[row * 11 : row * 11 + 11]) for row in range(9)) + " A 30")


def test_equal_liberties_fall_in_the_second_line() -> None:
    """The formula has no case for equal liberties. By the second line they cost (c + p)², although the report's text
    counts only the centre.
    """
    near, far = board("f5", "f6"), board("f5", "c4")
    assert improved(GAME, near, 0) == improved(GAME, far, 0) == 0
    assert Formula()(GAME, near, 0) == -1
    assert Formula()(GAME, far, 0) == -((9 + 1) ** 2)
    assert FormulaProse()(GAME, near, 0) == FormulaProse()(GAME, far, 0) == 0


def test_a_bigger_lead_costs_more() -> None:
    """At the same distances the printed formula prefers the smaller lead, and the prose the larger."""
    small, large = board("e5", "f6", shut="h5"), board("e5", "f6", shut="h5 h7 e8")
    assert (improved(GAME, small, 0), improved(GAME, large, 0)) == (1, 3)
    assert Formula()(GAME, small, 0) > Formula()(GAME, large, 0)
    assert FormulaProse()(GAME, small, 0) < FormulaProse()(GAME, large, 0)


def test_the_centre_is_free_even_when_behind() -> None:
    """On the centre the first line costs 0 for any deficit, which is the best possible value."""
    behind = board("f5", "c4", shut="d4 d6 h4 h6 e3 g3")
    assert improved(GAME, behind, 0) < -3
    assert Formula()(GAME, behind, 0) == 0
    ahead = board("e5", "f6", shut="h5")
    assert Formula()(GAME, ahead, 0) < 0
    assert FormulaProse()(GAME, behind, 0) < FormulaProse()(GAME, ahead, 0)


def test_the_stored_centre_is_half_a_cell_off() -> None:
    """The author's file measures from the corner where e4, f4, e5 and f5 meet, the printed formula from f5."""
    for cell in ("e4", "f4", "e5", "f5"):
        state = board(cell, "j8")
        lead = improved(GAME, state, 0)
        to_opponent = math.dist(CourseState(GAME.format_state(state)).locs["A"], (1, 1))
        assert lead > 0
        assert formula_stored(GAME, state, 0) == pytest.approx(-((0.5 + to_opponent**2) ** 2) * lead)
    assert Formula()(GAME, board("f5", "j8"), 0) == -((4**2 + 3**2) ** 2) * improved(GAME, board("f5", "j8"), 0)


def test_an_early_opponent_is_replaced_by_the_centre(after: After) -> None:
    """Up to ply 2 the author's file ignores the opponent's place, and the printed formula does not."""
    near, far = after(GAME, ["c3", "e5"]), after(GAME, ["c3", "g6"])
    assert improved(GAME, near, 0) == improved(GAME, far, 0) == 0
    assert formula_stored(GAME, near, 0) == formula_stored(GAME, far, 0)
    assert Formula()(GAME, near, 0) != Formula()(GAME, far, 0)


# --- other boards ---


@given(data=st.data())
def test_values_are_finite_everywhere(data: st.DataObject, arbitrary: Positions) -> None:
    """On every board the value is finite and within the range of evaluations, even if tokens are not placed."""
    game, state = data.draw(arbitrary)
    evaluators = [factory(metric) for factory in (Formula, FormulaProse) for metric in METRICS]
    for function in (*evaluators, formula_stored):
        value = function(game, state, 0)
        assert isinstance(value, float)
        assert abs(value) < 998_000_000


@pytest.mark.parametrize("factory", [Formula, FormulaProse])
def test_distances_are_checked(factory: Any) -> None:
    """An unknown distance is a one-line error."""
    with pytest.raises(InvalidSettings) as caught:
        factory(distance="chebyshev")
    assert str(caught.value) == "expected `distance` to be one of squared, euclidean, manhattan, got 'chebyshev'"
