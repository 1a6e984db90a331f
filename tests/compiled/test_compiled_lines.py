"""Several lines, some root actions only, and reports while a depth is under way, on the compiled tier."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from advsearch import bind, load_game
from advsearch.binding import Uncompiled
from advsearch.compiled import guided
from advsearch.limits import Limits, Request
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape

ORDER = ("table", "killers", "history")
SEARCHERS = {
    "alphabeta": AlphaBeta(evaluator=estimate),
    "minimax": Minimax(evaluator=estimate),
    "table": AlphaBeta(evaluator=estimate, table=64, order=ORDER),
    "random ties": AlphaBeta(evaluator=estimate, ties="random", seed=2),
}


def position(game: Any, plies: int, seed: int) -> Any:
    chosen, state = random.Random(seed), game.initial()
    for _ in range(plies):
        state = game.result(state, chosen.choice(list(game.actions(state))))
    return state


@pytest.mark.parametrize("name", SEARCHERS)
def test_the_lines_are_the_best_of_every_action(
    name: str, with_kernels: Callable[[Any, Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On 1,000 trees, the lines of the compiled code are the best of all actions, with the same values and facts."""
    monkeypatch.setattr(guided, "LOOKED_UP", 2)
    for seed in range(1_000 if name == "alphabeta" else 100):
        chosen = random.Random(seed)
        shape = some_shape(chosen.randint, utilities=chosen.choice(["outcome", "score"]))
        game = with_kernels(grow(chosen.randint, shape), estimate)
        state, depth = game.initial(), 1 + seed % 5
        search = bind(Uncompiled(SEARCHERS[name]), game)
        every = search(state, Request(Limits(depth=depth), every_action=True))
        found = search(state, Request(Limits(depth=depth), lines=3))
        scores = dict(every.scores or ())
        assert [line.value for line in found.lines] == sorted(scores.values(), reverse=True)[:3]
        assert all(scores[line.action] == line.value and line.pv[0] == line.action for line in found.lines)
        assert (found.lines[0].action, found.lines[0].pv) == (found.action, found.pv)
        if name in ("alphabeta", "minimax"):
            plain = bind(SEARCHERS[name], game, tier="reference")(state, Request(Limits(depth=depth), lines=3))
            assert found.lines == plain.lines
            assert found.nodes == plain.nodes
            some = [game.actions(state)[-1], game.actions(state)[0]]
            one, other = (
                each(state, Request(Limits(depth=depth), actions=some, every_action=True))
                for each in (search, bind(SEARCHERS[name], game, tier="reference"))
            )
            assert (one.action, one.value, one.scores, one.exact) == (
                other.action,
                other.value,
                other.scores,
                other.exact,
            )


@pytest.mark.parametrize(
    ("name", "plies", "depth"), [("isolation", 6, 6), ("isolation", 20, 9), ("pentago", 20, 2), ("pentago", 30, 3)]
)
def test_machine_code_finds_the_lines_of_the_reference_tier(name: str, plies: int, depth: int) -> None:
    """Lines, values, facts and nodes of plain alpha-beta are equal on both tiers; deepening has the same values."""
    game = load_game(name)
    state = position(game, plies, 1)
    request = Request(Limits(depth=min(depth, 4)), lines=4)
    one, other = (bind("alphabeta", game, tier=tier)(state, request) for tier in ("reference", "compiled"))
    assert (one.lines, one.nodes) == (other.lines, other.nodes)
    reports: list[Any] = []
    deep = bind("deepening", game, tier="compiled")(
        state, Request(Limits(depth=depth), lines=3, report=reports.append)
    )
    every = bind("alphabeta", game, tier="compiled")(state, Request(Limits(depth=deep.depth), every_action=True))
    values = sorted((value for _, value in every.scores or ()), reverse=True)[:3]
    assert [line.value for line in deep.lines] == values
    assert all(line.tier == "compiled" and line.done == line.of for line in reports)
    assert reports[-1].lines == deep.lines


def test_progress_is_reported_while_machine_code_runs() -> None:
    """During a long depth, the root actions that are done are reported, with legal lines, in growing number."""
    game = load_game("pentago")
    steps: list[Any] = []
    bind("alphabeta", game, tier="compiled")(
        game.initial(), Request(Limits(depth=4, time_s=1.0), lines=2, progress=steps.append)
    )
    assert steps, "a second is a hundred times the interval between two reports"
    done = [step.done for step in steps]
    assert done == sorted(set(done))
    assert all(0 < step.done < step.of == 288 for step in steps)
    assert all(line.pv[0] == line.action for step in steps for line in step.lines)


def test_deepening_tells_which_tier_searched_each_depth() -> None:
    """The lines of a compiled search say so, and those of a searcher without windows name its tier, too."""
    game = load_game("isolation(width=5, height=4)")
    for tier in ("reference", "compiled"):
        lines = list(bind(Deepening(max_depth=3), game, tier=tier).lines(game.initial()))
        assert [line.tier for line in lines] == [tier] * 3
