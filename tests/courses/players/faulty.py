"""Players with one fault each."""

import contextlib
import os
import time


class SearchTimeout(Exception):
    pass


class Loops:
    def get_move(self, game, time_left):
        while True:
            pass


class Raises:
    def get_move(self, game, time_left):
        print("before the error")
        return game.get_legal_moves()[99]


class GivesUp:
    def get_move(self, game, time_left):
        return (-1, -1)


class Elsewhere:
    def get_move(self, game, time_left):
        return (3, 99)


class Nothing:
    def get_move(self, game, time_left):
        pass


class LetsItThrough:
    def get_move(self, game, time_left):
        while True:
            if time_left() < 10:
                raise SearchTimeout()


class Exits:
    def get_move(self, game, time_left):
        os._exit(3)


class Leaves:
    def get_move(self, game, time_left):
        raise SystemExit("bye")


class Asks:
    def get_move(self, game, time_left):
        return tuple(input("your move? "))


class Forges:
    """Writes an answer of its own to every open file."""

    def get_move(self, game, time_left):
        for number in range(3, 20):
            with contextlib.suppress(OSError):
                os.write(number, b'{"action": "0", "seconds": -1}\n')
        time.sleep(60)


class Sleeps:
    def get_move(self, game, time_left):
        time.sleep(0.3)
        return game.get_legal_moves()[0]


class Empty:
    def get_action(self, state):
        pass


class Silent:
    def get_action(self, state):
        while True:
            pass


class Stubborn:
    """Catches everything, in a loop."""

    def get_action(self, state):
        self.queue.put(state.actions()[0])
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass


class NoMethod:
    pass


class Needs:
    def __init__(self, depth):
        self.depth = depth

    def get_move(self, game, time_left):
        return game.get_legal_moves()[self.depth]


def evaluator(game, player):
    return 1.0
