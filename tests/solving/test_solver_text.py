"""The text of the solver, run as plain Python: it proves what plain minimax finds, and enters the nodes of the solver
in machine code."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from advsearch import Limits, Solver, limits, load_game
from advsearch.compiled.memory import mix
from advsearch.search.kit.bounds import BoundsTable
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import NOTHING
from advsearch.search.recursion import deep_recursion
from advsearch.search.returned import BrokenGame
from advsearch.solving.machine import AT_ONCE
from advsearch.solving.text import BEYOND_UTMOST
from advsearch.solving.text import SolverText as Text
from advsearch.testing.growing import grow, some_shape

MANY = 1 << 30


def truth(game: Any, state: Any, ply: int = 0) -> tuple[Any, int]:
    """Utility for player 0, and the plies to the end: wins as quickly, losses as slowly as possible."""
    if game.terminal(state):
        return game.utility(state, 0), ply
    sign = 1 if game.player(state) == 0 else -1
    below = [truth(game, game.result(state, action), ply + 1) for action in game.actions(state)]

    def rank(found: tuple[Any, int]) -> tuple[Any, int]:
        utility = sign * found[0]
        return utility, -found[1] if utility > 0 else found[1] if utility < 0 else 0

    return max(below, key=rank)


def prove(text: Text, state: Any, nodes: int) -> int:
    """Prove a state in the two steps of the compiled solver. Return the nodes."""
    text.lower, text.upper, text.action = -text.utmost * text.unit, text.utmost * text.unit, NOTHING
    entered = 0
    for most in (min(nodes, AT_ONCE), nodes):
        if entered < most and not (text.lower == text.upper and text.action is not NOTHING):
            text.budget = Budget(limits.Budget(Limits(nodes=most - entered)))
            text.windows = MANY
            with deep_recursion(1_000, 2):
                text.prove(state)
            entered += text.budget.entered
    return entered


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("bits", [2, 10])
def test_the_text_proves_what_minimax_finds(distance: bool, bits: int) -> None:
    """On 400 trees, with tables that lose most entries and with large ones, utility and distance are minimax's."""
    for seed in range(400):
        chosen = random.Random(seed)
        game = grow(chosen.randint, some_shape(chosen.randint, utilities="outcome", lattice=bool(seed % 3)))
        start, mover = game.initial(), game.player(game.initial())
        near, far = BoundsTable(bits), BoundsTable(bits)
        text = Text(
            game, Budget(limits.Budget()), near, far, utmost=1, longest=20, distance=distance, ahead=bool(seed % 2)
        )
        prove(text, start, MANY)
        utility, plies = truth(game, start)
        utility = utility if mover == 0 else -utility
        value = utility * text.unit
        if distance:
            value -= plies if utility > 0 else -plies if utility < 0 else 0
        assert (text.lower, text.upper) == (value, value), (seed, game)
        after = truth(game, game.result(start, text.action))[0]
        assert (after if mover == 0 else -after) == utility


@attrs.frozen
class Grid:
    """Players take cells of a 3x3 grid in turn; a player who completes a row of three loses."""

    utilities = "outcome"

    def initial(self) -> tuple[int, ...]:
        return (0,) * 9

    def player(self, state: tuple[int, ...]) -> int:
        return sum(map(bool, state)) % 2

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return [cell for cell in range(9) if not state[cell]]

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state[:action], 1 + self.player(state), *state[action + 1 :])

    def _lost(self, state: tuple[int, ...]) -> bool:
        rows = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
        return any(state[a] and state[a] == state[b] == state[c] for a, b, c in rows)

    def terminal(self, state: tuple[int, ...]) -> bool:
        return self._lost(state) or all(state)

    def utility(self, state: tuple[int, ...], player: int) -> int:
        if not self._lost(state):
            return 0
        return 1 if player == self.player(state) else -1


