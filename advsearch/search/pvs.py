"""Principal variation search: alpha-beta with a table, an order of actions and null windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final

import attrs

from advsearch import limits
from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame, Binding, Evaluator, Ties
from advsearch.search.kit.fields import NOTHING, Action, State, Value
from advsearch.search.kit.numbers import key_of, number
from advsearch.search.kit.orders import History, Killers, by_count, by_weight
from advsearch.search.kit.session import Session
from advsearch.search.kit.table import EXACT, LOWER, UPPER, Table
from advsearch.search.kit.tree import Tree
from advsearch.search.ordering import HISTORY, KILLERS, OURS, TABLE, Order, Ordering, in_order, known_orders
from advsearch.search.returned import check_hashable
from advsearch.search.searcher import FixedDepth, TreeSearch
from advsearch.search.settings import any_integer, known_ties, true_or_false, whole_number_or_none
from advsearch.system.bounds import check_memory

LOOKED_UP: Final = 3
"""The least depth at which the table is read and written. A search to a smaller depth takes less time than a cache
miss in the table."""
PLIES: Final = 1_000_001
DEFAULT_TABLE: Final = 1 << 20
"""The number of table entries, if the setting `table` is None."""
_ENTRY_BYTES: Final = 200
"""The least memory that an entry takes in plain Python, in bytes."""


class PVSTree(Tree):
    """The text of principal variation search.

    It is alpha-beta that finds out by a null window whether a later action is better than the best so far.

    An entry of the table decides only a null window, because a wider window needs the whole principal variation. It
    serves if it was searched to the same depth, or to less if a deeper search would return the same value.
    """

    def __init__(
        self,
        game: AnyGame,
        evaluate: Evaluator,
        allowed: limits.Budget,
        *,
        table: Table | None = None,
        known_first: bool = False,
        killers: Killers | None = None,
        history: History | None = None,
        orders: tuple[Order, ...] = (),
        scout: bool = True,
    ) -> None:
        super().__init__(game, evaluate, allowed)
        self.table = table
        self.known_first = known_first
        """Whether the best action in the table is tried first."""
        self.killers = killers
        self.history = history
        self.orders = orders
        self.scout = scout
        """Whether later actions are searched with null windows."""
        self.content: Callable[[State], int] = number

    def search(self, state: State, depth: int, alpha: Value, beta: Value) -> bool:
        if self.table is not None:
            self.table.begin(self.budget.entered)
        return super().search(state, depth, alpha, beta)

    def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        if depth < self.deepest:
            self.deepest = depth
        self.line.end(ply)
        if depth == 1:
            return self.visit_last(state, mover, ply, alpha, beta)
        # 1. what the table knows
        table = self.table if depth >= LOOKED_UP else None
        known = NOTHING
        if table is not None:
            key = key_of(state)
            at = table.place(self.content(state))
            index = table.find(key, at)
            if index >= 0:
                row = table.rows[index]
                known = row.action
                if self.scale.above(alpha) >= beta and (row.depth == depth or (row.sure and row.depth < depth)):
                    value = self.scale.towards_root(row.value, ply)
                    if (row.kind & LOWER and value >= beta) or (row.kind & UPPER and value <= alpha):
                        return value, row.sure
        # 2. the first action with the whole window, another one only if a null window shows that it is better
        best, sure, bar, chosen = self.scale.bottom, True, alpha, known
        for action in self.ordered(state, mover, ply, known):
            self.budget.enter()
            child = self.game.result(state, action)
            roof = min(beta, self.scale.above(bar)) if self.scout and best > self.scale.bottom else beta
            value, final = self.below(child, mover, depth - 1, ply + 1, bar, roof)
            if roof < beta and bar < value < beta:
                value, final = self.below(child, mover, depth - 1, ply + 1, bar, beta)
            sure = sure and final
            if value > best:
                best = value
                if value > bar:
                    bar, chosen = value, action
                    self.line.extend(ply, action)
                    if value >= beta:
                        sure = final
                        self.learn(action, mover, ply, depth)
                        break
        # 3. store
        sure = sure or self.scale.proven(best)
        if table is not None:
            kind = LOWER if best >= beta else EXACT if best > alpha else UPPER
            table.put(key, at, self.scale.towards_node(best, ply), kind, sure, depth, chosen)
        return best, sure

    def visit_last(self, state: State, mover: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        """Search a state one ply above the horizon, without the table and without null windows."""
        best, sure = self.scale.bottom, True
        for action in self.likely(self.listed(state), ply):
            self.budget.enter()
            value, final = self.below(self.game.result(state, action), mover, 0, ply + 1, alpha, beta)
            sure = sure and final
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.line.extend(ply, action)
                    if value >= beta:
                        sure = final
                        if self.killers is not None:
                            self.killers.cut_last(ply, action)
                        break
        return best, sure or self.scale.proven(best)

    def likely(self, actions: Sequence[Action], ply: int) -> Iterator[Action]:
        """Yield the last action that cut at this ply, and then the others in the game's order."""
        first = NOTHING if self.killers is None else self.killers.rows[ply].one
        if first is not NOTHING and first in actions:
            yield first
        for action in actions:
            if action != first:
                yield action

    def ordered(self, state: State, mover: int, ply: int, known: Action) -> Iterator[Action]:
        """Yield the actions of a state, likely cut-offs first."""
        actions = self.listed(state)
        first, one, two = known if self.known_first else NOTHING, NOTHING, NOTHING
        if self.killers is not None:
            row = self.killers.rows[ply]
            one = row.one if row.one != first else NOTHING
            two = row.two if row.two != first and row.two != one else NOTHING
        early = [first, one, two]
        for order in self.orders:
            for action in order.first(state, mover, ply, None if known is NOTHING else known):
                if action not in early:
                    early.append(action)
        for action in early:
            if action is not NOTHING and action in actions:
                yield action
        others = [action for action in actions if action != first and action != one and action != two]
        if self.orders:
            others = [action for action in others if action not in early]
            yield from by_weight(others, self.weighed(state, mover, ply))
        elif self.history is not None:
            yield from by_count(others, self.history.of(mover == self.root_player))
        else:
            yield from others

    def weighed(self, state: State, mover: int, ply: int) -> Callable[[Action], float]:
        """Return a function that returns the weight of an action."""
        weight_of = None if self.history is None else self.history.of(mover == self.root_player)

        def weigh(action: Action) -> float:
            weight: float = 0 if weight_of is None else weight_of(action)
            for order in self.orders:
                weight += order.weight(state, mover, ply, action)
            return weight

        return weigh

    def learn(self, action: Action, mover: int, ply: int, depth: int) -> None:
        """Learn from an action that caused a cut-off, at least two plies above the horizon."""
        if self.killers is not None:
            self.killers.cut(ply, action)
        if self.history is not None:
            self.history.cut(mover == self.root_player, action, depth)
        for order in self.orders:
            order.cut(action, mover, ply, depth)


