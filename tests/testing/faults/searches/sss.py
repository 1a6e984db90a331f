"""A best-first search in the manner of SSS*: an ordered list of bounds decides which leaf is looked at next."""

from math import inf


class Item:
    def __init__(self, state, depth, parent):
        self.state, self.depth, self.parent = state, depth, parent
        self.kids = None
        self.low, self.high = -inf, inf


def best_first(tree, depth):
    start = tree.initial()
    me = tree.player(start)

    def leaf(item):
        if tree.terminal(item.state):
            item.low = item.high = tree.utility(item.state, me)
        elif item.depth == 0:
            item.low = item.high = tree.evaluate(item.state, me)

    root = Item(start, depth, None)
    leaf(root)
    while root.low < root.high:
        item = root
        while item.kids:
            openings = [kid for kid in item.kids if kid.low < kid.high]
            if tree.player(item.state) == me:
                item = max(openings, key=lambda kid: kid.high)
            else:
                item = min(openings, key=lambda kid: kid.low)
        item.kids = []
        for action in tree.actions(item.state):
            kid = Item(tree.result(item.state, action), item.depth - 1, item)
            kid.action = action
            leaf(kid)
            item.kids.append(kid)
        while item is not None:
            pick = max if tree.player(item.state) == me else min
            item.low = pick(kid.low for kid in item.kids)
            item.high = pick(kid.high for kid in item.kids)
            item = item.parent
    if not root.kids:
        return root.low, None
    return root.low, next(kid.action for kid in root.kids if kid.low == root.low)
