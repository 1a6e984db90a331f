"""A `return` in a loop over a set: `for x in s: if x > 2: return x`.

In Python, the result depends on the order of the set. Generated code visits all members of the set, and two different
results are an error.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable

import attrs

from advsearch.lowering.row_rules import ORDER
from advsearch.lowering.rows import sharing, spare
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.comparisons import equal
from advsearch.lowering.rows.conditions import Storage, asked
from advsearch.lowering.rows.convert import blank, runtime, type_of
from advsearch.lowering.rows.numbers import truth
from advsearch.lowering.rows.types import Float, Never
from advsearch.lowering.rows.values import Known, NotYet, Place, Value, leaves


@attrs.frozen(eq=False)
class Settled:
    found: str
    fact: Hashable
    slot: Storage | None

    def put(self, f: Body, value: Value, node: ast.AST) -> None:
        kind = f.program.learn(self.fact, type_of(f, value))
        if self.slot is None or not spare.storable(type_of(f, value), kind):
            raise NotYet
        if isinstance(kind, Float):
            raise f.refuse(node, "a loop over a set returns a float, but a set has no order", "loop over sorted(...)")
        with f.block(f"if {self.found}:"):
            test = equal(f, node, value, self.slot.value)
            f.emit(f"if not ({test.value if isinstance(test, Known) else test.text}):")
            f.emit(f"    fail(block, {ORDER}, {f.line_of(node)})")
        with f.block("else:"):
            self.slot.put(value, node)
            f.emit(f"{self.found} = True")


def begun(f: Body, node: ast.AST) -> Settled:
    fact = f.key(node, "settled")
    kind = f.program.fact(fact)
    found = f.fresh("found")
    f.emit(f"{found} = False")
    if kind is None or isinstance(kind, Never):
        return Settled(found, fact, None)
    slot = Storage(f, kind, "settled", fact)
    begin(f, slot)
    return Settled(found, fact, slot)


def begin(f: Body, slot: Storage) -> None:
    if isinstance(slot.value, Place):
        f.emit(f"{slot.value.text} = free")
        return
    for leaf, value in zip(leaves(slot.value), leaves(blank(slot.value.kind)), strict=True):  # type: ignore[union-attr]
        f.emit(f"{leaf.text} = {value.text}")


def returned(f: Body, node: ast.Return, settled: Settled) -> None:
    """Generate a `return` in a loop over a set: store the result and continue with the next member."""
    from advsearch.lowering.rows.loops import leave

    if f.answers_truth:
        value: Value = Known(False) if node.value is None else asked(f, node.value)
    else:
        value = runtime(f, Known(None) if node.value is None else f.value(node.value))
        sharing.check_result(f, node, type_of(f, value))
    settled.put(f, value, node)
    leave(f, f.loops[-1], node)
    f.emit("continue")
    f.live = False


def ended(f: Body, node: ast.AST, settled: Settled) -> None:
    from advsearch.lowering.rows.statements import give

    if settled.slot is None:
        return
    with f.block(f"if {settled.found}:"):
        if f.answers_truth:
            test = truth(f, settled.slot.value, node)
            f.emit(f"return {bool(test.value) if isinstance(test, Known) else test.text}")
        else:
            give(f, settled.slot.value, node)
