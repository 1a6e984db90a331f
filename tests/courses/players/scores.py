"""A score in another file of the student."""


def score(game, player):
    return float(len(game.get_legal_moves(player)))
