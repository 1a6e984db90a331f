"""Best-first proof search: proof and disproof numbers decide which leaf is opened next."""

from math import inf


class Box:
    __slots__ = ("disproof", "kids", "parent", "proof", "state")

    def __init__(self, state, parent):
        self.state = state
        self.parent = parent
        self.kids = None
        self.proof = self.disproof = 1


def wins(game):
    """Does the player to move at the start win by force?"""
    root = Box(game.initial(), None)
    me = game.player(root.state)

    def judge(box):
        if game.terminal(box.state):
            won = game.utility(box.state, me) > 0
            box.proof, box.disproof = (0, inf) if won else (inf, 0)
            return
        above = box.parent
        while above is not None:
            if above.state == box.state:
                box.proof, box.disproof = inf, 0
            above = above.parent

    def update(box):
        if game.player(box.state) == me:
            box.proof = min(kid.proof for kid in box.kids)
            box.disproof = sum(kid.disproof for kid in box.kids)
        else:
            box.proof = sum(kid.proof for kid in box.kids)
            box.disproof = min(kid.disproof for kid in box.kids)

    judge(root)
    while root.proof and root.disproof:
        box = root
        while box.kids is not None:
            if game.player(box.state) == me:
                box = min(box.kids, key=lambda kid: kid.proof)
            else:
                box = min(box.kids, key=lambda kid: kid.disproof)
        box.kids = [Box(game.result(box.state, action), box) for action in game.actions(box.state)]
        for kid in box.kids:
            judge(kid)
        while box is not None:
            update(box)
            box = box.parent
    return root.proof == 0
