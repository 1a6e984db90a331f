# The functions of report 000, typed as a student would type them: what they do is the test, so they stay as printed.
# ruff: noqa
# mypy: ignore-errors
# fmt: off


def custom_score(game, player):
    if game.is_loser(player):
        return float("-inf")

    if game.is_winner(player):
        return float("inf")

    my_moves = len(game.get_legal_moves(player))
    opp_moves = len(game.get_legal_moves(game.get_opponent(player)))
    if not 0.4 * my_moves == 0.6 * opp_moves:
        return float(0.4 * my_moves - 0.6 * opp_moves)

    center_y, center_x = int(game.height / 2), int(game.width / 2)
    my_y, my_x = game.get_player_location(player)
    opp_y, opp_x = game.get_player_location(game.get_opponent(player))
    my_dist = abs(my_y - center_y) + abs(my_x - center_x)
    opp_dist = abs(opp_y - center_y) + abs(opp_x - center_x)
    return float(opp_dist - my_dist)/10 * (1/2)


def custom_score_2(game, player):
    if game.is_loser(player):
        return float("-inf")

    if game.is_winner(player):
        return float("inf")

    my_moves = len(game.get_legal_moves(player))
    opp_moves = len(game.get_legal_moves(game.get_opponent(player)))
    if not 0.4*my_moves == 0.6*opp_moves:
        return float(0.4*my_moves - 0.6*opp_moves)
    my_space = _num_of_nearby_spaces(game, player)
    opp_space = _num_of_nearby_spaces(game, game.get_opponent(player))
    return float(my_space - opp_space)/30 * (1/2)


def _num_of_nearby_spaces(game, player):
    spaces = game.get_blank_spaces()
    player_y, player_x = game.get_player_location(player)
    score = 0
    for space in spaces:
        dist_y = abs(player_y - space[0])
        dist_x = abs(player_x - space[1])
        if dist_y < 3 and dist_x < 3:
            score += 1
    return score


def custom_score_3(game, player):
    if game.is_loser(player):
        return float("-inf")

    if game.is_winner(player):
        return float("inf")

    my_moves = len(game.get_legal_moves(player))
    opp_moves = len(game.get_legal_moves(game.get_opponent(player)))
    if not 0.4*my_moves == 0.6*opp_moves:
        return float(0.4*my_moves - 0.6*opp_moves)
    c_y, c_x = int(game.height / 2), int(game.width / 2)
    my_y, my_x = game.get_player_location(player)
    opp_y, opp_x = game.get_player_location(game.get_opponent(player))
    my_dist = abs(my_y - c_y) + abs(my_x - c_x)
    opp_dist = abs(opp_y - c_y) + abs(opp_x - c_x)

    my_space = _num_of_nearby_spaces(game, player)
    opp_space = _num_of_nearby_spaces(game, game.get_opponent(player))
    return 1/2 * (float(my_space - opp_space)/30 + float(opp_dist - my_dist)/10)


def custom_score_4(game, player):
    if game.is_loser(player):
        return float("-inf")

    if game.is_winner(player):
        return float("inf")

    blank_spaces = game.get_blank_spaces()
    if len(blank_spaces) < 15:
        my_loc = game.get_player_location(player)
        opp_loc = game.get_player_location(game.get_opponent(player))
        return 1/2*(float(_longest_path(game, blank_spaces, my_loc)) - float(
            _longest_path(game, blank_spaces, opp_loc)))
    return custom_score(game, player)


# Heuristic 5 and 6 are transformed from 2 and 3 in the same way.
def custom_score_5(game, player):
    return custom_score_4(game, player) if len(game.get_blank_spaces()) < 15 else custom_score_2(game, player)


def custom_score_6(game, player):
    return custom_score_4(game, player) if len(game.get_blank_spaces()) < 15 else custom_score_3(game, player)


def _longest_path(game, blank_spaces, loc):
    directions = [(-2, -1), (-2, 1), (-1, -2), (-1, 2),
        (1, -2), (1, 2), (2, -1), (2, 1)]
    r, c = loc
    if blank_spaces == None or blank_spaces == []:
        return 0
    valid_moves = [(r + dr, c + dc) for dr, dc in directions
        if (r + dr, c + dc) in blank_spaces]
    if len(valid_moves) == 0 or valid_moves == [None] or valid_moves == None or valid_moves[0] == None:
        return 0

    blank_spaces_left_group = []
    for i in range(len(valid_moves)):
        blank_spaces_copy = blank_spaces
        new_blanks = blank_spaces_copy.remove(valid_moves[i])
        blank_spaces_left_group.append(new_blanks)

    if len(valid_moves) == 1:
        return _longest_path(game, blank_spaces_left_group, valid_moves[0]) + 1
    return max([_longest_path(game, blank_spaces_left, new_loc)
        for blank_spaces_left, new_loc in zip(blank_spaces_left_group, valid_moves)])+1