# --- the searchers --------------------------------------------------------------------------------------------------


@attrs.frozen
class Guided(FixedDepth):
    """A searcher with the settings `table` and `order`."""

    table: int | None = attrs.field(default=0, validator=whole_number_or_none)
    order: tuple[Ordering, ...] = attrs.field(default=(), converter=known_orders)
    ties: Ties = attrs.field(default="first", validator=known_ties)
    seed: int = attrs.field(default=0, validator=any_integer)

    def __attrs_post_init__(self) -> None:
        if TABLE in self.order and self.table == 0:
            raise InvalidSettings(
                "the ordering `table` needs a transposition table, got table=0; set table=100000, "
                "or choose another order"
            )

    def bind(self, at: Binding, /) -> TreeSearch:
        for each in self.order:
            each.check_plays(at.game)
        return FixedDepth.bind(self, at)

    def open(self, game: AnyGame, state: Any, budget: limits.Budget) -> Session:
        if self.table != 0:
            check_hashable(game, state)
        return FixedDepth.open(self, game, state, budget)

    def guided(self, game: AnyGame, evaluate: Evaluator, budget: limits.Budget, scout: bool = True) -> PVSTree:
        """Return the text of principal variation search with the parts that the settings name."""
        slots = DEFAULT_TABLE if self.table is None else self.table
        if self.table is not None:
            check_memory("table", slots, _ENTRY_BYTES * slots)
        return PVSTree(
            game,
            evaluate,
            budget,
            table=Table(slots, grows=self.table is None) if slots else None,
            known_first=TABLE in self.order,
            killers=Killers(PLIES) if KILLERS in self.order else None,
            history=History() if HISTORY in self.order else None,
            orders=tuple(each.begun(game) for each in in_order(self.order) if each not in OURS),
            scout=scout,
        )


@attrs.frozen
class PVS(Guided):
    """Principal variation search: finds the value of minimax at the same depth, with few nodes.

    The first action of a position is searched with the whole window. Every later action is searched with a null
    window, which only finds out whether the action is better than the best so far. If it is better, the action is
    searched again with a wider window. With `scout=False`, every action is searched with the whole window.

    `table` is the number of states to remember within one search, 0 for no table. With `table=None` the search
    chooses the size of the table. A table entry decides a null window if it was searched deep enough. `order` lists
    the orderings of actions, by default all that are built in. The search may return any of the best actions.

    `alphabeta` with a table or an order is the same search with `scout=True`.
    """

    table: int | None = attrs.field(default=None, validator=whole_number_or_none)
    order: tuple[Ordering, ...] = attrs.field(default=OURS, converter=known_orders)
    scout: bool = attrs.field(default=True, validator=true_or_false)
    ties: Ties = attrs.field(default="first", validator=known_ties)
    seed: int = attrs.field(default=0, validator=any_integer)

    text: ClassVar[type[Tree]] = PVSTree

    def tree(self, game: AnyGame, evaluate: Evaluator, budget: limits.Budget) -> Tree:
        return self.guided(game, evaluate, budget, self.scout)
