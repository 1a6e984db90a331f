"""Names and what they are bound to while a function is compiled."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeAlias

import attrs

from advsearch.machine.assembly import Block
from advsearch.machine.source import Tree
from advsearch.machine.values import Constant, Held, Value


@attrs.frozen
class Slot:
    """A variable on the stack; the key says which, and is the same in every round."""

    key: tuple[Any, ...]


@attrs.frozen(eq=False)
class Unclear:
    """One of several functions, chosen while the program runs."""

    name: str


Binding: TypeAlias = Value | Slot | Unclear


@attrs.frozen(eq=False)
class Final:
    """The last statements of a `try`, how many loops it stands in, and where an error in them goes."""

    body: list[ast.stmt]
    loops: int
    failing: Block


class Scope:
    """The names of a function, of a function written into another, or of a comprehension."""

    def __init__(
        self, path: tuple[Any, ...], tree: Tree, function: FunctionType | None, parent: Scope | None = None
    ) -> None:
        self.path = path
        self.tree = tree
        self.function = function
        self.parent = parent
        self.names: dict[str, Binding] = {}
        self.pins: dict[str, Slot] = {}
        """Names that change from round to round of a loop, each in one place."""
        self.flags: dict[str, str] = {}
        """Whether names are assigned that may be read before: a variable on the stack for each."""
        self.shared: frozenset[str] = frozenset()
        """Names that inner functions and expressions assign: they are read from their places each time."""
        self.outer: frozenset[str] = frozenset()
        self.result: Slot | None = None
        self.made: Value | None = None
        """What a function returns, if that is a function or needs no place of its own."""
        self.returns_once = False
        """Whether the only `return` is the last statement, so that its value needs no place."""
        self.end: Block | None = None
        """Where `return` goes in a function that is written into another."""
        self.finals: list[Final] = []
        """What is done on each way out of a `try` in which this code stands."""
        self.caught: list[tuple[str | None, str]] = []
        """The names of the exceptions whose handlers this code stands in, and their errors."""
        self.on_yield: Callable[[Value], None] | None = None
        self.ordered = True
        """Whether the order of what a generator hands out can be observed."""
        self.loops: list[tuple[Block, Block]] = []
        """Where `break` and `continue` go."""
        self.is_text: bool = parent is not None and parent.is_text
        """Whether this is the text of a search, and not a function of the rules."""
        self.unfinished: str | None = None
        """The parameter that is known to be an unfinished state."""
        self.rules: Any = None
        self.trusting = False
        """Whether the action is known to be a listed one."""
        self.listed: str | None = None
        """The parameter that is known to be a listed action, in `rank`."""
        self.me: str | None = None
        """The name of the object that an `__init__` fills."""

    def holder(self, name: str) -> Scope | None:
        """The scope in which a name is bound, as seen from this one."""
        scope = self.parent if name in self.outer else self
        while scope is not None and name not in scope.names:
            scope = scope.parent
        return scope

    @property
    def owner(self) -> FunctionType | None:
        """The function in which this scope stands."""
        return next((scope.function for scope in self.chain() if scope.function is not None), None)

    def chain(self) -> list[Scope]:
        found: list[Scope] = []
        scope: Scope | None = self
        while scope is not None:
            found.append(scope)
            scope = scope.parent
        return found


Names: TypeAlias = "list[tuple[Scope, dict[str, Binding]]]"


def names_of(scope: Scope) -> Names:
    """What is bound now, to be brought back later."""
    return [(one, dict(one.names)) for one in scope.chain()]


def bring_back(saved: Names) -> None:
    for scope, names in saved:
        scope.names = dict(names)


def root(binding: Binding) -> Binding:
    while isinstance(binding, Held) and binding.origin is not None:
        binding = binding.origin
    return binding


def is_same(one: Binding, other: Binding) -> bool:
    """Whether two bindings surely stand for the same value."""
    one, other = root(one), root(other)
    if one is other or (isinstance(one, Slot) and one == other):
        return True
    if isinstance(one, Constant) and isinstance(other, Constant):
        a, b = one.value, other.value
        return a is b or (type(a) is type(b) and type(a) in (int, str, bool) and a == b)
    return False
