"""Evaluators for five games of the gallery, as several people would write them; some give ints and some floats.

`EVALUATORS` lists for each game, named as in `games.py`, the functions of this file that estimate it.
"""

from __future__ import annotations

import functools
import math

# --- tic-tac-toe: a tuple of Enum marks -------------------------------------------------------------------------

TTT_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TTT_WEIGHTS = [3, 2, 3, 2, 4, 2, 3, 2, 3]


def ttt_weights(game, state, player):
    """Centre, corners and edges are worth 4, 3 and 2."""
    me = "xo"[player]
    total = 0
    for mark, weight in zip(state, TTT_WEIGHTS, strict=True):
        if mark.value == me:
            total += weight
        elif mark.value != ".":
            total -= weight
    return total


def ttt_open_lines(game, state, player):
    """Lines that only I can still fill, minus those that only the other can."""
    me, you = "xo"[player], "ox"[player]

    def still_open(rival):
        return sum(all(state[i].value != rival for i in line) for line in TTT_LINES)

    return still_open(you) - still_open(me)


def ttt_lambda(game, state, player):
    """A one-liner with floats: the mean of the squares of my marks per line, minus theirs."""
    count = lambda line, mark: sum(state[i].value == mark for i in line)  # noqa: E731
    return sum(count(ln, "xo"[player]) ** 2 - count(ln, "ox"[player]) ** 2 for ln in TTT_LINES) / len(TTT_LINES)


class TttCentre:
    """A callable object with a setting."""

    def __init__(self, bonus: float = 0.5) -> None:
        self.bonus = bonus

    def __call__(self, game, state, player):
        centre = state[4].value
        return {"xo"[player]: self.bonus, "ox"[player]: -self.bonus}.get(centre, 0.0)


ttt_centre = TttCentre()

# --- Connect Four: columns of text ------------------------------------------------------------------------------


def four_middle(game, state, player):
    """Stones count more the nearer they are to the middle column."""
    middle = (game.columns - 1) / 2
    score = 0.0
    for number, column in enumerate(state.split("|")):
        weight = middle + 1 - abs(number - middle)
        score += weight * (column.count("xo"[player]) - column.count("ox"[player]))
    return score


@functools.cache
def four_windows(columns, rows, need):
    """Every window of `need` squares, as a tuple of (column, row)."""
    found = []
    for c in range(columns):
        for r in range(rows):
            for dc, dr in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                cells = tuple((c + i * dc, r + i * dr) for i in range(need))
                if all(0 <= x < columns and 0 <= y < rows for x, y in cells):
                    found.append(cells)
    return found


def four_threats(game, state, player):
    """1, 10 or 100 points for one, two or three stones in a window that the other has no stone in."""
    grid = [column.ljust(game.rows, ".") for column in state.split("|")]
    points = (0, 1, 10, 100, 1000)
    total = 0
    for window in four_windows(game.columns, game.rows, game.need):
        stones = "".join(grid[c][r] for c, r in window)
        mine, theirs = stones.count("xo"[player]), stones.count("ox"[player])
        if theirs == 0:
            total += points[min(mine, 4)]
        elif mine == 0:
            total -= points[min(theirs, 4)]
    return total


def four_height(game, state, player):
    """1 if an even number of squares is free and the player is to move, or if neither is true; else -1."""
    free = game.columns * game.rows - len(state.replace("|", ""))
    return int((free % 2 == 0) == (game.player(state) == player)) * 2 - 1


def four_moves_for_mover(game, state, player):
    """The number of open columns, positive for the player to move."""
    open_columns = len(game.actions(state))
    return open_columns if game.player(state) == player else -open_columns


# --- Othello: a tuple of ints and the player to move ------------------------------------------------------------


def othello_discs(game, state, player):
    cells, _ = state
    mine, theirs = cells.count(player + 1), cells.count(2 - player)
    return mine - theirs


def othello_share(game, state, player):
    """My share of all discs, between -1.0 and 1.0."""
    cells = state[0]
    mine, theirs = cells.count(player + 1), cells.count(2 - player)
    return (mine - theirs) / (mine + theirs)


