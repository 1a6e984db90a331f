"""Machines, records and keys in the text of a search: fields are read and written in place."""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import aliasing, arithmetic, boxing, keys, layout, reals, shapes, wide
from advsearch.machine.fields import LENGTH, Cell, Declared, Form, fields_of_machine, record_layout
from advsearch.machine.properties import has_pointers
from advsearch.machine.types import (
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    UNSIGNED,
    CellsOf,
    Either,
    Flat,
    KeyOf,
    RecordOf,
    alternatives,
    joined,
)
from advsearch.machine.unit import NeedsFloats
from advsearch.machine.values import Constant, Held, Unreached, Value, Word
from advsearch.search.kit.fields import Arena, Data, Machine

if TYPE_CHECKING:
    from advsearch.machine.function import Function

_INTEGERS: Final = {1: "i8", 2: "i16", 4: "i32", 8: "i64"}


def is_machine(value: Value) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, Machine)


def _class(value: Any) -> Any:
    return type(value)


# --- reading and writing one field -------------------------------------------------------------------------------


def _read(f: Function, cell: Cell, pointer: str) -> Held:
    kind = _INTEGERS[cell.size]
    if cell.form is Form.KEY:
        return Held(KeyOf(stored=cell), (Word(f.new(f"ptrtoint ptr {pointer} to i64")),))
    told = aliasing.of_field(cell.number) if cell.written else aliasing.UNCHANGED
    word = f.new(f"load {kind}, ptr {pointer}{told}")
    if cell.form is Form.TRUTH:
        wide = word if cell.size == 8 else f.new(f"zext {kind} {word} to i64")
        return Held(BOOL, (Word(wide, boxing.TRUTH),))
    if cell.form is Form.KEPT:
        return boxing.unbox(f, f.op("xor", word, layout.NOTHING), f.unit.fields.action.item)
    if cell.form is Form.REAL or (cell.form is Form.VALUE and f.unit.real):
        return Held(FLOAT, (Word(word),))
    if cell.unsigned:
        return Held(UNSIGNED, (Word(word),))
    if cell.size == 8:
        return Held(INT, (Word(word),))
    bits = 8 * cell.size - 1
    return Held(INT, (Word(f.new(f"sext {kind} {word} to i64")).within(-(1 << bits), (1 << bits) - 1),))


def _write(f: Function, cell: Cell, pointer: str, value: Value, node: ast.AST) -> None:
    kind, told = _INTEGERS[cell.size], aliasing.of_field(cell.number)
    if not cell.written:
        cell.written = True
        f.unit.progress.changed()
    if cell.form is Form.KEY:
        keys.put(f, cell, pointer, value, node, told)
        return
    if cell.form is Form.KEPT:
        held = f.hold(value)
        f.unit.fields.action.learn(held.type)
        word: Any = f.box(held)
        if has_pointers(Either(alternatives(held.type))):
            word = f.runtime("keep", word)
        f.store(f.op("xor", word, layout.NOTHING), pointer, told)
        return
    if cell.form is Form.VALUE:
        f.store(as_value(f, value, node).word, pointer, told)
        return
    if cell.form is Form.REAL:
        held = f.hold(value)
        if held.type != FLOAT:
            held = reals.real(f, reals.as_double(f, held))
        f.store(held.word, pointer, told)
        return
    held = f.hold(value)
    if held.type == UNSIGNED and not cell.unsigned:
        cell.unsigned = True
        f.unit.progress.changed()
    word = held.word if held.type == UNSIGNED else arithmetic.as_whole(f, held, node)
    if cell.size < 8:
        narrow = f.new(f"trunc i64 {word} to {kind}")
        if cell.form is Form.WHOLE:
            again = f.new(f"sext {kind} {narrow} to i64")
            bits = 8 * cell.size - 1
            if word.range.low < -(1 << bits) or word.range.high >= 1 << bits:
                f.fail_if(f.op("icmp ne", again, word), layout.E_OVERFLOW, node)
        f.do(f"store {kind} {narrow}, ptr {pointer}{told}")
    else:
        f.store(word, pointer, told)


