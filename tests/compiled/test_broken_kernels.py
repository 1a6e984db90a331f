"""If kernels cannot be compiled or return wrong values, one line names the kernel and the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advsearch.analysis.perft import perft
from advsearch.binding import Tiered, bind, tier_of
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, KernelSet, over_words
from advsearch.search import AlphaBeta
from advsearch.solving import Solver

pytestmark = pytest.mark.needs_numba

TOTAL = 0


def one_to_three(s: Any) -> int:
    return (1 << min(s[0], 3) + 1) - 2


def take(s: Any, action: int) -> Any:
    return (s[0] - action,)


def last_wins(s: Any, cells: int) -> int:
    return ONGOING if s[0] > 0 else -1


def heap(**changes: Callable[..., Any]) -> KernelGame:
    kernels: dict[str, Any] = {"actions": one_to_three, "apply": take, "outcome": last_wins, **changes}
    made = KernelSet(encode=lambda state: state.words, words=1, longest=7, **kernels)
    return KernelGame(made, (7,), name="heap")


def imports(s: Any, action: int) -> Any:
    import math

    return (s[0] - math.gcd(action, action),)


def imports_from(s: Any, action: int) -> Any:
    from math import gcd

    return (s[0] - gcd(action, action),)


def counts(s: Any, action: int) -> Any:
    global TOTAL
    TOTAL = TOTAL + 1
    return (s[0] - action,)


def has_a_class(s: Any, action: int) -> Any:
    class Left:
        pass

    return (s[0] - action,)


def opens(s: Any, action: int) -> Any:
    with open("heap.txt", "a"):
        return (s[0] - action,)


def yields(s: Any, action: int) -> Any:
    yield s[0] - action


def generates(s: Any, action: int) -> Any:
    return tuple(word - action for word in s)


def misspells(s: Any, action: int) -> Any:
    return (s[0] - acton,)  # type: ignore[name-defined]  # noqa: F821


def looks_past_the_end(s: Any, action: int) -> Any:
    return (s[0] - action if action < 9 else s[5],)


def endless(x: int) -> int:
    return endless(x - 1)


def never_returns(s: Any, action: int) -> Any:
    return (s[0] - action if action < 9 else endless(action),)


def down(x: int) -> int:
    return 0 if x == 0 else down(x - 1)


def recursion_on_a_literal(s: Any, action: int) -> Any:
    return (s[0] - action + down(5),)


def forgets(s: Any, action: int) -> Any:  # noqa: RET503 - the fault
    if action < 9:
        return (s[0] - action,)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an import": ({"apply": imports}, "expected imports to use only what has a machine form, got an import in line "),
    "an import from": ({"apply": imports_from}, "got an import in line "),
    "a global statement": ({"apply": counts}, "got an assignment to a global name in line "),
    "a class": ({"apply": has_a_class}, "got a class in line "),
    "a with statement": ({"apply": opens}, "got a with statement in line "),
    "a generator": ({"apply": yields}, "got a generator or coroutine in line "),
    "a generator expression": ({"apply": generates}, "got a generator or coroutine in line "),
    "an undefined name": (
        {"apply": misspells},
        "expected misspells to use only names that are defined, got acton in line ",
    ),
    "an index out of range": (
        {"apply": looks_past_the_end},
        "numba cannot compile the kernel apply of heap: tuple index out of range",
    ),
    "recursion without end": (
        {"apply": never_returns},
        "numba cannot compile the kernel apply of heap: a function calls itself without an end",
    ),
    "recursion on a literal": (
        {"apply": recursion_on_a_literal},
        "passes a literal to the recursive function down; write `variable(0)` for `0`",
    ),
    "a missing return": (
        {"apply": forgets},
        "expected the kernel apply of heap to return (int,), got (int,) or None",
    ),
    "a number for a tuple": (
        {"apply": lambda s, action: s[0] - action},
        "expected the kernel apply of heap to return (int,), got int",
    ),
    "a tuple of wrong length": (
        {"apply": lambda s, action: (s[0] - action, 0)},
        "expected the kernel apply of heap to return (int,), got (int, int)",
    ),
    "floats for words": (
        {"apply": lambda s, action: ((s[0] - action) * 1.0,)},
        "expected the kernel apply of heap to return (int,), got (float,)",
    ),
    "a list": (
        {"actions": lambda s: [1, s[0]]},
        "expected the kernel actions of heap to return int, got list",
    ),
    "a string": (
        {"outcome": lambda s, cells: "lost"},
        "expected the kernel outcome of heap to return int, got str",
    ),
    "nothing": ({"outcome": lambda s, cells: None}, "expected the kernel outcome of heap to return int, got None"),
    "a float for an outcome": (
        {"outcome": lambda s, cells: ONGOING * 1.0 if s[0] > 0 else -1.0},
        "expected the kernel outcome of heap to return int, got float",
    ),
    "too few parameters": (
        {"outcome": lambda s: ONGOING if s[0] else -1},
        "expected the kernel outcome of heap to take 2 parameters, got (s)",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_broken_kernel_is_refused_with_one_line_of_ours(name: str) -> None:
    """If a kernel does not compile, the error is one line that names the kernel or the statement."""
    changes, reason = REFUSED[name]
    with pytest.raises(CompiledTierUnavailable) as caught:
        bind(AlphaBeta(depth=3), heap(**changes), tier="compiled")
    text = str(caught.value)
    assert reason in text
    assert "\n" not in text
    for word in ("Literal", "int64", "opcode", "Function(", "Signature"):
        assert word not in text


def test_a_kernel_with_an_import_leaves_search_solve_and_perft_to_the_rules() -> None:
    """With tier=auto a kernel that does not compile only makes search, solve and perft slower, and each has the
    reason.
    """
    game = heap(apply=imports)
    reason = tier_of(AlphaBeta(depth=3), game)[1]
    assert reason is None or "an import" in reason
    found = Tiered(AlphaBeta(depth=8)).search(game, game.initial())
    assert found.tier == "reference"
    assert "an import" in (tier_of(AlphaBeta(depth=8), game)[1] or "")
    solver = Solver(game, 1)
    solver.solve(game.initial())
    assert "an import" in (solver.why_reference or "")
    assert "an import" in (perft(game, 2).why_reference or "")


def test_a_float_outcome_is_compiled_with_an_evaluator_in_floats() -> None:
    """If values are floats, an outcome may be a float."""

    def half(s: Any, cells: int, side: int) -> float:
        return s[0] / 2

    game = heap(outcome=lambda s, cells: ONGOING * 1.0 if s[0] > 0 else -1.0)
    assert tier_of(AlphaBeta(depth=3, evaluator=over_words(half)), game)[0] == "compiled"
    found = Tiered(AlphaBeta(depth=3, evaluator=over_words(half)), "compiled").search(game, game.initial())
    assert found.tier == "compiled"


def no_number(s: Any, cells: int, side: int) -> int:
    return None  # type: ignore[return-value]


def two_parameters(s: Any, cells: int) -> int:
    return 1


def sometimes(s: Any, cells: int, side: int) -> int:  # type: ignore[return]  # noqa: RET503
    if s[0] > 3:
        return 1


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (no_number, "expected the evaluator no_number to return int, got None"),
        (two_parameters, "expected the evaluator two_parameters to take 3 parameters, got (s: 'Any', cells: 'int')"),
        (sometimes, "expected the evaluator sometimes to return int, got int or None"),
    ],
)
def test_a_broken_evaluator_kernel_is_refused_with_one_line_of_ours(function: Any, reason: str) -> None:
    """An evaluator over words that returns no number, or has other parameters, is refused with its name and fault."""
    tier, why = tier_of(AlphaBeta(depth=2, evaluator=over_words(function)), heap())
    assert tier == "reference"
    assert (why or "").startswith(reason)
