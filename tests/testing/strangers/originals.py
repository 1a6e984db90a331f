"""The correct searches of strangers, each with the settings with which its author would call `check_searcher`."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from advsearch.testing import check_searcher

HERE = Path(__file__).parent
SEARCHES = HERE / "searches"

SHALLOW = {"skip": ["deep chains"]}  # a search that calls itself has Python's limit of a thousand calls
SAMPLER = {"kind": "sampling"}
PROVER = {"kind": "prover"}

ORIGINALS: dict[str, dict[str, Any]] = {
    "aima.py:minimax_decision": SHALLOW,
    "and_or.py:proves": PROVER,
    "arrays.py:best": {"skip": ["deep chains", "utilities without bounds"]},
    "aspiration.py:aspire": SHALLOW,
    "at_random.py:any_action": {"kind": "legal", "returns": "action"},
    "bandit_tree.py:bandits": SAMPLER,
    "bounded_prover.py:prove": PROVER,
    "budget.py:search": SHALLOW,
    "climber.py:climber": SHALLOW,
    "distances.py:quick": {**SHALLOW, "distances": True},
    "eager.py:eager": SHALLOW,
    "fail_hard.py:alphabeta": {**SHALLOW, "window": "hard"},
    "fail_soft.py:search": {**SHALLOW, "window": "soft"},
    "greedy.py:greedy": {"kind": "one-ply"},
    "keeper.py:keeper": SHALLOW,
    "killers.py:killer_search": SHALLOW,
    "layers.py:fold": {},
    "ledger.py:settle": {},
    "learner.py:learner": {**SHALLOW, "history": True},
    "lines.py:report": SHALLOW,
    "look_ahead_order.py:choose": SHALLOW,
    "memo.py:memo_minimax": SHALLOW,
    "mirrors.py:mirrored": SHALLOW,
    "mtdf.py:mtdf": {**SHALLOW, "prunes": False},
    "negamax_course.py:play": {**SHALLOW, "alternates": True},
    "negamax_signs.py:negamax": SHALLOW,
    "only_actions.py:get_move": {**SHALLOW, "returns": "action"},
    "patient.py:patient": SHALLOW,
    "proof_numbers.py:wins": PROVER,
    "protocol_object.py:plain": SHALLOW,
    "relay.py:relayed": {},
    "remembering.py:remembering": SHALLOW,
    "scout.py:pvs": SHALLOW,
    "solve_whole.py:solve": {},
    "sss.py:best_first": SHALLOW,
    "stack_machine.py:run": {},
    "tablebase.py:tablebase": {"kind": "table"},
    "take_back.py:best_move": SHALLOW,
    "threads.py:parallel": SHALLOW,
    "trampoline.py:search": {},
    "uct.py:uct": SAMPLER,
    "whole_tree.py:fold": {},
}


def module(path: Path) -> Any:
    """The module in a file, which other processes can import by its name, too."""
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made


def original(spec: str) -> Any:
    """The search that a line of the list names."""
    file, _, name = spec.partition(":")
    return getattr(module(SEARCHES / file), name)


def known(settings: dict[str, Any], check: Callable[..., Any] = check_searcher) -> dict[str, Any]:
    """The settings that this version of a check has; the others are for versions to come."""
    parameters = inspect.signature(check).parameters
    return {name: value for name, value in settings.items() if name in parameters}
