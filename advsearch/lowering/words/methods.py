"""Statements of the rules, run on symbols.

An `if` on a symbol runs both arms, and joins the variables behind it. What leaves a block early is kept as an exit
with its condition; exits are tested in their order.
"""

from __future__ import annotations

import ast
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.lowering.words import families, loops
from advsearch.lowering.words.calls import MOST_CALLS, Calls
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.expressions import Frame
from advsearch.lowering.words.graph import Graph, Node
from advsearch.lowering.words.values import UNSET, CellsOf, Listed, Picked, Record, copied, field_names, symbolic

Leaving: TypeAlias = Literal["return", "raise", "break", "continue"]
Env: TypeAlias = "dict[str, Any]"

YIELDED: Final = "yield"
"""The variable with what a generator has yielded: a keyword, so no name of the rules."""
MOST_ROUNDS: Final = 5_000


@attrs.define(eq=False)
class Exit:
    """How a block is left early: under `condition`, if no exit before it was taken."""

    condition: Node
    how: Leaving
    value: Any
    """What is returned; for `break` and `continue` the variables."""


class Dead(Exception):
    """Every path through the statements that are run raises an error."""


Flow: TypeAlias = "tuple[list[Exit], Env | None]"
"""The exits of a block, and the variables at its end; None where the end is never reached."""


