"""What a search's text declares: the mutable fields of its machines, of the records of arenas, and of lists.

A field is declared by an annotation in its class, and read by the text of that annotation: `left: int`,
`depth: I16`, `value: Value`, `action: Action`, `key: Key`, `cells: list[Action]`. Attributes without one are
constants of the build.
"""

from __future__ import annotations

import ast
import enum
import functools
import typing
from typing import Any, Final

import attrs

from advsearch.machine.types import NOTHING, Node, Primitive, Progress, Type


class Form(enum.Enum):
    WHOLE = "int"
    REAL = "float"
    TRUTH = "bool"
    VALUE = "Value"
    KEPT = "Action"
    KEY = "Key"


STATE: Final = Primitive("State")
"""The type of an argument that may be any state of the game."""
LENGTH: Final = "#length"
"""Behind the name of a list of data: the variable with its length."""
VALUE: Final = Primitive("Value")
"""The type of an argument that is a value of the search."""

_FORMS: Final[dict[str, tuple[Form, int]]] = {
    "int": (Form.WHOLE, 8), "I32": (Form.WHOLE, 4), "I16": (Form.WHOLE, 2), "I8": (Form.WHOLE, 1),
    "bool": (Form.TRUTH, 1), "float": (Form.REAL, 8), "Value": (Form.VALUE, 8), "Action": (Form.KEPT, 8),
    "Key": (Form.KEY, 8),
}  # fmt: skip


@attrs.frozen
class Declared:
    """A field: its form, the bytes of one item, and whether it is a list of such items."""

    form: Form
    size: int
    is_list: bool = False


def declaration(annotation: Any) -> Declared | None:
    """What an annotation declares, or None if it declares no field."""
    if isinstance(annotation, str):
        text = annotation
    elif typing.get_origin(annotation) is list:
        text = f"list[{_said(*typing.get_args(annotation))}]"
    else:
        text = _said(annotation)
    tree = ast.parse(text or "None", mode="eval").body
    if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name) and tree.value.id == "list":
        inner = declaration(ast.unparse(tree.slice))
        return None if inner is None or inner.is_list else Declared(inner.form, inner.size, True)
    name = tree.attr if isinstance(tree, ast.Attribute) else tree.id if isinstance(tree, ast.Name) else ""
    return Declared(*_FORMS[name]) if name in _FORMS else None


def _said(annotation: Any) -> str:
    """The text of an annotation that was evaluated, since its file does not import `annotations`."""
    return str(getattr(annotation, "__metadata__", (getattr(annotation, "__name__", ""),))[0])


@functools.cache
def fields_of_machine(kind: Any) -> dict[str, Declared]:
    """The declared fields of a class of machines or records, those of its bases first."""
    found: dict[str, Declared] = {}
    for base in reversed(kind.__mro__):
        for name, annotation in vars(base).get("__annotations__", {}).items():
            declared = declaration(annotation)
            if declared is not None:
                found[name] = declared
    return found


class Cell:
    """What all values of one field have in common: of a machine, of all records of an arena, or of all items."""

    def __init__(self, declared: Declared, number: int) -> None:
        self.form = declared.form
        self.size = declared.size
        self.number = number
        """The number of the field among those of a build."""
        self.unsigned = False
        """Whether whole numbers of 64 bits without a sign are stored."""
        self.key: Type | None = None
        """The type of the keys that are stored as numbers."""
        self.kinds = 0
        """How often it changed."""
        self.encoded = False
        """Whether keys are stored as bytes."""
        self.written = False
        """Whether machine code writes it."""


@attrs.frozen(eq=False)
class Layout:
    """Where the fields of a record are, and how many bytes it takes."""

    offsets: dict[str, int]
    size: int


@functools.cache
def record_layout(kind: Any, key_words: int) -> Layout:
    offsets: dict[str, int] = {}
    at = 0
    fields = fields_of_machine(kind)
    # a key comes last, so that its first words and all other fields are in one line of the cache
    for name in sorted(fields, key=lambda name: (fields[name].form is Form.KEY, -fields[name].size)):
        if fields[name].form is Form.KEY:
            at = (at + 7) // 8 * 8
        offsets[name] = at
        at += fields[name].size + (8 * key_words if fields[name].form is Form.KEY else 0)
    return Layout(offsets, (at + 7) // 8 * 8)


class FieldStore:
    """The fields that a build reads or writes, with their variables in the text."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._cells: dict[tuple[int, str], Cell] = {}
        self._kept: dict[int, Any] = {}
        self.variables: dict[tuple[int, str], str] = {}
        """The names of the variables that hold a field, or the address of the block of a list or arena."""
        self.action = Node(progress)
        """The type of all actions, and of NOTHING."""
        self.action.learn(NOTHING)
        self._bytes = 8
        self._numbers = 0
        self._encodes = False

    # --- keys ----------------------------------------------------------------------------------------------------

    @property
    def encodes(self) -> bool:
        """Whether some keys are stored as bytes."""
        return self._encodes

    @property
    def key_words(self) -> int:
        """How many words a stored key may have beside the first."""
        return max(self._numbers - 1, self._bytes if self._encodes else 0)

    def expect_words(self, count: int) -> None:
        """Make room for so many words where keys are stored as bytes."""
        self._bytes = count

    def make_room(self, numbers: int) -> None:
        if numbers > self._numbers:
            self._numbers = numbers
            self._progress.changed()

    def encode(self, cell: Cell) -> None:
        """Store the keys of a field as bytes."""
        if not cell.encoded:
            cell.encoded = self._encodes = True
            self._progress.changed()

    # --- cells and variables -------------------------------------------------------------------------------------

    def cell(self, owner: Any, name: str, declared: Declared) -> Cell:
        self._kept[id(owner)] = owner
        key = id(owner), name
        if key not in self._cells:
            self._cells[key] = Cell(declared, len(self._cells))
        return self._cells[key]

    @property
    def count(self) -> int:
        """How many fields there are."""
        return len(self._cells)

    def variable(self, owner: Any, name: str) -> str:
        self._kept[id(owner)] = owner
        key = id(owner), name
        if key not in self.variables:
            self.variables[key] = f"field_{len(self.variables)}"
            self._progress.changed()
        return self.variables[key]

    def owners(self) -> list[tuple[Any, str, str]]:
        """Each field with its owner, its name, and the name of its variable."""
        return [(self._kept[owner], name, variable) for (owner, name), variable in self.variables.items()]

    def text(self) -> str:
        return "\n".join(f"@{variable} = internal global i64 0" for variable in self.variables.values())
