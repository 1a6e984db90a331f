"""Counts and values by plain recursion over the six methods, for comparing the gallery's rules with known numbers."""

from __future__ import annotations

from typing import Any


def perft(game: Any, depth: int, state: Any = None) -> int:
    """The number of positions after exactly `depth` plies. Each state is counted once for each remaining depth."""
    memory: dict[Any, int] = {}

    def count(state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        key = (state, depth)
        if key not in memory:
            actions = () if game.terminal(state) else game.actions(state)
            memory[key] = (
                len(actions)
                if depth == 1
                else sum(count(game.result(state, action), depth - 1) for action in actions)
            )
        return memory[key]

    return count(game.initial() if state is None else state, depth)


def solve(game: Any, state: Any = None, memory: dict[Any, Any] | None = None) -> Any:
    """The value of a state for player 0 under perfect play. The game must have no cycles."""
    memory = {} if memory is None else memory
    outcomes = getattr(game, "utilities", "score") == "outcome"

    def value(state: Any) -> Any:
        if state not in memory:
            if game.terminal(state):
                memory[state] = game.utility(state, 0)
            else:
                choose, goal = (max, 1) if game.player(state) == 0 else (min, -1)
                best: Any = None
                for action in game.actions(state):
                    worth = value(game.result(state, action))
                    best = worth if best is None else choose(best, worth)
                    if outcomes and best == goal:
                        break
                memory[state] = best
        return memory[state]

    return value(game.initial() if state is None else state)


def mover_wins(game: Any, state: Any = None, memory: dict[Any, bool] | None = None) -> bool:
    """Whether the player to move wins a game without draws in which the players alternate."""
    memory = {} if memory is None else memory

    def wins(state: Any) -> bool:
        if state not in memory:
            if game.terminal(state):
                memory[state] = game.utility(state, game.player(state)) > 0
            else:
                memory[state] = any(not wins(game.result(state, action)) for action in game.actions(state))
        return memory[state]

    return wins(game.initial() if state is None else state)


def reachable(game: Any, limit: int = 1_000_000) -> set[Any]:
    """Every state that play can reach from the start."""
    seen = {game.initial()}
    queue = list(seen)
    while queue:
        state = queue.pop()
        for action in () if game.terminal(state) else game.actions(state):
            after = game.result(state, action)
            if after not in seen:
                seen.add(after)
                queue.append(after)
                assert len(seen) <= limit
    return seen
