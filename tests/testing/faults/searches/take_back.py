"""A mutable board inside: moves are made and taken back on one object, as chess programs do."""

from math import inf


class Board:
    """A game in progress with its history; `score` is the evaluation for me, kept as moves are made."""

    def __init__(self, tree, me):
        self.tree = tree
        self.me = me
        self.state = tree.initial()
        self.past = []
        self.ply = 0
        self.path = {self.state: 1}

    def do(self, action):
        self.past.append(self.state)
        self.state = self.tree.result(self.state, action)
        self.ply += 1
        self.path[self.state] = self.path.get(self.state, 0) + 1

    def undo(self):
        self.path[self.state] -= 1
        self.state = self.past.pop()
        self.ply -= 1

    def mine(self):
        return self.tree.player(self.state) == self.me

    def over(self):
        return self.tree.terminal(self.state)


def ab(board, limit, alpha, beta):
    if board.over():
        return board.tree.utility(board.state, board.me)
    if board.ply == limit:
        return board.tree.evaluate(board.state, board.me)
    mine = board.mine()
    best = -inf if mine else inf
    for action in board.tree.actions(board.state):
        board.do(action)
        value = ab(board, limit, alpha, beta)
        if mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            board.undo()
            return best
        board.undo()
    return best


def best_move(tree, depth):
    board = Board(tree, tree.player(tree.initial()))
    if board.over() or depth == 0:
        return ab(board, 0, -inf, inf), None
    best, move = -inf, None
    for action in tree.actions(board.state):
        board.do(action)
        value = ab(board, depth, best, inf)
        board.undo()
        if move is None or value > best:
            best, move = value, action
    return best, move
