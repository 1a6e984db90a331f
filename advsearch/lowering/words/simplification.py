"""Simplifies operations on symbols: `x + 0` becomes `x`, and `x % 8` becomes `x & 7`."""

from __future__ import annotations

from advsearch.lowering.words.nodes import Node, Table
from advsearch.lowering.words.operations import Operations


class Simplification(Operations):
    """The method `_mod` simplifies the operation `mod`, `_add` the operation `add`."""

    def simplified(self, op: str, args: tuple[Node, ...]) -> Node | None:
        if len(args) == 1:
            return self._simplified_one(op, args[0])
        one, two = args
        rule = getattr(self, f"_{op}", None)
        return rule(one, two) if rule is not None else None

    def _simplified_one(self, op: str, one: Node) -> Node | None:
        if op in ("not", "invert", "neg", "fneg") and one.op == op:
            return one.args[0]
        if op == "not" and one.op == "select" and one.args[1].constant and one.args[2].constant:
            return self.select(one.args[0], self.make("not", one.args[1]), self.make("not", one.args[2]))
        if op == "whole" and one.op == "lookup":
            return self.lookup(self.table(tuple(int(value) for value in one.data.values)), one.args[0])
        if op == "abs" and one.lo >= 0:
            return one
        if op == "abs" and one.op == "sub" and one.args[0].number > one.args[1].number:
            return self.make("abs", self.make("sub", one.args[1], one.args[0]))
        if op == "float" and one.op == "select" and one.args[1].constant and one.args[2].constant:
            return self.select(one.args[0], self.make(op, one.args[1]), self.make(op, one.args[2]))
        return None

    def _zero_or(self, one: Node, two: Node) -> Node | None:
        if one.op == "const" and one.data == 0:
            return two
        if two.op == "const" and two.data == 0:
            return one
        return None

    def _add(self, one: Node, two: Node) -> Node | None:
        found = self._zero_or(one, two)
        if found is not None:
            return found
        fixed, other = (one, two) if one.constant else (two, one)
        if fixed.constant and other.op in ("add", "sub"):
            left, right = other.args
            if right.constant:
                total = fixed.data + (right.data if other.op == "add" else -right.data)
                return self.make("add", left, self.const(total))
            if left.constant and other.op == "add":
                return self.make("add", right, self.const(fixed.data + left.data))
        return None

    def _sub(self, one: Node, two: Node) -> Node | None:
        if one is two:
            return self.const(0)
        if two.op == "const":
            return one if two.data == 0 else self.make("add", one, self.const(-two.data))
        if one.op == "const" and one.data == 0:
            return self.make("neg", two)
        if two.op == "neg":
            return self.make("add", one, two.args[0])
        return None

    def _mul(self, one: Node, two: Node) -> Node | None:
        fixed, other = (one, two) if one.constant else (two, one)
        if not fixed.constant:
            return None
        if fixed.data in (0, 1):
            return other if fixed.data else self.const(0)
        if other.op == "mul" and any(part.constant for part in other.args):
            left, right = other.args if other.args[0].constant else (other.args[1], other.args[0])
            return self.make("mul", right, self.const(left.data * fixed.data))
        if other.op == "exact" and other.data == fixed.data:
            return other.args[0]
        if other.op == "add" and other.args[1].constant:
            scaled = self.make("mul", other.args[0], fixed)
            return self.make("add", scaled, self.const(other.args[1].data * fixed.data))
        return None

    def _floordiv(self, one: Node, two: Node) -> Node | None:
        if not two.constant or two.data <= 0:
            return None
        by = two.data
        if by == 1:
            return one
        whole, rest = self._parted(one, by)
        if whole is not None and rest.lo >= 0 and rest.hi < by:
            return whole
        if one.lo // by == one.hi // by:
            return self.const(one.lo // by)
        if one.lo >= 0 and by & (by - 1) == 0:
            return self.make("shr", one, self.const(by.bit_length() - 1))
        return None

    def _mod(self, one: Node, two: Node) -> Node | None:
        if not two.constant or two.data <= 0:
            return None
        by = two.data
        if one.lo >= 0 and one.hi < by:
            return one
        whole, rest = self._parted(one, by)
        if whole is not None:
            return self.make("mod", rest, two)
        if one.lo >= 0 and by & (by - 1) == 0:
            return self.make("and", one, self.const(by - 1))
        return None

    def _parted(self, node: Node, by: int) -> tuple[Node | None, Node]:
        # `node` is `w * by + r`; if no term is a multiple of `by`, `w` is None.
        if node.op == "mul":
            fixed, other = (node.args[0], node.args[1]) if node.args[0].constant else (node.args[1], node.args[0])
            if fixed.constant and fixed.data % by == 0:
                return self.make("mul", other, self.const(fixed.data // by)), self.const(0)
        if node.op == "add":
            for left, right in (node.args, node.args[::-1]):
                whole, rest = self._parted(left, by)
                if whole is not None:
                    return whole, self.make("add", rest, right)
        return None, node

    def _and(self, one: Node, two: Node) -> Node | None:
        if one is two:
            return one
        if one.kind == "bool" and two.kind == "bool":
            fixed, other = (one, two) if one.constant else (two, one)
            return (other if fixed.data else self.false) if fixed.constant else None
        for fixed, other in ((one, two), (two, one)):
            if not fixed.constant:
                continue
            mask = fixed.data
            if mask == 0:
                return self.const(0)
            if mask == -1 or (other.lo >= 0 and mask > 0 and other.hi <= mask and mask & (mask + 1) == 0):
                return other
            if other.op == "and":
                for inner, rest in (other.args, other.args[::-1]):
                    if inner.constant:
                        return self.make("and", rest, self.const(mask & inner.data))
            if mask == 1 and other.op == "shr" and other.args[1].constant and other.args[0].kind == "int":
                bit = self.make("and", other.args[0], self.const(1 << other.args[1].data))
                return self.make("whole", self.truth(bit)) if bit.op == "and" else None
        return None

    def _or(self, one: Node, two: Node) -> Node | None:
        if one is two:
            return one
        if one.kind == "bool" and two.kind == "bool":
            fixed, other = (one, two) if one.constant else (two, one)
            return (self.true if fixed.data else other) if fixed.constant else None
        return self._zero_or(one, two)

    def _xor(self, one: Node, two: Node) -> Node | None:
        if one is two and one.kind == "int":
            return self.const(0)
        if one.kind == "bool" and two.kind == "bool":
            return None
        return self._zero_or(one, two)

    def _shl(self, one: Node, two: Node) -> Node | None:
        if two.constant and two.data == 0:
            return one
        if one.constant and one.data == 0:
            return one
        if one.op == "shr" and one.args[1] is two:
            return self.make("clear", one.args[0], two)
        return None

    def _shr(self, one: Node, two: Node) -> Node | None:
        if two.constant and two.data == 0:
            return one
        if two.constant and one.op == "shr" and one.args[1].constant:
            return self.make("shr", one.args[0], self.const(two.data + one.args[1].data))
        if two.constant and one.lo >= 0 and one.hi >> min(two.data, 4096) == 0:
            return self.const(0)
        return None

    def _eq(self, one: Node, two: Node) -> Node | None:
        if one is two:
            return self.true
        if one.op == "signed" and two.constant:
            word = one.args[0]
            return self.make("eq", word, self.const(word.hi if two.data == -1 else int(two.data)))
        if one.op == "signed" and two.op == "signed" and one.hi == two.hi:
            return self.make("eq", one.args[0], two.args[0])
        if one.hi < two.lo or two.hi < one.lo:
            return self.false
        for fixed, other in ((one, two), (two, one)):
            if not fixed.constant:
                continue
            if other.kind == "bool":
                return other if int(fixed.data) == 1 else self.make("not", other)
            if other.op == "whole":
                return other.args[0] if fixed.data == 1 else self.make("not", other.args[0])
            if other.op == "select" and other.args[1].constant and other.args[2].constant:
                first, second = (self.const(bool(arm.data == fixed.data)) for arm in other.args[1:])
                return self.select(other.args[0], first, second)
            if other.op == "lookup" and isinstance(other.data, Table) and other.data.least is not None:
                values = tuple(value == fixed.data for value in other.data.values)
                if sum(values) == 1 and other.args[0].op != "lookup":
                    return self.make("eq", other.args[0], self.const(values.index(True)))
            if other.op == "and" and fixed.data != 0:
                mask = next((part.data for part in other.args if part.constant), 0)
                if mask == fixed.data and mask > 0 and mask & (mask - 1) == 0:  # the only bit
                    return self.make("not", self.make("eq", other, self.const(0)))
            if other.op == "add" and other.args[1].constant:
                return self.make("eq", other.args[0], self.const(fixed.data - other.args[1].data))
        return None

    def _lt(self, one: Node, two: Node) -> Node | None:
        if one is two or one.lo >= two.hi:
            return self.false
        if one.hi < two.lo:
            return self.true
        for node in (one, two):
            if node.op == "whole":
                fixed = two if node is one else one
                if fixed.constant:
                    arms = [self.make("lt", *((self.const(v), fixed) if node is one else (fixed, self.const(v))))
                            for v in (1, 0)]  # fmt: skip
                    return self.select(node.args[0], arms[0], arms[1])
        return None
