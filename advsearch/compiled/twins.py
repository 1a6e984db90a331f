"""Machine code for the functions of `advsearch.bits` and `advsearch.compiled.memory`."""

# ruff: noqa: ARG005 - numba matches an overload's parameters by name

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from advsearch import bits
from advsearch.compiled import memory

_I64: Final = ir.IntType(64)
_F64: Final = ir.DoubleType()


def _intrinsic_of(result: Any, arguments: tuple[Any, ...], emit: Callable[..., Any]) -> Any:
    """Make a numba function with the given types of arguments and result. `emit(builder, *values)` builds the
    function's body."""

    def codegen(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return emit(builder, *values)

    # numba reads the number of parameters from the signature, so there is one definition for each number
    if len(arguments) == 1:

        def typing1(_typingctx: Any, _a: Any) -> Any:
            return result(*arguments), codegen

        return intrinsic(typing1)
    if len(arguments) == 2:

        def typing2(_typingctx: Any, _a: Any, _b: Any) -> Any:
            return result(*arguments), codegen

        return intrinsic(typing2)

    def typing3(_typingctx: Any, _a: Any, _b: Any, _c: Any) -> Any:
        return result(*arguments), codegen

    return intrinsic(typing3)


def _constant(value: int) -> Any:
    return ir.Constant(_I64, value)


def _count(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


def _lowest(builder: Any, word: Any) -> Any:
    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))


def _highest(builder: Any, word: Any) -> Any:
    return builder.sub(_constant(63), builder.ctlz(word, ir.Constant(ir.IntType(1), 1)))


def _rest(builder: Any, word: Any) -> Any:
    return builder.and_(word, builder.sub(word, _constant(1)))


def _mix(builder: Any, hashed: Any, word: Any) -> Any:
    mixed = builder.mul(builder.xor(hashed, word), _constant(memory.FIRST_FACTOR))
    mixed = builder.mul(builder.xor(mixed, builder.lshr(mixed, _constant(32))), _constant(memory.SECOND_FACTOR))
    return builder.lshr(builder.xor(mixed, builder.lshr(mixed, _constant(29))), _constant(1))


def _cell(builder: Any, address: Any, index: Any, kind: Any) -> Any:
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [index])


def _get(builder: Any, address: Any, index: Any) -> Any:
    return builder.load(_cell(builder, address, index, _I64))


def _put(builder: Any, address: Any, index: Any, value: Any) -> Any:
    builder.store(value, _cell(builder, address, index, _I64))
    return ir.Constant(ir.IntType(8).as_pointer(), None)


def _get_float(builder: Any, address: Any, index: Any) -> Any:
    return builder.load(_cell(builder, address, index, _F64))


def _put_float(builder: Any, address: Any, index: Any, value: Any) -> Any:
    builder.store(value, _cell(builder, address, index, _F64))
    return ir.Constant(ir.IntType(8).as_pointer(), None)


def _watch(builder: Any, address: Any, index: Any) -> Any:
    return builder.load_atomic(_cell(builder, address, index, _I64), ordering="monotonic", align=8)


def _just_below(builder: Any, value: Any) -> Any:
    # floats of one sign have the same order as their bits
    raw = builder.bitcast(value, _I64)
    positive = builder.fcmp_ordered(">", value, ir.Constant(_F64, 0.0))
    zero = builder.fcmp_ordered("==", value, ir.Constant(_F64, 0.0))
    stepped = builder.select(positive, builder.sub(raw, _constant(1)), builder.add(raw, _constant(1)))
    # below zero comes the least negative number; -inf stays
    stepped = builder.select(zero, _constant(-(1 << 63) + 1), stepped)
    stepped = builder.select(builder.icmp_unsigned("==", raw, _constant(-(1 << 52))), raw, stepped)
    return builder.bitcast(stepped, _F64)


def _power(builder: Any, one: Any, by: Any) -> Any:
    kind = ir.FunctionType(_F64, (_F64, _F64))
    function = builder.module.globals.get("pow") or ir.Function(builder.module, kind, "pow")
    function.attributes.add("nobuiltin")  # else LLVM writes x * x for the power 2, which may differ in the last bit
    return builder.call(function, [one, by])


_count_i = _intrinsic_of(types.int64, (types.int64,), _count)
_lowest_i = _intrinsic_of(types.int64, (types.int64,), _lowest)
_highest_i = _intrinsic_of(types.int64, (types.int64,), _highest)
_rest_i = _intrinsic_of(types.int64, (types.int64,), _rest)
_mix_i = _intrinsic_of(types.int64, (types.int64, types.int64), _mix)
_get_i = _intrinsic_of(types.int64, (types.int64, types.int64), _get)
_put_i = _intrinsic_of(types.none, (types.int64, types.int64, types.int64), _put)
_get_float_i = _intrinsic_of(types.float64, (types.int64, types.int64), _get_float)
_put_float_i = _intrinsic_of(types.none, (types.int64, types.int64, types.float64), _put_float)
_watch_i = _intrinsic_of(types.int64, (types.int64, types.int64), _watch)
_just_below_i = _intrinsic_of(types.float64, (types.float64,), _just_below)
_power_i = _intrinsic_of(types.float64, (types.float64, types.float64), _power)


def _whole(value: Any) -> Callable[..., Any]:
    if isinstance(value, types.Boolean):
        return lambda value: int(value)
    if isinstance(value, types.Integer):
        return lambda value: value
    raise TypingError(f"expected an integer from a function with the annotation `-> int`, got {value}")


def _register() -> None:
    """Register the machine code of each Python function with numba. Numba matches parameters by name."""
    overload(bits.count)(lambda word: lambda word: _count_i(word))
    overload(bits.lowest)(lambda word: lambda word: _lowest_i(word))
    overload(bits.highest)(lambda word: lambda word: _highest_i(word))
    overload(bits.rest)(lambda word: lambda word: _rest_i(word))
    overload(memory.mix)(lambda hashed, word: lambda hashed, word: _mix_i(hashed, word))
    overload(memory.whole)(lambda value: _whole(value))
    overload(memory.just_below)(lambda value: lambda value: _just_below_i(value))
    overload(memory.power)(lambda one, by: lambda one, by: _power_i(one, by))
    overload(memory.get)(lambda block, index: lambda block, index: _get_i(block, index))
    overload(memory.put)(lambda block, index, value: lambda block, index, value: _put_i(block, index, value))
    overload(memory.get_float)(lambda block, index: lambda block, index: _get_float_i(block, index))
    overload(memory.put_float)(
        lambda block, index, value: lambda block, index, value: _put_float_i(block, index, value)
    )
    overload(memory.watch)(lambda block, index: lambda block, index: _watch_i(block, index))


_register()
