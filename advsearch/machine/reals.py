"""Floats: operators and comparisons, exact also between a float and an int that no float equals."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from advsearch.machine import big, boxing, layout, wide
from advsearch.machine.facts import Range
from advsearch.machine.types import BOOL, FLOAT, INT, Either, alternatives
from advsearch.machine.values import Held, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

_OPERATORS: Final[dict[type[ast.operator], str]] = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}
_TESTS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("olt", "slt"), ast.LtE: ("ole", "sle"), ast.Gt: ("ogt", "sgt"), ast.GtE: ("oge", "sge"),
    ast.Eq: ("oeq", "eq"),
}  # fmt: skip
EXACT: Final = Range(-(1 << 53), 1 << 53)
"""Ints that are floats."""


def as_double(f: Function, held: Held) -> str:
    """A number as a register of LLVM's type for floats."""
    held = boxing.plain(held)
    if isinstance(held.type, Either) and FLOAT in alternatives(held.type):
        held = boxing.narrowed(f, held, FLOAT)
    if isinstance(held.type, Either) or big.is_big(held.type) or wide.is_wide(held.type):
        held = big.as_float(f, held)
    if held.type == FLOAT:
        return f.new(f"bitcast i64 {held.word} to double")
    return f.new(f"sitofp i64 {held.word} to double")


def real(f: Function, register: str) -> Held:
    """A double as a float."""
    return Held(FLOAT, (Word(f.new(f"bitcast double {register} to i64")),))


def binary(f: Function, op: ast.operator, one: Held, other: Held, node: ast.AST) -> Held:
    if isinstance(op, ast.Div):
        return _quotient(f, one, other, node)
    x, y = as_double(f, one), as_double(f, other)
    if type(op) in _OPERATORS:
        return real(f, f.new(f"{_OPERATORS[type(op)]} double {x}, {y}"))
    if isinstance(op, ast.Pow):
        return _power(f, x, y, node)
    if isinstance(op, ast.FloorDiv | ast.Mod):
        return _floored(f, op, x, y, node)
    raise f.refusal(f"the operator {type(op).__name__} of floats", "use it on ints", node)


# --- division ----------------------------------------------------------------------------------------------------


def _is_exact(held: Held) -> bool:
    """Whether a number surely is the same as a float."""
    if held.type == FLOAT:
        return True
    span = held.word.range if held.type in (INT, BOOL) else None
    return span is not None and span.low >= EXACT.low and span.high <= EXACT.high


def _small(f: Function, one: Held, other: Held) -> str:
    """Whether two ints of one register are floats, as i1."""
    shifted = [f.op("add", held.word, EXACT.high) for held in (one, other)]
    most = f.new(f"call i64 @llvm.umax.i64(i64 {shifted[0]}, i64 {shifted[1]})")
    return f.op("icmp ule", most, 2 * EXACT.high)


def _quotient(f: Function, one: Held, other: Held, node: ast.AST) -> Held:
    """`x / y`. The quotient of two ints is the float next to it, also if they are no floats."""
    one, other = boxing.plain(one), boxing.plain(other)
    whole = FLOAT not in alternatives(one.type) | alternatives(other.type)
    if not whole or (_is_exact(one) and _is_exact(other)):
        x, y = as_double(f, one), as_double(f, other)
        f.fail_if(f.new(f"fcmp oeq double {y}, 0.0"), layout.E_DIVISION, node)
        return real(f, f.new(f"fdiv double {x}, {y}"))
    short = one.type in (INT, BOOL) and other.type in (INT, BOOL)
    cell, out = f.cell(), f.block()
    if short:
        f.fail_if(f.op("icmp eq", other.word, 0), layout.E_DIVISION, node)
        near, far = f.block(), f.block()
        f.branch(_small(f, one, other), near, far)
        f.start(near)
        f.store(real(f, f.new(f"fdiv double {as_double(f, one)}, {as_double(f, other)}")).word, cell)
        f.jump(out)
        f.start(far)
    words = big.word_of(f, one), big.word_of(f, other)
    f.fail_if(f.op("icmp eq", words[1], layout.INT_TAG), layout.E_DIVISION, node)
    f.store(f.runtime("true_quotient", *words), cell)
    f.jump(out)
    f.start(out)
    return Held(FLOAT, (Word(f.load(cell)),))


