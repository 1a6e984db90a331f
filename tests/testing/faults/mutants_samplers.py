"""Faults of class 7: samplers."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

UCT = "uct.py:uct"
BANDITS = "bandit_tree.py:bandits"
SAMPLER = "7 samplers"
DRAW = {"kind": "sampling"}

FAULTS = [
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
