"""Faults of class 9: rules that are another game's, which only a second program of the same game shows."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

OTHER = "9 another game"

FAULTS = [
    fault(
        OTHER,
        "nim_misere",
        "game:nim.py:Nim",
        "whoever takes the last object loses",
        ("        return -1 if player == state[-1] else 1\n", "        return 1 if player == state[-1] else -1\n"),
        against="Nim",
    ),
    fault(
        OTHER,
        "kalah_no_extra_turn",
        "game:kalah.py:Kalah",
        "the last seed in the store gives no extra turn",
        ("mover if position == mine else 1 - mover", "1 - mover"),
        against="Kalah",
    ),
    fault(
        OTHER,
        "kalah_sows_both_stores",
        "game:kalah.py:Kalah",
        "seeds go into the other player's store, too",
        ("            if position == theirs:\n                continue\n", ""),
        against="Kalah",
    ),
    fault(
        OTHER,
        "gomoku_one_diagonal",
        "game:gomoku.py:Gomoku",
        "one of the two diagonals does not count",
        ("((1, 0), (0, 1), (1, 1), (-1, 1))", "((1, 0), (0, 1), (1, 1))"),
        against="Gomoku(width=4, height=3, length=3)",
    ),
    fault(
        OTHER,
        "othello_seven_directions",
        "game:othello.py:Othello",
        "discs are not flipped towards the upper left",
        ("if (dr, dc) != (0, 0)]", "if (dr, dc) not in ((0, 0), (-1, -1))]"),
        against="Othello",
    ),
    fault(
        OTHER,
        "breakthrough_columns_for_rows",
        "game:breakthrough.py:Breakthrough(width=4, height=6)",
        "squares are divided by the height",
        ("            row, col = divmod(square, w)\n", "            row, col = divmod(square, h)\n"),
        against="Breakthrough(width=4, height=6)",
    ),
    fault(
        OTHER,
        "breakthrough_straight",
        "game:breakthrough.py:Breakthrough(width=4, height=6)",
        "pawns capture straight ahead as well",
        ('there == "." or (side != 0 and there != me)', 'there == "." or there != me'),
        against="Breakthrough(width=4, height=6)",
    ),
    fault(
        OTHER,
        "four_windows_by_rows",
        "game:connect_four.py:ConnectFour(columns=6, rows=4, need=3)",
        "windows are sought in as many columns as there are rows",
        (
            "        for c in range(self.columns):\n            for r in range(self.rows):\n                if grid",
            "        for c in range(self.rows):\n            for r in range(self.rows):\n                if grid",
        ),
        against="ConnectFour(columns=6, rows=4, need=3)",
    ),
    fault(
        OTHER,
        "four_diagonal_missing",
        "game:connect_four.py:ConnectFour(columns=5, rows=4, need=3)",
        "falling diagonals do not count",
        ("((1, 0), (0, 1), (1, 1), (1, -1))", "((1, 0), (0, 1), (1, 1))"),
        against="ConnectFour(columns=5, rows=4, need=3)",
    ),
    fault(
        OTHER,
        "dots_no_extra_turn",
        "game:dots_and_boxes.py:DotsAndBoxes",
        "who closes a box does not draw again",
        (
            "return replace(sheet, drawn=drawn, scores=scores)",
            "return replace(sheet, drawn=drawn, scores=scores, mover=1 - sheet.mover)",
        ),
        against="DotsAndBoxes",
    ),
    fault(
        OTHER,
        "mancala_twos_only",
        "game:mancala.py:Mancala",
        "threes are not captured",
        ("pits[last] in (2, 3)", "pits[last] == 2"),
        against="Mancala",
    ),
    fault(
        OTHER,
        "chomp_right_only",
        "game:chomp.py:Chomp",
        "a bite leaves the rows below",
        ("piece and not (r >= r0 and c >= c0)", "piece and not (r == r0 and c >= c0)"),
        against="Chomp",
    ),
    fault(
        OTHER,
        "clobber_never_west",
        "game:clobber.py:Clobber",
        "nobody moves west",
        (
            '                    if c > 0 and line[c - 1] == you:\n                        moves.append((r, c, "west"))\n',
            "",
        ),
        against="Clobber",
    ),
    fault(
        OTHER,
        "sim_triangle_wins",
        "game:sim.py:Sim",
        "the triangle wins",
        (
            "return self.loses(state[1 - player]) - self.loses(state[player])",
            "return self.loses(state[player]) - self.loses(state[1 - player])",
        ),
        against="Sim",
    ),
    fault(
        OTHER,
        "konane_single_jumps",
        "game:konane.py:Konane(rows=3, columns=5)",
        "a stone jumps once only",
        (
            '                        yield ("jump", r, c, y, x)\n',
            '                        yield ("jump", r, c, y, x)\n                        break\n',
        ),
        against="Konane(rows=3, columns=5)",
    ),
    fault(
        OTHER,
        "hexapawn_stuck_is_a_win",
        "game:hexapawn.py:Hexapawn",
        "a player who cannot move wins, unless the other has arrived",
        (
            "        return -1 if player == position.mover else 1\n",
            "        lost = self._arrived(position)\n        return (-1 if lost else 1) if player == position.mover else (1 if lost else -1)\n",
        ),
        against="Hexapawn",
    ),
]
