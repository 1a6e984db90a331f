"""Compile one function of `runtime/` to the text of LLVM IR.

The language is small: assignments to names and to `state`, `if`, `while`, `return`, arithmetic, comparisons, and
calls of the functions in `words.py` and `runtime/`.
"""

from __future__ import annotations

import ast
from typing import Final, Protocol

import attrs

from advsearch.machine import layout

_CONSTANTS: Final = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
_BINARY: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
    ast.FloorDiv: "sdiv",
    ast.Mod: "srem",
}
_COMPARED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
}
_UNSIGNED: Final = {"shift_right": "lshr", "quotient": "udiv", "remainder": "urem"}
_COUNTED: Final = {"bit_count": "ctpop", "leading_zeros": "ctlz", "trailing_zeros": "cttz", "swap_bytes": "bswap"}
_LOADS: Final = {"load": ("i64", 8), "load_4": ("i32", 4), "load_byte": ("i8", 1), "load_anywhere": ("i64", 1)}
_STORES: Final = {f"store{name[4:]}": form for name, form in _LOADS.items()}
_NAMED_OTHERWISE: Final = {
    "below": "icmp ult i64",
    "float_less": "fcmp olt double",
    "float_equal": "fcmp oeq double",
}
DECLARATIONS: Final = """\
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.bswap.i64(i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare ptr @llvm.frameaddress.p0(i32)
"""
"""The functions of LLVM that the runtime calls."""


PREFIX: Final = "rt."
"""How the names of the runtime's functions begin in IR, so that none is a name of the C library."""


class RawError(Exception):
    """A function in `runtime/` is written in a way that `raw.py` does not compile."""


@attrs.frozen
class Function:
    """A function of the runtime, compiled."""

    name: str
    parameters: int
    returns_word: bool
    """Whether 0 means that the call failed."""
    text: str
    """The IR; `{linkage}` stands for the linkage."""
    calls: tuple[str, ...]

    def definition(self, *, public: bool) -> str:
        return self.text.replace("{linkage}", "" if public else "internal ", 1)


class Known(Protocol):
    """What one function has to know of the others."""

    def __contains__(self, name: str) -> bool: ...

    def returns_word(self, name: str) -> bool: ...

    def may_fail(self, name: str) -> bool: ...


def _signed(number: int) -> int:
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


