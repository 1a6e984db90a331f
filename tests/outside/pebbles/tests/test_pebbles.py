"""Each entry that the distribution registers, used by name, as installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from advsearch_pebbles import plugin
from advsearch_pebbles.cli import puzzle
from advsearch_pebbles.rules import Pebbles, State
from click.testing import CliRunner

from advsearch import CompiledTierUnavailable, InvalidNotation, InvalidSettings, bind, compare, load_searcher
from advsearch.plugins.manager import new_manager
from advsearch.plugins.registry import Registry
from advsearch.protocol import Tier
from advsearch.testing import GameLaws, LawBroken, check_game, check_searcher

TIERS: tuple[Tier, ...] = ("reference", "compiled")


def compiled() -> bool:
    """Whether the compiled tier is available."""
    try:
        return bind("minimax(depth=1)", "pebbles", tier="compiled").tier == "compiled"
    except CompiledTierUnavailable:
        return False


needs_numba = pytest.mark.skipif(not compiled(), reason="numba is not installed")


class TestPebbles(GameLaws):
    """The game obeys every law of games."""

    game = Pebbles()
    profile = "fast"


@pytest.mark.parametrize("game", [Pebbles(cups=3, pebbles=9), Pebbles(cups=2, pebbles=5, most=4)])
def test_the_laws_hold_with_other_settings(game: Pebbles) -> None:
    """The laws hold for an even number of cups, too, and for a size without kernels."""
    check_game(game, profile="fast")


def test_a_player_who_empties_a_cup_moves_again() -> None:
    """The turn passes if pebbles are left in the cup."""
    game = Pebbles(cups=2, pebbles=2)
    assert game.result(game.initial(), (0, 2)) == State((0, 2), (1, 0), 0)
    assert game.result(game.initial(), (0, 1)) == State((1, 2), (0, 0), 1)


@pytest.mark.parametrize(
    "text", ["", "33333 0-0", "33333 0-0 C", "33334 0-0 A", "33303 0-0 A", "3333 0-0 A", "33333  0-0 A"]
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    """A text with too many pebbles, cups that no player emptied, or another form is refused."""
    with pytest.raises(InvalidNotation):
        Pebbles().parse_state(text)


@needs_numba
def test_both_tiers_enter_the_same_positions() -> None:
    """Action, value, nodes, line of play and exactness are equal at every depth, also with another setting."""
    game = Pebbles()
    one, other = (bind("stepping(least=3)", game, tier=tier, evaluator="kept") for tier in TIERS)
    for depth in (1, 2, 5, 7):
        found = [
            (each.action, each.value, each.nodes, each.pv, each.exact)
            for each in (search(game.initial(), depth=depth) for search in (one, other))
        ]
        assert found[0] == found[1]


@needs_numba
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("spec", ["stepping", "null-windows"])
def test_the_value_is_that_of_minimax(spec: str, tier: Tier) -> None:
    """Both searchers find the value of minimax and all of its best actions, on either tier, throughout a game."""
    game = Pebbles()
    minimax, search = bind("minimax", game, tier="reference"), bind(spec, game, tier=tier)
    state = game.initial()
    while not game.terminal(state):
        expected, result = (each(state, depth=4, every_action=True) for each in (minimax, search))
        assert (result.value, set(result.best)) == (expected.value, set(expected.best))
        state = game.result(state, game.actions(state)[-1])


@pytest.mark.parametrize("spec", ["stepping", "null-windows(tier=reference)"])
def test_the_laws_of_searching_hold(spec: str) -> None:
    """The recursion obeys the laws about values, lines of play and limits on both tiers."""
    some = ["the whole tree", "the horizon", "repeated turns", "every node budget", "the line of play"]
    report = check_searcher(load_searcher(spec), only=some, profile="fast")
    assert {law.law for law in report.held} == set(some)


@needs_numba
@pytest.mark.parametrize("tier", TIERS)
def test_the_ordering_saves_nodes(tier: Tier) -> None:
    """On either tier the value is that of plain alpha-beta, found with less than a tenth of its nodes."""
    game = Pebbles()
    plain = bind("alphabeta", game, tier="reference")(game.initial(), depth=7)
    ordered = bind("alphabeta(order=emptying)", game, tier=tier)(game.initial(), depth=7)
    assert plain.value == ordered.value
    assert ordered.nodes < plain.nodes / 10


def test_the_ordering_is_for_pebbles_only() -> None:
    """The ordering names another game that it refuses."""
    with pytest.raises(InvalidSettings, match="^ordering emptying is only for pebbles, got isolation$"):
        bind("alphabeta(order=emptying)", "isolation")


def test_the_law_finds_an_action_of_two_words() -> None:
    """A game that writes an action with a space breaks the law of this distribution."""

    class Wordy(Pebbles):
        def format_action(self, state: State, action: tuple[int, int]) -> str:
            return f"{action[1]} of {action[0]}"

    with pytest.raises(LawBroken, match="actions are written in one word"):
        check_game(Wordy(), only="actions are written in one word")


def test_the_plugin_works_alone() -> None:
    """The plugin works without any other plugin, even without the built-in ones."""
    manager = new_manager()
    manager.register(plugin, name="pebbles")
    assert Registry(manager).game("pebbles(cups=3)") == Pebbles(cups=3)


def test_compare_plays_games_with_its_evaluators() -> None:
    """A comparison of two evaluators of the game finishes pairs of games."""
    found = compare("pebbles", "lead", "null", depth=1, seed=1, pairs=20, tier="reference")
    assert found.wins + found.draws + found.losses > 0


def test_the_command_finds_a_puzzle() -> None:
    """`advsearch puzzle` prints a position of the game and a legal action."""
    answer = CliRunner().invoke(puzzle, ["pebbles", "--plies", "6", "--json"])
    assert answer.exit_code == 0, answer.output
    found = json.loads(answer.output)
    game = Pebbles()
    state = game.parse_state(found["position"])
    assert game.parse_action(state, found["action"]) in game.actions(state)


def test_games_are_exported(tmp_path: Path) -> None:
    """`tournament export --format ledger` writes a heading, and one line for each game played."""
    store = str(tmp_path / "cup.db")
    program = [sys.executable, "-m", "advsearch", "tournament"]
    agents = ["--agent", "one=stepping(tier=reference)", "--agent", "two=greedy"]
    played = ["--game", "pebbles", *agents, "--depth", "2", "--openings", "3", "--store", store, "--workers", "0"]
    subprocess.run([*program, "run", *played], check=True)
    export = [*program, "export", store, "--format", "ledger"]
    text = subprocess.run(export, check=True, capture_output=True, text=True).stdout
    assert text.startswith("# first : second")
    assert len(text.splitlines()) == 7
