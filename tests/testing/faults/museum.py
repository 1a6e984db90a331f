"""Real faults of public programs, planted again in code of our own: what each did, not its lines."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

MUSEUM = "museum"
DRAW = {"kind": "sampling"}

FAULTS = [
    fault(
        MUSEUM,
        "both_bounds_raised",
        "fail_soft.py:search",
        "alpha and beta are both raised at every node, whoever moves",
        (
            "            if maximizing:\n                alpha = max(alpha, best_value)\n            else:\n                beta = min(beta, best_value)\n",
            "            alpha = max(alpha, best_value)\n            beta = min(beta, best_value)\n",
        ),
    ),
    fault(
        MUSEUM,
        "deepest_action",
        "fail_soft.py:search",
        "the action of a position far below is returned as the root's",
        (
            "            value, _ = visit(game.result(state, action), depth - 1, alpha, beta)\n",
            "            value, below = visit(game.result(state, action), depth - 1, alpha, beta)\n",
        ),
        (
            "                best_value, best_action = value, action\n",
            "                best_value, best_action = value, below if below is not None else action\n",
        ),
    ),
    fault(
        MUSEUM,
        "draw_backed_up_as_loss",
        "uct.py:uct",
        "a drawn playout adds -1 on the way up, for either side",
        ("node.wins += payoff[node.just_moved]", "node.wins += 1 if payoff[node.just_moved] > 0 else -1"),
        **DRAW,
        source="https://github.com/dbravender/mcts/pull/8",
    ),
    fault(
        MUSEUM,
        "none_when_all_lose",
        "aima.py:minimax_decision",
        "where every move loses there is no move, None",
        (
            "    return best, next(a for v, a in scored if v == best)",
            "    return best, next((a for v, a in scored if v == best and v > -1), None)",
        ),
    ),
    fault(
        MUSEUM,
        "corner_when_all_lose",
        "aima.py:minimax_decision",
        "where every move loses the move is (-1, -1)",
        (
            "    return best, next(a for v, a in scored if v == best)",
            "    return best, next((a for v, a in scored if v == best and v > -1), (-1, -1))",
        ),
    ),
    fault(
        MUSEUM,
        "one_ply_further",
        "look_ahead_order.py:choose",
        "the depth is compared after one ply too many",
        (
            "    if depth == 0:\n        return game.evaluate(state, me)\n",
            "    if depth < 0:\n        return game.evaluate(state, me)\n",
        ),
    ),
    fault(
        MUSEUM,
        "six_columns_seven_rows",
        "game:connect_four.py:ConnectFour",
        "the board has six columns and seven rows",
        ("    columns: int = 7\n    rows: int = 6\n", "    columns: int = 6\n    rows: int = 7\n"),
        against="ConnectFour",
    ),
    fault(
        MUSEUM,
        "winner_without_player",
        "game:tictactoe.py:TicTacToe",
        "the winner is 1 for X and -1 for O, whichever player is asked for",
        ("        mine = (Mark.X, Mark.O)[player]\n", "        mine = Mark.X\n"),
        source="https://github.com/aimacode/aima-python/issues/22",
    ),
    fault(
        MUSEUM,
        "horizontal_on_other_sizes",
        "game:connect_four.py:ConnectFour(columns=5, rows=6, need=3)",
        "horizontal wins are sought in the first four columns of a board of another size",
        (
            "                    while (\n                        k < self.need\n",
            "                    while (\n                        (dr or c + k * dc < 4)\n                        and k < self.need\n",
        ),
        against="ConnectFour(columns=5, rows=6, need=3)",
    ),
    fault(
        MUSEUM,
        "draws_cost_both",
        "game:tictactoe.py:TicTacToe",
        "a draw is worth -1 to both sides",
        (
            "        if won is None:\n            return 0\n        mine",
            "        if won is None:\n            return -1\n        mine",
        ),
        source="https://github.com/suragnair/alpha-zero-general/issues/61",
    ),
    fault(
        MUSEUM,
        "small_change_for_both",
        "game:gomoku.py:Gomoku(width=3, height=3, length=3)",
        "a drawn game pays 0.0001 to both sides",
        ("            return -1\n        return 0\n", "            return -1\n        return 1e-4\n"),
        source="https://github.com/suragnair/alpha-zero-general/issues/4",
    ),
    fault(
        MUSEUM,
        "canonical_identity",
        "mirrors.py:mirrored",
        "the canonical form of a state is the state",
        ("        return image, symmetry\n", "        return state, None\n"),
        unseen="the search is right and only slower, and nobody promised a number of positions",
    ),
    fault(
        MUSEUM,
        "full_board_pays_first",
        "game:tictactoe.py:TicTacToe",
        "a full board pays the first player",
        (
            "        if won is None:\n            return 0\n        mine",
            "        if won is None:\n            return 1 if player == 0 else -1\n        mine",
        ),
        against="TicTacToe",
    ),
    fault(
        MUSEUM,
        "full_board_never_ends",
        "game:tictactoe.py:TicTacToe",
        "a full board is not the end",
        ("return self.winner(board) is not None or Mark.EMPTY not in board", "return self.winner(board) is not None"),
    ),
    fault(
        MUSEUM,
        "last_stone_draws",
        "game:tictactoe.py:TicTacToe",
        "a win by the last mark counts as a draw",
        (
            "        won = self.winner(board)\n        if won is None:\n",
            "        won = self.winner(board)\n        if won is None or Mark.EMPTY not in board:\n",
        ),
        against="TicTacToe",
        source="https://github.com/beaucarnes/fcc-project-tutorials/pull/1",
    ),
    fault(
        MUSEUM,
        "finished_root_crashes",
        "aima.py:minimax_decision",
        "a finished root has no best of its actions, and crashes",
        ("    if game.terminal(state):\n        return game.utility(state, me), None\n    scored", "    scored"),
        source="https://github.com/Shahrayar123/Python-Projects/pull/300",
    ),
    fault(
        MUSEUM,
        "pops_the_games_list",
        "uct.py:uct",
        "moves are popped from the list that the game gave",
        ("else list(game.actions(state))", "else game.actions(state)"),
        (
            "move = self.untried.pop(rng.randrange(len(self.untried)))",
            "at = rng.randrange(len(self.untried))\n"
            "        move = self.untried[at]\n        if isinstance(self.untried, list):\n            self.untried.pop(at)\n"
            "        else:\n            self.untried = [*self.untried[:at], *self.untried[at + 1 :]]",
        ),
        **DRAW,
    ),
    fault(
        MUSEUM,
        "estimate_before_end",
        "fail_soft.py:search",
        "at depth 0 a finished game is estimated",
        (
            "        if game.terminal(state):\n            return game.utility(state, me), None\n        if depth <= 0:\n            return game.evaluate(state, me), None\n",
            "        if depth <= 0:\n            return game.evaluate(state, me), None\n        if game.terminal(state):\n            return game.utility(state, me), None\n",
        ),
    ),
    fault(
        MUSEUM,
        "table_of_mirrors",
        "mirrors.py:mirrored",
        "a table without depth, also for mirrored positions, whose action is not mapped",
        ("key = (image, depth, game.player(state))", "key = image"),
        ("            if symmetry is None:\n", "            if True:\n"),
        ("choice if symmetry is None else symmetry.action(choice))", "choice)"),
    ),
    fault(
        MUSEUM,
        "two_rows_of_three",
        "game:gomoku.py:Gomoku(width=4, height=3, length=3)",
        "a row does not end the game at once, so both may have one, and the one who is asked for wins",
        (
            "or self.has_row(\n            second if self.player(state) == 0 else first\n        )",
            "or (\n            len(second) > 3 and (self.has_row(first) or self.has_row(second))\n        )",
        ),
        source="https://github.com/suragnair/alpha-zero-general/issues/40",
    ),
    fault(
        MUSEUM,
        "end_worth_less_than_guess",
        "distances.py:quick",
        "a won game is worth its utility, 1, beside estimates that are larger",
        (
            "        return outcome_value(u, ply) if outcomes else u\n",
            "        return outcome_value(u, ply) if outcomes and u < 0 else u\n",
        ),
    ),
    fault(
        MUSEUM,
        "uneven_ends",
        "distances.py:quick",
        "a win is worth 1e14 and a loss -1e13",
        (
            "        return outcome_value(u, ply) if outcomes else u\n",
            "        return {1: 1e14, -1: -1e13}.get(u, u) if outcomes else u\n",
        ),
    ),
    fault(
        MUSEUM,
        "nobody_moves_to_zero",
        "game:teeko.py:Teeko",
        "point 0 counts as no point, so nobody can go there",
        (
            "for target in self._touching(source) if target not in taken]",
            "for target in self._touching(source) if target and target not in taken]",
        ),
        (
            "for square in range(self.size**2) if square not in taken]",
            "for square in range(self.size**2) if square and square not in taken]",
        ),
        against="Teeko",
    ),
    fault(
        MUSEUM,
        "undo_leaves_captures",
        "take_back.py:best_move",
        "an undo restores the position only if nothing was finished by the move",
        (
            "        self.state = self.past.pop()\n",
            "        before = self.past.pop()\n        self.state = self.state if self.tree.terminal(self.state) and len(self.past) % 2 else before\n",
        ),
        source="https://github.com/nozaq/shogi-rs/pull/27",
    ),
    fault(
        MUSEUM,
        "hash_of_wrong_square",
        "remembering.py:remembering",
        "the key of a position is kept by differences, and one is taken from the wrong place",
        (
            "        key = (state, depth, self.me)\n",
            "        key = (hash(state) ^ (hash(state) & 6), depth, self.me)\n",
        ),
        source="https://github.com/sotetsuk/pgx/pull/1078",
    ),
    fault(
        MUSEUM,
        "pass_ends_the_game",
        "game:othello.py:Othello",
        "a player who cannot move ends the game",
        ("        return [PASS] if self.can_move(cells, 1 - mover) else []\n", "        return []\n"),
        (
            "        return not self.can_move(state[0], 0) and not self.can_move(state[0], 1)\n",
            "        return not self.can_move(*state)\n",
        ),
        against="Othello",
        source="https://github.com/Zolomon/reversi-ai/pull/6",
    ),
    fault(
        MUSEUM,
        "bonus_for_depth",
        "fail_soft.py:search",
        "a finished game is worth its utility and the depth that is left, which may be more",
        (
            "            return game.utility(state, me), None\n        if depth",
            "            return game.utility(state, me) + (depth if game.utility(state, me) > 0 else -depth), None\n        if depth",
        ),
    ),
    fault(
        MUSEUM,
        "reversed_defaults",
        "fail_hard.py:alphabeta",
        "the window's defaults are plus infinity for alpha and minus infinity for beta",
        ("depth, alpha=-inf, beta=inf):", "depth, alpha=inf, beta=-inf):"),
    ),
    fault(
        MUSEUM,
        "worst_is_minus_one",
        "killers.py:killer_search",
        "the search for the best value begins at -1, and values far below are none",
        ('    low, chosen = float("-inf"), None\n', "    low, chosen = -1, None\n"),
        ("if chosen is None or v > low:", "if v > low:"),
        source="https://github.com/asweigart/PythonStdioGames/issues/15",
    ),
    fault(
        MUSEUM,
        "top_of_the_column",
        "game:connect_four.py:ConnectFour(columns=4, rows=5, need=3)",
        "the window along a column ends too early, so wins at its top are missed",
        (
            "                    while (\n                        k < self.need\n",
            "                    while (\n                        (dc or r + k * dr < self.rows - 2)\n                        and k < self.need\n",
        ),
        against="ConnectFour(columns=4, rows=5, need=3)",
        source="https://github.com/IASIAI/gym-connect-four/issues/11",
    ),
    fault(
        MUSEUM,
        "windows_by_height",
        "game:connect_four.py:ConnectFour(columns=5, rows=4, need=3)",
        "falling diagonals are sought in as many columns as the board has rows",
        (
            "                    while (\n                        k < self.need\n",
            "                    while (\n                        (dr != -1 or c + k < self.rows)\n                        and k < self.need\n",
        ),
        against="ConnectFour(columns=5, rows=4, need=3)",
        source="https://github.com/phenom4n4n/phen-cogs/pull/109",
    ),
    fault(
        MUSEUM,
        "payoff_of_the_parents_player",
        "uct.py:uct",
        "the payoff of a playout is that of the player above the leaf, and it is handed up unturned",
        ("node.wins += payoff[node.just_moved]", "node.wins += payoff[leaf]"),
        (
            "        while node is not None:\n",
            "        leaf = node.just_moved or 0\n        while node is not None:\n",
        ),
        **DRAW,
        source="https://github.com/jsboige/CoursIA/pull/7876",
    ),
    fault(
        MUSEUM,
        "table_without_bounds",
        "patient.py:patient",
        "a stored bound is used as a value, whatever the window",
        (
            "        if least >= high or least == most:\n            return least\n        if most <= low:\n            return most\n",
            "        if least > -inf or most < inf:\n            return least if least > -inf else most\n",
        ),
        source="https://github.com/ryanbhayward/games-puzzles-algorithms/pull/100",
    ),
    fault(
        MUSEUM,
        "tie_is_not_zero",
        "aima.py:minimax_decision",
        "a draw is scored as a loss in the search",
        (
            "        if game.terminal(s):\n            return game.utility(s, me)\n",
            "        if game.terminal(s):\n            return game.utility(s, me) or -1\n",
        ),
        source="https://github.com/calvinfeng/gonotebook/issues/1",
    ),
    fault(
        MUSEUM,
        "no_action_at_depth_one",
        "lines.py:report",
        "the base case gives no action, and with depth 1 its answer reaches the caller",
        (
            "searching.visit(state, depth, 0, -inf, inf)",
            "searching.visit(state, depth - 1 if depth == 1 else depth, 0, -inf, inf)",
        ),
        source="https://github.com/IIC2613-Inteligencia-Artificial-2023-1/Syllabus/issues/35",
    ),
]