class FunctionCompiler:
    """Compiles one function."""

    def __init__(self, runtime: Known, file: str, tree: ast.FunctionDef) -> None:
        self.runtime, self.file, self.tree = runtime, file, tree
        self.lines: list[str] = []
        self.count = 0
        self.live = True
        self.loops: list[tuple[str, str]] = []
        called = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        self.tests_error = runtime.returns_word(tree.name) and any(
            name in runtime and not runtime.returns_word(name) and runtime.may_fail(name) for name in called
        )
        """Whether it has to look at ERR before it returns, since what it called does not say whether it failed."""
        self.called: dict[str, None] = {}
        self.parameters = [each.arg for each in tree.args.args]
        stored = (n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self.locals = list(dict.fromkeys([*self.parameters, *stored]))

    def function(self) -> Function:
        tree = self.tree
        marks = {each.id for each in tree.decorator_list if isinstance(each, ast.Name)}
        kind = " cold noinline" if "cold" in marks else " alwaysinline" if "inline" in marks else ""
        given = ", ".join(f"i64 %a.{name}" for name in self.parameters)
        for name in self.parameters:
            self.emit(f"store i64 %a.{name}, ptr %v.{name}")
        self.block(tree.body)
        if self.live:
            self.emit("ret i64 0")
        head = [f"define {{linkage}}i64 @{PREFIX}{tree.name}({given}) nounwind{kind} {{", "entry:"]
        cells = [f"  %v.{name} = alloca i64" for name in self.locals]
        text = "\n".join([*head, *cells, *self.lines, "}"])
        word = self.runtime.returns_word(tree.name)
        return Function(tree.name, len(self.parameters), word, text, tuple(self.called))

    def fault(self, node: ast.AST) -> RawError:
        return RawError(f"{self.file}, {self.tree.name}: expected raw Python, got {ast.unparse(node)!r}")

    # --- text -------------------------------------------------------------------------------------------------

    def emit(self, text: str) -> None:
        if self.live:
            self.lines.append(f"  {text}")

    def new(self, text: str) -> str:
        self.count += 1
        self.emit(f"%t{self.count} = {text}")
        return f"%t{self.count}"

    def label(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def begin(self, label: str) -> None:
        if self.live:
            self.emit(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.live = True

    def jump(self, label: str) -> None:
        self.emit(f"br label %{label}")
        self.live = False

    def branch(self, condition: str, yes: str, no: str) -> None:
        self.emit(f"br i1 {condition}, label %{yes}, label %{no}")
        self.live = False

    # --- statements -------------------------------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self.live:
                self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign([target], value):
                self.assign(target, self.value(value))
            case ast.AugAssign(ast.Name() as target, op, value):
                self.assign(target, self.value(ast.BinOp(ast.Name(target.id), op, value)))
            case ast.AugAssign(ast.Attribute() as target, op, value):
                self.assign(target, self.value(ast.BinOp(target, op, value)))
            case ast.Return(ast.expr() as value):
                self.end(self.value(value))
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value):
                self.value(value)
            case ast.If(test, body, orelse):
                self.choose(test, body, orelse)
            case ast.While(test, body, []):
                self.loop(test, body)
            case ast.Break():
                self.jump(self.loops[-1][1])
            case ast.Continue():
                self.jump(self.loops[-1][0])
            case _:
                raise self.fault(node)

    def end(self, result: str) -> None:
        if self.tests_error:
            right = self.new(f"icmp eq i64 {self.new('load i64, ptr @ERR')}, 0")
            result = self.new(f"select i1 {right}, i64 {result}, i64 0")
        self.emit(f"ret i64 {result}")
        self.live = False

    def assign(self, target: ast.expr, value: str) -> None:
        match target:
            case ast.Name(name):
                self.emit(f"store i64 {value}, ptr %v.{name}")
            case ast.Attribute(ast.Name("state"), name) if name in layout.STATE:
                self.emit(f"store i64 {value}, ptr @{name}")
            case _:
                raise self.fault(target)

    def choose(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        yes, no, end = self.label(), self.label(), self.label()
        self.condition(test, yes, no)
        for label, part in ((yes, body), (no, orelse)):
            self.begin(label)
            self.block(part)
            if self.live:
                self.jump(end)
        self.begin(end)

    def loop(self, test: ast.expr, body: list[ast.stmt]) -> None:
        head, inside, end = self.label(), self.label(), self.label()
        self.begin(head)
        self.condition(test, inside, end)
        self.begin(inside)
        self.loops.append((head, end))
        self.block(body)
        self.loops.pop()
        if self.live:
            self.jump(head)
        self.begin(end)

    def condition(self, test: ast.expr, yes: str, no: str) -> None:
        match test:
            case ast.BoolOp(op, values):
                for value in values[:-1]:
                    following = self.label()
                    first, second = (following, no) if isinstance(op, ast.And) else (yes, following)
                    self.condition(value, first, second)
                    self.begin(following)
                self.condition(values[-1], yes, no)
            case ast.UnaryOp(ast.Not(), value):
                self.condition(value, no, yes)
            case ast.Compare(left, [ast.In() | ast.NotIn() as op], [ast.Tuple(members)]):
                first, second = (yes, no) if isinstance(op, ast.In) else (no, yes)
                self.membership(self.value(left), members, first, second)
            case ast.Compare(left, [op], [right]):
                self.branch(self.compared(left, op, right), yes, no)
            case ast.Constant(True):
                self.jump(yes)
            case _:
                self.branch(self.new(f"icmp ne i64 {self.value(test)}, 0"), yes, no)

    def membership(self, word: str, members: list[ast.expr], yes: str, no: str) -> None:
        for member in members:
            following = self.label()
            self.branch(self.new(f"icmp eq i64 {word}, {self.value(member)}"), yes, following)
            self.begin(following)
        self.jump(no)

    # --- values -----------------------------------------------------------------------------------------------

    def compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        first = self.value(left)
        return self.new(f"icmp {_COMPARED[type(op)]} i64 {first}, {self.value(right)}")

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(int() as number):
                return str(_signed(number))
            case ast.Name(name) if name in self.locals:
                return self.new(f"load i64, ptr %v.{name}")
            case ast.Name(name) if name in _CONSTANTS:
                return str(_signed(_CONSTANTS[name]))
            case ast.Attribute(ast.Name("state"), name) if name in layout.STATE:
                return self.new(f"load {'volatile ' if name == 'STOP' else ''}i64, ptr @{name}")
            case ast.UnaryOp(ast.USub(), ast.Constant(int() as number)):
                return str(-number)
            case ast.UnaryOp(ast.USub(), value):
                return self.new(f"sub i64 0, {self.value(value)}")
            case ast.UnaryOp(ast.Invert(), value):
                return self.new(f"xor i64 {self.value(value)}, -1")
            case ast.BinOp(left, op, right):
                first = self.value(left)
                return self.new(f"{_BINARY[type(op)]} i64 {first}, {self.value(right)}")
            case ast.Compare(_, [ast.In() | ast.NotIn()], _):
                return self.truth(node)
            case ast.Compare(left, [op], [right]):
                return self.new(f"zext i1 {self.compared(left, op, right)} to i64")
            case ast.BoolOp() | ast.UnaryOp(ast.Not(), _):
                return self.truth(node)
            case ast.Call(ast.Name(name), arguments, []):
                return self.call(node, name, arguments)
        raise self.fault(node)

    def truth(self, node: ast.expr) -> str:
        yes, no, end = self.label(), self.label(), self.label()
        self.condition(node, yes, no)
        for label in (yes, no):
            self.begin(label)
            self.jump(end)
        self.begin(end)
        return self.new(f"phi i64 [1, %{yes}], [0, %{no}]")

    def pointer(self, node: ast.expr) -> str:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            start = self.pointer(node.left)
            return self.new(f"getelementptr i8, ptr {start}, i64 {self.value(node.right)}")
        return self.new(f"inttoptr i64 {self.value(node)} to ptr")

    def call(self, node: ast.expr, name: str, arguments: list[ast.expr]) -> str:
        if name in _LOADS:
            form, align = _LOADS[name]
            found = self.new(f"load {form}, ptr {self.pointer(arguments[0])}, align {align}")
            return found if form == "i64" else self.new(f"zext {form} {found} to i64")
        if name in _STORES:
            form, align = _STORES[name]
            place, word = self.pointer(arguments[0]), self.value(arguments[1])
            part = word if form == "i64" else self.new(f"trunc i64 {word} to {form}")
            self.emit(f"store {form} {part}, ptr {place}, align {align}")
            return "0"
        match arguments:
            case [ast.Call(ast.Name(tried), inner, [])] if name == "attempt":
                return self.call_of_runtime(tried, [self.value(each) for each in inner])
        if name in self.runtime:
            result = self.call_of_runtime(name, [self.value(each) for each in arguments])
            return self.passed_on(result) if self.runtime.returns_word(name) else result
        given = self.intrinsic(name, arguments)
        if given is None:
            raise self.fault(node)
        return given

    def call_of_runtime(self, name: str, given: list[str]) -> str:
        self.called[name] = None
        return self.new(f"call i64 @{PREFIX}{name}({', '.join(f'i64 {each}' for each in given)})")

    def passed_on(self, result: str) -> str:
        """After a call that failed, return 0."""
        failed, on = self.label(), self.label()
        self.branch(self.new(f"icmp eq i64 {result}, 0"), failed, on)
        self.begin(failed)
        self.emit("ret i64 0")
        self.live = False
        self.begin(on)
        return result

    def intrinsic(self, name: str, arguments: list[ast.expr]) -> str | None:
        if name in ("copy", "copy_bytes"):
            to, source = self.pointer(arguments[0]), self.pointer(arguments[1])
            size = self.value(arguments[2])
            size = self.new(f"shl i64 {size}, 3") if name == "copy" else size
            self.emit(f"call void @llvm.memmove.p0.p0.i64(ptr {to}, ptr {source}, i64 {size}, i1 false)")
            return "0"
        if name == "zero":
            to, size = self.pointer(arguments[0]), self.new(f"shl i64 {self.value(arguments[1])}, 3")
            self.emit(f"call void @llvm.memset.p0.i64(ptr align 8 {to}, i8 0, i64 {size}, i1 false)")
            return "0"
        if name == "frame_address":
            return self.new(f"ptrtoint ptr {self.new('call ptr @llvm.frameaddress.p0(i32 0)')} to i64")
        return self.arithmetic(name, [self.value(each) for each in arguments])

    def arithmetic(self, name: str, given: list[str]) -> str | None:
        if name in _UNSIGNED:
            return self.new(f"{_UNSIGNED[name]} i64 {given[0]}, {given[1]}")
        if name in _COUNTED:
            rest = ", i1 false" if name.endswith("zeros") else ""
            return self.new(f"call i64 @llvm.{_COUNTED[name]}.i64(i64 {given[0]}{rest})")
        if name == "high_product":
            wide = [self.new(f"zext i64 {each} to i128") for each in given]
            high = self.new(f"lshr i128 {self.new(f'mul i128 {wide[0]}, {wide[1]}')}, 64")
            return self.new(f"trunc i128 {high} to i64")
        if name == "overflows":
            pair = self.new(f"call {{i64, i1}} @llvm.smul.with.overflow.i64(i64 {given[0]}, i64 {given[1]})")
            return self.new(f"zext i1 {self.new(f'extractvalue {{i64, i1}} {pair}, 1')} to i64")
        if name == "float_of":
            return self.new(f"bitcast double {self.new(f'sitofp i64 {given[0]} to double')} to i64")
        if name == "cut_float":
            return self.new(f"fptosi double {self.new(f'bitcast i64 {given[0]} to double')} to i64")
        if name in _NAMED_OTHERWISE:
            if name.startswith("float"):
                given = [self.new(f"bitcast i64 {each} to double") for each in given]
            return self.new(f"zext i1 {self.new(f'{_NAMED_OTHERWISE[name]} {given[0]}, {given[1]}')} to i64")
        return None
