"""Players as students of the 7x7 course write them."""

import copy
import random

from isolation import Board
from sample_players import improved_score, open_move_score


class SearchTimeout(Exception):
    pass


def custom_score(game, player):
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    own = len(game.get_legal_moves(player))
    theirs = len(game.get_legal_moves(game.get_opponent(player)))
    y, x = game.get_player_location(player)
    return float(own - 2 * theirs) - 0.1 * (abs(game.height // 2 - y) + abs(game.width // 2 - x))


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def check(self):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()


class MinimaxPlayer(IsolationPlayer):
    """Plain minimax to a fixed depth, which falls back on the best move so far."""

    def get_move(self, game, time_left):
        self.time_left = time_left
        best_move = (-1, -1)
        try:
            return self.minimax(game, self.search_depth)
        except SearchTimeout:
            pass
        moves = game.get_legal_moves()
        return moves[0] if moves else best_move

    def minimax(self, game, depth):
        self.check()
        moves = game.get_legal_moves()
        return max(moves, key=lambda move: self.value(game.forecast_move(move), depth - 1))

    def value(self, game, depth):
        self.check()
        moves = game.get_legal_moves()
        if not moves:
            return game.utility(self)
        if depth <= 0:
            return self.score(game, self)
        choose = max if game.active_player == self else min
        return choose(self.value(game.forecast_move(move), depth - 1) for move in moves)


class AlphaBetaPlayer(IsolationPlayer):
    """Iterative deepening with alpha-beta, until the clock raises SearchTimeout."""

    def get_move(self, game, time_left):
        self.time_left = time_left
        best_move = random.choice(game.get_legal_moves())
        try:
            for depth in range(1, len(game.get_blank_spaces()) + 1):
                best_move = self.alphabeta(game, depth)
        except SearchTimeout:
            pass
        return best_move

    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        best = game.get_legal_moves()[0]
        for move in game.get_legal_moves():
            value = self.value(game.forecast_move(move), depth - 1, alpha, beta, False)
            if value > alpha:
                alpha, best = value, move
        return best

    def value(self, game, depth, alpha, beta, own):
        self.check()
        assert (game.active_player is self) == own
        moves = game.get_legal_moves()
        if depth <= 0 or not moves:
            return self.score(game, self) if moves else game.utility(self)
        for move in moves:
            found = self.value(game.forecast_move(move), depth - 1, alpha, beta, not own)
            alpha, beta = (max(alpha, found), beta) if own else (alpha, min(beta, found))
            if alpha >= beta:
                break
        return alpha if own else beta


class CustomPlayer:
    """A player of the course's first months, who also gets the legal moves."""

    def __init__(self, search_depth=3, score_fn=custom_score, iterative=True, method="minimax", timeout=10.0):
        self.score, self.iterative, self.method = score_fn, iterative, method

    def get_move(self, game, legal_moves, time_left):
        assert self.method in ("minimax", "alphabeta")
        assert list(legal_moves) == game.get_legal_moves(self) == game.get_legal_moves()
        if game.move_count < 2:
            return (game.height // 2, game.width // 2) if game.move_is_legal((3, 3)) else legal_moves[0]
        return max(legal_moves, key=lambda move: self.score(game.forecast_move(move), self))


class Copying(IsolationPlayer):
    """Uses copies, the text of the board, its hash, its list of cells and a board of its own."""

    def __init__(self):
        super().__init__(score_fn=improved_score)
        self.seen = {}

    def get_move(self, game, time_left):
        assert game.get_player_location(self) is Board.NOT_MOVED or game.copy().get_player_location(self) is not None
        assert game.to_string() == game.print_board()
        assert sum(cell == Board.BLANK for cell in game._board_state[:49]) == len(game.get_blank_spaces())
        assert Board(self, "other").get_opponent(self) == "other"
        assert game.inactive_player is game.get_opponent(self)
        values = []
        for move in game.get_legal_moves():
            after = game.copy()
            after.apply_move(move)
            self.seen[after.hash()] = move
            values.append((open_move_score(copy.copy(after), self), move))
        return max(values)[1]


ready = AlphaBetaPlayer(score_fn=improved_score)
"""A player that the file makes itself."""


def walk(game, time_left):
    """A function instead of a class."""
    return min(game.get_legal_moves())
