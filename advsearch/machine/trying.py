"""The statement `try`: handlers of errors, and what is done on each way out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from advsearch.machine import branches, layout
from advsearch.machine.scopes import Final, bring_back, names_of
from advsearch.machine.source import assigned, walked
from advsearch.machine.values import Constant

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def try_statement(f: Function, s: ast.Try) -> None:
    if not s.finalbody:
        _handled(f, s)
        return
    before = branches.pin(f, assigned([s]), s)
    start, scope = names_of(f.scope), f.scope
    failed, out = f.block(), f.block()
    outer, f.failing = f.failing, failed
    scope.finals.append(Final(s.finalbody, len(scope.loops), outer))
    (_handled(f, s) if s.handlers else f.run(s.body))
    scope.finals.pop()
    f.failing = outer
    if f.live:
        f.run(s.finalbody)
    f.jump(out)
    bring_back(start)
    f.start(failed)
    if f.live:  # the error is kept until the last statements are done
        error = f.cell()
        f.store(f.load("@ERR"), error)
        f.store(0, "@ERR")
        f.run(s.finalbody)
        if f.live:
            f.store(f.load(error), "@ERR")
            f.jump(f.failing)
    bring_back(start)
    f.start(out)
    branches.unpin(before)


def run_finals(f: Function, loops: int) -> None:
    """Do what is done on the way out of each `try` in a function, or in a loop of it, the innermost first."""
    scope, failing = f.scope, f.failing
    finals = scope.finals
    while f.live and scope.finals and scope.finals[-1].loops >= loops:
        last = scope.finals[-1]
        scope.finals, f.failing = scope.finals[:-1], last.failing
        f.run(last.body)
    scope.finals, f.failing = finals, failing


def raised_again(f: Function, tree: ast.expr | None) -> str | None:
    """The error that `raise` or `raise error` in a handler means, or None."""
    named = tree.id if isinstance(tree, ast.Name) else None
    found = [word for name, word in f.scope.caught if tree is None or (named is not None and name == named)]
    return found[-1] if found else None


def _shown(tree: ast.expr | None) -> str:
    return "Exception" if tree is None else ast.unparse(tree)


def _handled(f: Function, s: ast.Try) -> None:
    goes_on = any(not isinstance(handler.body[-1], ast.Raise) for handler in s.handlers)
    if goes_on and not f.scope.is_text and not f.unit.catches:
        f.unit.catches = True
        f.unit.progress.changed()
    before = branches.pin(f, assigned([s]), s)
    caught, out = f.block(), f.block()
    start = names_of(f.scope)
    outer, f.failing = f.failing, caught
    f.takes_memory()  # what a call had taken when it failed is still taken
    f.run(s.body)
    f.failing = outer
    f.run(s.orelse)
    f.jump(out)
    bring_back(start)
    f.start(caught)
    if f.live:
        _handlers(f, s, out, start)
    bring_back(start)
    f.start(out)
    branches.unpin(before)


def _handlers(f: Function, s: ast.Try, out: Any, start: Any) -> None:
    word = f.load("@ERR")
    code = f.op("and", word, (1 << layout.PLACE_SHIFT) - 1)
    for handler in s.handlers:
        kinds = _caught(f, handler)
        hit, other = f.block(), f.block()
        found = "false"
        for number in f.unit.caught_codes(kinds):
            same = f.op("icmp eq", code, number)
            found = same if found == "false" else f.new(f"or i1 {found}, {same}")
        f.branch(found, hit, other)
        f.start(hit)
        if f.live:
            bring_back(start)
            f.store(0, "@ERR")
            f.scope.caught.append((handler.name, word))
            f.run(handler.body)
            f.scope.caught.pop()
            f.jump(out)
        f.start(other)
        if not f.live:
            return
    f.jump(f.failing)


def _caught(f: Function, handler: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
    if handler.type is None:
        return (Exception,)
    raised = {id(n) for one in walked(handler) if isinstance(one, ast.Raise) for n in ast.walk(one)}
    for node in walked(handler) if handler.name else ():
        if isinstance(node, ast.Name) and node.id == handler.name and id(node) not in raised:
            what = f"the exception `{handler.name}` is used"
            raise f.refusal(what, f"raise it, or use its class alone: `except {_shown(handler.type)}:`", node)
    kinds = f.evaluate(handler.type)
    if not isinstance(kinds, Constant):
        raise f.refusal("an exception class that is not constant", "name the class of exceptions", handler)
    return kinds.value if isinstance(kinds.value, tuple) else (kinds.value,)