def as_value(f: Function, value: Value, node: ast.AST) -> Held:
    """A value of the search: an int, or a float in a build of floats."""
    held = boxing.plain(f.hold(value))
    kinds = alternatives(held.type)
    if not all(map(wide.is_number, kinds)):
        raise f.refusal(f"a value of type {held.type} as a value of the search", "use an int or a float", node)
    if f.unit.real:
        return held if held.type == FLOAT else reals.real(f, reals.as_double(f, held))
    if FLOAT in kinds:
        raise NeedsFloats
    return Held(INT, (arithmetic.as_whole(f, held, node),))


# --- fields of machines, lists and records -----------------------------------------------------------------------


def _field(f: Function, owner: Any, name: str, declared: Declared) -> tuple[Cell, str]:
    """A field of a machine: what is known of it, and its variable."""
    whole = Declared(declared.form, 8)
    return f.unit.fields.cell(owner, name, whole), f"@{f.unit.fields.variable(owner, name)}"


def attribute(f: Function, owner: Value, name: str, node: ast.AST) -> Value | None:
    """A field, or a property of a machine; None if the attribute is a constant."""
    if isinstance(owner, Held) and isinstance(owner.type, RecordOf):
        return _read(f, *_record_field(f, owner, name, node))
    if not isinstance(owner, Constant) or not isinstance(owner.value, Machine):
        return None
    declared = fields_of_machine(_class(owner.value)).get(name)
    if declared is not None and name in vars(owner.value):
        if declared.is_list:
            return Held(CellsOf(owner.value, name), ())
        return _read(f, *_field(f, owner.value, name, declared))
    found = inspect.getattr_static(owner.value, name, None)
    if isinstance(found, property) and isinstance(found.fget, FunctionType):
        return f.call(Constant(found.fget), [owner], node)
    return None


def set_field(f: Function, owner: Value, name: str, value: Value, node: ast.AST) -> bool:
    """Assign a declared field; False if the object has no such field."""
    if isinstance(owner, Held) and isinstance(owner.type, RecordOf):
        cell, pointer = _record_field(f, owner, name, node)
        _write(f, cell, pointer, value, node)
        return True
    if not isinstance(owner, Constant) or not isinstance(owner.value, Machine):
        return False
    declared = fields_of_machine(_class(owner.value)).get(name)
    if declared is None or declared.is_list:
        return False
    cell, variable = _field(f, owner.value, name, declared)
    _write(f, cell, variable, value, node)
    return True


def _record_field(f: Function, held: Held, name: str, node: ast.AST) -> tuple[Cell, str]:
    kind = held.type
    assert isinstance(kind, RecordOf)
    declared = fields_of_machine(kind.arena.kind).get(name)
    if declared is None:
        raise f.refusal(
            f"the attribute `{name}` of a record, which is not declared", f"declare `{name}` in the class", node
        )
    offset = record_layout(kind.arena.kind, f.unit.fields.key_words).offsets[name]
    return f.unit.fields.cell(kind.arena, name, declared), f.address(f.pointer(held.word), offset)


def get_item(f: Function, owner: Value, place: Value, node: ast.AST) -> Value | None:
    """`arena[i]` or `self.cells[i]`; None for other values."""
    if isinstance(owner, Constant) and isinstance(owner.value, Arena):
        arena: Any = owner.value
        index = arithmetic.as_whole(f, place, node)
        if index.range.low < 0 or index.range.high >= arena.bound:
            f.fail_if(f.op("icmp uge", index, arena.bound), layout.E_INDEX, node)
        size = record_layout(arena.kind, f.unit.fields.key_words).size
        block = f.pointer(_base(f, arena, "rows"))
        at = f.address(block, f.op("mul", index, size))
        return Held(RecordOf(arena), (Word(f.new(f"ptrtoint ptr {at} to i64")),))
    if isinstance(owner, Held) and isinstance(owner.type, CellsOf):
        return _read(f, *_list_item(f, owner.type, place, node))
    return None


def set_item(f: Function, owner: Value, place: Value, value: Value, node: ast.AST) -> bool:
    """`self.cells[i] = x`; False for other values."""
    if not isinstance(owner, Held) or not isinstance(owner.type, CellsOf):
        return False
    cell, pointer = _list_item(f, owner.type, place, node)
    _write(f, cell, pointer, value, node)
    return True


def _base(f: Function, owner: Any, name: str) -> str:
    """Where the block of an arena or of a list begins, or how long the list is: the same during a call."""
    return f.load(f"@{f.unit.fields.variable(owner, name)}", aliasing.UNCHANGED)


