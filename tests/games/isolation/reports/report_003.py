# The scores of report 003, which prints no code, typed as a student would type what it says.
# ruff: noqa
# mypy: ignore-errors
# fmt: off

position_value = {}
rows = [
    [1, 2, 3, 4, 3, 2, 1],
    [2, 4, 6, 8, 6, 4, 2],
    [3, 6, 9, 12, 9, 6, 3],
    [4, 8, 12, 16, 12, 8, 4],
    [3, 6, 9, 12, 9, 6, 3],
    [2, 4, 6, 8, 6, 4, 2],
    [1, 2, 3, 4, 3, 2, 1],
]
for x in range(7):
    for y in range(7):
        position_value[(x, y)] = rows[x][y]


def partition(x, y):
    if x <= 3:
        return 1 if y <= 3 else 2
    return 3 if y <= 3 else 4


elements = {1: 16, 2: 12, 3: 12, 4: 9}


def multiplication_factors(game):
    empty_places_score = {1: 0, 2: 0, 3: 0, 4: 0}
    for (x, y) in game.get_blank_spaces():
        empty_places_score[partition(x, y)] += position_value[(x, y)]
    return {p: empty_places_score[p] / elements[p] for p in elements}


def custom_score(game, player):
    score = 0
    for move in game.get_legal_moves(player):
        score += position_value[move]
    return score


def custom_score_2(game, player):
    return custom_score(game, player) - custom_score(game, game.get_opponent(player))


def custom_score_3(game, player):
    factor = multiplication_factors(game)
    own_score = 0
    opp_score = 0
    for (x, y) in game.get_legal_moves(player):
        own_score += position_value[(x, y)] * factor[partition(x, y)]
    for (x, y) in game.get_legal_moves(game.get_opponent(player)):
        opp_score += position_value[(x, y)] * factor[partition(x, y)]
    return own_score - opp_score
