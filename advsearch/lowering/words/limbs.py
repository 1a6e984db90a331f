"""Splits integers of any size into 63-bit parts: `1 << 70` becomes the parts 0 and 128.

The last part contains the sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from advsearch.bits import FULL_WORD, WORD_BITS
from advsearch.lowering.refusals import Refused, refuse
from advsearch.lowering.words.graph import LoopBody, Node
from advsearch.lowering.words.steps import Step, Steps

Limbs = tuple[Step, ...]


def limbs_of(node: Node) -> int:
    if node.kind != "int":
        return 1
    bits = max((~node.lo if node.lo < 0 else node.lo).bit_length(), node.hi.bit_length())
    return max(1, -(-bits // WORD_BITS))


class Lowering:
    """Translates the nodes of a graph to `Step` objects, operations on 64-bit words."""

    def __init__(self, steps: Steps, leaves: Mapping[int, Limbs]) -> None:
        self.steps = steps
        self.known: dict[int, Limbs] = dict(leaves)
        self._loops: dict[int, list[Limbs]] = {}

    def step(self, node: Node) -> Step:
        found = self.limbs(node)
        if len(found) != 1:
            raise _too_wide("a result")
        return found[0]

    def limbs(self, node: Node) -> Limbs:
        todo = [node]
        while todo:
            one = todo[-1]
            if one.number in self.known:
                todo.pop()
                continue
            missing = [arg for arg in one.args if arg.number not in self.known]
            if missing:
                todo.extend(missing)
                continue
            made = self._lowered(one)
            if one.name and len(made) == 1 and not made[0].name and made[0].op not in ("const", "leaf"):
                made[0].name = one.name
            self.known[one.number] = made
            todo.pop()
        return self.known[node.number]

    def _lowered(self, node: Node) -> Limbs:
        args = [self.known[arg.number] for arg in node.args]
        op, steps = node.op, self.steps
        if op == "const":
            return self._constant(node)
        if op == "out":
            return self._looped(node, args)
        if op == "refine":
            return args[0][: limbs_of(node)]
        if op == "signed":
            word = args[0][0]
            last = steps.make("eq", word, steps.const(node.args[0].hi))
            return (steps.select(last, steps.const(-1), word),)
        if op == "lookup":
            return self._looked_up(node, args[0][0])
        if op == "select":
            count = limbs_of(node)
            one, two = self._extended(node.args[1], args[1], count), self._extended(node.args[2], args[2], count)
            return tuple(steps.select(args[0][0], x, y) for x, y in zip(one, two, strict=True))
        if op == "exact":
            return (self._safe("floordiv", args[0][0], steps.const(node.data)),)
        if limbs_of(node) == 1 and all(len(one) == 1 for one in args):
            return (self._safe(op, *(one[0] for one in args)),)
        rule: Callable[..., Limbs] | None = getattr(self, f"_{op}", None)
        if rule is None:
            raise _too_wide(_NAMES.get(op, op))
        return rule(node, *args)

    def _looped(self, node: Node, args: list[Limbs]) -> Limbs:
        body, place = node.data
        found = self._loops.get(id(body))
        if found is None:
            found = self._loops[id(body)] = self._loop(body, node, args)
        return self._extended(node, found[place], limbs_of(node))

    def _loop(self, body: LoopBody, node: Node, args: list[Limbs]) -> list[Limbs]:
        steps = self.steps
        params: list[Step] = []
        counts = []
        for param in body.params:
            count = limbs_of(param)
            counts.append(count)
            if count == 1:
                limbs: Limbs = (steps.variable(param.name, param.interval, param.kind),)
            else:
                lows = [steps.variable(param.name, (0, FULL_WORD), "int") for _ in range(count - 1)]
                top = param.lo >> WORD_BITS * (count - 1), param.hi >> WORD_BITS * (count - 1)
                limbs = (*lows, steps.variable(param.name, top, "int"))
            self.known[param.number] = limbs
            params += limbs
        begun: list[Step] = []
        nexts: list[Step] = []
        for count, init, limbs, after in zip(counts, node.args, args, body.nexts, strict=False):
            begun += self._extended(init, limbs, count)
            nexts += self._extended(after, self.limbs(after), count)
        outs = steps.loop(tuple(params), tuple(begun), tuple(nexts), self.step(body.condition))
        found: list[Limbs] = []
        for count in counts:
            found.append(outs[:count])
            outs = outs[count:]
        return found

    def _constant(self, node: Node) -> Limbs:
        count = limbs_of(node)
        if count == 1:
            return (self.steps.const(node.data),)
        low = [self.steps.const(node.data >> WORD_BITS * place & FULL_WORD) for place in range(count - 1)]
        return (*low, self.steps.const(node.data >> WORD_BITS * (count - 1)))

    def _looked_up(self, node: Node, index: Step) -> Limbs:
        values, count = node.data.values, limbs_of(node)
        if node.kind != "int" or count == 1:
            if node.kind == "int" and not all(-(1 << 63) <= value < 1 << 63 for value in values):
                values = tuple(value if node.lo <= value <= node.hi else 0 for value in values)
            return (self.steps.lookup(values, index),)
        found = [
            self.steps.lookup(tuple(value >> WORD_BITS * place & FULL_WORD for value in values), index)
            for place in range(count - 1)
        ]
        return (*found, self.steps.lookup(tuple(value >> WORD_BITS * (count - 1) for value in values), index))

    def _safe(self, op: str, *args: Step) -> Step:
        # Generated code can compute a step before the test that guards it, so no step may raise an error.
        steps = self.steps
        if op in ("shl", "shr", "clear") and not (args[1].lo >= 0 and args[1].hi <= WORD_BITS):
            args = args[0], steps.make("and", args[1], steps.const(WORD_BITS))
        if op in ("floordiv", "mod", "fdiv"):
            zero = steps.const(0.0) if args[1].kind == "float" else steps.zero
            if args[1].op != "const" and args[1].lo <= 0 <= args[1].hi:
                none = steps.make("feq" if args[1].kind == "float" else "eq", args[1], zero)
                one = steps.const(1.0) if args[1].kind == "float" else steps.const(1)
                args = args[0], steps.select(none, one, args[1])
        return steps.make(op, *args)

    # --- several limbs ----------------------------------------------------------------------------------------

    def _extended(self, node: Node, limbs: Limbs, count: int) -> Limbs:
        if len(limbs) >= count:
            return limbs[:count]
        steps = self.steps
        last = limbs[-1]
        if node.lo >= 0:
            return (*limbs, *([steps.zero] * (count - len(limbs))))
        sign = steps.make("shr", last, steps.const(WORD_BITS))
        low = steps.make("and", last, steps.full)
        middle = [steps.make("and", sign, steps.full)] * (count - len(limbs) - 1)
        return (*limbs[:-1], low, *middle, sign)

    def _bitwise(self, op: str, node: Node, one: Limbs, two: Limbs) -> Limbs:
        count = max(limbs_of(node), 1)
        wide = max(len(one), len(two), count)
        first, second = self._extended(node.args[0], one, wide), self._extended(node.args[1], two, wide)
        return tuple(self.steps.make(op, x, y) for x, y in zip(first[:count], second[:count], strict=True))

    def _and(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        return self._bitwise("and", node, one, two)

    def _or(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        return self._bitwise("or", node, one, two)

    def _xor(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        return self._bitwise("xor", node, one, two)

    def _invert(self, node: Node, one: Limbs) -> Limbs:
        steps = self.steps
        return (*(steps.make("xor", limb, steps.full) for limb in one[:-1]), steps.make("invert", one[-1]))

    def _neg(self, node: Node, one: Limbs) -> Limbs:
        return self._difference((self.steps.zero,) * len(one), one, limbs_of(node))

    def _sub(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        count = max(limbs_of(node), len(one), len(two))
        first, second = self._extended(node.args[0], one, count), self._extended(node.args[1], two, count)
        return self._difference(first, second, limbs_of(node))

    def _difference(self, one: Limbs, two: Limbs, count: int) -> Limbs:
        steps = self.steps
        borrow: Step | None = None
        found: list[Step] = []
        for place, (x, y) in enumerate(zip(one, two, strict=True)):
            difference = steps.make("sub", x, y)
            if borrow is not None:
                difference = steps.make("sub", difference, borrow)
            if place == len(one) - 1:
                found.append(difference)
            else:
                found.append(steps.make("and", difference, steps.full))
                borrow = steps.make("whole", steps.make("lt", difference, steps.zero))
        return tuple(found[:count])

    def _add(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        steps = self.steps
        if node.args[1].constant and node.args[1].data < 0:
            minus = self._constant_limbs(-node.args[1].data, max(limbs_of(node), len(one)))
            return self._difference(self._extended(node.args[0], one, len(minus)), minus, limbs_of(node))
        count = max(limbs_of(node), len(one), len(two))
        first, second = self._extended(node.args[0], one, count), self._extended(node.args[1], two, count)
        carry: Step | None = None
        found: list[Step] = []
        for place, (x, y) in enumerate(zip(first, second, strict=True)):
            if place == count - 1:
                total = steps.make("add", x, y)
                found.append(total if carry is None else steps.make("add", total, carry))
                break
            # x + y - 2**63, which is not negative if there is a carry
            total = steps.make("sub", steps.make("sub", x, steps.make("xor", y, steps.full)), steps.const(1))
            if carry is not None:
                total = steps.make("add", total, carry)
            found.append(steps.make("and", total, steps.full))
            carry = steps.make("whole", steps.make("not", steps.make("lt", total, steps.zero)))
        return tuple(found[: limbs_of(node)])

    def _constant_limbs(self, value: int, count: int) -> Limbs:
        return tuple(self.steps.const(value >> WORD_BITS * place & FULL_WORD) for place in range(count))

    def _count(self, node: Node, one: Limbs) -> Limbs:
        total = self.steps.make("count", one[0])
        for limb in one[1:]:
            total = self.steps.make("add", total, self.steps.make("count", limb))
        return (total,)

    def _lowest(self, node: Node, one: Limbs) -> Limbs:
        steps = self.steps
        found = steps.make("lowest", one[-1])
        found = steps.make("add", found, steps.const(WORD_BITS * (len(one) - 1)))
        for place in range(len(one) - 2, -1, -1):
            here = steps.make("add", steps.make("lowest", one[place]), steps.const(WORD_BITS * place))
            found = steps.select(steps.make("eq", one[place], steps.zero), found, here)
        return (found,)

    def _length(self, node: Node, one: Limbs) -> Limbs:
        steps = self.steps
        found = steps.make("length", one[0])
        for place, limb in enumerate(one[1:], 1):
            longer = steps.make("add", steps.make("length", limb), steps.const(WORD_BITS * place))
            found = steps.select(steps.make("eq", limb, steps.zero), found, longer)
        return (found,)

    def _eq(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        count = max(len(one), len(two))
        steps = self.steps
        first, second = self._extended(node.args[0], one, count), self._extended(node.args[1], two, count)
        if node.args[1].constant and node.args[1].data == 0:
            found = first[0]
            for limb in first[1:]:
                found = steps.make("or", found, limb)
            return (steps.make("eq", found, steps.zero),)
        same = steps.make("eq", first[0], second[0])
        for x, y in zip(first[1:], second[1:], strict=True):
            same = steps.select(same, steps.make("eq", x, y), steps.const(False))
        return (same,)

    def _lt(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        count = max(len(one), len(two))
        steps = self.steps
        first, second = self._extended(node.args[0], one, count), self._extended(node.args[1], two, count)
        less = steps.make("lt", first[0], second[0])
        for x, y in zip(first[1:], second[1:], strict=True):
            less = steps.select(steps.make("eq", x, y), less, steps.make("lt", x, y))
        return (less,)

    def _extreme(self, node: Node, one: Limbs, two: Limbs, least: bool) -> Limbs:
        less = self._lt(node, one, two)[0]
        count = limbs_of(node)
        first, second = self._extended(node.args[0], one, count), self._extended(node.args[1], two, count)
        pairs = zip(first, second, strict=True)
        return tuple(self.steps.select(less, x, y) if least else self.steps.select(less, y, x) for x, y in pairs)

    def _min(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        return self._extreme(node, one, two, least=True)

    def _max(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        return self._extreme(node, one, two, least=False)

    # --- shifts -----------------------------------------------------------------------------------------------

    def _shl(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        return self._by_words(node, two[0], lambda whole, by: self._shifted_left(node, one, whole, by))

    def _shr(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        return self._by_words(node, two[0], lambda whole, by: self._shifted_right(node, one, whole, by))

    def _by_words(self, node: Node, by: Step, shifted: Callable[[int, Step], Limbs]) -> Limbs:
        # First by whole limbs, then by the remaining bits.
        steps = self.steps
        amount = node.args[1]
        if by.op == "const":
            return shifted(by.data // WORD_BITS, steps.const(by.data % WORD_BITS))
        first, last = max(amount.lo, 0) // WORD_BITS, amount.hi // WORD_BITS
        found = shifted(last, self._within(by, last, first == last and by.lo >= 0))
        for whole in range(last - 1, first - 1, -1):
            below = steps.make("lt", by, steps.const(WORD_BITS * (whole + 1)))
            other = shifted(whole, self._within(by, whole, False))
            found = tuple(steps.select(below, x, y) for x, y in zip(other, found, strict=True))
        return found

    def _within(self, by: Step, whole: int, safe: bool) -> Step:
        rest = self.steps.make("sub", by, self.steps.const(WORD_BITS * whole))
        return rest if safe else self.steps.make("and", rest, self.steps.const(63))

    def _shifted_left(self, node: Node, one: Limbs, whole: int, by: Step) -> Limbs:
        steps, count = self.steps, limbs_of(node)
        source = self._extended(node.args[0], one, max(count - whole, 1))
        found: list[Step] = [steps.zero] * min(whole, count)
        for place in range(count - len(found)):
            limb = source[place]
            last = place + whole == count - 1
            kept = limb if last or (limb.op == "const" and limb.data in (0, 1)) else steps.make(
                "and", limb, steps.make("shr", steps.full, by)
            )  # fmt: skip
            moved = steps.make("shl", kept, by)
            if place > 0:
                moved = steps.make("or", moved, self._carried(source[place - 1], by))
            found.append(moved)
        return tuple(found)

    def _carried(self, limb: Step, by: Step) -> Step:
        steps = self.steps
        return self._safe("shr", steps.make("shr", limb, steps.const(1)), steps.make("sub", steps.const(62), by))

    def _shifted_right(self, node: Node, one: Limbs, whole: int, by: Step) -> Limbs:
        steps, count = self.steps, limbs_of(node)
        negative = node.args[0].lo < 0
        sign = steps.make("shr", one[-1], steps.const(WORD_BITS)) if negative else steps.zero
        found: list[Step] = []
        for place, source in enumerate(range(whole, whole + count)):
            signed = negative and place == count - 1  # the last limb has the sign, the others are 63 bits
            moved = steps.make("shr", one[source], by) if source < len(one) else sign
            if source + 1 < len(one):
                above = one[source + 1]
                mask = steps.make("sub", steps.make("shl", steps.const(1), by), steps.const(1))
                kept = above if signed else steps.make("and", above, mask)
                left = self._safe("shl", kept, steps.make("sub", steps.const(62), by))
                left = steps.make("shl", left, steps.const(1))
                moved = steps.make("or", moved, left if signed else steps.make("and", left, steps.full))
            elif negative and not signed:
                moved = steps.make("and", moved, steps.full)
            found.append(moved)
        return tuple(found)

    def _clear(self, node: Node, one: Limbs, two: Limbs) -> Limbs:
        steps, by = self.steps, two[0]
        found = []
        for place, limb in enumerate(one[: limbs_of(node)]):
            low, high = WORD_BITS * place, WORD_BITS * (place + 1)
            rest = steps.make("and", steps.make("sub", by, steps.const(low)), steps.const(63))
            cleared = steps.make("clear", limb, rest)
            if node.args[1].lo < low:
                cleared = steps.select(steps.make("lt", by, steps.const(low)), limb, cleared)
            if node.args[1].hi >= high:
                cleared = steps.select(steps.make("lt", by, steps.const(high)), cleared, steps.zero)
            found.append(cleared)
        return tuple(found)


_NAMES: Final = {"mul": "*", "floordiv": "//", "mod": "%", "abs": "abs"}


def _too_wide(what: str) -> Refused:
    return refuse("", 0, f"{what} is used with an integer beyond 63 bits", "use & | ^ ~ + - << >> and comparisons")
