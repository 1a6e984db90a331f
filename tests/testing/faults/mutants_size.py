"""Faults of class 3: what shows only on wide, deep or large games."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

SIZE = "3 size"

FAULTS = [
    fault(
        SIZE,
        "soft_eight_actions",
        "fail_soft.py:search",
        "only the first eight actions of a position are tried",
        ("for action in game.actions(state):", "for action in list(game.actions(state))[:8]:"),
    ),
    fault(
        SIZE,
        "soft_thirty_actions",
        "fail_soft.py:search",
        "only the first thirty actions of a position are tried",
        ("for action in game.actions(state):", "for action in list(game.actions(state))[:30]:"),
    ),
    fault(
        SIZE,
        "aima_late_moves",
        "aima.py:minimax_decision",
        "from the fourth move on, max looks two plies less deep at depth 4 and more",
        (
            "        for a in game.actions(s):\n            v = max(v, value(game.result(s, a), d - 1))",
            "        for i, a in enumerate(game.actions(s)):\n            v = max(v, value(game.result(s, a), d - 3 if i >= 3 and d >= 4 else d - 1))",
        ),
    ),
    fault(
        SIZE,
        "aima_late_replies",
        "aima.py:minimax_decision",
        "the other side's sixth and later replies are searched one ply less from depth 3 on",
        (
            "        for a in game.actions(s):\n            v = min(v, value(game.result(s, a), d - 1))",
            "        for i, a in enumerate(game.actions(s)):\n            v = min(v, value(game.result(s, a), d - 2 if i >= 5 and d >= 3 else d - 1))",
        ),
    ),
    fault(
        SIZE,
        "killers_sixty_four",
        "killers.py:killer_search",
        "move lists are cut at 64 after the killers were put first",
        ("(a not in killers, -self.history[a]))", "(a not in killers, -self.history[a]))[:64]"),
    ),
    fault(
        SIZE,
        "killers_reduce_late",
        "killers.py:killer_search",
        "the tenth and later moves lose a ply at depth 6 and more, with no second look",
        (
            "        for action in self.ordered(state, ply):\n            v = self.value(self.tree.result(state, action), depth - 1, ply + 1, alpha, beta)",
            "        for i, action in enumerate(self.ordered(state, ply)):\n            less = 2 if i >= 9 and depth >= 6 else 1\n"
            "            v = self.value(self.tree.result(state, action), depth - less, ply + 1, alpha, beta)",
        ),
    ),
    fault(
        SIZE,
        "stack_hundred_moves",
        "stack_machine.py:run",
        "a frame ends after its hundredth move",
        ("if top[NEXT] == len(top[ACTIONS]) or", "if top[NEXT] == min(len(top[ACTIONS]), 100) or"),
    ),
    fault(
        SIZE,
        "stack_forty_plies",
        "stack_machine.py:run",
        "positions forty plies deep are evaluated, whatever the depth",
        ("elif len(stack) == depth:", "elif len(stack) == min(depth, 40):"),
    ),
    fault(
        SIZE,
        "stack_byte_index",
        "stack_machine.py:run",
        "the choice is kept as an index of one byte",
        (
            "top[BEST], top[CHOICE] = value, top[ACTIONS][top[NEXT] - 1]",
            "top[BEST], top[CHOICE] = value, top[ACTIONS][(top[NEXT] - 1) & 255]",
        ),
    ),
    fault(
        SIZE,
        "arrays_signed_byte",
        "arrays.py:best",
        "the index of the best action is a signed byte, and wraps beyond 127",
        ("actions[int(np.argmax(below))]", "actions[np.argmax(below).astype(np.int8)]"),
        skip="utilities without bounds",
    ),
    fault(
        SIZE,
        "eager_beam",
        "eager.py:eager",
        "only the sixteen children that look best are visited",
        ("for action, child in expand(tree, state, me):", "for action, child in expand(tree, state, me)[:16]:"),
    ),
    fault(
        SIZE,
        "memo_hash_slots",
        "memo.py:memo_minimax",
        "values are kept under the hash modulo 4096 with no check of the state",
        (
            "    @functools.cache\n    def value(s, d):",
            "    slots = {}\n\n    def value(s, d):\n        slot = (hash(s) % 4096, d)\n"
            "        if slot not in slots:\n            slots[slot] = work(s, d)\n        return slots[slot]\n\n    def work(s, d):",
        ),
    ),
    fault(
        SIZE,
        "memo_without_depth",
        "memo.py:memo_minimax",
        "values are kept without their depth",
        (
            "    @functools.cache\n    def value(s, d):",
            "    seen = {}\n\n    def value(s, d):\n        if s not in seen:\n"
            "            seen[s] = work(s, d)\n        return seen[s]\n\n    def work(s, d):",
        ),
    ),
    fault(
        SIZE,
        "mtdf_depth_modulo_eight",
        "mtdf.py:mtdf",
        "the memory keeps three bits of the depth",
        (
            "return self.get((state, depth), (-inf, inf, None))",
            "return self.get((state, depth % 8), (-inf, inf, None))",
        ),
        ("memory[state, depth] = (low, g, best)", "memory[state, depth % 8] = (low, g, best)"),
        ("memory[state, depth] = (g, high, best)", "memory[state, depth % 8] = (g, high, best)"),
        ("memory[state, depth] = (g, g, best)", "memory[state, depth % 8] = (g, g, best)"),
        prunes=False,
    ),
    fault(
        SIZE,
        "mtdf_depth_at_most_twelve",
        "mtdf.py:mtdf",
        "the memory takes all depths from 12 on for one",
        (
            "return self.get((state, depth), (-inf, inf, None))",
            "return self.get((state, min(depth, 12)), (-inf, inf, None))",
        ),
        ("memory[state, depth] = (low, g, best)", "memory[state, min(depth, 12)] = (low, g, best)"),
        ("memory[state, depth] = (g, high, best)", "memory[state, min(depth, 12)] = (g, high, best)"),
        ("memory[state, depth] = (g, g, best)", "memory[state, min(depth, 12)] = (g, g, best)"),
        prunes=False,
    ),
    fault(
        SIZE,
        "take_back_seen_is_draw",
        "take_back.py:best_move",
        "a position reached by another path before counts as a repetition, 0",
        ("        self.path[self.state] -= 1\n", ""),
        (
            "    if board.ply == limit:",
            "    if board.path[board.state] > 1:\n        return 0\n    if board.ply == limit:",
        ),
    ),
    fault(
        SIZE,
        "tree_merged",
        "whole_tree.py:fold",
        "positions are merged, and keep the ply at which they were first met",
        ("    queue = [root]\n", "    queue, known = [root], {}\n"),
        (
            "                child = Node(tree.result(node.state, action), node.ply + 1)\n                node.children[action] = child\n                queue.append(child)",
            "                state = tree.result(node.state, action)\n                if state not in known:\n"
            "                    known[state] = Node(state, node.ply + 1)\n                    queue.append(known[state])\n"
            "                node.children[action] = known[state]",
        ),
    ),
    fault(
        SIZE,
        "solver_gives_up",
        "solve_whole.py:solve",
        "beyond 1,000 solved states the rest counts as drawn",
        (
            "        elif game.terminal(s):\n",
            "        elif len(solved) > 1000:\n            solved[s] = 0\n            agenda.pop()\n        elif game.terminal(s):\n",
        ),
    ),
    fault(
        SIZE,
        "trampoline_last_24",
        "trampoline.py:search",
        "results are kept in a window of the last 24",
        ("        results.append((value, action))", "        results = [*results[-23:], (value, action)]"),
    ),
    fault(
        SIZE,
        "look_ahead_futility",
        "look_ahead_order.py:choose",
        "at depth 1 a position that looks far below alpha is not searched",
        (
            "    value = None\n",
            "    if depth == 1 and game.player(state) == me and game.evaluate(state, me) + 6 < alpha:\n"
            "        return game.evaluate(state, me)\n    value = None\n",
        ),
    ),
    fault(
        SIZE,
        "look_ahead_multi_cut",
        "look_ahead_order.py:choose",
        "with 8 moves and more, three that look better than beta cut at depth 3",
        (
            "    value = None\n",
            "    moves = game.actions(state)\n    if depth >= 3 and len(moves) >= 8 and game.player(state) == me:\n"
            "        looks = [game.evaluate(game.result(state, a), me) for a in moves[:6] if not game.terminal(game.result(state, a))]\n"
            "        if sum(look >= beta for look in looks) >= 3:\n            return beta\n    value = None\n",
        ),
    ),
    fault(
        SIZE,
        "remembering_full_table",
        "remembering.py:remembering",
        "a table of 512 entries drops none but answers from the nearest slot",
        (
            "            self.table[key] = (value, chosen)\n        return self.table[key]",
            "            if len(self.table) < 512:\n                self.table[key] = (value, chosen)\n"
            "            else:\n                return next(iter(self.table.values()))\n        return self.table[key]",
        ),
    ),
    fault(
        SIZE,
        "scout_same_evaluation",
        "scout.py:pvs",
        "of two moves to positions of equal evaluation only the first is tried, with twelve moves and more",
        (
            "        for i, m in enumerate(tree.actions(s)):\n            t = tree.result(s, m)\n",
            "        looks = set()\n        for i, m in enumerate(tree.actions(s)):\n            t = tree.result(s, m)\n"
            "            if len(tree.actions(s)) >= 12 and not tree.terminal(t) and d > 1:\n"
            "                if tree.evaluate(t, p0) in looks:\n                    continue\n"
            "                looks.add(tree.evaluate(t, p0))\n",
        ),
    ),
]
