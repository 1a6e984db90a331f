"""Faults of class 6: lines of play, counts of positions, and infinite values."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

LINES = "lines.py:report"
KEEPER = "keeper.py:keeper"
LINE = "6 line, nodes, infinities"

FAULTS = [
    fault(
        LINE,
        "lines_not_cleared",
        LINES,
        "the line of a position that has none is what the table held before",
        ("        self.pv[ply] = []\n", ""),
    ),
    fault(
        LINE,
        "lines_of_the_last",
        LINES,
        "each action replaces the line, better or not",
        (
            "                self.pv[ply] = [action, *self.pv[ply + 1]]\n",
            "            self.pv[ply] = [action, *self.pv[ply + 1]]\n",
        ),
    ),
    fault(
        LINE,
        "lines_on_ties",
        LINES,
        "an equal value replaces the line, though it may be only a bound",
        (
            "            if best is None or (value > best if maximizing else value < best):\n                best = value\n",
            "            if best is None or (value >= best if maximizing else value <= best):\n                best = value\n",
        ),
    ),
    fault(
        LINE,
        "lines_backwards",
        LINES,
        "the line ends with the first action",
        ("    pv = tuple(searching.pv[0])\n", "    pv = tuple(searching.pv[0][::-1])\n"),
        ("pv[0] if pv else None", "pv[-1] if pv else None"),
    ),
    fault(
        LINE,
        "lines_one_too_long",
        LINES,
        "the line goes on for a ply beyond the horizon",
        (
            "        if depth == 0:\n            return self.game.evaluate(state, self.me), False",
            "        if depth == 0:\n            self.pv[ply] = [self.game.actions(state)[0]]\n            return self.game.evaluate(state, self.me), False",
        ),
    ),
    fault(
        LINE,
        "lines_first_replies",
        LINES,
        "after the first action the line has the first reply, not the best",
        ("[action, *self.pv[ply + 1]]", "[action, *(self.pv[ply + 1] if ply else self.replies(state, action))]"),
        (
            "    def visit(self,",
            "    def replies(self, state, action):\n        after = self.game.result(state, action)\n"
            "        return [] if not self.pv[1] or self.game.terminal(after) else [self.game.actions(after)[0]]\n\n    def visit(self,",
        ),
    ),
    fault(
        LINE,
        "lines_half_counted",
        LINES,
        "only positions that are not finished count as nodes",
        ("        self.nodes += 1\n", "        self.nodes += not self.game.terminal(state)\n"),
    ),
    fault(
        LINE,
        "lines_without_the_root",
        LINES,
        "the root is not counted",
        ("        self.nodes = 0\n", "        self.nodes = -1\n"),
    ),
    fault(
        LINE,
        "lines_cuts_count_twice",
        LINES,
        "a cut-off counts as a node",
        ("            if alpha >= beta:\n", "            if alpha >= beta:\n                self.nodes += 1\n"),
    ),
    fault(
        LINE,
        "lines_exact_by_the_last",
        LINES,
        "the value is called exact if the last action's was",
        ("exact = exact and sure", "exact = sure"),
    ),
    fault(
        LINE,
        "lines_exact_by_any",
        LINES,
        "the value is called exact if any action's was",
        ("        best, exact = None, True\n", "        best, exact = None, False\n"),
        ("exact = exact and sure", "exact = exact or sure"),
    ),
    fault(
        LINE,
        "lines_exact_on_the_line",
        LINES,
        "the value is called exact if the line ends in a finished game",
        ("            exact = exact and sure\n", ""),
        ("                best = value\n", "                best, exact = value, sure\n"),
    ),
    fault(
        LINE,
        "killers_minus_a_billion",
        "killers.py:killer_search",
        "the best value starts at minus a billion, and nothing below it is an action",
        ('    low, chosen = float("-inf"), None\n', "    low, chosen = -(10**9), None\n"),
        ("if chosen is None or v > low:", "if v > low:"),
    ),
    fault(
        LINE,
        "soft_minus_infinity",
        "fail_soft.py:search",
        "the best value starts at minus infinity, so an action worth that is none",
        (
            "        best_value, best_action = None, None\n",
            '        best_value, best_action = (float("-inf") if maximizing else float("inf")), None\n',
        ),
        (
            "best_value is None or (value > best_value if maximizing else value < best_value)",
            "value > best_value if maximizing else value < best_value",
        ),
    ),
    fault(
        LINE,
        "stack_million",
        "stack_machine.py:run",
        "windows begin at a million",
        ("    stack = [frame(start, -inf, inf)]\n", "    stack = [frame(start, -1_000_000, 1_000_000)]\n"),
    ),
    fault(
        LINE,
        "scout_middle",
        "scout.py:pvs",
        "infinite values are replaced by the middle of the window",
        (
            "        if d == 0:\n            return tree.evaluate(s, p0), None",
            "        if d == 0:\n            v = tree.evaluate(s, p0)\n"
            "            return (v if abs(v) != inf else 0.0), None",
        ),
    ),
    fault(
        LINE,
        "keeper_hit_without_line",
        KEEPER,
        "a position found in the table cuts the line short and keeps a wrong rest",
        ("            return kept\n", "            return kept[0], kept[1][:1] * 2, kept[2]\n"),
    ),
    fault(
        LINE,
        "keeper_line_of_another_depth",
        KEEPER,
        "the line kept for a state is that of the depth searched last",
        ("            return kept\n", "            return kept[0], self.lines.get(state, kept[1]), kept[2]\n"),
        ("        self.table = {}\n", "        self.table = {}\n        self.lines = {}\n"),
        (
            "        found = (best, line, sure)\n",
            "        found = (best, line, sure)\n        self.lines[state] = line\n",
        ),
    ),
    fault(
        LINE,
        "keeper_nodes_of_last_depth",
        KEEPER,
        "only the nodes of the last depth are counted",
        (
            "        return attrs.evolve(found, nodes=self.clock.nodes)\n",
            "        return attrs.evolve(found, nodes=self.clock.nodes - self.before)\n",
        ),
        (
            "                value, line, sure = self.look(state, depth, 0, -inf, inf)\n",
            "                self.before = self.clock.nodes - 1\n                value, line, sure = self.look(state, depth, 0, -inf, inf)\n",
        ),
        ("        self.clock = Clock(request)\n", "        self.clock = Clock(request)\n        self.before = 0\n"),
    ),
    fault(
        LINE,
        "keeper_scores_are_bounds",
        KEEPER,
        "the values of all actions are searched with the best so far as a bound",
        (
            "self.look(self.after(state, action), depth - 1, 1, -inf, inf)[0])",
            "self.look(self.after(state, action), depth - 1, 1, self.low(state, depth), inf)[0])",
        ),
        (
            "    def every_score",
            "    def low(self, state, depth):\n        return self.table.get((state, depth, 0, self.me), (-inf,))[0]\n\n    def every_score",
        ),
    ),
    fault(
        LINE,
        "keeper_exact_without_cut",
        KEEPER,
        "actions that a cut-off left out do not matter, and a later certain one makes the value exact",
        ("            sure = sure and certain\n", ""),
        (
            "                best, line = value, (action, *rest)\n",
            "                best, line, sure = value, (action, *rest), certain\n",
        ),
    ),
]
