# The functions of report 001, typed as a student would type them: what they do is the test, so they stay as printed.
# The last line of pressure lacks its closing bracket in print, where it cannot be compiled; here it has one.
# ruff: noqa
# mypy: ignore-errors
# fmt: off


def edge(game, player):
    if game.is_winner(player): return float("inf")
    if game.is_loser(player): return float("-inf")

    own_moves = len(game.get_legal_moves(player))
    opp_moves = len(game.get_legal_moves(game.get_opponent(player)))

    if opp_moves == 0: return float("inf")

    return own_moves/opp_moves


def mirror(game, player):
    if game.is_winner(player): return float("inf")
    if game.is_loser(player): return float("-inf")

    own_loc = game.get_player_location(player)
    opp_loc = game.get_player_location(game.get_opponent(player))

    return float(abs(own_loc[0]-opp_loc[0])+abs(abs(own_loc[1]-opp_loc[1])))


def pressure(game, player):
    if game.is_winner(player): return float("inf")
    if game.is_loser(player): return float("-inf")
    own_moves = len(game.get_legal_moves(player))
    opp_moves = len(game.get_legal_moves(game.get_opponent(player)))
    own_loc = game.get_player_location(player)
    opp_loc = game.get_player_location(game.get_opponent(player))

    if opp_moves == 0: return float("inf")

    progress = game.move_count/(game.height*game.width)
    weight = progress if progress > 0.3 else 0.3

    return weight*own_moves/opp_moves + (1-weight)*(abs(own_loc[0]-opp_loc[0])+abs(abs(own_loc[1]-opp_loc[1])))