class Turned(Grid):
    """The same with its symmetric states."""

    def images(self, state: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        found = []
        for _ in range(4):
            state = tuple(state[3 * (2 - column) + row] for row in range(3) for column in range(3))
            found += [state, tuple(state[3 * row + 2 - column] for row in range(3) for column in range(3))]
        return tuple(found)


def test_symmetric_states_share_an_entry() -> None:
    """With `images`, a proof has the same value, and enters fewer positions."""
    nodes = {}
    for game in (Grid(), Turned()):
        text = Text(game, Budget(limits.Budget()), BoundsTable(2), BoundsTable(14), utmost=1, longest=9)
        nodes[type(game)] = prove(text, game.initial(), MANY)
        utility = truth(game, (1, 2, 0, 0, 0, 0, 0, 0, 0))[0]
        one = Text(game, Budget(limits.Budget()), BoundsTable(8), BoundsTable(8), utmost=1, longest=9)
        prove(one, (1, 2, 0, 0, 0, 0, 0, 0, 0), MANY)
        assert one.lower == one.upper == utility
        assert text.lower == text.upper == 0
    assert nodes[Turned] < nodes[Grid]


def test_wrong_games_end_the_proof_with_a_fault() -> None:
    """An unfinished state without actions, and a utility beyond the largest, are errors or faults and no values."""

    class RichScores(Grid):
        utilities = "score"

        def utility(self, state: tuple[int, ...], player: int) -> int:
            return 5 * super().utility(state, player)

    class Stuck(Grid):
        def actions(self, state: tuple[int, ...]) -> list[int]:
            return [] if sum(state) > 2 else super().actions(state)

    class Rich(Grid):
        def utility(self, state: tuple[int, ...], player: int) -> int:
            return 5 * super().utility(state, player)

    def text(game: Any) -> Text:
        made = Text(game, Budget(limits.Budget()), BoundsTable(8), BoundsTable(8), utmost=1, longest=9)
        made.windows = MANY
        return made

    with pytest.raises(BrokenGame, match="has no action in"):
        text(Stuck()).prove(Stuck().initial())
    with pytest.raises(BrokenGame, match="expected .*utility to return -1, 0 or 1"):
        text(Rich()).prove(Rich().initial())
    scored = text(RichScores())
    assert not scored.prove(Grid().initial())
    assert scored.fault == BEYOND_UTMOST


def as_compiled(solver: Solver, distance: bool, monkeypatch: pytest.MonkeyPatch) -> Text:
    """A text with the tables of a compiled solver: the same sizes, and the same place for each state."""
    machine = solver._machines[distance]
    moves, tables = machine.moves, machine.template.tables
    longest = (machine.template.scale.unit - 2) // 2 if distance else moves.longest
    text = Text(
        solver.game,
        Budget(limits.Budget()),
        BoundsTable(tables.near_bits),
        BoundsTable(machine.far_bits),
        utmost=moves.utmost,
        longest=longest,
        distance=distance,
        ahead=moves.fan > 1,
    )

    def hashed(key: Any) -> int:
        found = 0
        for word in key:
            found = mix(found, word)
        return found

    content = int if tables.entry_cells == 1 else hashed
    monkeypatch.setattr(BoundsTable, "place", lambda table, key: content(key) & table.mask)
    text.key_of = lambda state: tables.key(moves.encode(state))  # type: ignore[method-assign]
    return text


@pytest.mark.needs_numba
@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize(
    ("spec", "plies"), [("isolation(width=5, height=4, moves=queen)", 8), ("isolation", 26), ("pentago", 25)]
)
def test_the_text_enters_the_nodes_of_machine_code(
    spec: str, plies: int, distance: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bounds, action and nodes are those of the compiled solver, proof by proof, with one table for all."""
    game: Any = load_game(spec)
    solver = Solver(game, table_mb=16, tier="compiled")
    solver.prepare(distance)
    text = as_compiled(solver, distance, monkeypatch)
    for seed in range(4):
        chosen, state = random.Random(seed), game.initial()
        while game.ply(state) < plies:
            after = game.result(state, chosen.choice(list(game.actions(state))))
            if game.terminal(after):
                break
            state = after
        proof = solver.solve(state, distance=distance, limits=Limits(nodes=25_000))
        machine = solver._machines[distance]
        nodes = prove(text, state, 25_000)
        assert (text.lower, text.upper, nodes) == (machine.lower, machine.upper, proof.nodes)
        if proof.exact:
            assert text.action == proof.action