def othello_corners(game, state, player):
    """Corners 25, squares next to a corner -5, edges 3, others 1."""
    cells, _ = state
    last_row, last_column = game.rows - 1, game.columns - 1
    total = 0
    for i, disc in enumerate(cells):
        if disc == 0:
            continue
        row, column = divmod(i, game.columns)
        from_corner = min(row, last_row - row) + min(column, last_column - column)
        if from_corner == 0:
            worth = 25
        elif from_corner == 1:
            worth = -5
        elif row in (0, last_row) or column in (0, last_column):
            worth = 3
        else:
            worth = 1
        total += worth if disc == player + 1 else -worth
    return total


def othello_mobility(game, state, player):
    """Difference of placements of both players, through the game's own helper; never more than the board."""
    cells, _ = state
    mine = sum(1 for square in range(len(cells)) if game.flips(cells, player, square))
    theirs = sum(1 for square in range(len(cells)) if game.flips(cells, 1 - player, square))
    return max(-32, min(32, mine - theirs))


# --- Breakthrough: a tuple of characters -----------------------------------------------------------------------


def breakthrough_material(game, state, player):
    me, you = ("w", "b") if player == 0 else ("b", "w")
    return state[:-1].count(me) - state[:-1].count(you)


def breakthrough_advance(game, state, player):
    """The sum of the squares of the rows walked."""
    score = 0
    for i, piece in enumerate(state[:-1]):
        row = i // game.width
        match piece:
            case "w":
                score += (game.height - 1 - row) ** 2
            case "b":
                score -= row**2
            case _:
                continue
    return score if player == 0 else -score


def breakthrough_furthest(game, state, player):
    """Only the foremost pawn counts."""
    white = min((i // game.width for i, piece in enumerate(state[:-1]) if piece == "w"), default=game.height)
    black = max((i // game.width for i, piece in enumerate(state[:-1]) if piece == "b"), default=-1)
    lead = (game.height - 1 - white) - black
    return lead if player == 0 else -lead


def breakthrough_columns(game, state, player):
    """A float: how evenly my pawns are spread, minus the other's, in natural logarithms."""

    def entropy(letter):
        counts = [sum(state[c : game.width * game.height : game.width][r] == letter for r in range(game.height))
                  for c in range(game.width)]  # fmt: skip
        total = sum(counts)
        return -sum(n / total * math.log(n / total) for n in counts if n) if total else 0.0

    white, black = entropy("w"), entropy("b")
    return white - black if player == 0 else black - white


# --- Kalah: a flat tuple ----------------------------------------------------------------------------------------


def kalah_stores(game, state, player):
    south, north = game.stores()
    difference = state[south] - state[north]
    return -difference if player else difference


def kalah_hoard(game, state, player):
    """A seed in my store counts 1, a seed in my houses 1/2; minus the same for the other."""
    mine, theirs = (state[game.stores()[side]] + 0.5 * sum(state[h] for h in game.my_houses(side))
                    for side in (player, 1 - player))  # fmt: skip
    return mine - theirs


def kalah_again(game, state, player):
    """Stores, and one point for each house that would let the mover move again."""
    mover = game.player(state)
    store = game.stores()[mover]
    again = [house for house in game.my_houses(mover) if state[house] and house + state[house] == store]
    bonus = len(again) if mover == player else -len(again)
    return kalah_stores(game, state, player) + bonus


def kalah_hundredths(game, state, player):
    """Integers in hundredths: the store difference over all seeds, rounded towards zero on both sides alike."""
    difference = kalah_stores(game, state, player)
    seeds = sum(state[:-1])
    sign = 1 if difference >= 0 else -1
    return sign * (100 * abs(difference) // seeds)


EVALUATORS = {
    "tictactoe.py:TicTacToe": (ttt_weights, ttt_open_lines, ttt_lambda, ttt_centre),
    "connect_four.py:ConnectFour": (four_middle, four_threats, four_height, four_moves_for_mover),
    "othello.py:Othello": (othello_discs, othello_share, othello_corners, othello_mobility),
    "breakthrough.py:Breakthrough": (
        breakthrough_material,
        breakthrough_advance,
        breakthrough_furthest,
        breakthrough_columns,
    ),
    "kalah.py:Kalah": (kalah_stores, kalah_hoard, kalah_again, kalah_hundredths),
}
