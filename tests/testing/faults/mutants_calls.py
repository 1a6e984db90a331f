"""Faults of class 1: what a search keeps from one call to the next, and states other than the start."""

from __future__ import annotations

from fault import fault

KEEPER = "keeper.py:keeper"
REMEMBERING = "remembering.py:remembering"
KEY = "key = (state, depth, self.me)"
CALLS = "1 other calls"

FAULTS = [
    fault(
        CALLS,
        "keeper_key_without_root",
        KEEPER,
        "the kept table holds values for either root player under one key",
        ("key = (state, depth, ply, self.me)", "key = (state, depth, ply)"),
    ),
    fault(
        CALLS,
        "keeper_key_without_depth",
        KEEPER,
        "the kept table answers any depth with what another depth found",
        ("key = (state, depth, ply, self.me)", "key = (state, ply, self.me)"),
    ),
    fault(
        CALLS,
        "keeper_key_without_ply",
        KEEPER,
        "a kept win is reported with the distance from another root",
        ("key = (state, depth, ply, self.me)", "key = (state, depth, self.me)"),
    ),
    fault(
        CALLS,
        "keeper_root_of_start",
        KEEPER,
        "the root player is the one who moves at the start of the game",
        ("self.me = game.player(state)", "self.me = game.player(game.initial())"),
    ),
    fault(
        CALLS,
        "keeper_one_table_for_all",
        KEEPER,
        "all bound searches share one table, whatever game and evaluator",
        ("class BoundKeeper:", "SHARED = {}\n\n\nclass BoundKeeper:"),
        ("self.table = {}", "self.table = SHARED"),
    ),
    fault(
        CALLS,
        "keeper_first_evaluator",
        KEEPER,
        "a game that was bound before gets the evaluator of that time",
        ("class BoundKeeper:", "BOUND = {}\n\n\nclass BoundKeeper:"),
        (
            "return BoundKeeper(at.game, at.evaluator(self.evaluator))",
            "return BOUND.setdefault(at.game, BoundKeeper(at.game, at.evaluator(self.evaluator)))",
        ),
    ),
    fault(
        CALLS,
        "keeper_answers_again",
        KEEPER,
        "a state that was asked before gets the same answer at any depth",
        ("self.table = {}", "self.table = {}\n        self.answers = {}"),
        (
            "    def __call__(self, state, request):",
            """    def __call__(self, state, request):
        if state not in self.answers:
            self.answers[state] = self.answer(state, request)
        return self.answers[state]

    def answer(self, state, request):""",
        ),
    ),
    fault(
        CALLS,
        "keeper_counts_on",
        KEEPER,
        "the nodes of earlier calls count against the budget and in the answer",
        ("self.table = {}", "self.table = {}\n        self.clock = None"),
        (
            "        self.clock = Clock(request)",
            "        before = self.clock.nodes if self.clock else 1\n"
            "        self.clock = Clock(request)\n        self.clock.nodes = before",
        ),
    ),
    fault(
        CALLS,
        "keeper_starts_where_it_was",
        KEEPER,
        "deepening begins at the depth that the last call finished",
        ("self.table = {}", "self.table = {}\n        self.reached = 1"),
        ("for depth in range(1, deepest + 1):", "for depth in range(self.reached, deepest + 1):"),
        ("                if sure:\n", "                self.reached = depth\n                if sure:\n"),
    ),
    fault(
        CALLS,
        "remembering_never_forgets",
        REMEMBERING,
        "the table outlives its game; equal states of another game hit",
        ("            self.game = game\n            self.table = {}", "            self.game = game"),
    ),
    fault(
        CALLS,
        "remembering_key_without_root",
        REMEMBERING,
        "values for one root player are given to the other",
        (KEY, "key = (state, depth)"),
    ),
    fault(
        CALLS,
        "remembering_key_without_depth",
        REMEMBERING,
        "values of another depth are given",
        (KEY, "key = (state, self.me)"),
    ),
    fault(
        CALLS,
        "remembering_key_with_mover",
        REMEMBERING,
        "the key has the mover, which the state has, for the root player",
        (KEY, "key = (state, depth, game.player(state))"),
    ),
    fault(
        CALLS,
        "remembering_turned_sign",
        REMEMBERING,
        "stored evaluations are turned for the other root player, as if evaluators were antisymmetric",
        (KEY, "key = (state, depth)"),
        (
            "self.table[key] = (value, chosen)\n        return self.table[key]",
            "self.table[key] = (value if self.me == 0 else -value, chosen)\n        value, chosen = self.table[key]\n"
            "        return (value if self.me == 0 else -value), chosen",
        ),
    ),
    fault(
        CALLS,
        "remembering_first_root",
        REMEMBERING,
        "the root player is that of the game's first call",
        ("        self.me = game.player(state)\n        return", "        return"),
        (
            "            self.game = game\n",
            "            self.game = game\n            self.me = game.player(state)\n",
        ),
    ),
    fault(
        CALLS,
        "soft_reversed_window",
        "fail_soft.py:search",
        "the defaults of the window are exchanged",
        ('alpha=float("-inf"), beta=float("inf")', 'alpha=float("inf"), beta=float("-inf")'),
    ),
    fault(
        CALLS,
        "hard_small_window",
        "fail_hard.py:alphabeta",
        "without a window, values are sought between -1 and 1",
        ("alpha=-inf, beta=inf", "alpha=-1, beta=1"),
        window="hard",
    ),
    fault(
        CALLS,
        "hard_half_window",
        "fail_hard.py:alphabeta",
        "without a window, no value below 0 is found",
        ("alpha=-inf, beta=inf", "alpha=0, beta=inf"),
        window="hard",
    ),
    fault(
        CALLS,
        "aima_root_of_start",
        "aima.py:minimax_decision",
        "the root player is asked of the game's start",
        ("me = game.player(state)\n\n    def leaf", "me = game.player(game.initial())\n\n    def leaf"),
    ),
    fault(
        CALLS,
        "aima_always_player_0",
        "aima.py:minimax_decision",
        "values are for player 0, whoever is asked",
        ("me = game.player(state)\n\n    def leaf", "me = 0\n\n    def leaf"),
    ),
    fault(
        CALLS,
        "soft_from_the_start",
        "fail_soft.py:search",
        "the search begins at the game's start, whatever state is asked",
        ("    return visit(state, depth, alpha, beta)", "    return visit(game.initial(), depth, alpha, beta)"),
    ),
    fault(
        CALLS,
        "learner_keeps_its_side",
        "learner.py:learner",
        "the root player of the first call stays for good",
        (
            "self.game, self.me = game, game.player(state)",
            "self.game = game\n        self.me = getattr(self, 'me', game.player(state))",
        ),
        history=True,
    ),
    fault(
        CALLS,
        "aspiration_from_last_time",
        "aspiration.py:aspire",
        "the window is set around the last call's value and a failure is not searched again",
        ("def aspire(", "LAST = {}\n\n\ndef aspire("),
        (
            "        if found is None:",
            "        if found is None and game in LAST:\n"
            "            low, high = LAST[game] - 1, LAST[game] + 1\n        elif found is None:",
        ),
        (
            "        if attempt[0] <= low or attempt[0] >= high:",
            "        if found is not None and not low < attempt[0] < high:",
        ),
        ("        found = attempt", "        found = attempt\n        LAST[game] = attempt[0]"),
    ),
    fault(
        CALLS,
        "memo_global",
        "memo.py:memo_minimax",
        "one dictionary for all games, with states and depths as keys",
        ("def memo_minimax(", "SEEN = {}\n\n\ndef memo_minimax("),
        (
            "    @functools.cache\n    def value(s, d):",
            "    def value(s, d):\n        if (s, d, me) not in SEEN:\n"
            "            SEEN[s, d, me] = work(s, d)\n        return SEEN[s, d, me]\n\n    def work(s, d):",
        ),
    ),
]
