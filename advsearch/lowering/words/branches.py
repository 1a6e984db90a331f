"""Runs `if` and `match` on symbols: `if c: x = 1` and `else: x = 2` become `x = 1 if c else 2`."""

from __future__ import annotations

import ast
from typing import Any

from advsearch.lowering.words.assignments import Assignments
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.flows import Dead, Env, Exit, Flow
from advsearch.lowering.words.nodes import Node
from advsearch.lowering.words.values import UNSET, copied


class Branches(Assignments):
    def _do_if(self, node: ast.If, env: Env) -> Flow:
        return self.branch(self.truth(self.eval(node.test, env)), node.body, node.orelse, env)

    def branch(self, condition: Node, body: Any, orelse: Any, env: Env) -> Flow:
        """A block is a list of statements, or a function that returns a `Flow`."""
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
            return self.under(condition, exits) + other_exits, None
        if live is None:
            first = self._collapsed(exits)
            if first is not None:
                return [Exit(condition, first.how, first.value), *other_exits], other_live
            return self.under(condition, exits) + other_exits, other_live
        if other_live is None:
            second = self._collapsed(other_exits)
            if second is not None:
                return [Exit(opposite, second.how, second.value), *exits], live
            return self.under(opposite, other_exits) + exits, live
        assert live is not None
        together = self.under(condition, exits) + self.under(opposite, other_exits)
        return together, self.merged(condition, live, other_live)

    def under(self, condition: Node, exits: list[Exit]) -> list[Exit]:
        return [Exit(self.graph.both(condition, one.condition), one.how, one.value) for one in exits]

    def _collapsed(self, exits: list[Exit]) -> Exit | None:
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

    def returned(self, exits: list[Exit]) -> Any:
        returns = [one for one in exits if one.how == "return"]
        if not returns:
            raise Dead
        value = returns[-1].value
        for one in reversed(returns[:-1]):
            value = self.choose(one.condition, one.value, value)
        return value

    # --- cases ------------------------------------------------------------------------------------------------

    def _do_match(self, node: ast.Match, env: Env) -> Flow:
        subject = self.eval(node.subject, env)
        return self._cases(subject, node.cases, env)

    def _cases(self, subject: Any, cases: list[ast.match_case], env: Env) -> Flow:
        if not cases:
            return [], env
        first, rest = cases[0], cases[1:]
        bound: Env = {}
        condition = self._matches(subject, first.pattern, env, bound)
        if bound:
            before = env
            self.rebind(condition, {**before, **bound}, before, env := dict(before))
        if first.guard is not None:
            condition = self.graph.both(condition, self.truth(self.eval(first.guard, env)))
        return self.branch(condition, first.body, lambda other: self._cases(subject, rest, other), env)

    def _matches(self, subject: Any, pattern: ast.pattern, env: Env, bound: Env) -> Node:
        # Returns the condition of a match, and stores the names of the pattern in `bound`.
        if isinstance(pattern, ast.MatchValue):
            return self.truth(self.compared(ast.Eq, subject, self.eval(pattern.value, env)))
        if isinstance(pattern, ast.MatchSingleton):
            return self.truth(self.compared(ast.Is, subject, pattern.value))
        if isinstance(pattern, ast.MatchOr):
            found = self.graph.false
            for one in pattern.patterns:
                count = len(bound)
                found = self.graph.either(found, self._matches(subject, one, env, bound))
                if len(bound) > count:
                    raise self.no_form(pattern, "write one `case` for each alternative")
            return found
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            if pattern.name is not None:
                bound[pattern.name] = subject
            return self.graph.true
        if isinstance(pattern, ast.MatchSequence) and isinstance(subject, tuple):
            if len(pattern.patterns) != len(subject):
                return self.graph.false
            found = self.graph.true
            for one, part in zip(pattern.patterns, subject, strict=True):
                found = self.graph.both(found, self._matches(part, one, env, bound))
            return found
        raise self.no_form(pattern, "write `if` and `elif` instead of `match`")

    def block(self, statements: list[ast.stmt], env: Env) -> Flow:
        raise NotImplementedError
