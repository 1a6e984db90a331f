"""Players for easyAI's games."""

from easyAI import AI_Player, Negamax

from_library = AI_Player(Negamax(2))
algorithm = Negamax(1, scoring=lambda game: -len(game.possible_moves()))


class Avoider:
    """Looks one ply ahead."""

    name = "avoider"

    def ask_move(self, game):
        assert game.player is self
        moves = game.possible_moves()
        for move in moves:
            after = game.copy()
            after.make_move(move)
            assert not after.is_over() or not after.lose()
            after.switch_player()
            if after.lose():
                return move
        return moves[-1]
