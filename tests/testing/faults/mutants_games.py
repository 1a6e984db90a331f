"""Faults of class 8: rules that contradict themselves late, rarely or beside another board."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

GAME = "8 games"

FAULTS = [
    fault(
        GAME,
        "four_never_full",
        "game:connect_four.py:ConnectFour",
        "a full board without a winner is not the end",
        (
            'return self._won(state) or all(len(column) == self.rows for column in state.split("|"))',
            "return self._won(state)",
        ),
    ),
    fault(
        GAME,
        "four_plays_on_late",
        "game:connect_four.py:ConnectFour",
        "after 36 stones a win does not end the list of actions",
        (
            "        if self._won(state):\n            return []\n",
            "        if len(state) < 36 + self.columns and self._won(state):\n            return []\n",
        ),
    ),
    fault(
        GAME,
        "four_win_by_last_stone",
        "game:connect_four.py:ConnectFour",
        "the utility of a full board is 0 for one side and the winner's for the other",
        (
            "        return -1 if player == self.player(state) else 1\n",
            "        full = len(state) == self.columns * self.rows + self.columns - 1\n"
            "        return (0 if full else -1) if player == self.player(state) else 1\n",
        ),
    ),
    fault(
        GAME,
        "four_remembers_wins",
        "game:connect_four.py:ConnectFour",
        "whether somebody has won is remembered by the number of stones",
        (
            "    def _won(self, state):\n",
            "    def _won(self, state):\n        if len(state) not in SEEN:\n            SEEN[len(state)] = self._won_now(state)\n"
            "        return SEEN[len(state)]\n\n    def _won_now(self, state):\n",
        ),
        ("@attrs.frozen\n", "SEEN = {}\n\n\n@attrs.frozen\n"),
    ),
    fault(
        GAME,
        "bits_open_top",
        "game:four_bits.py:FourBits",
        "the last column has no top, so a seventh stone may be dropped there",
        ("TOP = BOTTOM << HEIGHT\n", "TOP = (BOTTOM & ~(1 << (WIDTH - 1) * H1)) << HEIGHT\n"),
        (
            "return four(state[0]) or four(state[1]) or not self.landing(state)",
            "return four(state[0]) or four(state[1]) or (state[0] | state[1]).bit_count() == WIDTH * HEIGHT",
        ),
    ),
    fault(
        GAME,
        "cram_one_board_for_all",
        "game:cram.py:Cram",
        "the dominoes of the first board are those of every board",
        (
            "        return all_dominoes(self.width, self.height)\n",
            "        if not FOUND:\n            FOUND.extend(all_dominoes(self.width, self.height))\n        return FOUND\n",
        ),
        ("@attrs.frozen\n", "FOUND = []\n\n\n@attrs.frozen\n"),
    ),
    fault(
        GAME,
        "gomoku_lines_by_cell",
        "game:gomoku.py:Gomoku",
        "lines are remembered by their cell for boards of all sizes",
        (
            "    def lines(self, cell):\n",
            "    def lines(self, cell):\n        if cell not in LINES:\n            LINES[cell] = list(self.through(cell))\n        return LINES[cell]\n\n    def through(self, cell):\n",
        ),
        ("@attrs.frozen\n", "LINES = {}\n\n\n@attrs.frozen\n"),
    ),
    fault(
        GAME,
        "othello_lead_of_ten",
        "game:othello.py:Othello",
        "a lead of more than ten is paid to both players",
        (
            "        return difference if player == 0 else -difference\n",
            "        return difference if player == 0 or abs(difference) > 10 else -difference\n",
        ),
    ),
    fault(
        GAME,
        "othello_pass_without_reply",
        "game:othello.py:Othello",
        "a player who must pass may, even when the game is over for the other, too",
        (
            "        return [PASS] if self.can_move(cells, 1 - mover) else []\n",
            "        return [PASS] if 0 in cells else []\n",
        ),
    ),
    fault(
        GAME,
        "othello_player_two",
        "game:othello.py:Othello",
        "after a pass the player to move is numbered 2",
        (
            "    def player(self, state):\n        return state[1]\n",
            "    def player(self, state):\n        return state[1] if self.can_move(*state) or self.terminal(state) else 2\n",
        ),
    ),
    fault(
        GAME,
        "breakthrough_straight_capture",
        "game:breakthrough.py:Breakthrough",
        "a capture straight ahead is not listed but accepted",
        (
            "        if action not in self.actions(state):\n",
            "        if action not in self.actions(state) and not self.pushes(state, action):\n",
        ),
        (
            "    def terminal(self, state):\n",
            '    def pushes(self, state, action):\n        ahead = -self.width if state[-1] == "w" else self.width\n'
            "        return action in [(i, i + ahead) for i, c in enumerate(state[:-1]) if c == state[-1] and 0 <= i + ahead < len(state) - 1]\n\n    def terminal(self, state):\n",
        ),
    ),
    fault(
        GAME,
        "wythoff_too_far",
        "game:wythoff.py:Wythoff",
        "a step of nothing is accepted",
        (
            "        if action not in self.actions(q):\n",
            "        if action not in self.actions(q) and (not isinstance(action, tuple) or action[1:] != (0,)):\n",
        ),
    ),
    fault(
        GAME,
        "nim_equal_heaps",
        "game:nim.py:Nim",
        "actions name the size of a heap, so equal heaps give the same action twice",
        (
            "        return [(i, n) for i, heap in enumerate(state[:-1]) for n in range(1, heap + 1)]\n",
            "        return [(state.index(heap), n) for heap in state[:-1] for n in range(1, heap + 1)]\n",
        ),
    ),
    fault(
        GAME,
        "teeko_draw_is_lost",
        "game:teeko.py:Teeko",
        "a draw is worth -1 to both",
        ("return -1 if self._done(board.stones[1 - player]) else 0\n", "return -1\n"),
    ),
    fault(
        GAME,
        "santorini_stuck",
        "game:santorini.py:Santorini",
        "a player who is stuck pays nothing, and the other earns one",
        (
            "        return 1 if winner == player else -1\n",
            "        if self.winner(city) is None:\n            return int(winner == player)\n        return 1 if winner == player else -1\n",
        ),
    ),
    fault(
        GAME,
        "domineering_equal_turns",
        "game:domineering.py:Domineering",
        "two states that differ only in the player to move are equal",
        ("    harry: bool = False\n", "    harry: bool = attrs.field(default=False, eq=False)\n"),
        unseen="the free squares tell how many dominoes lie there, and so who moves: no two states of a game differ",
    ),
    fault(
        GAME,
        "amazons_equal_phases",
        "game:amazons.py:Amazons",
        "walking and shooting states are equal",
        ("    must_shoot: bool\n", "    must_shoot: bool = attrs.field(eq=False)\n"),
    ),
    fault(
        GAME,
        "dots_equal_scores",
        "game:dots_and_boxes.py:DotsAndBoxes",
        "sheets with different scores are equal",
        ("from dataclasses import dataclass, replace", "from dataclasses import dataclass, field, replace"),
        (
            "    scores: tuple[int, int] = (0, 0)\n",
            "    scores: tuple[int, int] = field(default=(0, 0), compare=False)\n",
        ),
    ),
    fault(
        GAME,
        "sim_late_lines",
        "game:sim.py:Sim",
        "with one line left a finished game still has an action",
        (
            "        if self.terminal(state):\n            return []\n",
            "        if self.terminal(state) and (state[0] | state[1]).bit_count() < len(self.lines) - 1:\n            return []\n",
        ),
    ),
    fault(
        GAME,
        "kayles_rare_end",
        "game:kayles.py:Kayles",
        "one position counts as the end though pins stand",
        ('        return state.count("I") == 0\n', '        return state.count("I") == 0 or state == "II...II B"\n'),
    ),
    fault(
        GAME,
        "tictactoe_rare_utility",
        "game:tictactoe.py:TicTacToe",
        "on one of the 958 finished boards both players win",
        (
            "        mine = (Mark.X, Mark.O)[player]\n",
            '        if "".join(m.value for m in board) == "xo.oxox.x":\n            return 1\n        mine = (Mark.X, Mark.O)[player]\n',
        ),
    ),
    fault(
        GAME,
        "tictactoe_rare_crash",
        "game:tictactoe.py:TicTacToe",
        "one finished board has no winner, and asking for it is an error",
        (
            "        won = self.winner(board)\n",
            '        won = self.winner(board)\n        if "".join(m.value for m in board) == "xoxxoooxx":\n            return 1 // 0\n',
        ),
    ),
    fault(
        GAME,
        "reversi_divides",
        "game:reversi_bits.py:ReversiBits",
        "a drawn game divides by zero",
        ("        sign = (lead > 0) - (lead < 0)\n", "        sign = lead // abs(lead)\n"),
    ),
    fault(
        GAME,
        "reversi_lead_as_outcome",
        "game:reversi_bits.py:ReversiBits",
        "an outcome game pays the lead of a player without discs",
        (
            "        sign = (lead > 0) - (lead < 0)\n",
            "        sign = (lead > 0) - (lead < 0)\n        if discs.own == 0 or discs.other == 0:\n            sign = lead\n",
        ),
    ),
    fault(
        GAME,
        "tron_crash_at_corner",
        "game:tron.py:Tron",
        "entering the far corner late is an error",
        (
            "        heads = list(arena.heads)\n",
            "        heads = list(arena.heads)\n        if heads[arena.mover] + step == self.stride * self.rows + 1 and arena.walls.bit_count() > 50:\n            raise KeyError(step)\n",
        ),
    ),
    fault(
        GAME,
        "hounds_set_order",
        "game:hounds.py:Hounds",
        "actions come in another order when a state was made in another way",
        ("    hounds: frozenset[int]\n", "    hounds: tuple = attrs.field(eq=lambda points: frozenset(points))\n"),
        ("for hound in sorted(hunt.hounds):", "for hound in hunt.hounds:"),
        ("hounds=hunt.hounds - {source} | {target}", "hounds=(target, *(h for h in hunt.hounds if h != source))"),
        ("Hunt(frozenset({0, 1, 3}), 10)", "Hunt((0, 1, 3), 10)"),
    ),
    fault(
        GAME,
        "mancala_negative_ply",
        "game:mancala.py:Mancala",
        "the last ply pays north for south's score",
        (
            "        return (south - north) * (1 if player == 0 else -1)\n",
            "        return (south - north) * (1 if player == 0 or village.ply == self.plies else -1)\n",
        ),
    ),
    fault(
        GAME,
        "chase_result_changes_game",
        "game:cop_and_robber.py:CopAndRobber",
        "a catch makes the game's next start shorter",
        (
            "    def initial(self):\n        return Chase((0, 0), (self.width - 1, self.height - 1), self.moves)",
            "    def initial(self):\n        return Chase((0, 0), (self.width - 1, self.height - 1), self.moves - len(CAUGHT) % 2)",
        ),
        (
            "        if chase.robbers_turn:\n            return Chase(chase.cop",
            "        if chase.cop == chase.robber or self.step(chase.cop, word) == chase.robber:\n            CAUGHT.append(word)\n        if chase.robbers_turn:\n            return Chase(chase.cop",
        ),
        ("WORDS = [", "CAUGHT = []\nWORDS = ["),
    ),
]
