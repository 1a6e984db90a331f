"""Alpha-beta: minimax without the branches that cannot change the value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, TypeAlias

import attrs

from advsearch.bounds import check_memory
from advsearch.errors import InvalidSettings
from advsearch.limits import Budget
from advsearch.protocol import AnyGame, Binding, Ties
from advsearch.results import Result
from advsearch.search import texts
from advsearch.search.ordering import TABLE, Arranger, Ordering, known_orders
from advsearch.search.returned import check_hashable, checked_actions
from advsearch.search.searcher import FixedDepth, TreeSearch, finished_game, result_of
from advsearch.search.session import Session
from advsearch.search.settings import any_integer, known_ties, whole_number_or_none
from advsearch.values import (
    EVALUATION_LIMIT,
    LEAST_EVALUATION,
    WIN,
    Value,
    clip_evaluation,
    towards_node,
    towards_root,
)

DEFAULT_TABLE: Final = 100_000
"""The number of states that the table holds on the reference tier, if the setting `table` is None."""

LOWER: Final = 1
"""The kind of a table entry whose true value is at least the stored value."""
UPPER: Final = 2
"""The kind of a table entry whose true value is at most the stored value."""
EXACT: Final = LOWER | UPPER

Entry: TypeAlias = "tuple[int, Value, int, bool, tuple[Any, Any] | None]"
"""A table entry: (depth, value, kind, sure, line). `value` is for the player to move in the entry's state. The plies
to a proven win or loss are counted from the entry's state. `kind` is `EXACT`, `LOWER` or `UPPER`. `sure` says whether
the value is the same at every greater depth. `line` is a line of play as nested pairs. If the value is exact, `line`
is complete. If the value is a bound, `line` begins with the best action known, or is None."""


_SLOT_BYTES: Final = 200
"""The least memory that an entry and its slot in the dictionary take, in bytes."""


@attrs.frozen
class AlphaBeta(FixedDepth):
    """Finds the value of minimax at the same depth, with fewer nodes.

    Without `table` and `order`, actions are tried in the game's order, and the first of the best actions is returned.

    `table` is the number of states to remember within one search (see `Table`). With `table=None` the tier chooses
    the size of the table. A table entry is used only if its value is valid at the required depth. `order` lists
    orderings of actions: names such as "table", "killers" or "history", or `Ordering` objects. With a table or an
    ordering, the search may return any of the best actions. With `ties="random"`, `seed` and the ply select one of
    the best actions at random. To find all of the best actions, a search with `ties="random"` uses wider windows at
    the root.

    The principal variation contains only legal actions. The principal variation ends at the end of the game or at the
    depth limit. The value of the last state in the principal variation is the search's value. A table does not cut
    the principal variation short, because exact entries contain their own principal variations.

    The game needs only the methods of the protocol `Game`. With a table, states of different positions must not be
    equal by `==`. With a table, the evaluator may depend only on its arguments.
    """

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
        return super().bind(at)

    def open(self, game: AnyGame, state: Any, budget: Budget) -> Any:
        if texts.in_use():
            from advsearch.search.texts.opening import alphabeta_session

            return alphabeta_session(self, game, state, budget)
        if self.table == 0 and not self.order:
            return _Plain(game, state, budget, self.evaluator, self.ties, self.seed)
        session = _Guided(game, state, budget, self.evaluator, self.ties, self.seed)
        slots = DEFAULT_TABLE if self.table is None else self.table
        if slots:
            check_hashable(game, state)
        session.table = Table(slots) if slots else None
        session.arranger = Arranger(self.order, game)
        return session


_TEXTBOOK = AlphaBeta()


def search_window(
    game: AnyGame, state: Any, depth: int, alpha: Value, beta: Value, searcher: AlphaBeta = _TEXTBOOK
) -> Result:
    """Search once to a depth >= 1, with the window (alpha, beta). The window must satisfy alpha < beta. Algorithms
    such as MTD(f) repeat searches with a window.

    For the minimax value v and the result's value r: v == r if alpha < r < beta, v <= r if r <= alpha, v >= r if r >=
    beta. If the result's value is between alpha and beta, the result has a principal variation. The setting `depth`
    of the searcher is ignored.
    """
    if not alpha < beta:
        raise InvalidSettings(f"expected a window with alpha below beta, got {alpha!r} and {beta!r}")
    if depth < 1:
        raise InvalidSettings(f"expected a depth of at least 1, got {depth!r}")
    import advsearch

    budget = Budget()
    if game.terminal(state):
        return finished_game(game, state, budget)
    session = advsearch.bind(searcher, game, tier="reference").steered().start(state, budget)
    return result_of(session.probe(depth, alpha, beta), session.nodes, budget.seconds())


class _Plain(Session):
    """A session of plain alpha-beta. Most nodes are leaves. The loop over a node's actions evaluates the leaves
    itself, because a call for each leaf would take time.
    """

    frames_per_ply: ClassVar[int] = 1

    __slots__ = ()

    def visit(
        self, state: Any, mover: int, depth: int, alpha: Value, beta: Value, moves: Sequence[Any] | None = None
    ) -> Value:
        """The value of a state, with the contract of `Session.visit`."""
        if depth < self.deepest:
            self.deepest = depth
        result = self.result
        terminal = self.terminal
        outcome = self.outcome
        root = self.root
        best = self.bottom
        line = None
        sure = True
        depth -= 1
        for action in moves or self.actions(state):
            # 1. Enter the child.
            child = result(state, action)
            self.left = left = self.left - 1
            if left < 0:
                self.poll()
            # 2. The child's value for the mover: its utility, the value of a search below it (with the window negated
            # if the turn passes), or its evaluation. (Session.ended_value and horizon_value, inlined to save the
            # calls.)
            if terminal(child):
                value = self.utility(child, mover)
                if outcome:
                    if value == 1:
                        value = WIN - self.horizon + depth
                    elif value == -1:
                        value = self.horizon - depth - WIN
                    else:
                        value = 0 if value == 0 else self.ended_value(child, mover, depth)
                elif type(value) is not int and (type(value) is not float or value != value):
                    value = self.checked_utility(child, value)
                self.line = None
                self.sure = True
            elif depth:
                turn = self.player(child)
                if turn == mover:
                    value = self.visit(child, turn, depth, alpha, beta)
                else:
                    value = -self.visit(child, turn, depth, -beta, -alpha)
                if not self.sure:
                    sure = False
            else:
                value = self.evaluate(self.game, child, root)
                if type(value) is not int and (type(value) is not float or value != value):
                    value = self.checked_evaluation(value)
                if outcome and not LEAST_EVALUATION <= value <= EVALUATION_LIMIT:
                    value = clip_evaluation(value)
                if mover != root:
                    value = -value
                self.line = None
                self.sure = sure = False
            # 3. Raise alpha; cut at beta. After a cut-off, `sure` depends only on the action that cut.
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    line = (action, self.line)
                    if value >= beta:
                        sure = self.sure
                        break
        self.line = line
        self.sure = sure or (outcome and not LEAST_EVALUATION <= best <= EVALUATION_LIMIT)
        return best


class _Guided(_Plain):
    """A session of alpha-beta with a table and an ordering of actions."""

    frames_per_ply: ClassVar[int] = 2

    __slots__ = ("arranger", "table")

    table: Table | None
    arranger: Arranger

    def visit(
        self, state: Any, mover: int, depth: int, alpha: Value, beta: Value, moves: Sequence[Any] | None = None
    ) -> Value:
        """The value of a state, with the contract of `Session.visit`."""
        if moves is not None:  # the root
            return super().visit(state, mover, depth, alpha, beta, moves)
        ply = self.horizon - depth
        table = self.table
        known: tuple[Any, Any] | None = None
        # 1. A table entry is used if it decides the window and is valid at this depth.
        if table is not None:
            entry = table.get(state)
            if entry is not None:
                searched, value, kind, sure, known = entry
                if searched == depth or (sure and searched < depth):
                    if self.outcome:
                        value = towards_root(value, ply)
                    if kind == EXACT or (value >= beta if kind == LOWER else value <= alpha):
                        self.line = known if kind == EXACT else None
                        self.sure = sure
                        return value
        # 2. Search, likely cut-offs first. The ordering goes through the actions several times.
        actions = self.actions(state)
        if type(actions) is not list and type(actions) is not tuple:
            actions = checked_actions(self.game, actions)
        value = super().visit(
            state, mover, depth, alpha, beta, self.arranger.arranged(actions, state, mover, ply, known)
        )
        # 3. Store the result in the table.
        line = self.line
        if line is not None and value >= beta:
            self.arranger.cut(line[0], mover, ply, depth)
        if table is not None:
            kind = LOWER if value >= beta else UPPER if line is None else EXACT
            stored = towards_node(value, ply) if self.outcome else value
            table.put(state, (depth, stored, kind, self.sure, line or known))
        return value


class Table:
    """A transposition table of at most `slots` entries. If the table is full, a new entry replaces the oldest one.

    States are compared by `==`, so two different states never share an entry. Hash values do not decide which entry
    is dropped, so a search with a table is the same in every process. A new entry for a state replaces the old entry
    of the same state.
    """

    def __init__(self, slots: int) -> None:
        assert slots > 0, "a table has at least one slot"
        check_memory("table", slots, _SLOT_BYTES * slots)
        self.slots = slots
        self._entries: dict[Any, Entry] = {}
        self._ring: list[Any] = []
        self._oldest = 0
        self.get = self._entries.get

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[tuple[Any, Entry]]:
        return iter(self._entries.items())

    def put(self, state: Any, entry: Entry) -> None:
        entries = self._entries
        before = len(entries)
        entries[state] = entry
        if len(entries) == before:
            return
        if before < self.slots:
            self._ring.append(state)
            return
        del entries[self._ring[self._oldest]]
        self._ring[self._oldest] = state
        self._oldest = (self._oldest + 1) % self.slots
