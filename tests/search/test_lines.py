"""Several lines, some root actions only, and reports while a depth is under way, on the reference tier."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch import Algorithm, bind
from advsearch.errors import IllegalAction, InvalidSettings
from advsearch.limits import Limits, Request
from advsearch.results import Line, Result
from advsearch.search import AlphaBeta, Deepening, Greedy, Minimax, Random
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape

GUIDED = ("table", "killers", "history")
PLAIN = {"alphabeta": AlphaBeta(evaluator=estimate), "minimax": Minimax(evaluator=estimate)}
OTHERS = {
    "guided": AlphaBeta(evaluator=estimate, table=50, order=GUIDED),
    "random ties": AlphaBeta(evaluator=estimate, ties="random", seed=3),
    "deepening": Deepening(AlphaBeta(evaluator=estimate, table=50, order=GUIDED)),
    "aspiration": Deepening(AlphaBeta(evaluator=estimate), aspiration=1),
}


def tree_of(seed: int, **shape: Any) -> Any:
    chosen = random.Random(seed)
    kind = chosen.choice(["outcome", "score"])
    return grow(chosen.randint, some_shape(chosen.randint, utilities=kind, **shape))


def check_lines(toys: SimpleNamespace, game: Any, result: Any, depth: int) -> None:
    """Each line is legal, begins with its action, and leads to its value; the oracle knows the values."""
    start = game.initial()
    values = toys.action_values(game, start, depth, estimate)
    assert [line.value for line in result.lines] == sorted(values.values(), reverse=True)[: len(result.lines)]
    for line in result.lines:
        state = start
        assert line.pv[0] == line.action
        assert line.value == values[line.action]
        for action in line.pv:
            assert action in game.actions(state)
            state = game.result(state, action)
        assert toys.truth(game, state, 0, estimate, game.player(start), len(line.pv)) == line.value
        if line.exact:
            assert line.value == toys.action_values(game, start, 99, estimate)[line.action]


@pytest.mark.parametrize("name", PLAIN)
def test_three_lines_are_the_three_best_of_every_action(toys: SimpleNamespace, name: str) -> None:
    """On 1,000 trees, the lines are the first of the best of all actions, with the same values."""
    for seed in range(1_000):
        game = tree_of(seed)
        depth = 1 + seed % 5
        search = bind(PLAIN[name], game, tier="reference")
        every = search(game.initial(), Request(Limits(depth=depth), every_action=True))
        found = search(game.initial(), Request(Limits(depth=depth), lines=3))
        best = sorted(every.scores or (), key=lambda each: -each[1])[:3]
        assert [(line.action, line.value) for line in found.lines] == best, (seed, game)
        assert (found.action, found.value, found.pv) == (every.action, every.value, every.pv)
        check_lines(toys, game, found, depth)


@pytest.mark.parametrize("name", OTHERS)
def test_lines_of_other_searches_have_the_best_values(toys: SimpleNamespace, name: str) -> None:
    """With a table, an order, random ties or deepening, the lines have the best values, each of its own action."""
    for seed in range(300):
        game = tree_of(seed, floats=name != "guided")
        depth, lines = 1 + seed % 5, 1 + seed % 4
        found = bind(OTHERS[name], game, tier="reference")(game.initial(), Request(Limits(depth=depth), lines=lines))
        assert len(found.lines) == min(lines, len(game.actions(game.initial())))
        assert found.lines[0].action == found.action
        assert found.lines[0].pv == found.pv
        check_lines(toys, game, found, found.depth)


@given(data=st.data())
@settings(max_examples=200)
def test_a_search_of_some_actions_is_one_of_a_game_that_has_only_those(
    toys: SimpleNamespace, data: st.DataObject
) -> None:
    """Value, line, scores and exactness are those of the root without the other actions."""
    game, depth = data.draw(toys.games()), data.draw(st.integers(1, 5))
    start = game.initial()
    some = data.draw(st.lists(st.sampled_from(game.actions(start)), min_size=1, max_size=3))
    wanted = [action for action in game.actions(start) if action in some]
    values = toys.action_values(game, start, depth, toys.seen)
    for searcher in (AlphaBeta(evaluator=toys.seen), Deepening(evaluator=toys.seen)):
        search = bind(searcher, game, tier="reference")
        found = search(start, Request(Limits(depth=depth), actions=some, every_action=True))
        last = {action: toys.action_values(game, start, found.depth, toys.seen)[action] for action in wanted}
        assert dict(found.scores or ()) == last
        assert [action for action, _ in found.scores or ()] == wanted
        assert found.value == max(last.values())
        again = search(start, Request(Limits(depth=depth), actions=tuple(some), lines=2))
        assert [line.value for line in again.lines] == sorted(last.values(), reverse=True)[:2]
    one = bind(AlphaBeta(evaluator=toys.seen), game, tier="reference")(start, depth=depth, actions=wanted[:1])
    assert (one.action, one.value) == (wanted[0], values[wanted[0]])
    for other in (Random(), Greedy(evaluator=toys.seen)):
        assert bind(other, game, tier="reference")(start, actions=wanted).action in wanted
    stopped = bind(AlphaBeta(evaluator=toys.seen), game, tier="reference")(start, nodes=0, actions=wanted[-1:])
    assert (stopped.action, stopped.depth) == (wanted[-1], 0)


def test_wrong_requests_are_refused(toys: SimpleNamespace) -> None:
    """An action that is not legal, no action at all, and a number of lines below 1 are errors."""
    game = toys.TicTacToe()
    search = bind(Greedy(), game, tier="reference")
    with pytest.raises(IllegalAction, match="expected `actions` to be legal actions in .*, got 9"):
        search(game.initial(), actions=[0, 9])
    with pytest.raises(InvalidSettings, match="expected `actions` to be at least one root action"):
        search(game.initial(), actions=[])
    for lines in (0, -1, True, 2.0):
        with pytest.raises(InvalidSettings, match="expected `lines` to be a whole number, at least 1"):
            Request(lines=lines)  # type: ignore[arg-type]


class Corner(Algorithm):
    """Plays the first legal action, whatever is asked."""

    def bind(self, at: Any, /) -> Any:
        return lambda state, request: Result(at.game.actions(state)[0], 0, depth=1, nodes=1)


def test_a_searcher_that_ignores_the_actions_is_found_out(toys: SimpleNamespace) -> None:
    """If a searcher returns an action that was not asked for, the bound search raises an error."""
    game = toys.TicTacToe()
    search = bind(Corner(), game, tier="reference")
    assert search(game.initial(), actions=[0, 4]).action == 0
    with pytest.raises(InvalidSettings, match="expected a searcher that can search some root actions only"):
        search(game.initial(), actions=[4])


def test_lines_report_scores_lines_exactness_tier_and_progress(toys: SimpleNamespace) -> None:
    """A finished depth is reported with all root actions done, and in between each root action as soon as it is."""
    game, reports, steps = toys.TicTacToe(), [], []
    request = Request(Limits(depth=3), lines=2, report=reports.append, progress=steps.append)
    result = bind(Deepening(), game, tier="reference")(game.initial(), request)
    assert [(line.depth, line.done, line.of, line.tier) for line in reports] == [
        (depth, 9, 9, "reference") for depth in (1, 2, 3)
    ]
    assert reports[-1].lines == result.lines
    assert len(result.lines) == 2
    assert [(line.depth, line.done, line.of) for line in steps] == [
        (depth, done, 9) for depth in (1, 2, 3) for done in range(1, 9)
    ]
    assert all(step.lines for step in steps)
    nodes = [line.nodes for line in steps]
    assert nodes == sorted(nodes)


def test_a_won_position_has_all_its_lines_deepened(toys: SimpleNamespace) -> None:
    """Deepening ends at a proven win only if the other lines are proven, too."""
    game = toys.TicTacToe()
    state = "XX.OO...."
    one, three = (bind(Deepening(), game, tier="reference")(state, Request(lines=k)) for k in (1, 3))
    assert one.depth == 1
    assert three.depth > 1
    assert all(line.exact for line in three.lines)
    assert three.lines[0].action == 2


def test_an_unfinished_depth_leaves_as_many_lines(toys: SimpleNamespace) -> None:
    """Whenever the nodes run out after depth 1, the result has the lines of the last depth, its action first."""
    game = toys.TicTacToe()
    for nodes in range(11, 200, 7):
        result = bind(Deepening(), game, tier="reference")(game.initial(), Request(Limits(nodes=nodes), lines=3))
        assert result.lines[0].action == result.action
        assert len({line.action for line in result.lines}) == 3


def test_a_line_can_be_made_with_five_fields() -> None:
    """Searchers that report only the depth, the value, the nodes, the time and the line need nothing more."""
    line: Line[int] = Line(3, 1, 10, 0.1, (1, 2))
    assert (line.lines, line.scores, line.done, line.of, line.tier) == ((), None, 0, 0, "reference")
