"""Planted faults of transposition tables, F11 to F22."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any

from fault import Planted

from advsearch.values import WIN, clip_evaluation, is_proven, towards_node, towards_root

INF = math.inf
LOWER, UPPER, EXACT = "lower", "upper", "exact"


class Tabled:
    """Correct alpha-beta with a table, reused at exactly the same depth; on outcome games it counts distances.

    Values are the root mover's; an entry is (depth, value as seen from the state, kind).
    """

    slots = 10_000

    def __init__(self) -> None:
        self.table: Any = OrderedDict()

    def __call__(self, tree: Any, depth: int) -> Any:
        self.fresh()
        self.game, start = tree, tree.initial()
        self.root, self.deep = tree.player(start), depth
        if tree.terminal(start):
            return self.end(start, 0), None
        best, value = None, -INF
        for action in tree.actions(start):
            found = self.visit(tree.result(start, action), depth - 1, 1, value, INF)
            if best is None or found > value:
                best, value = action, found
        return value, best

    def fresh(self) -> None:
        self.table = OrderedDict()

    def visit(self, state: Any, depth: int, ply: int, alpha: Any, beta: Any) -> Any:
        if self.game.terminal(state):
            return self.end(state, ply)
        if depth <= 0:
            return self.horizon(state)
        known = self.probe(state, depth, ply, alpha, beta)
        if known is not None:
            return known
        low, high = alpha, beta
        maximizes = self.game.player(state) == self.root
        value = -INF if maximizes else INF
        for action in self.game.actions(state):
            found = self.visit(self.game.result(state, action), depth - 1, ply + 1, alpha, beta)
            if maximizes:
                value = max(value, found)
                alpha = max(alpha, value)
            else:
                value = min(value, found)
                beta = min(beta, value)
            if alpha >= beta:
                break
        self.store(state, depth, ply, value, self.kind(value, low, high, alpha, beta))
        return value

    def end(self, state: Any, ply: int) -> Any:
        utility = self.game.utility(state, self.root)
        if self.game.utilities == "outcome" and utility:
            return WIN - ply if utility > 0 else ply - WIN
        return utility

    def horizon(self, state: Any) -> Any:
        value = self.game.evaluate(state, self.root)
        return clip_evaluation(value) if self.game.utilities == "outcome" else value

    def kind(self, value: Any, low: Any, high: Any, alpha: Any, beta: Any) -> str:
        return UPPER if value <= low else LOWER if value >= high else EXACT

    def key(self, state: Any) -> Any:
        return state

    def serves(self, entry: Any, depth: int) -> bool:
        return bool(entry[0] == depth)

    def inwards(self, value: Any, ply: int) -> Any:
        return towards_node(value, ply) if self.game.utilities == "outcome" else value

    def outwards(self, value: Any, ply: int) -> Any:
        return towards_root(value, ply) if self.game.utilities == "outcome" else value

    def probe(self, state: Any, depth: int, ply: int, alpha: Any, beta: Any) -> Any:
        entry = self.table.get(self.key(state))
        if entry is None or not self.serves(entry, depth):
            return None
        value, kind = self.outwards(entry[1], ply), entry[2]
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return value
        return None

    def store(self, state: Any, depth: int, ply: int, value: Any, kind: str) -> None:
        if len(self.table) >= self.slots:
            self.table.popitem(last=False)
        self.table[self.key(state)] = (depth, self.inwards(value, ply), kind)


class NoKind(Tabled):
    def kind(self, *_: Any) -> str:
        return EXACT


class KindAgainstAlphaTwice(Tabled):
    """Never exact: every value above alpha is a lower bound."""

    def kind(self, value: Any, low: Any, high: Any, alpha: Any, beta: Any) -> str:
        return UPPER if value <= alpha else LOWER if value > alpha else EXACT


class KindAgainstTheRaisedAlpha(Tabled):
    def kind(self, value: Any, low: Any, high: Any, alpha: Any, beta: Any) -> str:
        return UPPER if value <= alpha else LOWER if value >= beta else EXACT


class UppersAndLowersSwapped(Tabled):
    def kind(self, *bounds: Any) -> str:
        kind = super().kind(*bounds)
        return {UPPER: LOWER, LOWER: UPPER, EXACT: EXACT}[kind]


class BothBounds(Tabled):
    """Keeps a lower and an upper bound per state whatever their depths: they cross."""

    def __init__(self) -> None:
        super().__init__()
        self.bounds: dict[Any, list[Any]] = {}

    def fresh(self) -> None:
        super().fresh()
        self.bounds = {}

    def store(self, state: Any, depth: int, ply: int, value: Any, kind: str) -> None:
        super().store(state, depth, ply, value, kind)
        bounds = self.bounds.setdefault(state, [-INF, INF])
        if kind in (LOWER, EXACT):
            bounds[0] = max(bounds[0], value)
        if kind in (UPPER, EXACT):
            bounds[1] = min(bounds[1], value)

    def entries(self) -> Any:
        return [(state, self.table[state][0], low, high) for state, (low, high) in self.bounds.items()]


class AnyDepthServes(Tabled):
    def serves(self, entry: Any, depth: int) -> bool:
        return True


class DeeperServes(Tabled):
    """Deeper entries serve, as in Marsland's variant: the value is not minimax's at this depth any more."""

    def serves(self, entry: Any, depth: int) -> bool:
        return bool(entry[0] >= depth)


class ShallowerServes(Tabled):
    def serves(self, entry: Any, depth: int) -> bool:
        return bool(entry[0] <= depth)


class PlyForDepth(Tabled):
    """Stores plies from the root, reads remaining depth."""

    def store(self, state: Any, depth: int, ply: int, value: Any, kind: str) -> None:
        super().store(state, ply, ply, value, kind)


class NoSideToMove(Tabled):
    def key(self, state: Any) -> Any:
        return getattr(state, "place", state)


class KeyIsText(Tabled):
    """The text of a state without its last word."""

    def key(self, state: Any) -> Any:
        return str(state).rstrip("maxin")


class KeyIsTheHash(Tabled):
    def key(self, state: Any) -> Any:
        return hash(state)


class KeyOfEightBits(Tabled):
    def key(self, state: Any) -> Any:
        return hash(state) & 0xFF


class KeyIsTheObject(Tabled):
    def key(self, state: Any) -> Any:
        return id(state)


class OneSlotCrash(Tabled):
    """Looks its own entry up after its children may have driven it out."""

    def __call__(self, tree: Any, depth: int, table_size: int = 10_000) -> Any:  # type: ignore[override]
        self.slots = table_size
        return super().__call__(tree, depth)

    def store(self, state: Any, depth: int, ply: int, value: Any, kind: str) -> None:
        super().store(state, depth, ply, value, kind)
        if depth > 2:
            first = self.game.result(state, self.game.actions(state)[0])
            if not self.game.terminal(first):
                self.table[first]


class WrongSlot(Tabled):
    """A table of `table_size` slots in which the newcomer takes the slot, and the old key stays."""

    def __call__(self, tree: Any, depth: int, table_size: int = 10_000) -> Any:  # type: ignore[override]
        self.slots = table_size
        return super().__call__(tree, depth)

    def key(self, state: Any) -> Any:
        return hash(state) % self.slots


class ProofsServe(Tabled):
    """Correct as well: a win or loss seen to its end serves at every depth from the one it was seen at."""

    def serves(self, entry: Any, depth: int) -> bool:
        return super().serves(entry, depth) or (
            self.game.utilities == "outcome" and is_proven(entry[1]) and entry[2] == EXACT and entry[0] <= depth
        )


class DistanceFromTheRoot(ProofsServe):
    def inwards(self, value: Any, ply: int) -> Any:
        return value

    def outwards(self, value: Any, ply: int) -> Any:
        return value


class DistanceTwiceRooted(ProofsServe):
    def outwards(self, value: Any, ply: int) -> Any:
        return value


class NeverCleared(Tabled):
    def fresh(self) -> None:
        pass


SHARED: dict[Any, Any] = {}


def remembers_games(tree: Any, depth: int) -> Any:
    """Plain minimax that keeps every value it has worked out, of whatever game, under the state."""
    root = tree.player(tree.initial())

    def value(state: Any, left: int) -> Any:
        if (state, left, root) in SHARED:
            return SHARED[state, left, root]
        if tree.terminal(state):
            found = tree.utility(state, root)
        elif not left:
            found = tree.evaluate(state, root)
        else:
            choose = max if tree.player(state) == root else min
            found = choose(value(tree.result(state, action), left - 1) for action in tree.actions(state))
        SHARED[state, left, root] = found
        return found

    start = tree.initial()
    if tree.terminal(start):
        return value(start, depth), None
    scored = [(value(tree.result(start, action), depth - 1), action) for action in tree.actions(start)]
    best = max(score for score, _ in scored)
    return next((score, action) for score, action in scored if score == best)


class RepetitionIsADraw(Tabled):
    """Scores a position that is on the path already as 0, and stores what came of it under the state alone."""

    def __init__(self) -> None:
        super().__init__()
        self.path: list[Any] = []

    def visit(self, state: Any, depth: int, ply: int, alpha: Any, beta: Any) -> Any:
        if state in self.path:
            return 0
        self.path.append(state)
        try:
            return super().visit(state, depth, ply, alpha, beta)
        finally:
            self.path.pop()


class KnownPositionsStand(Tabled):
    """Once searched, a position keeps its value: on a graph the value of another path and depth."""

    def serves(self, entry: Any, depth: int) -> bool:
        return entry[2] == EXACT or entry[0] == depth


PLANTED = [
    Planted("F11", "a table stores bounds as exact values", NoKind()),
    Planted(
        "F12",
        "the search stores every value above alpha as a lower bound, even an exact value below beta",
        KindAgainstAlphaTwice(),
    ),
    Planted(
        "F12",
        "the search stores a value as an upper bound if it is at most the raised alpha, not the first alpha",
        KindAgainstTheRaisedAlpha(),
    ),
    Planted(
        "F12",
        "a table stores upper bounds as lower bounds, and lower bounds as upper bounds",
        UppersAndLowersSwapped(),
    ),
    Planted(
        "F13",
        "a table entry combines bounds from different depths",
        (crossing := BothBounds()),
        {"entries": crossing.entries},
    ),
    Planted("F14", "the search uses table entries of a greater depth", DeeperServes()),
    Planted("F15", "the search uses table entries of a smaller depth", ShallowerServes()),
    Planted("F15", "the search uses table entries of any depth", AnyDepthServes()),
    Planted("F15", "a table stores the plies from the root instead of the remaining depth", PlyForDepth()),
    Planted("F16", "a table's key leaves out whose turn it is", NoSideToMove()),
    Planted("F16", "a table's key is the text of a state without the player to move", KeyIsText()),
    Planted("F16", "a table's key is the `id` of the state object", KeyIsTheObject()),
    Planted("F17", "a table's key is the hash of the state", KeyIsTheHash()),
    Planted("F17", "a table's key consists of eight bits of the hash", KeyOfEightBits()),
    Planted("F18", "a search reads a table entry that may have been replaced", OneSlotCrash()),
    Planted("F18", "a replaced table entry keeps its old key", WrongSlot()),
    Planted("F19", "a table stores distances from the root", DistanceFromTheRoot()),
    Planted(
        "F19",
        "a table stores distances from the node, but the search reads them as distances from the root",
        DistanceTwiceRooted(),
    ),
    Planted("F20", "the search keeps its table for the next game", NeverCleared()),
    Planted("F20", "one table serves all games, and its key is only the state", remembers_games),
    Planted(
        "F21",
        "a table stores a draw by repetition for all paths to a position, although the draw holds only on one path",
        RepetitionIsADraw(),
    ),
    Planted(
        "F21",
        "the search uses a position's first stored value on every path and at every depth",
        KnownPositionsStand(),
    ),
]
