"""The compiled solver: values, tables, threads, limits and interrupts."""

from __future__ import annotations

import functools
import threading
from typing import Any

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from advsearch import InvalidSettings, Limits, Solver, load_game
from advsearch.compiled import solver_template as cells_of
from advsearch.compiled.engine import kernels_of
from advsearch.compiled.memory import plain_memory
from advsearch.compiled.moves import moves_of
from advsearch.solving import machine

pytestmark = pytest.mark.needs_numba

VARIANTS = ["official", "after-turn"]
CHOICES = st.lists(st.integers(0, 99), max_size=24)


def check(game: Any, state: Any, proof: Any, oracle: Any, distance: bool) -> None:
    """Assert that the proof is the oracle's value and that its action keeps the value."""
    value, plies = oracle(game, state)
    assert (value, True, "compiled") == (proof.value, proof.exact, proof.tier)
    assert proof.distance == (plies if distance else None)
    if proof.action is None:
        assert game.terminal(state)
        return
    after = game.result(state, proof.action)
    sign = 1 if game.player(after) == game.player(state) else -1
    found = oracle(game, after)
    assert value == sign * found[0]
    assert not distance or plies is None or plies == found[1] + 1


@functools.cache
def isolation(width: int, height: int, moves: str = "knight", **more: Any) -> Any:
    game = load_game("isolation", width=width, height=height, moves=moves)
    return game, Solver(game, 4, **more)


@pytest.mark.parametrize("moves", ["knight", "queen"])
@settings(max_examples=60)
@given(choices=CHOICES, distance=st.booleans())
def test_isolation_on_small_boards(along, oracle, moves, choices, distance):
    """Positions of small boards have the oracle's values and distances, with knights and with queens."""
    game, solver = isolation(4, 4, moves) if moves == "knight" else isolation(3, 3, moves)
    state = along(game, choices)
    check(game, state, solver.solve(state, distance=distance), oracle, distance)


@settings(max_examples=40)
@given(choices=CHOICES, distance=st.booleans())
@example(choices=[0, 0, 1, 1, 2, 2], distance=False)  # three blocks that one cell each completes
def test_a_score_game_in_which_turns_repeat(along, boxes, oracle, choices, distance):
    """A game with whole-number utilities, repeated turns and states of two words has the oracle's values."""
    game, solver = boxes_solver(boxes)
    state = along(game, choices)
    check(game, state, solver.solve(state, distance=distance), oracle, distance)


@functools.cache
def boxes_solver(boxes: Any) -> Any:
    return boxes(9), Solver(boxes(9), 1)


@settings(max_examples=25)
@given(
    choices=st.lists(st.integers(0, 287), min_size=31, max_size=36), rules=st.sampled_from(["official", "after-turn"])
)
def test_pentago_endgames(along, oracle, choices, rules):
    """Pentago positions with 32 stones and more have the oracle's values, in both variants."""
    game, solver = pentago(rules)
    state = along(game, choices)
    if game.ply(state) >= 32:
        check(game, state, solver.solve(state), oracle, False)


@functools.cache
def pentago(rules: str) -> Any:
    game = load_game("pentago", rules=rules)
    return game, Solver(game, 4)


@pytest.mark.parametrize(
    "name", ["5119520667390325205", "3411839432732253680", "3617287518729090978", "3409512445076119669"]
)
def test_positions_whose_value_depends_on_the_variant(name):
    """Four positions are won if a placement may win before its turn, else drawn (published with girving's solver)."""
    values = []
    for rules in ("official", "after-turn"):
        game, solver = pentago(rules)
        values.append(solver.solve(game.parse_state(name)).value)
    assert values == [1, 0]


