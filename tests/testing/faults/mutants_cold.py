"""Faults of class 2: what an interruption leaves behind, and what it does to the answer."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

KEEPER = "keeper.py:keeper"
PATIENT = "patient.py:patient"
COLD = "2 cold interruptions"

FAULTS = [
    fault(
        COLD,
        "patient_stays_busy",
        PATIENT,
        "an error in the game leaves the searcher busy, so later calls are refused",
        (
            "        try:\n            return self.deepen(state, depth)\n        finally:\n            self.busy = False",
            "        answer = self.deepen(state, depth)\n        self.busy = False\n        return answer",
        ),
    ),
    fault(
        COLD,
        "patient_keeps_half_values",
        PATIENT,
        "when the budget ends inside a position, what was found so far is stored as its value",
        (
            "            value = self.below(action, limit, alpha, beta)\n",
            "            try:\n"
            "                value = self.below(action, limit, alpha, beta)\n            except Spent:\n"
            "                self.table[key] = (alpha, alpha) if best is None else (best, best)\n                raise\n",
        ),
    ),
    fault(
        COLD,
        "patient_ends_early_quietly",
        PATIENT,
        "a position that the budget cut off gives the value so far to its parent",
        (
            "            value = self.below(action, limit, alpha, beta)\n",
            "            try:\n"
            "                value = self.below(action, limit, alpha, beta)\n            except Spent:\n"
            "                return alpha if best is None else best\n",
        ),
    ),
    fault(
        COLD,
        "patient_half_a_root",
        PATIENT,
        "the best of the root's actions that were tried replaces the finished depth's",
        (
            "            value = self.below(action, limit, best, inf)\n",
            "            try:\n"
            "                value = self.below(action, limit, best, inf)\n            except Spent:\n"
            "                if chosen is None:\n                    raise\n                return best, chosen\n",
        ),
    ),
    fault(
        COLD,
        "patient_loses_its_way",
        PATIENT,
        "after an error the walked path stays, and later depths count from it",
        (
            "        self.path = [state]\n",
            "        self.path = self.path[1:] or []\n        self.path.insert(0, state)\n",
        ),
        (
            "        try:\n            return self.visit(limit, low, high)\n        finally:\n            self.path.pop()",
            "        value = self.visit(limit, low, high)\n        self.path.pop()\n        return value",
        ),
    ),
    fault(
        COLD,
        "patient_swallows_errors",
        PATIENT,
        "an error of the game counts as a draw",
        (
            "            return self.visit(limit, low, high)\n",
            "            return self.visit(limit, low, high)\n"
            "        except (ValueError, ArithmeticError, LookupError, RuntimeError, TypeError):\n            return 0\n",
        ),
    ),
    fault(
        COLD,
        "patient_swallows_everything",
        PATIENT,
        "any exception inside a search ends the deepening as if the budget had",
        ("        except Spent:\n            pass\n", "        except BaseException:\n            pass\n"),
    ),
    fault(
        COLD,
        "patient_budget_sticks",
        PATIENT,
        "a call without a budget has what an earlier one left, which may be nothing",
        ("self.left = inf if nodes is None else nodes", "self.left = self.left if nodes is None else nodes"),
    ),
    fault(
        COLD,
        "patient_budget_at_root",
        PATIENT,
        "the budget is looked at between the root's actions only",
        ("        if self.left <= 0:\n            raise Spent\n        self.left -= 1\n", "        self.left -= 1\n"),
        (
            "            value = self.below(action, limit, best, inf)\n",
            "            if self.left <= 0:\n"
            "                raise Spent\n            value = self.below(action, limit, best, inf)\n",
        ),
    ),
    fault(
        COLD,
        "patient_open_marker",
        PATIENT,
        "a position being searched is marked as a draw in the table; an interruption leaves the mark",
        (
            "        mine = game.player(state) == self.me\n        alpha, beta, best",
            "        self.table[key] = (0, 0)\n"
            "        mine = game.player(state) == self.me\n        alpha, beta, best",
        ),
    ),
    fault(
        COLD,
        "patient_stays_stopped",
        PATIENT,
        "once a budget has run out, every later call stops at once",
        (
            "        if self.left <= 0:\n            raise Spent\n",
            "        if self.left <= 0:\n            self.over = True\n"
            "        if getattr(self, 'over', False):\n            raise Spent\n",
        ),
    ),
    fault(
        COLD,
        "patient_no_first_action",
        PATIENT,
        "if no depth was finished there is no action",
        (
            "answer = (game.evaluate(state, self.me), game.actions(state)[0])",
            "answer = (game.evaluate(state, self.me), None)",
        ),
    ),
    fault(
        COLD,
        "patient_zero_is_no_limit",
        PATIENT,
        "a budget of 0 is taken for no budget",
        ("self.left = inf if nodes is None else nodes", "self.left = nodes or inf"),
    ),
    fault(
        COLD,
        "budget_keeps_partial",
        "budget.py:search",
        "when the nodes end, the best of the unfinished depth is the answer, if worse too",
        ("            best = None\n", "            answer = answer if d == 1 else best\n            best = None\n"),
        ("    except Spent:\n        pass\n", "    except Spent:\n        answer = best or answer\n"),
    ),
    fault(
        COLD,
        "budget_one_more",
        "budget.py:search",
        "one position more than allowed is entered",
        ("count >= nodes", "count > nodes"),
    ),
    fault(
        COLD,
        "budget_first_depth_free",
        "budget.py:search",
        "the first depth is searched whatever the budget",
        ("if nodes is not None and count >= nodes:", "if nodes is not None and count >= nodes and answer_depth > 0:"),
        ("    count = 0\n", "    count = answer_depth = 0\n"),
        ("            answer = best\n", "            answer = best\n            answer_depth = d\n"),
    ),
    fault(
        COLD,
        "keeper_stores_in_finally",
        KEEPER,
        "a position stores its best so far even if the budget ended inside it",
        (
            "            value, rest, certain = self.look(self.after(state, action), depth - 1, ply + 1, low, high)",
            "            try:\n                value, rest, certain = self.look(self.after(state, action), depth - 1, ply + 1, low, high)\n"
            "            except OutOfBudget:\n                if best is not None:\n"
            "                    self.table[key] = (best, line, False)\n                raise",
        ),
    ),
    fault(
        COLD,
        "keeper_claims_the_depth",
        KEEPER,
        "an interrupted search names the depth it was in as finished",
        (
            "        except OutOfBudget:\n            pass\n",
            "        except OutOfBudget:\n            found = attrs.evolve(found, depth=depth)\n",
        ),
    ),
    fault(
        COLD,
        "keeper_no_line_no_action",
        KEEPER,
        "a search interrupted before depth 1 has no action",
        ("found = Result(game.actions(state)[0],", "found = Result(None,"),
    ),
]