def _floored(f: Function, op: ast.operator, x: str, y: str, node: ast.AST) -> Held:
    """`x // y` and `x % y`, whose remainder has the sign of `y`."""
    f.fail_if(f.new(f"fcmp oeq double {y}, 0.0"), layout.E_DIVISION, node)
    rest = f.new(f"frem double {x}, {y}")
    exact = f.new(f"fcmp oeq double {rest}, 0.0")
    signs = [f.new(f"fcmp olt double {each}, 0.0") for each in (rest, y)]
    moved = f.new(f"and i1 {f.new(f'xor i1 {exact}, true')}, {f.new(f'xor i1 {signs[0]}, {signs[1]}')}")
    turned = f.new(f"select i1 {moved}, double {f.new(f'fadd double {rest}, {y}')}, double {rest}")
    if isinstance(op, ast.Mod):
        none = f.new(f"call double @llvm.copysign.f64(double 0.0, double {y})")
        return real(f, f.new(f"select i1 {exact}, double {none}, double {turned}"))
    quotient = f.new(f"fdiv double {f.new(f'fsub double {x}, {rest}')}, {y}")
    lower = f.new(f"fsub double {quotient}, 1.0")
    quotient = f.new(f"select i1 {moved}, double {lower}, double {quotient}")
    floor = f.new(f"call double @llvm.floor.f64(double {quotient})")
    far = f.new(f"fcmp ogt double {f.new(f'fsub double {quotient}, {floor}')}, 0.5")
    floor = f.new(f"select i1 {far}, double {f.new(f'fadd double {floor}, 1.0')}, double {floor}")
    signed = f.new(f"fdiv double {x}, {y}")
    none = f.new(f"call double @llvm.copysign.f64(double 0.0, double {signed})")
    is_none = f.new(f"fcmp oeq double {quotient}, 0.0")
    return real(f, f.new(f"select i1 {is_none}, double {none}, double {floor}"))


def _power(f: Function, x: str, y: str, node: ast.AST) -> Held:
    """`x ** y`: of the C library, as Python's. A result that is no float, or too large for one, is an error."""
    zero = f.new(f"fcmp oeq double {x}, 0.0")
    f.fail_if(f.new(f"and i1 {zero}, {f.new(f'fcmp olt double {y}, 0.0')}"), layout.E_DIVISION, node)
    found = f.new(f"call double @pow(double {x}, double {y}) nobuiltin")
    for wrong, code in (("uno", layout.E_FORM), ("one", layout.E_OVERFLOW)):
        if wrong == "uno":  # a negative number to a power that is not whole is complex
            bad = f.new(f"fcmp uno double {found}, 0.0")
            given = f.new(f"fcmp ord double {x}, {y}")
        else:
            bad = f.new(f"fcmp oeq double {f.new(f'call double @llvm.fabs.f64(double {found})')}, 0x7FF0000000000000")
            finite = [
                f.new(f"fcmp olt double {f.new(f'call double @llvm.fabs.f64(double {each})')}, 0x7FF0000000000000")
                for each in (x, y)
            ]
            given = f.new(f"and i1 {finite[0]}, {finite[1]}")
        f.fail_if(f.new(f"and i1 {bad}, {given}"), code, node)
    return real(f, found)


# --- comparisons -------------------------------------------------------------------------------------------------


def compared(f: Function, op: type[ast.cmpop], one: Held, other: Held) -> str:
    """Whether a number is less than, greater than or equal to another, as i1; one of them is a float, or may be."""
    one, other = boxing.plain(one), boxing.plain(other)
    by_float, by_order = _TESTS[op]
    if _is_exact(one) and _is_exact(other):
        return f.new(f"fcmp {by_float} double {as_double(f, one)}, {as_double(f, other)}")
    if one.type in (INT, BOOL) or other.type in (INT, BOOL):
        whole, fraction = (one, other) if one.type in (INT, BOOL) else (other, one)
        if fraction.type == FLOAT:
            cell, near, far, out = f.cell("i1", "false"), f.block(), f.block(), f.block()
            double = as_double(f, fraction)
            close = f.new(f"or i1 {_small(f, whole, whole)}, {f.new(f'fcmp uno double {double}, 0.0')}")
            f.branch(close, near, far)
            f.start(near)
            test = f.new(f"fcmp {by_float} double {as_double(f, one)}, {as_double(f, other)}")
            f.do(f"store i1 {test}, ptr {cell}")
            f.jump(out)
            f.start(far)
            f.do(f"store i1 {_by_order(f, by_order, one, other)}, ptr {cell}")
            f.jump(out)
            f.start(out)
            return f.new(f"load i1, ptr {cell}")
    return _by_order(f, by_order, one, other)


def _by_order(f: Function, test: str, one: Held, other: Held) -> str:
    if test == "eq":
        return f.op("icmp ne", f.runtime("eq", boxing.box(f, one), boxing.box(f, other)), 0)
    return f.op(f"icmp {test}", f.runtime("cmp", boxing.box(f, one), boxing.box(f, other)), 0)
