"""Faults of classes 5 to 7: symmetries and taking back, lines of play and counts, and samplers."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from faults import fault

MIRRORS, BACK, LINES, KEEPER = "mirrors.py:mirrored", "take_back.py:best_move", "lines.py:report", "keeper.py:keeper"
UCT, BANDITS = "uct.py:uct", "bandit_tree.py:bandits"
MIRROR = "5 symmetries and undo"
LINE = "6 line, nodes, infinities"
SAMPLER = "7 samplers"
DRAW = {"kind": "sampling"}

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
    # --- 6 ---
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
    # --- 7 ---
    fault(
        SAMPLER,
        "uct_few_iterations",
        UCT,
        "the root is expanded after its first visit only, so one iteration has no child",
        ("        if node.untried:\n", "        if node.untried and node.visits:\n"),
        ("    if not root.children:\n        return 0.0, game.actions(state)[0]\n", ""),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_short_games",
        UCT,
        "a playout of more than 30 plies counts as drawn",
        (
            "        while not game.terminal(s):\n",
            "        for _ in range(30):\n            if game.terminal(s):\n                break\n",
        ),
        (
            "        payoff = (game.utility(s, 0), game.utility(s, 1))\n",
            "        payoff = (game.utility(s, 0), game.utility(s, 1)) if game.terminal(s) else (0, 0)\n",
        ),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_thirty_two",
        UCT,
        "a node has at most 32 children",
        ("else list(game.actions(state))", "else list(game.actions(state))[:32]"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_draw_is_loss",
        UCT,
        "a drawn playout counts as lost for both",
        (
            "        payoff = (game.utility(s, 0), game.utility(s, 1))\n",
            "        payoff = tuple(p or -1 for p in (game.utility(s, 0), game.utility(s, 1)))\n",
        ),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_alternation",
        UCT,
        "who moved is told by the ply, as if the players alternated",
        (
            "self.just_moved = None if parent is None else game.player(parent.state)",
            "self.just_moved = None if parent is None else (game.player(parent.state) if parent.parent is None else 1 - parent.just_moved)",
        ),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_first_child_only",
        UCT,
        "a node with a child is never expanded further",
        ("while not node.untried and node.children:", "while node.children:"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_root_view",
        UCT,
        "every node counts the root player's payoff, so the other side helps",
        ("node.wins += payoff[node.just_moved]", "node.wins += payoff[game.player(state)]"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_finished_root",
        UCT,
        "a finished game is searched too, and crashes",
        ("    if game.terminal(state):\n        return game.utility(state, game.player(state)), None\n", ""),
        ("        return 0.0, game.actions(state)[0]\n", "        return 0.0, list(game.actions(state))[0]\n"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_takes_the_games_list",
        UCT,
        "the game's own list of actions is emptied where it is a list",
        ("else list(game.actions(state))", "else game.actions(state)"),
        (
            "move = self.untried.pop(rng.randrange(len(self.untried)))",
            "move = rng.choice(self.untried)\n        self.untried = self.untried if isinstance(self.untried, list) else list(self.untried)\n        self.untried.remove(move)",
        ),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_no_exploration",
        UCT,
        "the bonus for rarely tried children is missing",
        (" + c * sqrt(2 * log(self.visits) / n.visits)", ""),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_shared_chance",
        UCT,
        "playouts use the global generator, so equal seeds give different answers",
        (
            "s = game.result(s, rng.choice(list(game.actions(s))))",
            "s = game.result(s, random.choice(list(game.actions(s))))",
        ),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_most_wins",
        UCT,
        "the action with the largest sum of payoffs is chosen, which is the least tried one when all lose",
        ("best = max(root.children, key=lambda n: n.visits)", "best = max(root.children, key=lambda n: n.wins)"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_root_not_visited",
        UCT,
        "the root's visits are not counted, and its logarithm has no value",
        ("        while node is not None:\n", "        while node is not root:\n"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_value_is_a_sum",
        UCT,
        "the value is the sum of the payoffs, not their mean",
        ("return best.wins / best.visits, best.move", "return best.wins, best.move"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "uct_values_for_player_0",
        UCT,
        "the value is for player 0",
        (
            "return best.wins / best.visits, best.move",
            "return best.wins / best.visits * (1 - 2 * game.player(state)), best.move",
        ),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "bandits_divide_by_none",
        BANDITS,
        "the action is chosen by its mean, which an untried one has not",
        (
            "best = max(actions, key=lambda a: self.count[state, a])",
            "best = max(actions, key=lambda a: self.total[state, a] / self.count[state, a])",
        ),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "bandits_byte_counts",
        BANDITS,
        "visits are counted in a byte",
        ("            self.count[key] += 1\n", "            self.count[key] = (self.count[key] + 1) % 256\n"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "bandits_order_of_a_set",
        BANDITS,
        "fresh actions come in the order of a set",
        ("            return self.rng.choice(fresh)\n", "            return self.rng.choice(list(set(fresh)))\n"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "bandits_the_other_helps",
        BANDITS,
        "every node maximizes for the root player",
        ("sign = 1 if self.game.player(state) == 0 else -1", "sign = 1 if self.root == 0 else -1"),
        ("        self.game = game\n", "        self.game = game\n        self.root = game.player(state)\n"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "bandits_recursive_playouts",
        BANDITS,
        "playouts call themselves, so long games end in a RecursionError",
        (
            "        while not self.game.terminal(state):\n            action = self.rng.choice(list(self.game.actions(state)))\n            if state in self.known and len(trail) < 200:\n                trail.append((state, action))\n            state = self.game.result(state, action)\n        payoff = self.game.utility(state, 0)\n",
            "        payoff = self.playout(state, trail)\n",
        ),
        (
            "    def pick(self, state):",
            "    def playout(self, state, trail):\n        if self.game.terminal(state):\n            return self.game.utility(state, 0)\n"
            "        action = self.rng.choice(list(self.game.actions(state)))\n        if state in self.known:\n            trail.append((state, action))\n"
            "        for _ in range(1):\n            step = self.game.result(state, action)\n            return self.step(step, trail)\n\n"
            "    def step(self, state, trail):\n        return sum([self.playout(state, trail)])\n\n    def pick(self, state):",
        ),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "bandits_wins_only",
        BANDITS,
        "a playout pays 1 if player 0 has won and 0 otherwise, so draws and losses are one",
        ("payoff = self.game.utility(state, 0)", "payoff = int(self.game.utility(state, 0) > 0)"),
        **DRAW,
    ),
    fault(
        SAMPLER,
        "bandits_never_deeper",
        BANDITS,
        "only the root is kept in the tree: flat playouts, that a random reply misleads",
        (
            "        if not self.game.terminal(state):\n            self.known.add(state)\n",
            "        if not self.known:\n            self.known.add(state)\n",
        ),
        **DRAW,
    ),
]
