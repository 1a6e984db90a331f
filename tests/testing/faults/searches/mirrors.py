"""Minimax with a table of positions up to symmetry. The stored action is mapped back."""

from math import inf


class Mirrors:
    def __init__(self, game, me):
        self.game = game
        self.me = me
        self.symmetries = list(game.symmetries()) if hasattr(game, "symmetries") else []
        self.table = {}

    def canonical(self, state):
        """The first image of the state by its text, and the symmetry that leads there (None for none)."""
        images = [(repr(state), state, None)]
        for symmetry in self.symmetries:
            image = symmetry.state(state)
            images.append((repr(image), image, symmetry))
        _, image, symmetry = min(images, key=lambda found: found[0])
        return image, symmetry

    def value(self, state, depth):
        """Value for me and a best action."""
        game = self.game
        if game.terminal(state):
            return game.utility(state, self.me), None
        if depth == 0:
            return game.evaluate(state, self.me), None
        image, symmetry = self.canonical(state)
        key = (image, depth, game.player(state))
        if key in self.table:
            value, stored = self.table[key]
            if symmetry is None:
                return value, stored
            for action in game.actions(state):
                if symmetry.action(action) == stored:
                    return value, action
        mine = game.player(state) == self.me
        best, choice = (-inf if mine else inf), None
        for action in game.actions(state):
            v, _ = self.value(game.result(state, action), depth - 1)
            if choice is None or (v > best if mine else v < best):
                best, choice = v, action
        self.table[key] = (best, choice if symmetry is None else symmetry.action(choice))
        return best, choice


class Mirrored:
    """What is asked: it keeps a table for each root player as long as the game is the same object."""

    def __init__(self):
        self.game = None
        self.sides = {}

    def __call__(self, game, state, depth):
        if game is not self.game:
            self.game, self.sides = game, {}
        me = game.player(state)
        if me not in self.sides:
            self.sides[me] = Mirrors(game, me)
        return self.sides[me].value(state, depth)


mirrored = Mirrored()