class Methods(Calls):
    """Runs functions on symbols."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self.places: dict[int, Node] = {}
        """The symbol of a place in loops over so many constants."""
        self.listing = False
        """Whether lists that loops make may stay loops: while `actions` is run."""
        self.within_family = False

    def run(self, source: Any, env: Env, generator: bool = False, body: list[ast.stmt] | None = None) -> Any:
        if len(self.frames) >= MOST_CALLS:
            raise self.refuse(f"{source.name}, which calls itself", "write a loop")
        frame = Frame(source, env)
        self.frames.append(frame)
        kept, at = self.saved(), self.at
        if generator:
            env[YIELDED] = Listed([])
        try:
            exits, live = self.block(body if body is not None else source.body, env)
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
            raise self.refuse("return in a generator", "use if and else")
        return live[YIELDED]

    def returned(self, exits: list[Exit]) -> Any:
        """The value of a function whose end is never reached."""
        returns = [one for one in exits if one.how == "return"]
        if not returns:
            raise Dead
        value = returns[-1].value
        for one in reversed(returns[:-1]):
            value = self.choose(one.condition, one.value, value)
        return value

    # --- blocks -----------------------------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt], env: Env) -> Flow:
        """Run statements. What exits say stays assumed; whoever calls this goes back to what was assumed before."""
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
            if live is None:
                break
            try:
                for one in found:
                    self.assume(one.condition, False)
            except Contradiction:
                live = None
                break
        return exits, live

    def apart(self, statements: list[ast.stmt], env: Env) -> Flow:
        """Run a block, and go back to what was assumed before."""
        kept = self.saved()
        try:
            return self.block(statements, env)
        finally:
            self.restore(kept)

    def statement(self, node: ast.stmt, env: Env) -> Flow:
        method = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.no_form(node, _INSTEAD.get(type(node).__name__, "has no form over words"))
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
        from advsearch.lowering.words.values import Closure

        if node.decorator_list:
            raise self.no_form(node, "write it at the top level of the file")
        for part in ast.walk(node):
            if isinstance(part, ast.Nonlocal | ast.Global):
                raise self.no_form(part, "pass the value as an argument, and return it")
        env[node.name] = Closure(node, self.frames[-1].source, self.frames[-1], env)
        return [], env

    # --- assignment -------------------------------------------------------------------------------------------

    def _do_assign(self, node: ast.Assign, env: Env) -> Flow:
        value = self.eval(node.value, env)
        for target in node.targets:
            self.assign(target, value, env)
        return [], env

    def _do_annassign(self, node: ast.AnnAssign, env: Env) -> Flow:
        if node.value is not None:
            self.assign(node.target, self.eval(node.value, env), env)
        return [], env

    def _do_augassign(self, node: ast.AugAssign, env: Env) -> Flow:
        if isinstance(node.target, ast.Name):
            before = self.eval(ast.copy_location(ast.Name(node.target.id, ast.Load()), node), env)
            value = self.eval(node.value, env)
            if isinstance(before, Listed) and isinstance(node.op, ast.Add) and not before.frozen:
                before.items += self.items(value)
                return [], env
            env[node.target.id] = self.hinted(self.binary(type(node.op), before, value), node.target.id)
            return [], env
        if isinstance(node.target, ast.Subscript):
            owner, index = self.eval(node.target.value, env), self.eval(node.target.slice, env)
            before = self.subscript(owner, index)
            self.store(owner, index, self.binary(type(node.op), before, self.eval(node.value, env)))
            return [], env
        raise self.no_form(node, "assign to local names, and to items of local lists")

    def assign(self, target: ast.expr, value: Any, env: Env) -> None:
        if isinstance(target, ast.Name):
            env[target.id] = self.hinted(value, target.id)
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value, env)
        elif isinstance(target, ast.Subscript):
            self.store(self.eval(target.value, env), self.eval(target.slice, env), value)
        else:
            raise self.no_form(target, "assign to local names, and to items of local lists")

    def hinted(self, value: Any, name: str) -> Any:
        if isinstance(value, Node) and not value.name:
            value.name = name
        return value

    def _unpack(self, target: ast.Tuple | ast.List, value: Any, env: Env) -> None:
        if type(value) is tuple:
            parts = list(value)
        elif isinstance(value, Record):
            parts = list(value.fields.values()) if field_names(value.kind) else []
        elif isinstance(value, Picked):
            parts = self.items_of_picked(value)
        else:
            items = self.items(value)
            if not self.plain(Listed(items)):
                raise self.no_form(target, "the number of items is not fixed")
            parts = [item for _, item in items]
        stars = [place for place, one in enumerate(target.elts) if isinstance(one, ast.Starred)]
        if stars:
            raise self.no_form(target, "write the slices")
        if len(parts) != len(target.elts):
            raise self.no_form(target, f"{len(parts)} values for {len(target.elts)} names")
        for one, part in zip(target.elts, parts, strict=True):
            self.assign(one, part, env)

    def store(self, owner: Any, index: Any, value: Any) -> None:
        """`owner[index] = value`, of a local list."""
        if not isinstance(owner, Listed) or owner.frozen or not self.plain(owner):
            raise self.refuse("a change of an item", "change only lists that the same function has made")
        if isinstance(index, Node):
            index = self.seen(index)
            if index.lo < 0 or index.hi >= len(owner.items):
                raise self.refuse(f"an index of {index.lo} to {index.hi} into {len(owner.items)} items", "test it")
            for place, (guard, old) in enumerate(owner.items):
                same = self.graph.make("eq", index, self.graph.const(place))
                owner.items[place] = guard, self.choose(same, value, old)
        elif type(index) is int:
            owner.items[index] = self.graph.true, value
        else:
            raise self.refuse("a change of several items")

    # --- branches ---------------------------------------------------------------------------------------------

    def _do_if(self, node: ast.If, env: Env) -> Flow:
        return self.branch(self.truth(self.eval(node.test, env)), node.body, node.orelse, env)

    def branch(self, condition: Node, body: Any, orelse: Any, env: Env) -> Flow:
        """Run one block or the other; each a list of statements, or a function from variables to a flow."""
        if condition.constant:
            return self._arm(body if condition.data else orelse, env)
        flows: list[Flow | None] = []
        for holds, arm in ((True, body), (False, orelse)):
            kept = self.saved()
            try:
                self.assume(condition, holds)
                flows.append(self._arm(arm, copied(env)))
            except Contradiction:
                flows.append(None)
            self.restore(kept)
        if flows[0] is None or flows[1] is None:
            arm = orelse if flows[0] is None else body
            return self._arm(arm, env)
        return self._rejoined(condition, flows[0], flows[1])

    def _arm(self, arm: Any, env: Env) -> Flow:
        flow: Flow = arm(env) if callable(arm) else self.block(arm, env)
        return flow

    def _rejoined(self, condition: Node, one: Flow, two: Flow) -> Flow:
        graph = self.graph
        opposite = graph.make("not", condition)
        (exits, live), (other_exits, other_live) = one, two
        if live is None and other_live is None:
            first, second = self._collapsed(exits), self._collapsed(other_exits)
            if first is not None and second is not None and first.how == second.how == "return":
                value = self.choose(condition, first.value, second.value)
                return [Exit(graph.true, "return", value)], None
            if first is not None:
                return [Exit(condition, first.how, first.value), *other_exits], None
            if second is not None:
                return [Exit(opposite, second.how, second.value), *exits], None
            return self._under(condition, exits) + other_exits, None
        if live is None:
            first = self._collapsed(exits)
            if first is not None:
                return [Exit(condition, first.how, first.value), *other_exits], other_live
            return self._under(condition, exits) + other_exits, other_live
        if other_live is None:
            second = self._collapsed(other_exits)
            if second is not None:
                return [Exit(opposite, second.how, second.value), *exits], live
            return self._under(opposite, other_exits) + exits, live
        assert live is not None
        together = self._under(condition, exits) + self._under(opposite, other_exits)
        return together, self.merged(condition, live, other_live)

    def _under(self, condition: Node, exits: list[Exit]) -> list[Exit]:
        return [Exit(self.graph.both(condition, one.condition), one.how, one.value) for one in exits]

    def _collapsed(self, exits: list[Exit]) -> Exit | None:
        """The exits of a block that is always left, as one: where all of them return, or all raise."""
        kinds = {one.how for one in exits}
        if kinds <= {"return", "raise"} and "return" in kinds:
            return Exit(self.graph.true, "return", self.returned(exits))
        if kinds == {"raise"}:
            return Exit(self.graph.true, "raise", None)
        return exits[0] if len(exits) == 1 else None

    def merged(self, condition: Node, one: Env, two: Env) -> Env:
        env = {}
        for name in one.keys() | two.keys():
            first, second = one.get(name, UNSET), two.get(name, UNSET)
            if first is UNSET or second is UNSET:
                env[name] = first if second is UNSET else second
            else:
                env[name] = self.hinted(self.choose(condition, first, second), name)
        return env

    def family_of(self, node: ast.ListComp | ast.GeneratorExp, env: Env) -> Listed | None:
        return families.family_of_comprehension(self, node, env)

    def summed(self, node: ast.expr, env: Env) -> Any:
        return loops.summed(self, node, env)

    def _do_match(self, node: ast.Match, env: Env) -> Flow:
        subject = self.eval(node.subject, env)
        return self._cases(subject, node.cases, env)

    def _cases(self, subject: Any, cases: list[ast.match_case], env: Env) -> Flow:
        if not cases:
            return [], env
        first, rest = cases[0], cases[1:]
        condition = self._matches(subject, first.pattern, env)
        if first.guard is not None:
            condition = self.graph.both(condition, self.truth(self.eval(first.guard, env)))
        return self.branch(condition, first.body, lambda other: self._cases(subject, rest, other), env)

    def _matches(self, subject: Any, pattern: ast.pattern, env: Env) -> Node:
        if isinstance(pattern, ast.MatchValue):
            return self.truth(self.compared(ast.Eq, subject, self.eval(pattern.value, env)))
        if isinstance(pattern, ast.MatchSingleton):
            return self.truth(self.compared(ast.Is, subject, pattern.value))
        if isinstance(pattern, ast.MatchOr):
            found = self.graph.false
            for one in pattern.patterns:
                found = self.graph.either(found, self._matches(subject, one, env))
            return found
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            if pattern.name is not None:
                env[pattern.name] = subject
            return self.graph.true
        if isinstance(pattern, ast.MatchSequence) and isinstance(subject, tuple):
            if len(pattern.patterns) != len(subject):
                return self.graph.false
            found = self.graph.true
            for one, part in zip(pattern.patterns, subject, strict=True):
                found = self.graph.both(found, self._matches(part, one, env))
            return found
        raise self.no_form(pattern, "write if and elif")

    # --- loops ------------------------------------------------------------------------------------------------

    def _do_for(self, node: ast.For, env: Env) -> Flow:
        items = self.eval(node.iter, env)
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
        """Run the body for each item, one after another."""

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
            found, live = self.continued(found, live)
            exits += found
            if live is None:
                break
            try:
                for one in found:
                    self.assume(one.condition, False)
            except Contradiction:
                live = None
                break
        self.restore(kept)  # what left the loop is joined without assuming that it did not
        return self.after_loop(node.orelse, exits, live)

    def continued(self, exits: list[Exit], live: Env | None) -> Flow:
        """Exits by `continue` joined with the end of the body."""
        rest: list[Exit] = []
        for one in reversed(exits):
            if one.how == "continue":
                live = one.value if live is None else self.merged(one.condition, one.value, live)
                rest = self._under(self.graph.make("not", one.condition), rest)
            else:
                rest.insert(0, one)
        return rest, live

    def after_loop(self, orelse: list[ast.stmt], exits: list[Exit], live: Env | None) -> Flow:
        """Join what left the loop by `break` with its end."""
        rest: list[Exit] = []
        if orelse and live is not None:
            found, live = self.block(orelse, live)
            exits = exits + found
        for one in reversed(exits):
            if one.how == "break":
                live = one.value if live is None else self.merged(one.condition, one.value, live)
                rest = self._under(self.graph.make("not", one.condition), rest)
            else:
                rest.insert(0, one)
        return rest, live

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
            found, live = self.continued(*self.apart(node.body, live))
            exits += found
            if live is None:
                return self.after_loop([], exits, live)
        raise self.no_form(node, "the loop does not end")


_INSTEAD: Final = {
    "Try": "test with `if` before, instead of catching the error",
    "With": "write the statements without it",
    "Global": "pass the value as an argument, and return it",
    "Nonlocal": "pass the value as an argument, and return it",
    "Delete": "make a new list without the item",
    "Import": "import at the top of the file",
    "ImportFrom": "import at the top of the file",
    "ClassDef": "write the class at the top level of the file",
    "AsyncFunctionDef": "write a plain function",
}
"""Statement to what to write for it."""
