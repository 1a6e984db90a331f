"""Planted faults of samplers (F30, F45 to F49), parallel search (F50), provers and tables (F52, F53)."""

from __future__ import annotations

import math
import random
import threading
from typing import Any

import attrs
from fault import Planted
from planted_core import INF, Search

from advsearch.results import Result
from advsearch.values import clip_evaluation, outcome_value

# --- samplers ---------------------------------------------------------------------------------------------------


class Branch:
    def __init__(self, state: Any) -> None:
        self.state = state
        self.children: dict[Any, Branch] = {}
        self.visits = 0
        self.total = 0.0


class Sampler:
    """Correct UCT: rewards are the root mover's, and each player chooses what is good for himself."""

    width = 1.4

    def __call__(self, tree: Any, iterations: int, seed: int = 0) -> Any:
        self.game, start = tree, tree.initial()
        self.root = tree.player(start)
        self.dice = random.Random(seed)
        if tree.terminal(start):
            return tree.utility(start, self.root), None
        top = self.planted(start)
        for _ in range(iterations):
            self.iterate(top)
        action = max(top.children, key=lambda each: top.children[each].visits)
        best = top.children[action]
        return self.worth(best), action

    def worth(self, branch: Branch) -> float:
        return branch.total / branch.visits

    def planted(self, start: Any) -> Branch:
        return Branch(start)

    def iterate(self, top: Branch) -> None:
        path, branch = [top], top
        while not self.game.terminal(branch.state):
            fresh = [a for a in self.game.actions(branch.state) if a not in branch.children]
            if fresh:
                action = self.dice.choice(fresh)
                branch.children[action] = Branch(self.game.result(branch.state, action))
                path.append(branch.children[action])
                break
            branch = self.chosen(branch)
            path.append(branch)
        reward = self.rollout(path)
        for each in path:
            each.visits += 1
            each.total += self.credited(each, reward)

    def credited(self, branch: Branch, reward: float) -> float:
        return reward

    def chosen(self, branch: Branch) -> Branch:
        sign = self.sign(branch)
        log = math.log(branch.visits)
        return max(
            branch.children.values(),
            key=lambda c: sign * c.total / c.visits + self.width * math.sqrt(log / c.visits),
        )

    def sign(self, branch: Branch) -> int:
        return 1 if self.game.player(branch.state) == self.root else -1

    def rollout(self, path: list[Branch]) -> float:
        state = path[-1].state
        while not self.game.terminal(state):
            state = self.game.result(state, self.dice.choice(self.game.actions(state)))
        return float(self.reward(state))

    def reward(self, state: Any) -> float:
        return float(self.game.utility(state, self.root))


class NeverTurnsRound(Sampler):
    def sign(self, branch: Branch) -> int:
        return 1


class RewardOfTheMover(Sampler):
    def reward(self, state: Any) -> float:
        return float(self.game.utility(state, self.game.player(state)))


class RewardOfPlayerZero(Sampler):
    def reward(self, state: Any) -> float:
        return float(self.game.utility(state, 0))


class DrawIsAWin(Sampler):
    def reward(self, state: Any) -> float:
        return 1.0 if super().reward(state) >= 0 else -1.0


class RolloutOfTheParent(Sampler):
    def rollout(self, path: list[Branch]) -> float:
        state = path[-2].state if len(path) > 1 else path[-1].state
        actions = self.game.actions(path[-1].state) or self.game.actions(state)
        return float(self.reward(self.game.result(state, self.dice.choice(actions)))) if actions else 0.0


class StaleTree(Sampler):
    """Keeps the tree of the last search, whatever is searched now."""

    kept: Branch | None = None

    def planted(self, start: Any) -> Branch:
        if self.kept is None or self.kept.state != start:
            self.kept = Branch(start)
        return self.kept


class LastTried(Sampler):
    """Answers with the action of the last iteration, which may have been a look at a bad one."""

    def __call__(self, tree: Any, iterations: int, seed: int = 0) -> Any:
        value, action = super().__call__(tree, iterations, seed)
        return value, action if action is None else self.last

    def rollout(self, path: list[Branch]) -> float:
        self.last = next(action for action, child in path[0].children.items() if child is path[1])
        return super().rollout(path)


