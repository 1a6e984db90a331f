"""Faults of searches in unusual styles: arrays by layers, dictionaries of lists, an object that climbs, generators."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

LAYERS = "layers.py:fold"
LEDGER = "ledger.py:settle"
CLIMBER = "climber.py:climber"
RELAY = "relay.py:relayed"
CALLS, COLD, SIZE, TIME, LINES = (
    "1 other calls",
    "2 cold interruptions",
    "3 size",
    "4 stop and time",
    "6 line, nodes, infinities",
)

FAULTS = [
    fault(
        SIZE,
        "layers_narrow_waist",
        LAYERS,
        "a layer of one position is taken for the root",
        ("        if ply == 0:\n            break\n", "        if len(layer) == 1:\n            break\n"),
    ),
    fault(
        SIZE,
        "layers_whole_numbers",
        LAYERS,
        "the last layer is an array of integers, so fractions are cut",
        (
            "for position in layers[-1]], dtype=object)",
            "for position in layers[-1]]).astype(np.int64, copy=False) if all(abs(v) < 2**62 for v in [worth(game, p, me) for p in layers[-1]]) else np.array([worth(game, p, me) for p in layers[-1]], dtype=object)",
        ),
    ),
    fault(
        LINES,
        "layers_ends_evaluated",
        LAYERS,
        "a game that ends above the last layer is worth its evaluation",
        (
            "                own[number] = game.utility(position, me)\n",
            "                own[number] = game.evaluate(position, me)\n",
        ),
    ),
    fault(
        LINES,
        "layers_near_enough",
        LAYERS,
        "the action is the first whose value is within a half of the best",
        ("if values[n] == own[0])", "if values[n] == own[0] or abs(values[n] - own[0]) <= 0.5)"),
    ),
    fault(
        SIZE,
        "ledger_nine_plies",
        LEDGER,
        "plies beyond the ninth are counted as the ninth",
        ("game.result(position, action), ply + 1)", "game.result(position, action), min(ply + 1, 9))"),
    ),
    fault(
        LINES,
        "ledger_horizon_first",
        LEDGER,
        "what has no children is evaluated, if the game is over, too",
        (
            "        if game.terminal(position):\n            ledger[key]",
            "        if game.terminal(position) and key[1] < depth:\n            ledger[key]",
        ),
    ),
    fault(
        CALLS,
        "ledger_by_ply",
        LEDGER,
        "the root's player moves at even plies",
        ("max if game.player(position) == me else min", "max if key[1] % 2 == 0 else min"),
    ),
    fault(
        LINES,
        "ledger_last_entry",
        LEDGER,
        "the action is the last one written down",
        ("ledger[key] = [ledger[child][0], action]", "ledger[key] = [ledger[child][0], children[key][-1][0]]"),
    ),
    fault(
        CALLS,
        "climber_table_of_all_games",
        CLIMBER,
        "the table outlives the game",
        ("            self.table = {}\n        self.game, self", "            pass\n        self.game, self"),
    ),
    fault(
        CALLS,
        "climber_key_without_root",
        CLIMBER,
        "bounds of both root players are one",
        ("(self.here, depth, self.root, self.heuristic)", "(self.here, depth, self.heuristic)"),
    ),
    fault(
        CALLS,
        "climber_key_without_heuristic",
        CLIMBER,
        "bounds of all evaluators are one",
        ("(self.here, depth, self.root, self.heuristic)", "(self.here, depth, self.root)"),
    ),
    fault(
        CALLS,
        "climber_bound_at_alpha",
        CLIMBER,
        "a value equal to alpha is a lower bound, too",
        ("        if best > alpha:\n", "        if best >= alpha:\n"),
    ),
    fault(
        CALLS,
        "climber_bound_at_beta",
        CLIMBER,
        "a value equal to beta is an upper bound, too",
        ("        if best < beta:\n", "        if best <= beta:\n"),
    ),
    fault(
        TIME,
        "climber_stop_between_depths",
        CLIMBER,
        "the stop signal is read before each depth",
        ("        if self.stop is not None and self.stop.is_set():\n            raise OutOfTime\n", ""),
        (
            "                best, chosen = -inf, None\n",
            "                if stop is not None and stop.is_set():\n                    break\n                best, chosen = -inf, None\n",
        ),
    ),
    fault(
        COLD,
        "climber_budget_of_each_depth",
        CLIMBER,
        "each depth has the whole budget",
        (
            "                best, chosen = -inf, None\n",
            "                self.entered, best, chosen = 0, -inf, None\n",
        ),
    ),
    fault(
        COLD,
        "climber_half_a_depth",
        CLIMBER,
        "the depth that was under way answers, with what it has",
        (
            "        except OutOfTime:\n            pass\n",
            "        except OutOfTime:\n            answer = (best, chosen, limit) if chosen else answer\n",
        ),
    ),
    fault(
        LINES,
        "relay_end_not_turned",
        RELAY,
        "the value of a finished game is not turned round",
        ("            value = -value\n", "            value = value if game.terminal(child) else -value\n"),
    ),
    fault(
        CALLS,
        "relay_window_not_turned",
        RELAY,
        "the root gives its bound to the opponent as it is",
        ("else (-inf, -best)", "else (-inf, best if best > -inf else inf)"),
    ),
    fault(
        LINES,
        "relay_evaluates_for_mover",
        RELAY,
        "the evaluator is asked for who moves at the leaf",
        ("return sign * game.evaluate(state, me)", "return game.evaluate(state, mover)"),
    ),
    fault(
        LINES,
        "relay_turns_always",
        RELAY,
        "the value is turned round if the same player moves again, too",
        ("if game.player(child) == mover:", "if game.player(child) == mover and game.terminal(child):"),
    ),
]
