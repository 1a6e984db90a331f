"""Each entry that the distribution registers, used by name, as installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from scout.orderings import Central

from advsearch import (
    AlphaBeta,
    CompiledTierUnavailable,
    Deepening,
    Ordering,
    bind,
    load_evaluator,
    load_game,
    load_ordering,
    load_searcher,
)
from advsearch.protocol import Tier
from advsearch.testing import check_game, check_searcher

TIERS: tuple[Tier, ...] = ("reference", "compiled")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "advsearch", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def compiled() -> bool:
    """Whether the compiled tier is available."""
    try:
        return bind("minimax(depth=1)", "isolation", tier="compiled").tier == "compiled"
    except CompiledTierUnavailable:
        return False


needs_numba = pytest.mark.skipif(not compiled(), reason="numba is not installed")


def test_the_searcher_obeys_the_laws() -> None:
    """NegaScout has minimax's values, actions and lines, stops when it must, and enters the same nodes on both
    tiers.
    """
    some = ["the whole tree", "the horizon", "fractions", "every node budget", "the line of play", "tiers agree"]
    report = check_searcher(load_searcher("negascout"), only=some, profile="fast")
    assert {law.law for law in report.held} == set(some)


@needs_numba
@pytest.mark.parametrize("game", ["isolation", "pentago"])
def test_both_tiers_find_the_value_of_minimax(game: str) -> None:
    """On either tier NegaScout's value is minimax's at every depth, and `tier` says where it ran."""
    for plies in (0, 6):
        rules = load_game(game)
        state = rules.initial()
        for _ in range(plies):
            state = rules.result(state, rules.actions(state)[-1])
        for depth in (1, 2):
            value = bind("minimax", game)(state, depth=depth).value
            for tier in TIERS:
                found = bind("negascout", game, tier=tier)(state, depth=depth)
                assert (found.value, found.depth, found.tier) == (value, depth, tier)


@needs_numba
def test_deepening_steers_the_compiled_form() -> None:
    """Deepening uses NegaScout with windows on the compiled tier, and finds the same as NegaScout alone."""
    game = load_game("isolation")
    alone = bind("negascout(depth=4)", "isolation")(game.initial())
    for text in ("deepening(search=negascout)", "deepening(search=negascout, aspiration=1)"):
        found = bind(text, "isolation", tier="compiled")(game.initial(), depth=4)
        assert (found.value, found.tier) == (alone.value, "compiled")


@needs_numba
def test_the_evaluator_gives_one_value_on_both_tiers() -> None:
    """A search with the evaluator has the same value on both tiers, node for node in plain alpha-beta."""
    game = load_game("isolation")
    assert load_evaluator("freedom", game)(game, game.initial(), 0) == 49 + 49 * 49 // 4
    one, other = (
        bind("alphabeta(depth=3, evaluator=freedom)", "isolation", tier=tier)(game.initial()) for tier in TIERS
    )
    assert (one.value, one.nodes, one.pv) == (other.value, other.nodes, other.pv)


@needs_numba
def test_the_ordering_works_on_both_tiers() -> None:
    """By name or as an object, with built-in orderings or alone, the ordering changes the nodes and never the
    value.
    """
    game = load_game("isolation")
    state = game.initial()
    plain = {tier: bind(f"alphabeta(depth=3, tier={tier})", game)(state) for tier in TIERS}
    for order in ("[central]", "[table, killers, history, central]"):
        for tier in TIERS:
            found = bind(f"alphabeta(depth=3, table=1000, order={order}, tier={tier})", game)(state)
            assert (found.value, found.tier) == (plain[tier].value, tier)
            assert found.nodes != plain[tier].nodes
    object_of = load_ordering("central")
    one, other = (bind(AlphaBeta(depth=3, order=each), game)(state) for each in (object_of, "central"))
    assert (one.nodes, one.tier) == (other.nodes, "compiled")


@needs_numba
def test_without_a_compiled_half_the_ordering_is_refused_by_name() -> None:
    """The compiled tier refuses an ordering without a compiled half by name; with tier=auto the reference tier is
    used.
    """
    game = load_game("isolation")
    half = Ordering("mine", Central)
    with pytest.raises(CompiledTierUnavailable, match="^ordering mine has no compiled form; ask for tier=reference$"):
        bind(AlphaBeta(depth=2, order=("killers", half)), game, tier="compiled")
    search = bind(Deepening(max_depth=2, order=("table", half)), game)
    assert (search.tier, search.why) == ("reference", "ordering mine has no compiled form; ask for tier=reference")
    assert search(game.initial()).value == bind("minimax(depth=2)", game)(game.initial()).value


def test_the_command_is_one_of_the_program() -> None:
    """`advsearch race` is listed in the help with its summary, and runs."""
    assert "race" in run("--help").stdout
    done = run("race", "isolation", "negascout(tier=reference)", "--depth", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "negascout(tier=reference): 50 nodes, value -40, reference\n"


def test_the_format_exports_a_tournament(tmp_path: Path) -> None:
    """`tournament export --format xml` writes one element for each game played."""
    store = str(tmp_path / "games.db")
    agents = ("--agent", "a=random(seed=1)", "--agent", "b=random(seed=2)")
    played = run("tournament", "run", "--game", "isolation", *agents, "--openings", "1", "--store", store)
    assert played.returncode == 0, played.stderr
    done = run("tournament", "export", store, "--format", "xml")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert (lines[0], lines[-1]) == ("<games>", "</games>")
    assert all(line.startswith('  <game first="') for line in lines[1:-1])
    assert len(lines) > 3


def test_the_laws_are_tried_on_games_and_searchers() -> None:
    """`check_game` and `check_searcher` try the distribution's laws by their names, on every form of the searcher."""
    game = check_game(
        load_game("isolation(width=4, height=4)"), only="actions are told apart in print", profile="fast"
    )
    assert [law.law for law in game.held] == ["actions are told apart in print"]
    of_searchers = "lines are no longer than the depth"
    searcher = check_searcher(load_searcher("negascout"), only=of_searchers, profile="fast")
    assert [law.law for law in searcher.held] == [of_searchers]


def test_a_study_is_run_and_lists_its_own_evaluators(tmp_path: Path) -> None:
    """A study of the distribution is played by its name. An evaluator that belongs to the study is found by its name,
    and is listed with the study instead of with the game.
    """
    done = run("study", "run", "freedom", "--quick", "--workers", "0", "--store", str(tmp_path), "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["study"], report["played"], report["planned"]) == ("freedom", 2, 2)
    shown = json.loads(run("study", "show", "freedom", "--json").stdout)
    assert shown["evaluators"] == {"mobility": "cells in reach"}
    listed = {each["name"] for each in json.loads(run("evaluators", "isolation", "--json").stdout)}
    assert "freedom" in listed
    assert "mobility" not in listed
    assert run("evaluate", "isolation", "mobility").returncode == 0
