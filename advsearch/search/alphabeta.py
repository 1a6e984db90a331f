"""Alpha-beta: minimax without the branches that cannot change the value."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import Budget
from advsearch.protocol import AnyGame, Evaluator
from advsearch.results import Result
from advsearch.search.kit.fields import State
from advsearch.search.kit.tree import Tree
from advsearch.search.pvs import Guided
from advsearch.search.searcher import finished_game, result_of
from advsearch.values import Value


class AlphaBetaTree(Tree):
    """The text of plain alpha-beta, which tries actions in the game's order."""

    def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        if depth < self.deepest:
            self.deepest = depth
        best, sure = self.scale.bottom, True
        self.line.end(ply)
        for action in self.game.actions(state):
            self.budget.enter()
            child = self.game.result(state, action)
            value, final = self.below(child, mover, depth - 1, ply + 1, alpha, beta)
            sure = sure and final
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.line.extend(ply, action)
                    if value >= beta:
                        sure = final
                        break
        return best, sure or self.scale.proven(best)


@attrs.frozen
class AlphaBeta(Guided):
    """Finds the value of minimax at the same depth, with fewer nodes.

    Without `table` and `order`, actions are tried in the game's order, and the first of the best actions is returned.
    With a table or an ordering, the search is principal variation search (see `PVS`), and may return any of the best
    actions. `table` is the number of states to remember within one search. With `table=None` the search chooses the
    size of the table. `order` lists orderings of actions: names such as "table", "killers" or "history", or
    `Ordering` objects.

    With `ties="random"`, `seed` and the ply select one of the best actions at random. To find all of the best
    actions, a search with `ties="random"` uses wider windows at the root.

    The principal variation contains only legal actions. The principal variation ends at the end of the game or at the
    depth limit. The value of the last state in the principal variation is the search's value. A table does not cut
    the principal variation short, because its entries decide only null windows.

    The game needs only the methods of the protocol `Game`. With a table, states of different positions must not be
    equal by `==`. With a table, the evaluator may depend only on its arguments.
    """

    text: ClassVar[type[Tree]] = AlphaBetaTree

    def tree(self, game: AnyGame, evaluate: Evaluator, budget: Budget) -> Tree:
        if self.table == 0 and not self.order:
            return self.text(game, evaluate, budget)
        return self.guided(game, evaluate, budget)


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
