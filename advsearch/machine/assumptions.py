"""What the text of a search guarantees to the rules that it calls.

A text calls `actions` and `result` of unfinished states only, and `result` with listed actions only. So `terminal` of
the same state is False inside of them, and a test in `result` that only leads to `raise` never holds. Rules that call
themselves guarantee nothing, but for `rank`, which may hand its state and its action on to `result`.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine.scopes import Binding, Scope, is_same, root
from advsearch.machine.source import all_parameters, assigned, body_of, tree_of, walked
from advsearch.machine.values import Arguments, Constant, Held, Value
from advsearch.search.kit.fields import Machine

if TYPE_CHECKING:
    from advsearch.machine.function import Function

UNFINISHED: Final = frozenset({"actions", "result", "rank"})


def is_text(scope: Scope, own: Value | None) -> bool:
    """Whether a function is the method of a machine, or is written inside one."""
    if isinstance(own, Constant) and isinstance(own.value, Machine):
        return True
    return scope.parent is not None and scope.parent.is_text


def guaranteed(f: Function, function: FunctionType, given: Sequence[Value]) -> bool:
    """Whether a call is one of a text, of a method of the rules that may rely on it."""
    own = given[0] if given else None
    if function.__name__ not in UNFINISHED or not isinstance(own, Constant):
        return False
    if getattr(getattr(own.value, function.__name__, None), "__func__", None) is not function:
        return False
    return f.scope.is_text or (function.__name__ == "result" and _handed_on(f.scope, own, given))


def _handed_on(scope: Scope, own: Constant, given: Sequence[Value]) -> bool:
    """Whether a method that got an unfinished state and a listed action gives `result` just these."""
    if scope.listed is None or own.value is not scope.rules or len(given) != 3:
        return False
    known = (scope.names.get(name) for name in (scope.unfinished or "", scope.listed))
    return all(other is not None and _is_same(one, other) for one, other in zip(given[1:], known, strict=True))


def _is_same(one: Value, other: Binding) -> bool:
    if is_same(one, other):
        return True
    one_root, other_root = root(one), root(other)
    return isinstance(one_root, Held) and isinstance(other_root, Held) and one_root.words == other_root.words


def mark(scope: Scope, own: Value | None) -> None:
    """Note in the scope of such a method what it may rely on."""
    parameters = [each.arg for each in all_parameters(scope.tree)]
    changed = assigned(body_of(scope.tree))
    if isinstance(own, Constant) and len(parameters) > 1 and parameters[1] not in changed:
        name = None if scope.function is None else scope.function.__name__
        scope.unfinished = parameters[1]
        scope.rules = own.value
        scope.trusting = name == "result"
        scope.listed = (
            parameters[2] if name == "rank" and len(parameters) == 3 and parameters[2] not in changed else None
        )


def answer(f: Function, function: Any, arguments: Arguments) -> Value | None:
    """False for `terminal` of a state that is known to be unfinished, and for what `terminal` consists of."""
    scope = f.scope
    if scope.unfinished is None or len(arguments.given) != 2 or arguments.named:
        return None
    own, state = arguments.given
    if not isinstance(own, Constant) or own.value is not scope.rules:
        return None
    known = scope.names.get(scope.unfinished)
    if known is None or root(state) is not root(known):
        return None
    if function.__name__ == "terminal":
        return Constant(False)
    name = function.__name__
    if name not in _alternatives(own.value) or getattr(type(own.value), name, None) is not function:
        return None
    holds = f.unit.once(("never", id(own.value), name), lambda: _is_false(f, own, name))
    return Constant(False) if holds else None


@functools.cache
def _disjuncts(terminal: FunctionType) -> frozenset[str]:
    """The methods in `return self.one(state) or self.other(state)`: all of them are false if the whole is."""
    tree = tree_of(terminal)
    body = [s for s in body_of(tree) if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or not isinstance(body[0].value, ast.BoolOp):
        return frozenset()
    whole, names = body[0].value, [one.arg for one in all_parameters(tree)]
    if not isinstance(whole.op, ast.Or) or len(names) != 2:
        return frozenset()
    wanted = [ast.unparse(one).partition("(") for one in whole.values]
    return frozenset(
        owner.removeprefix(f"{names[0]}.")
        for owner, _, given in wanted
        if owner.startswith(f"{names[0]}.") and given == f"{names[1]})"
    )


def _alternatives(rules: Any) -> frozenset[str]:
    terminal = getattr(getattr(rules, "terminal", None), "__func__", None)
    return _disjuncts(terminal) if isinstance(terminal, FunctionType) else frozenset()


def _is_false(f: Function, own: Constant, name: str) -> bool:
    """Whether the method returns bools, and gave False for all unfinished states that were played."""
    rules = own.value
    if getattr(rules, name).__func__.__annotations__.get("return") not in (bool, "bool"):
        return False
    states = [state for state in f.unit.samples if not rules.terminal(state)]
    return bool(states) and all(getattr(rules, name)(state) is False for state in states)


def never_holds(f: Function, s: ast.If) -> bool:
    """Whether a test only leads to an error that listed actions never cause."""
    raises = len(s.body) == 1 and isinstance(s.body[0], ast.Raise) and not s.orelse
    return f.scope.trusting and raises and not any(isinstance(node, ast.NamedExpr) for node in walked(s.test))
