"""A player that opens a file of its folder, when it is loaded and when it moves."""

from pathlib import Path

from scores import score as usual

TEXT = Path("scores.py").read_text()


class Beside:
    def __init__(self, score=usual):
        self.score = score

    def get_move(self, game, time_left):
        assert Path("scores.py").read_text() == TEXT
        return max(game.get_legal_moves(), key=lambda move: self.score(game.forecast_move(move), self))
