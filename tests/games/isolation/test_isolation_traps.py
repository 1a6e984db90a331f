"""Plans have the values of a plain recursion, and opponents are recognised by their replies."""

from __future__ import annotations

import random
from typing import Any

import pytest

import advsearch
from advsearch.limits import Budget, Limits
from advsearch_isolation import Isolation
from advsearch_isolation.players import best as players
from advsearch_isolation.players.best import Best, Knowledge
from advsearch_isolation.players.traps import MODELS, UNKNOWN, Plan, Sight, Spent
from advsearch_isolation.position import State

SMALL = Isolation(width=4, height=4)
ANY_REPLY = (*(0.0 for _ in MODELS), 1.0)


def wins(game: Isolation, state: State) -> bool:
    return any(not wins(game, game.result(state, action)) for action in game.actions(state))


def chance(game: Isolation, state: State) -> float:
    """The probability of winning a lost position by the best plan against an opponent that takes any reply."""
    return max((offered(game, game.result(state, action)) for action in game.actions(state)), default=0.0)


def offered(game: Isolation, state: State) -> float:
    replies = [game.result(state, action) for action in game.actions(state)]
    return sum(1.0 if wins(game, after) else chance(game, after) for after in replies) / len(replies)


def lost_positions(game: Isolation, count: int, plies: int) -> list[State]:
    rng, found = random.Random(3), []
    while len(found) < count:
        state = game.initial()
        for _ in range(plies):
            if not game.terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        if len(game.actions(state)) > 1 and not wins(game, state):
            found.append(state)
    return found


def plan(game: Isolation, limits: Limits | None = None) -> Plan:
    return Plan(game, Sight(game, nodes=1_000), lambda state: wins(game, state), Budget(limits), nodes=0)


def test_a_plan_thought_to_its_end_is_the_best_there_is() -> None:
    """On 4x4, against an opponent that takes any reply, no action has a greater probability of success than a
    finished plan.
    """
    for state in lost_positions(SMALL, count=12, plies=4):
        choice = plan(SMALL).choice(state, ANY_REPLY, near=1)
        assert choice.known
        assert choice.chance == pytest.approx(chance(SMALL, state), abs=0.01)
        assert offered(SMALL, SMALL.result(state, choice.action)) == pytest.approx(choice.chance, abs=0.01)


def test_a_plan_without_time_is_an_action_all_the_same() -> None:
    """A plan with a budget of no nodes still gives a legal action, and is not marked as known."""
    for state in lost_positions(SMALL, count=3, plies=4):
        choice = plan(SMALL, Limits(nodes=0)).choice(state, UNKNOWN, near=1)
        assert choice.action in SMALL.actions(state)
        assert not choice.known


def test_a_view_holds_all_the_best_replies() -> None:
    """The replies in a model's view are those with the highest value in alpha-beta at the view's depth."""
    game = Isolation()
    state = game.parse_state("......./..#..../......./...A#../.#...../.....B./....... A")
    sight = Sight(game, nodes=600)
    for number, model in enumerate(MODELS):
        view, _ = sight.view(state, number, near=2)
        assert view.depth == (model.depth or view.depth)
        spec = f"minimax(evaluator={model.evaluator}, depth={view.depth}, tier=reference)"
        minimax = advsearch.load_searcher(spec)
        assert view.replies == minimax.search(game, state, every_action=True).best


def test_a_model_sees_as_deep_as_its_nodes_allow() -> None:
    """From any first depth, a model sees deeper with more nodes, but not always to the end."""
    game = Isolation()
    state = game.result(game.result(game.initial(), 24), 40)
    depths = [Sight(game, nodes).view(state, 0, near)[0].depth for nodes in (300, 30_000) for near in (1, 9)]
    assert depths[0] == depths[1] < depths[2] == depths[3] < 20


def test_an_opponent_is_known_by_its_replies() -> None:
    """A reply that only one evaluator values most makes the other models unlikely; a reply that none values most, all
    of them.
    """
    game = Isolation()
    state = game.parse_state("......./..#..../......./...A#../.#...../.....B./....... A")
    planning = plan(game)
    expected = [planning.view(state, model, 1).replies for model in range(len(MODELS))]
    for model, replies in enumerate(expected):
        others = {reply for other, taken in enumerate(expected) if other != model for reply in taken}
        for reply in set(replies) - others:
            revised = planning.revised(UNKNOWN, state, reply, near=1)
            assert max(revised) == revised[model] > UNKNOWN[model]
    strange = set(game.actions(state)) - {reply for replies in expected for reply in replies}
    assert strange
    for reply in strange:
        assert planning.revised(UNKNOWN, state, reply, near=1)[-1] > UNKNOWN[-1]


def test_beliefs_are_revised_within_the_budget() -> None:
    """Without nodes for a look, the probabilities of the models do not change, and `Spent` is raised."""
    state = lost_positions(SMALL, count=1, plies=4)[0]
    with pytest.raises(Spent):
        plan(SMALL, Limits(nodes=0)).revised(UNKNOWN, state, SMALL.actions(state)[0], near=1)


@pytest.mark.needs_numba
def test_the_player_remembers_whom_it_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a lost position the player uses what earlier replies showed, until a new game begins."""
    game = Isolation(width=5, height=5)
    made: list[Knowledge] = []

    def knowledge(*given: Any, **more: Any) -> Knowledge:
        made.append(Knowledge(*given, **more))
        return made[-1]

    monkeypatch.setattr(players, "Knowledge", knowledge)
    best = advsearch.bind(Best(sight=500), game)
    rng, remembered = random.Random(5), 0
    for _ in range(12):
        state = game.initial()
        for _ in range(4):
            state = game.result(state, rng.choice(game.actions(state) or (0,)))
        if len(game.actions(state)) < 2:
            continue
        found = best(state, nodes=100_000)
        after = game.result(state, found.action)
        for reply in game.actions(after):
            before = made[-1].before(game.result(after, reply))
            assert (before is not None and before[0] == after) == (found.value < 0)
            remembered += before is not None
    assert remembered
    assert made[-1].met
    best.new_game()
    assert not made[-1].met
