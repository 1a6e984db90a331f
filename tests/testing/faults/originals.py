"""The correct searches of other authors, each with the settings with which its author would call `check_searcher`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fault import module

from advsearch.testing import check_searcher

HERE = Path(__file__).parent
SEARCHES = HERE / "searches"

SAMPLER = {"kind": "sampling"}
PROVER = {"kind": "prover"}

ORIGINALS: dict[str, dict[str, Any]] = {
    "aima.py:minimax_decision": {},
    "and_or.py:proves": PROVER,
    "arrays.py:best": {"skip": "utilities without bounds"},
    "aspiration.py:aspire": {},
    "at_random.py:any_action": {"kind": "legal", "returns": "action"},
    "bandit_tree.py:bandits": SAMPLER,
    "bounded_prover.py:prove": PROVER,
    "budget.py:search": {},
    "carrying_over.py:fixed_table": {},
    "carrying_over.py:keeps_every_game": {},
    "carrying_over.py:keeps_killers": {},
    "climber.py:climber": {},
    "distances.py:quick": {"distances": True},
    "eager.py:eager": {},
    "fail_hard.py:alphabeta": {"window": "hard"},
    "fail_soft.py:search": {"window": "soft"},
    "greedy.py:greedy": {"kind": "one-ply"},
    "keeper.py:keeper": {},
    "killers.py:killer_search": {},
    "layers.py:fold": {},
    "ledger.py:settle": {},
    "learner.py:learner": {"history": True},
    "lines.py:report": {},
    "look_ahead_order.py:choose": {},
    "memo.py:memo_minimax": {},
    "mirrors.py:mirrored": {},
    "mtdf.py:mtdf": {"prunes": False},
    "negamax_course.py:play": {"alternates": True},
    "negamax_signs.py:negamax": {},
    "of_textbooks.py:aspiration": {},
    "of_textbooks.py:deepening": {},
    "of_textbooks.py:fail_hard": {"window": "hard"},
    "of_textbooks.py:fail_soft": {"window": "soft"},
    "of_textbooks.py:its_own_order": {},
    "of_textbooks.py:lasting": {"history": True},
    "of_textbooks.py:max_value": {},
    "of_textbooks.py:mtdf": {"floats": False, "infinite": False},
    "of_textbooks.py:negamax_for_the_mover": {"alternates": True, "mirrors": True},
    "of_textbooks.py:negamax_in_colours": {"alternates": True},
    "of_textbooks.py:one_loop_for_both": {},
    "of_textbooks.py:random_among_the_best": {"ties": "random"},
    "once_made.py:own_tree": {},
    "once_made.py:scout": {},
    "once_made.py:sorted_first": {},
    "only_actions.py:get_move": {"returns": "action"},
    "patient.py:patient": {},
    "proof_numbers.py:wins": PROVER,
    "protocol_object.py:plain": {},
    "rarely_looking.py:every_1024": {},
    "rarely_looking.py:every_128": {},
    "rarely_looking.py:every_500_deep": {},
    "relay.py:relayed": {},
    "remembering.py:remembering": {},
    "scout.py:pvs": {},
    "solve_whole.py:solve": {},
    "sss.py:best_first": {},
    "stack_machine.py:run": {},
    "tablebase.py:tablebase": {"kind": "table"},
    "take_back.py:best_move": {},
    "threads.py:parallel": {},
    "trampoline.py:search": {},
    "uct.py:uct": SAMPLER,
    "whole_tree.py:fold": {},
    "without_a_seed.py:player": SAMPLER,
    "without_a_seed.py:uct_of_its_own_dice": SAMPLER,
}


def original(spec: str) -> Any:
    """The search that a line of the list names."""
    file, _, name = spec.partition(":")
    return getattr(module(SEARCHES / file), name)


def known(settings: dict[str, Any], check: Callable[..., Any] = check_searcher) -> dict[str, Any]:
    """The settings that this version of a check has. The others are for later versions."""
    parameters = inspect.signature(check).parameters
    return {name: value for name, value in settings.items() if name in parameters}
