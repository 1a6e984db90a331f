"""Runs the statements of a game's methods on symbols.

If a condition is a symbol, both blocks of an `if` run, and each variable becomes `one if condition else two`.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from advsearch.lowering.refusals import INSTEAD_OF
from advsearch.lowering.words import families, heads, loops, owners
from advsearch.lowering.words.branches import Branches
from advsearch.lowering.words.calls import MOST_CALLS
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.expressions import Frame
from advsearch.lowering.words.flows import Dead as Dead
from advsearch.lowering.words.flows import Env as Env
from advsearch.lowering.words.flows import Exit as Exit
from advsearch.lowering.words.flows import Flow as Flow
from advsearch.lowering.words.graph import Graph, Node
from advsearch.lowering.words.values import CellsOf, Listed, symbolic

# Collects the items of a generator; the rules cannot use this name, because `yield` is a keyword.
YIELDED: Final = "yield"
MOST_ROUNDS: Final = 5_000
# Deeper recursions of one function are refused, because they may never end.
_MOST_AGAIN: Final = 16


class Methods(Branches):
    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        # `places[n]` is the symbol for `i` in `for i in range(n)`.
        self.places: dict[int, Node] = {}
        # Whether the game's method `actions` is running: only there, one `Family` may describe a list.
        self.listing = False
        self.within_family = False

    def run(self, source: Any, env: Env, generator: bool = False, body: list[ast.stmt] | None = None) -> Any:
        again = sum(frame.source.function is source.function for frame in self.frames)
        if len(self.frames) >= MOST_CALLS or again >= _MOST_AGAIN:
            raise self.refuse(f"`{source.name}` calls itself", "write a loop")
        body = source.body if body is None else body
        owners.check_given(self, body, env)
        frame = Frame(source, env, body)
        self.frames.append(frame)
        kept, at = self.saved(), self.at
        if generator:
            env[YIELDED] = Listed([])
        try:
            exits, live = self.block(body, env)
        finally:
            self.frames.pop()
            self.restore(kept)
            self.at = at
        if generator:
            return self._yielded(exits, live)
        if live is not None:
            exits.append(Exit(self.graph.true, "return", None))
        return self.returned(exits)

    def _yielded(self, exits: list[Exit], live: Env | None) -> Any:
        if live is None or any(one.how == "return" for one in exits):
            raise self.refuse("a generator contains `return`", "use if and else")
        found: Listed = live[YIELDED]
        found.once = True
        return found

    # --- blocks -----------------------------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt], env: Env) -> Flow:
        """Run statements and assume that none returned; the caller must undo the assumption."""
        exits: list[Exit] = []
        live: Env | None = env
        for statement in statements:
            assert live is not None
            try:
                self.at = statement
                self.frames[-1].env = live
                found, live = self.statement(statement, live)
            except Dead:
                found, live = [Exit(self.graph.true, "raise", None)], None
            exits += found
            live = self.passed(found, live)
            if live is None:
                break
        return exits, live

    def passed(self, exits: list[Exit], live: Env | None) -> Env | None:
        """Assume that no `return` or `break` ran; return None if one always runs."""
        if live is not None:
            try:
                for one in exits:
                    self.assume(one.condition, False)
            except Contradiction:
                return None
        return live

    def apart(self, statements: list[ast.stmt], env: Env) -> Flow:
        kept = self.saved()
        try:
            return self.block(statements, env)
        finally:
            self.restore(kept)

    def statement(self, node: ast.stmt, env: Env) -> Flow:
        method = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.no_form(
                node, INSTEAD_OF.get(type(node).__name__, "docs/kernels.md lists the supported parts of Python")
            )
        flow: Flow = method(node, env)
        return flow

    def _do_expr(self, node: ast.Expr, env: Env) -> Flow:
        if isinstance(node.value, ast.Yield):
            value = self.eval(node.value.value, env) if node.value.value else None
            env[YIELDED].items.append((self.graph.true, value))
        elif isinstance(node.value, ast.YieldFrom):
            env[YIELDED].items.extend(self.items(self.eval(node.value.value, env)))
        elif not isinstance(node.value, ast.Constant):
            self.eval(node.value, env)
        return [], env

    def _do_pass(self, node: ast.Pass, env: Env) -> Flow:
        return [], env

    def _do_assert(self, node: ast.Assert, env: Env) -> Flow:
        return [], env

    def _do_raise(self, node: ast.Raise, env: Env) -> Flow:
        return [Exit(self.graph.true, "raise", None)], None

    def _do_return(self, node: ast.Return, env: Env) -> Flow:
        value = None if node.value is None else self.eval(node.value, env)
        return [Exit(self.graph.true, "return", value)], None

    def _do_break(self, node: ast.Break, env: Env) -> Flow:
        return [Exit(self.graph.true, "break", env)], None

    def _do_continue(self, node: ast.Continue, env: Env) -> Flow:
        return [Exit(self.graph.true, "continue", env)], None

    def _do_functiondef(self, node: ast.FunctionDef, env: Env) -> Flow:
        if node.decorator_list:
            raise self.no_form(node, "write a decorated function at the top level of the file")
        for part in ast.walk(node):
            if isinstance(part, ast.Nonlocal | ast.Global):
                raise self.no_form(part, "pass the outer variable as an argument, and return its new value")
        env[node.name] = heads.closure(self, node, env)
        return [], env

    def family_of(self, node: ast.ListComp | ast.GeneratorExp, env: Env) -> Listed | None:
        heads.check_names(self, node)
        return families.family_of_comprehension(self, node, env)

    def summed(self, node: ast.expr, env: Env) -> Any:
        heads.check_names(self, node)
        return loops.summed(self, node, env)

    # --- loops ------------------------------------------------------------------------------------------------

    def _do_for(self, node: ast.For, env: Env) -> Flow:
        heads.check(self, node, env)
        items = self.eval(node.iter, env)
        if hasattr(type(items), "__next__"):  # read now, because the loop is tried in several forms
            items = tuple(item for _, item in self.items(items))
        if isinstance(items, CellsOf) and items.guard is None and items.cell is None:
            flow = loops.over_cells(self, node, items.word, env)
            if flow is not None:
                return flow
        elif not symbolic(items):
            flow = families.family_of_loop(self, node, items, env)
            if flow is None:
                flow = loops.over_constants(self, node, items, env)
            if flow is not None:
                return flow
        return self.unrolled(node, self.items(items), env)

    def unrolled(self, node: ast.For, items: list[tuple[Node, Any]], env: Env) -> Flow:
        def step(item: Any) -> Any:
            def run(variables: Env) -> Flow:
                self.assign(node.target, item, variables)
                return self.apart(node.body, variables)

            return run

        exits: list[Exit] = []
        live: Env | None = env
        kept = self.saved()
        for guard, item in items:
            assert live is not None
            found, live = self.branch(self.resolved(guard), step(item), lambda other: ([], other), live)
            found, live = self.joined("continue", found, live)
            exits += found
            live = self.passed(found, live)
            if live is None:
                break
        self.restore(kept)  # the exits are joined without the assumption that the loop went on
        return self.after_loop(node.orelse, exits, live)

    def joined(self, how: str, exits: list[Exit], live: Env | None) -> Flow:
        """Join the variables at every exit of one kind, such as `continue`, with the variables after the block."""
        rest: list[Exit] = []
        for one in reversed(exits):
            if one.how == how:
                live = one.value if live is None else self.merged(one.condition, one.value, live)
                rest = self.under(self.graph.make("not", one.condition), rest)
            else:
                rest.insert(0, one)
        return rest, live

    def after_loop(self, orelse: list[ast.stmt], exits: list[Exit], live: Env | None) -> Flow:
        if orelse and live is not None:
            found, live = self.block(orelse, live)
            exits = exits + found
        return self.joined("break", exits, live)

    def _do_while(self, node: ast.While, env: Env) -> Flow:
        exits: list[Exit] = []
        live: Env | None = env
        for _ in range(MOST_ROUNDS):
            assert live is not None
            condition = self.truth(self.eval(node.test, live))
            if not condition.constant:
                found, live = loops.while_loop(self, node, live)
                return self.after_loop([], exits + found, live)
            if not condition.data:
                return self.after_loop(node.orelse, exits, live)
            found, live = self.joined("continue", *self.apart(node.body, live))
            exits += found
            if live is None:
                return self.after_loop([], exits, live)
        raise self.no_form(node, "write a `while` condition that becomes false")
