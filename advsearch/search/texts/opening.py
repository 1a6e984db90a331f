"""Opens a session of a text for the settings of a searcher."""

from __future__ import annotations

from typing import Any, cast

from advsearch.limits import Budget
from advsearch.protocol import AnyGame, Evaluator
from advsearch.search.kit.orders import History, Killers
from advsearch.search.kit.session import TextSession
from advsearch.search.kit.table import Table
from advsearch.search.kit.tree import Tree
from advsearch.search.ordering import HISTORY, KILLERS, OURS, TABLE, in_order
from advsearch.search.texts.alphabeta import AlphaBeta
from advsearch.search.texts.minimax import Minimax
from advsearch.search.texts.pvs import PLIES, PVS

DEFAULT_TABLE = 1 << 20
"""The number of table entries, if the setting `table` is None."""


def alphabeta_session(searcher: Any, game: AnyGame, state: Any, budget: Budget) -> TextSession:
    """Open a session of alpha-beta, or of principal variation search if there is a table or an order."""
    evaluate = cast(Evaluator, searcher.evaluator)
    if searcher.table == 0 and not searcher.order:
        return session_of(searcher, AlphaBeta(game, evaluate, budget), state, budget)
    slots = DEFAULT_TABLE if searcher.table is None else searcher.table
    tree = PVS(
        game,
        evaluate,
        budget,
        table=Table(slots, grows=searcher.table is None) if slots else None,
        known_first=TABLE in searcher.order,
        killers=Killers(PLIES) if KILLERS in searcher.order else None,
        history=History() if HISTORY in searcher.order else None,
        orders=tuple(each.begun(game) for each in in_order(searcher.order) if each not in OURS),
    )
    return session_of(searcher, tree, state, budget)


def minimax_session(searcher: Any, game: AnyGame, state: Any, budget: Budget) -> TextSession:
    """Open a session of minimax."""
    return session_of(searcher, Minimax(game, cast(Evaluator, searcher.evaluator), budget), state, budget)


def session_of(searcher: Any, tree: Tree, state: Any, budget: Budget) -> TextSession:
    return TextSession(tree, state, budget, searcher.ties, searcher.seed)
