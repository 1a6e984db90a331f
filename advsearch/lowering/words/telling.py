"""Finds every reason why rules cannot be compiled: the run continues after each refused statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

from advsearch.lowering.refusals import NotLowered, Refusal, Refused
from advsearch.lowering.sample import Sample
from advsearch.lowering.words import heads
from advsearch.lowering.words.actions import form_of
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.expressions import Frame
from advsearch.lowering.words.fields import Field, Shape, widened
from advsearch.lowering.words.flows import Dead, Env, Exit, Flow
from advsearch.lowering.words.graph import Graph, Node, TooLarge
from advsearch.lowering.words.methods import Methods
from advsearch.lowering.words.rules import Rules, Swap, outside_of
from advsearch.lowering.words.values import Listed, copied
from advsearch.protocol import AnyGame

Ask: TypeAlias = Callable[[Any, int], Any]


class _Told(Refused):
    pass


class _Missing:
    pass


class Telling(Methods):
    # Every loop is unrolled, because other ways to run a loop could cause additional refusals.

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self.told: dict[Refusal, None] = {}

    def tell(self, refused: Refused) -> None:
        if not isinstance(refused, _Told):
            self.told[refused.refusal] = None

    def block(self, statements: list[ast.stmt], env: Env) -> Flow:
        exits: list[Exit] = []
        live: Env | None = env
        failed: Refused | None = None
        for statement in statements:
            assert live is not None
            try:
                found, live = super().block([statement], live)
            except Refused as refused:
                self.tell(refused)
                failed = refused
                assert live is not None
                live.update(dict.fromkeys(_assigned(statement), _Missing))
                continue
            exits += found
            if live is None:
                break
        if failed is not None:
            raise _Told(failed.refusal)
        return exits, live

    def branch(self, condition: Node, body: Any, orelse: Any, env: Env) -> Flow:
        try:
            return super().branch(condition, body, orelse, env)
        except Refused as refused:
            self.tell(refused)
            if not condition.constant:
                self._try_other(condition, orelse, env)
            raise

    def _try_other(self, condition: Node, orelse: Any, env: Env) -> None:
        kept = self.saved()
        try:
            self.assume(condition, False)
            self._arm(orelse, copied(env))
        except (Contradiction, Dead):
            pass
        except Refused as refused:
            self.tell(refused)
        finally:
            self.restore(kept)

    def _name(self, node: ast.Name, env: Env) -> Any:
        if env.get(node.id) is _Missing:
            raise _Told(Refusal("", 0, node.id, ""))
        return super()._name(node, env)

    def family_of(self, node: ast.ListComp | ast.GeneratorExp, env: Env) -> Listed | None:
        return None

    def summed(self, node: ast.expr, env: Env) -> Any:
        return None

    def _do_for(self, node: ast.For, env: Env) -> Flow:
        heads.check(self, node, env)
        return self.unrolled(node, self.items(self.eval(node.iter, env)), env)


def _assigned(statement: ast.stmt) -> Iterator[str]:
    for part in ast.walk(statement):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, ast.FunctionDef):
            yield part.name


def every_refusal(game: AnyGame, met: Sample, first: NotLowered) -> NotLowered:
    if not all(one.line for one in first.refusals):
        return first  # the state has no words, whatever the methods do
    shape = Shape(met.initial)
    spans = [widened((min(column), max(column))) for column in zip(*map(shape.scalars, met.states), strict=True)]
    fields = [Field(name, *span) for name, span in zip(shape.names, spans, strict=True)]
    rules = Rules(game, shape, fields, alternating=True)
    asked: list[tuple[bool, Ask]] = [
        (True, lambda state, player: rules.call("utility", state, player)),
        (False, lambda state, _: rules.call("actions", state)),
        (False, lambda state, _: rules.call("result", state, _action(rules, state, met))),
    ]
    return NotLowered([*first.refusals, *_told(rules, asked, None)])


def every_refusal_of(evaluator: Any, rules: Rules, swap: Swap | None, first: Refused) -> NotLowered:
    def evaluated(state: Any, side: int) -> Any:
        return rules.run.call(evaluator, [rules.game, state, side], {}, ast.Pass(lineno=0))

    asked: list[tuple[bool, Ask]] = [(False, evaluated), (False, lambda state, side: evaluated(state, 1 - side))]
    return NotLowered([first.refusal, *_told(rules, asked, swap)])


def _action(rules: Rules, state: Any, met: Sample) -> Any:
    # A sampled action if the method `actions` is refused.
    run = rules.run
    assert isinstance(run, Telling)
    told = dict(run.told)
    run.listing = True
    try:
        return form_of(run, rules.call("actions", state)).action(rules.cell, rules.choice)
    except Refused:
        return met.unfinished[0][1][0]
    finally:
        run.listing = False
        run.told = told


def _told(rules: Rules, asked: list[tuple[bool, Ask]], swap: Swap | None) -> list[Refusal]:
    before = rules.run
    run = rules.run = Telling(rules.graph)
    run.frames.append(Frame(outside_of(rules.game), {}))
    run.at = ast.Pass(lineno=0)
    for (finished, ask), player in product(asked, (0, 1)):
        places = swap if swap is not None and player else tuple(range(len(rules.fields)))
        kept = run.saved()
        try:
            state = rules.shape.state(rules.graph, rules.values(places))
            _assume(rules, state, player, finished)
            ask(state, player)
        except Refused as refused:
            run.tell(refused)
        except (Contradiction, Dead, TooLarge):
            continue
        finally:
            run.restore(kept)
    rules.run = before
    return [one for one in run.told if one.line]


def _assume(rules: Rules, state: Any, player: int, finished: bool) -> None:
    run = rules.run
    assert isinstance(run, Telling)
    try:
        rules.to_move(state, player)
        run.assume(run.truth(rules.call("terminal", state)), finished)
    except Refused as refused:
        run.tell(refused)
