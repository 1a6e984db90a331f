"""Faults of class 5: symmetries and taking back."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

MIRRORS = "mirrors.py:mirrored"
BACK = "take_back.py:best_move"
MIRROR = "5 symmetries and undo"

FAULTS = [
    fault(
        MIRROR,
        "mirrors_action_not_mapped_back",
        MIRRORS,
        "a hit returns the action of the mirrored position",
        (
            "            for action in game.actions(state):\n                if symmetry.action(action) == stored:\n                    return value, action\n",
            "            return value, stored\n",
        ),
    ),
    fault(
        MIRROR,
        "mirrors_action_if_legal",
        MIRRORS,
        "a hit returns the mirrored position's action if it is legal here",
        ("            if symmetry is None:\n", "            if symmetry is None or stored in game.actions(state):\n"),
    ),
    fault(
        MIRROR,
        "mirrors_stored_unmapped",
        MIRRORS,
        "the table holds the action of the position at hand under its image",
        ("choice if symmetry is None else symmetry.action(choice))", "choice)"),
    ),
    fault(
        MIRROR,
        "mirrors_mapped_forwards",
        MIRRORS,
        "a stored action is mapped by the symmetry, not by its inverse",
        (
            "            for action in game.actions(state):\n                if symmetry.action(action) == stored:\n                    return value, action\n",
            "            return value, symmetry.action(stored)\n",
        ),
    ),
    fault(
        MIRROR,
        "mirrors_last_symmetry",
        MIRRORS,
        "actions are mapped by the last symmetry, whichever led to the image",
        ("        return image, symmetry\n", "        return image, symmetry and self.symmetries[-1]\n"),
    ),
    fault(
        MIRROR,
        "mirrors_next_symmetry",
        MIRRORS,
        "each image is paired with the symmetry before it",
        (
            "        for symmetry in self.symmetries:\n            image = symmetry.state(state)\n            images.append((repr(image), image, symmetry))\n",
            "        for number, symmetry in enumerate(self.symmetries):\n            image = symmetry.state(state)\n"
            "            images.append((repr(image), image, self.symmetries[number - 1]))\n",
        ),
    ),
    fault(
        MIRROR,
        "mirrors_evaluates_the_image",
        MIRRORS,
        "the horizon evaluates the image, though an evaluator need not be symmetric",
        (
            "return game.evaluate(state, self.me), None",
            "return game.evaluate(self.canonical(state)[0], self.me), None",
        ),
    ),
    fault(
        MIRROR,
        "mirrors_prunes_orbits",
        MIRRORS,
        "of actions that a symmetry exchanges only one is tried, in every position",
        (
            "        for action in game.actions(state):\n            v, _ = self.value(game.result(state, action), depth - 1)\n",
            "        done = set()\n        for action in game.actions(state):\n            if action in done:\n                continue\n"
            "            done.update(symmetry.action(action) for symmetry in self.symmetries)\n"
            "            v, _ = self.value(game.result(state, action), depth - 1)\n",
        ),
    ),
    fault(
        MIRROR,
        "mirrors_prunes_orbits_at_root",
        MIRRORS,
        "the first position's orbits are pruned though it is not symmetric",
        (
            "        for action in game.actions(state):\n            v, _ = self.value(game.result(state, action), depth - 1)\n",
            "        first = [symmetry.action for symmetry in self.symmetries] if not self.table else []\n        done = set()\n"
            "        for action in game.actions(state):\n            if action in done:\n                continue\n"
            "            done.update(map_ for turn in first for map_ in [turn(action)])\n"
            "            v, _ = self.value(game.result(state, action), depth - 1)\n",
        ),
    ),
    fault(
        MIRROR,
        "mirrors_without_depth",
        MIRRORS,
        "the table of images has no depth in its key",
        ("key = (image, depth, game.player(state))", "key = (image, game.player(state))"),
    ),
    fault(
        MIRROR,
        "mirrors_anagrams",
        MIRRORS,
        "positions with the same letters in another order count as images",
        (
            "key = (image, depth, game.player(state))",
            'key = ("".join(sorted(repr(image))), depth, game.player(state))',
        ),
    ),
    fault(
        MIRROR,
        "mirrors_swaps_players",
        MIRRORS,
        "a position with the other player to move counts as the same, its value negated",
        ("key = (image, depth, game.player(state))", "key = (image, depth)"),
        (
            "            value, stored = self.table[key]\n",
            "            value, stored = self.table[key]\n            value = -value if symmetry else value\n",
        ),
    ),
    fault(
        MIRROR,
        "back_not_on_cut",
        BACK,
        "a cut-off returns without taking the move back",
        ("            board.undo()\n            return best\n", "            return best\n"),
    ),
    fault(MIRROR, "back_ply_stays", BACK, "taking back does not count the ply down", ("        self.ply -= 1\n", "")),
    fault(
        MIRROR,
        "back_twice_on_cut",
        BACK,
        "a cut-off takes two moves back if there are two",
        (
            "            board.undo()\n            return best\n",
            "            board.undo()\n            if board.past:\n                board.undo()\n            return best\n",
        ),
    ),
    fault(
        MIRROR,
        "back_to_the_start",
        BACK,
        "taking back leads to the first position",
        (
            "        self.state = self.past.pop()\n",
            "        self.past.pop()\n        self.state = self.past[0] if self.past else self.tree.initial()\n",
        ),
    ),
    fault(
        MIRROR,
        "back_side_by_toggle",
        BACK,
        "the side to move is toggled with each move, as if the players alternated",
        ("        self.ply = 0\n", "        self.ply = 0\n        self.turn = tree.player(self.state)\n"),
        ("        self.ply += 1\n", "        self.ply += 1\n        self.turn = 1 - self.turn\n"),
        ("        self.ply -= 1\n", "        self.ply -= 1\n        self.turn = 1 - self.turn\n"),
        ("return self.tree.player(self.state) == self.me", "return self.turn == self.me"),
    ),
    fault(
        MIRROR,
        "back_over_stays",
        BACK,
        "a finished game stays finished when its last move is taken back",
        ("        self.ply = 0\n", "        self.ply = 0\n        self.done = tree.terminal(self.state)\n"),
        (
            "        self.ply += 1\n",
            "        self.ply += 1\n        self.done = self.done or self.tree.terminal(self.state)\n",
        ),
        ("return self.tree.terminal(self.state)", "return self.done"),
        (
            "        return board.tree.utility(board.state, board.me)\n",
            "        return board.tree.utility(board.state, board.me) if board.tree.terminal(board.state) else 0\n",
        ),
    ),
    fault(
        MIRROR,
        "back_root_keeps_better",
        BACK,
        "at the root a move that is better than the best is not taken back",
        (
            "        value = ab(board, depth, best, inf)\n        board.undo()\n        if move is None or value > best:\n            best, move = value, action\n",
            "        value = ab(board, depth, best, inf)\n        if move is None or value > best:\n            best, move = value, action\n        else:\n            board.undo()\n",
        ),
    ),
]