def _list_item(f: Function, kind: CellsOf, place: Value, node: ast.AST) -> tuple[Cell, str]:
    declared = fields_of_machine(_class(kind.owner))[kind.name]
    cell = f.unit.fields.cell(kind.owner, kind.name, declared)
    count: Any = len(getattr(kind.owner, kind.name))
    if isinstance(kind.owner, Data):
        count = _base(f, kind.owner, kind.name + LENGTH)
    index = arithmetic.as_whole(f, place, node)
    if index.range.low < 0:
        negative = f.op("icmp slt", index, 0)
        index = Word(f.new(f"select i1 {negative}, i64 {f.op('add', index, count)}, i64 {index}"))
    if not isinstance(count, int) or index.range.low < 0 or index.range.high >= count:
        f.fail_if(f.op("icmp uge", index, count), layout.E_INDEX, node)
    block = f.pointer(_base(f, kind.owner, kind.name))
    return cell, f.address(block, f.op("mul", index, cell.size))


def length(owner: Value) -> int | None:
    """`len` of an arena or of a list that is a field."""
    if isinstance(owner, Constant) and isinstance(owner.value, Arena):
        return int(owner.value.size)
    if isinstance(owner, Held) and isinstance(owner.type, CellsOf):
        if isinstance(owner.type.owner, Data):
            return None
        return len(getattr(owner.type.owner, owner.type.name))
    return None


# --- declared parameters and results -----------------------------------------------------------------------------


def declared_arguments(
    f: Function, function: FunctionType, bound: dict[str, Value], node: ast.AST
) -> dict[str, Value]:
    """Arguments as the method of a machine declares them: one type for all states, one kind of values."""
    own = next(iter(bound.values()), None)
    if own is None or not is_machine(own):
        return {name: rules_value(f, value, node) for name, value in bound.items()} if _is_rules(own) else bound
    notes = function.__annotations__
    return {name: _declared(f, notes.get(name), value, node) for name, value in bound.items()}


def _declared(f: Function, note: Any, value: Value, node: ast.AST) -> Value:
    if note == "State":
        held = rules_value(f, f.hold(value), node)
        assert isinstance(held, Held)
        f.unit.state.learn(held.type)
        kind = f.unit.state.item
        assert kind is not None
        return shapes.guarded(f, boxing.coerce(f, held, kind))
    if note == "Value":
        return as_value(f, value, node)
    if note == "Action":
        held = f.hold(value)
        f.unit.fields.action.learn(held.type)
        return held
    if note == "int" and isinstance(value, Held) and value.type == BOOL:
        return Held(INT, value.words)
    return value


def _is_rules(own: Value | None) -> bool:
    """Whether a call is one of the game, which never sees NOTHING."""
    return isinstance(own, Constant) and hasattr(own.value, "actions") and hasattr(own.value, "result")


def rules_value(f: Function, value: Value, node: ast.AST) -> Value:
    """A value without the alternative NOTHING, which the rules of a game never see."""
    if not isinstance(value, Held) or NOTHING not in alternatives(value.type):
        return value
    left = joined(alternatives(value.type) - {NOTHING})
    if left is None:
        f.fail(layout.E_ATTRIBUTE, node)
        raise Unreached
    f.fail_if(f.op("icmp eq", value.word, layout.NOTHING), layout.E_ATTRIBUTE, node)
    return Held(left, value.words) if isinstance(left, Either) else boxing.unbox(f, value.word, left)


def declared_result(f: Function, function: FunctionType | None, value: Value) -> Value:
    """What a function returns, as it declares: `-> Value` and `-> tuple[Value, bool]` have one kind of values."""
    note = None if function is None else function.__annotations__.get("return")
    if not isinstance(note, str) or "Value" not in note or (isinstance(value, Constant) and value.value is None):
        return value
    if note == "Value":
        return as_value(f, value, f.node)
    tree = ast.parse(note, mode="eval").body
    if isinstance(tree, ast.Subscript) and isinstance(tree.slice, ast.Tuple):
        held = f.hold(value)
        if isinstance(held.type, Flat) and len(held.type.items) == len(tree.slice.elts):
            parts = zip(boxing.items(held), tree.slice.elts, strict=True)
            return boxing.flat(f, [as_value(f, p, f.node) if ast.unparse(t) == "Value" else p for p, t in parts])
    return value
