"""Faults of class 4: stop signals and clocks that are not heeded, and budgets that pass for proofs."""

# ruff: noqa: E501 (pieces of programs and what is wrong with them, each on a line)
from __future__ import annotations

from fault import fault

KEEPER = "keeper.py:keeper"
PLAIN = "protocol_object.py:plain"
TIME = "4 stop and time"
PROVER = {"kind": "prover"}

FAULTS = [
    fault(
        TIME,
        "keeper_ignores_stop",
        KEEPER,
        "the stop signal is never read",
        ("        if self.stop is not None and self.stop.is_set():\n            raise OutOfBudget\n", ""),
    ),
    fault(
        TIME,
        "keeper_ignores_time",
        KEEPER,
        "the time limit is never read",
        ("if self.nodes >= self.most or time.perf_counter() >= self.end:", "if self.nodes >= self.most:"),
    ),
    fault(
        TIME,
        "keeper_polls_rarely",
        KEEPER,
        "clock and signal are read every 65,536 positions",
        (
            "        if self.nodes >= self.most or time.perf_counter() >= self.end:\n            raise OutOfBudget\n        if self.stop",
            "        if self.nodes >= self.most or (self.nodes % 65536 == 0 and time.perf_counter() >= self.end):\n"
            "            raise OutOfBudget\n        if self.nodes % 65536 == 0 and self.stop",
        ),
    ),
    fault(
        TIME,
        "keeper_polls_between_depths",
        KEEPER,
        "clock and signal are read when a depth is finished",
        (
            "        if self.nodes >= self.most or time.perf_counter() >= self.end:\n            raise OutOfBudget\n"
            "        if self.stop is not None and self.stop.is_set():\n            raise OutOfBudget\n",
            "        if self.nodes >= self.most:\n            raise OutOfBudget\n",
        ),
        (
            "                if sure:\n",
            "                stopped = request.stop is not None and request.stop.is_set()\n"
            "                if sure or stopped or time.perf_counter() >= self.clock.end:\n",
        ),
    ),
    fault(
        TIME,
        "keeper_milliseconds",
        KEEPER,
        "the limit in seconds is added a thousandfold",
        ("time.perf_counter() + 0.85 * limits.time_s", "time.perf_counter() + 1000 * limits.time_s"),
    ),
    fault(
        TIME,
        "keeper_stop_read_once",
        KEEPER,
        "the stop signal is read when the search begins",
        (
            "        self.stop = request.stop\n",
            "        self.stop = request.stop is not None and request.stop.is_set()\n",
        ),
        ("if self.stop is not None and self.stop.is_set():", "if self.stop:"),
    ),
    fault(
        TIME,
        "keeper_zero_seconds_is_forever",
        KEEPER,
        "a time limit of 0 is none",
        ("inf if limits.time_s is None else", "inf if not limits.time_s else"),
    ),
    fault(
        TIME,
        "keeper_zero_nodes_is_forever",
        KEEPER,
        "a budget of 0 nodes is none",
        ("self.most = inf if limits.nodes is None else limits.nodes", "self.most = limits.nodes or inf"),
    ),
    fault(
        TIME,
        "keeper_stopped_without_action",
        KEEPER,
        "a search that is stopped at once has no action",
        (
            "        found = Result(game.actions(state)[0],",
            "        idle = request.stop is not None and request.stop.is_set()\n"
            "        found = Result(None if idle else game.actions(state)[0],",
        ),
    ),
    fault(
        TIME,
        "keeper_raises",
        KEEPER,
        "the end of the budget reaches the caller as an exception if no depth was finished",
        (
            "        except OutOfBudget:\n            pass\n",
            "        except OutOfBudget:\n            if found.depth == 0:\n                raise\n",
        ),
    ),
    fault(
        TIME,
        "keeper_old_deadline",
        KEEPER,
        "the time limit counts from when the searcher was bound",
        (
            "        self.evaluate = evaluate\n",
            "        self.evaluate = evaluate\n        self.born = time.perf_counter()\n",
        ),
        (
            "        self.clock = Clock(request)\n",
            "        self.clock = Clock(request)\n        self.clock.end += self.born - time.perf_counter()\n",
        ),
    ),
    fault(
        TIME,
        "keeper_time_or_depth",
        KEEPER,
        "the time limit is ignored when there is a depth",
        ("inf if limits.time_s is None else", "inf if limits.time_s is None or limits.depth is not None else"),
    ),
    fault(
        TIME,
        "keeper_three_depths_at_least",
        KEEPER,
        "the first three depths are finished whatever clock and signal say",
        (
            "if self.nodes >= self.most or time.perf_counter() >= self.end:\n            raise OutOfBudget\n        if self.stop",
            "if self.nodes >= self.most or (self.depth > 3 and time.perf_counter() >= self.end):\n            raise OutOfBudget\n"
            "        if self.depth > 3 and self.stop",
        ),
        (
            "                value, line, sure = self.look(state, depth, 0, -inf, inf)\n",
            "                self.clock.depth = depth\n                value, line, sure = self.look(state, depth, 0, -inf, inf)\n",
        ),
    ),
    fault(
        TIME,
        "keeper_guesses_its_speed",
        KEEPER,
        "a time limit is turned into nodes, at a million a second",
        (
            "self.end = inf if limits.time_s is None else time.perf_counter() + 0.85 * limits.time_s",
            "self.end = inf\n        if limits.time_s is not None:\n            self.most = min(self.most, int(1e6 * limits.time_s))",
        ),
    ),
    fault(
        TIME,
        "plain_ignores_stop",
        PLAIN,
        "a minimax reads no stop signal",
        (" or (stop is not None and stop.is_set())", ""),
    ),
    fault(
        TIME,
        "plain_clears_the_signal",
        PLAIN,
        "reading the stop signal takes it down, so the next depth goes on",
        (
            "            if entered >= most",
            "            if stop is not None and stop.is_set() and hasattr(stop, 'clear'):\n"
            "                stop.clear()\n                raise TimeoutError\n            if entered >= most",
        ),
        (
            "            except TimeoutError:\n                break\n",
            "            except TimeoutError:\n                continue\n",
        ),
    ),
    fault(
        TIME,
        "plain_time_between_actions",
        PLAIN,
        "the clock is read between the root's actions only",
        (" or time.monotonic() > end", ""),
        (
            "                scores = [(a, value(enter(state, a), d - 1, 1)) for a in actions]\n",
            "                scores = []\n                for a in actions:\n                    if time.monotonic() > end:\n"
            "                        raise TimeoutError\n                    scores.append((a, value(enter(state, a), d - 1, 1)))\n",
        ),
    ),
    fault(
        TIME,
        "plain_answers_first_action",
        PLAIN,
        "a stopped search answers with the first action, though a depth was finished",
        (
            "            except TimeoutError:\n                break\n",
            "            except TimeoutError:\n                found = attrs.evolve(found, action=actions[0])\n                break\n",
        ),
    ),
    fault(
        TIME,
        "prover_no_for_unknown",
        "bounded_prover.py:prove",
        "when the budget ends, the answer is no",
        ("        return None", "        return False"),
        **PROVER,
    ),
    fault(
        TIME,
        "prover_yes_for_unknown",
        "bounded_prover.py:prove",
        "when the budget ends, the answer is yes",
        ("        return None", "        return True"),
        **PROVER,
    ),
    fault(
        TIME,
        "prover_unbounded",
        "bounded_prover.py:prove",
        "the budget is not heeded",
        ("if nodes is not None and entered >= nodes:", "if nodes is not None and nodes < 0:"),
        **PROVER,
    ),
    fault(
        TIME,
        "prover_lost_below",
        "bounded_prover.py:prove",
        "a position that the budget cut off counts as not won",
        ("                raise Exhausted\n", "                return False\n"),
        **PROVER,
    ),
    fault(
        TIME,
        "prover_budget_of_one_action",
        "bounded_prover.py:prove",
        "each of the root's actions has the whole budget",
        ("            entered += 1\n", "            entered = 1 if not path else entered + 1\n"),
        **PROVER,
    ),
]
