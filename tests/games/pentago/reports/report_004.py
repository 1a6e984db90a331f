# The evaluator of document 004, which prints no code, typed as a student would type what it describes.
# ruff: noqa
# mypy: ignore-errors
# fmt: off

diagonals = [
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)],
    [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 0)],
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)],
    [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)],
    [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)],
    [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)],
]


def straights(line, token):
    lengths = []
    length = 0
    for piece in line + ["."]:
        if piece == token:
            length += 1
        else:
            if length > 1:
                lengths.append(length)
            length = 0
    return lengths


def lines(board):
    for row in range(board.BOARD_SIZE):
        yield board.board[row]
    for col in range(board.BOARD_SIZE):
        yield [board.board[row][col] for row in range(board.BOARD_SIZE)]
    for diagonal in diagonals:
        yield [board.board[row][col] for (row, col) in diagonal]


class Player:
    def score(self, board, token):
        found = []
        for line in lines(board):
            found += straights(line, token)
        return sum(found), found.count(4), max(found + [0]) >= 5

    def student_h(self, board):
        other = "w" if self.token == "b" else "b"
        mine, my_fours, i_won = self.score(board, self.token)
        theirs, their_fours, they_won = self.score(board, other)
        if i_won and they_won:
            return 0
        if i_won:
            return self.INFINITY - 1
        if they_won:
            return 1 - self.INFINITY
        return mine - theirs + 100 * (my_fours - their_fours)


def horizontal_h(player, board):
    # As the program of May 2019 wants it: the token, and lists without a class around them.
    score = 0
    for row in range(6):
        for length in straights(board[row], player):
            score += length
    return score


def pairs_h(self, board):
    # A method without its class: pairs of neighbours in rows, once every own four has been looked for.
    if self.win(board):
        return self.INFINITY
    return sum(row[i] == row[i + 1] == self.token for row in board.board for i in range(5))