@pytest.mark.parametrize(
    ("distance", "packed", "skipping"), [(False, True, True), (True, True, True), (False, False, False)]
)
def test_the_template_runs_uncompiled(along, oracle, distance, packed, skipping):
    """The solver's template, run as plain Python, has the oracle's values, with packed states and with whole ones."""
    import attrs

    game, _ = isolation(4, 3)
    k = kernels_of(game)
    if not packed:
        k = attrs.evolve(k, pack=None)
    if not skipping:
        k = attrs.evolve(k, rank=None, decided=None)
    template = cells_of.make(moves_of(k), distance)
    m, far = plain_memory(template.cells), plain_memory(template.tables.entry_cells << 8)
    for first in range(12):
        for second in range(12):
            state = along(game, [first, second])
            value, plies = oracle(game, state)
            greatest = template.scale.greatest
            m[cells_of.NODES] = m[cells_of.STOP] = m[cells_of.CEILING] = 0
            m[cells_of.LIMIT], m[cells_of.WINDOWS], m[cells_of.FAR_BITS] = 1 << 40, 1 << 30, 8
            m[cells_of.LOWER], m[cells_of.UPPER], m[cells_of.ACTION] = -greatest, greatest, -1
            assert template.prove(m, far, k.encode(state)) == 1
            found = m[cells_of.LOWER]
            assert found == m[cells_of.UPPER]
            assert found == (
                value if not distance else value * template.scale.unit - (plies if value > 0 else -plies)
            )
            assert m[cells_of.ACTION] in game.actions(state)


def test_all_isolation_openings_of_4x4(along, oracle):
    """Each opening of 4x4 has the winner of plain minimax; from the empty board the second player wins."""
    game, solver = isolation(4, 4)
    assert solver.solve(game.initial()).value == -1
    for first in range(16):
        for second in game.actions(along(game, [first])):
            state = game.result(game.result(game.initial(), first), second)
            assert oracle(game, state)[0] == solver.solve(state).value


def test_threads_find_the_same(monkeypatch):
    """Two threads on one table find the same values; if they cannot share a table, one thread works."""
    monkeypatch.setattr(machine, "AT_ONCE", 0)
    game, alone = isolation(4, 4)
    _, together = isolation(4, 4, threads=2)
    state = game.parse_state("..../.A../..B./.... A")
    for distance in (False, True):
        expected, found = alone.solve(state, distance=distance), together.solve(state, distance=distance)
        assert (expected.value, expected.distance) == (found.value, found.distance)
    game, alone = isolation(8, 8)
    _, together = isolation(8, 8, threads=2)
    state = game.parse_state("......../" * 5 + "###.####/" * 2 + "####A#B# A")
    expected, found = alone.solve(state), together.solve(state)
    assert (expected.value, expected.nodes) == (found.value, found.nodes)
    assert [len(each._machine(False)._blocks) for each in (alone, together)] == [1, 1]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_short_proof_starts_no_thread(threads, monkeypatch):
    """A proof of less than a millisecond runs in the caller's thread, for any number of threads."""
    game, solver = isolation(4, 4, threads=threads)
    solver.prepare()
    monkeypatch.setattr(machine.Machine, "_together", None)
    assert solver.solve(game.parse_state("..../.A../..B./.... A")).exact


def test_what_was_learned_is_kept_between_calls():
    """A second proof of the same state enters less than a tenth of the nodes."""
    game = load_game("isolation(width=5, height=5)")
    solver = Solver(game, 4)
    state = game.parse_state("...../.A.../...../...B./..... A")
    first, again = solver.solve(state), solver.solve(state)
    assert first.value == again.value
    assert again.nodes < first.nodes / 10


def test_limits_leave_bounds():
    """A node or time limit ends a proof early, without a value but with the bounds known so far."""
    game, solver = isolation(8, 8)
    found = solver.solve(game.initial(), limits=Limits(nodes=50_000))
    assert (found.value, found.action, found.exact, found.lower, found.upper) == (None, None, False, -1, 1)
    assert found.nodes <= 50_000
    assert not solver.solve(game.initial(), limits=Limits(time_s=0.05)).exact