class GlobalDice(Sampler):
    def __call__(self, tree: Any, iterations: int, seed: int = 0) -> Any:
        self.dice_of_all = random
        return super().__call__(tree, iterations, random.randrange(10**9))


@attrs.frozen
class Sampled:
    value: float
    action: Any
    visits: dict[Any, int]
    exact: bool = False


class VirtualLoss(Sampler):
    """Counts a virtual loss on the way down and forgets to undo it where the game is over."""

    def __call__(self, tree: Any, iterations: int, seed: int = 0) -> Any:
        self.lost: dict[Any, int] = {}
        value, action = super().__call__(tree, iterations, seed)
        if action is None:
            return Sampled(value, action, {})
        return Sampled(value, action, {each: branch.visits + 1 for each, branch in self.top.children.items()})

    def planted(self, start: Any) -> Branch:
        self.top = Branch(start)
        return self.top


class ProvenTooEarly(VirtualLoss):
    """Calls a value proven once one reply is known to lose."""

    def __call__(self, tree: Any, iterations: int, seed: int = 0) -> Any:
        found = super().__call__(tree, iterations, seed)
        return attrs.evolve(found, value=round(found.value), exact=abs(found.value) > 0.3)


# --- parallel ---------------------------------------------------------------------------------------------------


class Racing(Search):
    """A thread per root action, all raising one alpha; the answer is whatever stood in it last."""

    def at_root(self, start: Any, depth: int) -> Any:
        self.found: list[Any] = [-INF, None]

        def work(action: Any) -> None:
            value = self.visit(self.game.result(start, action), depth - 1, self.found[0], INF)
            self.found[:] = [value, action]

        threads = [threading.Thread(target=work, args=(action,)) for action in self.game.actions(start)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return tuple(self.found)


@attrs.frozen
class SharedScratch:
    """A frozen searcher whose root player lives in a list all its searches share."""

    scratch: list[Any] = attrs.field(factory=list, eq=False)
    evaluator: Any = None

    def search(self, game: Any, state: Any, *, limits: Any = None) -> Any:
        self.scratch[:] = [game.player(state)]
        depth = limits.depth
        if game.terminal(state):
            return Result(None, self.value(game, state, 0), 0, 1, exact=True)
        scored = [(self.value(game, game.result(state, a), depth - 1, 1), a) for a in game.actions(state)]
        value, action = max(scored, key=lambda pair: pair[0])
        return Result(action, value, depth, 1, pv=(action,))

    def value(self, game: Any, state: Any, depth: int, ply: int = 0) -> Any:
        root = self.scratch[0]
        if game.terminal(state):
            utility = game.utility(state, root)
            return outcome_value(utility, ply) if game.utilities == "outcome" else utility
        if not depth:
            value = self.evaluator(game, state, root)
            return clip_evaluation(value) if game.utilities == "outcome" else value
        children = [self.value(game, game.result(state, a), depth - 1, ply + 1) for a in game.actions(state)]
        return max(children) if game.player(state) == self.scratch[0] else min(children)


# --- provers and tables -----------------------------------------------------------------------------------------


def proves(tree: Any, *, on_path: bool | None = False, keyed: Any = None, any_turn: bool = False) -> Any:
    """Depth-first AND/OR proof; a position met again on the path counts as `on_path`."""
    player = tree.player(tree.initial())
    known: dict[Any, bool] = {}

    def won(state: Any, path: tuple[Any, ...]) -> bool:
        key = keyed(state) if keyed else None
        if tree.terminal(state):
            return bool(tree.utility(state, player) > 0)
        if key is not None and key in known:
            return known[key]
        if state in path:
            return bool(on_path)
        every = [won(tree.result(state, action), (*path, state)) for action in tree.actions(state)]
        mine = tree.player(state) == player or any_turn
        found = any(every) if mine else all(every)
        if key is not None:
            known[key] = found
        return found

    return won(tree.initial(), ())


def proves_rounds(tree: Any) -> Any:
    return proves(tree, on_path=True)


def proves_by_hash(tree: Any) -> Any:
    return proves(tree, keyed=hash)


def proves_path_bound(tree: Any) -> Any:
    """What is not won on one path is kept as not won: a disproof that holds on that path alone."""
    return proves(tree, keyed=lambda state: state)


def proves_alone(tree: Any) -> Any:
    return proves(tree, any_turn=True)


def draws_are_wins(tree: Any) -> Any:
    return proves(tree) or tree.terminal(tree.initial())


def table_of(tree: Any, *, step: int = 1, loser: Any = max, mover: Any = None) -> Any:
    """Every position's utility to the player to move and the plies to the end."""
    table: dict[Any, tuple[int, int]] = {}

    def fill(state: Any) -> tuple[int, int]:
        if state not in table:
            turn = tree.player(state)
            if tree.terminal(state):
                table[state] = (tree.utility(state, turn if mover is None else mover), 0)
            else:
                below = []
                for action in tree.actions(state):
                    child = tree.result(state, action)
                    utility, plies = fill(child)
                    below.append((utility if tree.player(child) == turn else -utility, plies + step))
                best = max(utility for utility, _ in below)
                plies = [n for utility, n in below if utility == best]
                table[state] = (best, min(plies) if best > 0 else loser(plies))
        return table[state]

    fill(tree.initial())
    return table


def table_in_moves(tree: Any) -> Any:
    return table_of(tree, step=2)


def table_gives_up(tree: Any) -> Any:
    return table_of(tree, loser=min)


def table_for_one_side(tree: Any) -> Any:
    return table_of(tree, mover=0)


SAMPLING, PROVER, TABLE = {"kind": "sampling"}, {"kind": "prover"}, {"kind": "table"}
PLANTED = [
    Planted(
        "F7", "the search returns the action of its last iteration, even if the action is bad", LastTried(), SAMPLING
    ),
    Planted(
        "F45", "in a sampling search, both players maximize for the player at the root", NeverTurnsRound(), SAMPLING
    ),
    Planted("F45", "a sampling search uses the reward of the player who moved last", RewardOfTheMover(), SAMPLING),
    Planted("F45", "a sampling search always uses the reward of player 0", RewardOfPlayerZero(), SAMPLING),
    Planted("F46", "a sampling search does not undo a virtual loss", VirtualLoss(), SAMPLING),
    Planted("F47", "rollouts start from the parent instead of the new node", RolloutOfTheParent(), SAMPLING),
    Planted(
        "F47", "a sampling search uses the tree of an earlier search for another position", StaleTree(), SAMPLING
    ),
    Planted("F48", "a sampling search counts a draw as a win", DrawIsAWin(), SAMPLING),
    Planted("F49", "a sampling search marks values as proven too early", ProvenTooEarly(), SAMPLING),
    Planted("F30", "a sampling search draws its seed from the global random generator", GlobalDice(), SAMPLING),
    Planted("F50", "several threads raise one alpha, and the search returns the last alpha", Racing()),
    Planted(
        "F50",
        "all searches by one searcher use the same list",
        SharedScratch(),
        {"skip": ["every node budget", "the positions counted"]},
    ),
    Planted("F52", "a prover counts an endless cycle as a win", proves_rounds, PROVER),
    Planted("F52", "a prover stores proofs under the hash of the state", proves_by_hash, PROVER),
    Planted(
        "F52",
        "a prover uses a disproof on every path, although it is valid on only one path",
        proves_path_bound,
        PROVER,
    ),
    Planted("F52", "a prover assumes that the opponent helps", proves_alone, PROVER),
    Planted("F53", "a table of all positions counts distances in moves instead of plies", table_in_moves, TABLE),
    Planted("F53", "in a table of all positions, the loser chooses the quickest loss", table_gives_up, TABLE),
    Planted(
        "F53", "in a table of all positions, every utility is the utility of player 0", table_for_one_side, TABLE
    ),
]
