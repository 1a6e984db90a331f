"""A searcher from an outside distribution, registered through hooks, in the commands that search."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CODE = '''
    import dataclasses
    import attrs
    import advsearch
    from advsearch.limits import Limits
    from advsearch.protocol import bind_evaluator, null
    from advsearch.results import Result


    class Race:
        """Add 1 or 2; 9 wins. Its own evaluator says how far it is, odd as it is."""

        name = "race"
        utilities = "outcome"
        default_evaluator = "far"

        def initial(self):
            return 0, 0

        def player(self, state):
            return state[1]

        def actions(self, state):
            return [] if self.terminal(state) else [1, 2]

        def result(self, state, action):
            if action not in self.actions(state):
                raise advsearch.IllegalAction(f"expected 1 or 2, got {action!r}")
            return state[0] + action, 1 - state[1]

        def terminal(self, state):
            return state[0] >= 9

        def utility(self, state, player):
            return -1 if state[1] == player else 1


    def far(game, state, player):
        return 10 + state[0]


    def near(game, state, player):
        return 20 - state[0]


    def best(evaluator, game, state):
        """One ply: the first action with the highest evaluation."""
        if game.terminal(state):
            return Result(None, game.utility(state, game.player(state)), depth=0, nodes=1, exact=True)
        evaluate = bind_evaluator(evaluator or null, game)
        player = game.player(state)
        worth = [(evaluate(game, game.result(state, action), player), action) for action in game.actions(state)]
        value, action = max(worth, key=lambda each: each[0])
        return Result(action, value, depth=1, nodes=1 + len(worth), pv=(action,))


    class Plain:
        def __init__(self, evaluator: advsearch.Evaluator | None = None):
            self.evaluator = evaluator

        def search(self, game, state, *, limits=None, stop=None, report=None, every_action=False):
            return best(self.evaluator, game, state)


    @attrs.frozen
    class Frozen:
        evaluator: advsearch.Evaluator | None = None

        def search(self, game, state, *, limits=None, stop=None, report=None, every_action=False):
            return best(self.evaluator, game, state)


    @dataclasses.dataclass
    class Data:
        evaluator: advsearch.Evaluator | None = None

        def search(self, game, state, *, limits=None, stop=None, report=None, every_action=False):
            return best(self.evaluator, game, state)


    @attrs.frozen
    class Own(Frozen):
        evaluator: advsearch.Evaluator = near


    def made(evaluator: advsearch.Evaluator | None = None):
        return Plain(evaluator)


    ready = Frozen()


    @hookimpl
    def advsearch_games(register):
        register("race", Race)


    @hookimpl
    def advsearch_evaluators(register):
        register("race", "far", far)
        register("race", "near", near)


    @hookimpl
    def advsearch_searchers(register):
        register("plain", Plain)
        register("frozen", Frozen)
        register("data", Data)
        register("own", Own)
        register("made", made)
'''

SEARCH_WITH = """
import json, advsearch

game = advsearch.load_game("race")


def value_of(searcher):
    limits = advsearch.Limits(depth=1)
    return advsearch.load_searcher(searcher).search(game, game.initial(), limits=limits).value
"""

Install = Callable[..., Path]
Run = Callable[..., Any]


@pytest.fixture
def advsearch(install: Install, run: Run) -> Callable[..., Any]:
    install("stranger", CODE)
    return lambda *arguments: run("-m", "advsearch", *arguments)


def test_a_third_party_searcher_uses_the_games_own_evaluator(install: Install, run: Run) -> None:
    """A third-party searcher without an evaluator uses the game's own; with one it uses that one, nested or not."""
    install("stranger", CODE)
    searchers = {
        "plain": 12,
        "frozen": 12,
        "data": 12,
        "made": 12,
        "stranger:ready": 12,
        "own": 19,
        **{f"{name}(evaluator=near)": 19 for name in ("plain", "frozen", "data", "own", "made")},
        "own(evaluator=far)": 12,
        "plain(evaluator=none)": 12,
        "hybrid(stages=[frozen])": 12,
        "hybrid(stages=[plain])": 12,
        "deepening(search=plain)": 12,
        "deepening(search=plain, evaluator=near)": 19,
        "deepening(search=frozen, evaluator=near)": 19,
        "deepening(search=plain(evaluator=far), evaluator=near)": 12,
    }
    done = run("-c", f"{SEARCH_WITH}\nprint(json.dumps([value_of(each) for each in {list(searchers)}]))")
    assert done.returncode == 0, done.stderr
    assert dict(zip(searchers, json.loads(done.stdout), strict=True)) == searchers


@pytest.mark.needs_numba
@pytest.mark.parametrize("searcher", ["plain", "frozen", "data", "made"])
def test_a_third_party_searcher_without_a_form_is_not_compared_compiled(advsearch: Any, searcher: str) -> None:
    """With --tier compiled, a searcher without a compiled form is refused by name."""
    refused = advsearch("compare", "race", "far", "near", "--searcher", searcher, "--tier", "compiled")
    assert refused.returncode == 2
    assert "has no compiled form; ask for tier=reference" in refused.stderr


@pytest.mark.parametrize("searcher", ["plain", "frozen", "data", "made"])
def test_search_compare_and_play_take_a_third_party_searcher(advsearch: Any, searcher: str) -> None:
    """A third-party searcher without tiers can search, play, and be used by compare with every --tier but
    compiled.
    """
    searched = advsearch("search", "race", "--searcher", searcher, "--json")
    assert json.loads(searched.stdout)["value"] == 12, searched.stderr
    other = advsearch("search", "race", "--searcher", searcher, "--evaluator", "near", "--json")
    assert json.loads(other.stdout)["value"] == 19, other.stderr
    for tier in ([], ["--tier", "reference"], ["--mixed-tiers"]):
        compared = advsearch(
            "compare",
            "race",
            "far",
            "near",
            "--searcher",
            searcher,
            "--pairs",
            "3",
            "--workers",
            "1",
            "--json",
            *tier,
        )
        assert compared.returncode == 0, compared.stderr
        assert json.loads(compared.stdout)["games"] > 0
    played = advsearch("play", "race", "--first", searcher, "--second", f"{searcher}(evaluator=near)")
    assert played.returncode == 0, played.stderr
    assert "plays 2   (+12, depth 1" in played.stdout