def test_no_more_nodes_are_entered_than_allowed(boxes):
    """A proof enters no more nodes than its limit, even if the limit is reached between two null windows."""
    game, solver = boxes_solver(boxes)
    for first in range(9):
        state = game.result(game.initial(), first)
        for nodes in (1, 2, 3, 5, 8, 13):
            assert solver.solve(state, limits=Limits(nodes=nodes)).nodes <= nodes


def test_a_limit_below_the_number_of_workers_ends_the_proof(monkeypatch):
    """If only workers search, as in very long games, a limit of less than one node per worker still ends the proof by
    its nodes. The time limit only ends a test that fails."""
    monkeypatch.setattr(machine, "_SHALLOW", 0)
    game = load_game("isolation(width=4, height=4)")
    for nodes in (1, 2, 3):
        found = Solver(game, 4, threads=2).solve(game.initial(), limits=Limits(nodes=nodes, time_s=30))
        assert (found.nodes, found.exact) == (nodes, False)


def test_a_stop_signal_ends_it_and_progress_is_reported(monkeypatch):
    """`report` gets nodes, bounds and table use while the proof runs, and a stop signal ends the proof."""
    monkeypatch.setattr("advsearch.solving.solver.REPORT_EVERY_S", 0.02)
    game = load_game("isolation(width=8, height=8)")
    stop = threading.Event()
    seen: list[Any] = []

    def report(progress: Any) -> None:
        seen.append(progress)
        if len(seen) == 3:
            stop.set()

    found = Solver(game, 8).solve(game.initial(), stop=stop, report=report)
    assert not found.exact
    assert 0 < seen[0].nodes < seen[-1].nodes <= found.nodes
    assert 0 <= seen[-1].table_used <= 1
    assert (seen[-1].lower, seen[-1].upper) == (-1, 1)


def test_an_error_in_a_worker_reaches_the_caller(monkeypatch):
    """An exception in a worker thread is raised by `solve`."""
    game = load_game("isolation(width=4, height=4)")
    solver = Solver(game, 4, threads=2)
    solver.prepare()
    caller = threading.current_thread()

    def broken(*_: Any) -> int:
        if threading.current_thread() is caller:
            return 0
        raise RuntimeError("planted")

    solver._machines[False]._entry = broken
    with pytest.raises(RuntimeError, match="planted"):
        solver.solve(game.initial())


@pytest.mark.parametrize("late", [False, True])
def test_an_interrupt_while_a_worker_starts_stops_it(monkeypatch, late):
    """If Ctrl-C interrupts the start of a worker, the worker stops before its table is read; a worker that begins
    later does nothing."""
    game = load_game("isolation(width=8, height=8)")
    solver = Solver(game, 4)
    solver.prepare()
    works, entered, left = [], threading.Event(), threading.Event()
    caller = threading.current_thread()
    entry, start = solver._machines[False]._entry, machine.start

    def watched(*arguments: Any) -> Any:
        if threading.current_thread() is caller:
            return entry(*arguments)
        entered.set()
        try:
            return entry(*arguments)
        finally:
            left.set()

    def interrupted(work: Any, *arguments: Any) -> None:
        if late:
            works.append(threading.Thread(target=work, args=arguments))
        else:
            start(work, *arguments)
            entered.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr(machine, "AT_ONCE", 0)
    monkeypatch.setattr(machine, "start", interrupted)
    solver._machines[False]._entry = watched
    with pytest.raises(KeyboardInterrupt):
        solver.solve(game.initial())
    for work in works:
        work.start()
        work.join()
    assert (entered.is_set(), left.is_set()) == (not late, not late)


def test_a_table_too_small_is_refused(boxes):
    """A table with room for less than a thousand states raises an error that names the least size."""
    tables = attrs.evolve(cells_of.make(moves_of(boxes(9).kernels())).tables, entry_cells=201)
    with pytest.raises(InvalidSettings, match="expected `table_mb` to be at least 2 for this game, got 1"):
        machine._power_within(1 << 20, tables)
    assert machine._power_within(2 << 20, tables) == 10
