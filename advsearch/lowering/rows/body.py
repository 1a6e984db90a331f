"""`Body` holds the generated lines of one function, and the value of each name.

Other modules register a handler for each class of syntax node: `@expression(ast.BinOp)`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import attrs

from advsearch.lowering.refusals import INSTEAD_OF, Refused
from advsearch.lowering.row_rules import UNSEEN
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.program import RESERVED, Program, Spec
from advsearch.lowering.rows.types import Clash, Type, cells
from advsearch.lowering.rows.values import Closure, Known, NotYet, Place, Scalar, Value
from advsearch.lowering.source import MISSING, Source

Lines: TypeAlias = list[tuple[int, str]]
Expression: TypeAlias = Callable[["Body", Any], Value]
Statement: TypeAlias = Callable[["Body", Any], None]

EXPRESSIONS: Final[dict[type[ast.AST], Expression]] = {}
STATEMENTS: Final[dict[type[ast.AST], Statement]] = {}
FRAME: Final = "@frame@"  # replaced by the number of memory cells that the function needs


def expression(*nodes: type[ast.AST]) -> Callable[[Expression], Expression]:
    def register(function: Expression) -> Expression:
        EXPRESSIONS.update(dict.fromkeys(nodes, function))
        return function

    return register


def statement(*nodes: type[ast.AST]) -> Callable[[Statement], Statement]:
    def register(function: Statement) -> Statement:
        STATEMENTS.update(dict.fromkeys(nodes, function))
        return function

    return register


@attrs.define(eq=False)
class Loop:
    slots: dict[str, Value]
    key: Hashable
    node: ast.For | ast.While
    broken: str = ""  # in a loop with `else`: a variable that is true after `break`


@attrs.define(eq=False)
class Body:
    program: Program
    spec: Spec
    source: Source
    scope: dict[str, Value] = attrs.field(factory=dict)
    local: set[str] = attrs.field(factory=set)  # the names that the function assigns
    lines: Lines = attrs.field(factory=list)
    depth: int = 1
    frame: int = 0
    live: bool = True  # whether the next generated line can be reached
    loops: list[Loop] = attrs.field(factory=list)
    yields: Place | None = None  # the list of the items that a generator function has yielded
    wishes: dict[int, Value] = attrs.field(factory=dict)  # id(expression) -> where to store its value
    changing: int = 0  # the number of open loops
    turns: list[int] = attrs.field(factory=list)  # the greatest number of rounds of each open loop with a bound
    # list -> (its loop depth, the most items that `append` can add)
    grown: dict[Hashable, tuple[int, int]] = attrs.field(factory=dict)
    changes: int = 0  # counts expressions that change a list or assign a name
    only_truth: set[int] = attrs.field(factory=set)  # id(call) if only the truth of its result is tested
    answers_truth: bool = False  # the function returns only whether there are items
    truth_names: frozenset[str] = frozenset()  # if `answers_truth`: the lists that the author returns
    given: frozenset[str] = frozenset()  # the names of the parameters
    tree: Any = None  # None for an entry function
    incomplete: bool = False
    unordered: int = 0  # the number of loops over sets so far
    settled: Any = None  # in a loop over a set: where its result is stored, a `settling.Settled`
    any_order: bool = False  # whether the items may be yielded in any order
    # id(call) if its items may come in another order than in Python
    unordered_calls: set[int] = attrs.field(factory=set)
    # id(expression) if its result does not depend on the order of items
    order_free: set[int] = attrs.field(factory=set)
    counter: int = 0
    mutated: frozenset[str] = frozenset()  # the names of lists and sets that the function changes
    boxes: dict[str, Place] = attrs.field(factory=dict)  # set -> memory that called functions share (see `boxes`)
    in_sets: int = 0  # the number of open loops over sets
    run_through: list[str] = attrs.field(factory=list)  # for each open loop: where its dict is stored, or ""
    sharing: set[str] = attrs.field(factory=set)  # lists and sets that are arguments, or parts of arguments
    passing: tuple[ast.AST | None, list[tuple[Value, ast.expr]]] = (None, [])  # the last call and its arguments
    shares_rows: bool = False  # whether two lists may share inner lists
    leaving: set[int] = attrs.field(factory=set)  # id(returned tuple) if it contains lists made by the function
    inner_names: list[set[str]] = attrs.field(factory=list)  # the variables of each open comprehension or lambda
    _used: set[str] = attrs.field(factory=set)
    _counts: dict[str, int] = attrs.field(factory=dict)
    _prefix: str = ""
    _regions: dict[Hashable, int] = attrs.field(factory=dict)

    # --- text -------------------------------------------------------------------------------------------------

    def emit(self, text: str) -> None:
        self.lines.append((self.depth, text))

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """`with f.block("if x:"):` indents the lines that are emitted inside."""
        self.emit(header)
        start = len(self.lines)
        self.depth += 1
        try:
            yield
            if len(self.lines) == start:
                self.emit("pass")
        finally:
            self.depth -= 1

    @contextmanager
    def captured(self, depth: int = 0) -> Iterator[Lines]:
        """Collect the lines of the `with` block in a new list."""
        lines: Lines = []
        outer, self.lines = self.lines, lines
        self.depth += depth
        try:
            yield lines
        finally:
            self.lines = outer
            self.depth -= depth

    @contextmanager
    def into(self, lines: Lines, depth: int) -> Iterator[None]:
        outer, outer_depth = self.lines, self.depth
        self.lines, self.depth = lines, depth
        try:
            yield
        finally:
            self.lines, self.depth = outer, outer_depth

    def python_name(self, name: str) -> str:
        """The name of a variable in the generated code: `block` becomes `block_`."""
        full = f"{self._prefix}{name}"
        if full in RESERVED or full in self.program.names_of_functions:
            full = f"{full}_"
        self._used.add(full)
        return full

    def fresh(self, stem: str) -> str:
        number, name = self._counts.get(stem, 1), stem
        if number > 1:
            name = f"{stem}_{number}"
        while name in self._used or name in RESERVED or name in self.local or name in self.program.names_of_functions:
            number += 1
            name = f"{stem}_{number}"
        self._used.add(name)
        self._counts[stem] = number
        return name

    def room(self, size: int) -> str:
        """Reserve memory, and return the place of its first number: `free + 3`."""
        place = self.frame
        self.frame += size
        return f"free + {place}" if place else "free"

    def region(self, key: Hashable, kind: Type) -> str:
        """Like `room`, but with the same place for the same `key`."""
        full = (key, cells(kind))
        if full not in self._regions:
            self._regions[full] = self.frame
            self.frame += cells(kind)
        place = self._regions[full]
        return f"free + {place}" if place else "free"

    def made(self, kind: Type) -> Place:
        return Place(kind, self.room(cells(kind)), fresh=True)

    # --- syntax -----------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        handler = EXPRESSIONS.get(type(node))
        if handler is None:
            raise self.refuse(node, construct(node), instead_of(node))
        try:
            return handler(self, node)
        except Clash as two_types:
            raise self.refuse(node, f"`{_short(node)}` is {two_types}", "use values of one type") from two_types
        except books.Untyped as error:
            raise self.refuse(
                node, f"`{_short(node)}` is not supported: {error}", "use ints, strings, tuples, or objects of these"
            ) from error

    def run(self, statements: list[ast.stmt]) -> None:
        """Generate code for statements; errors are added to `program.refusals`, not raised."""
        for node in statements:
            if not self.live:
                return
            handler = STATEMENTS.get(type(node))
            mark, changing, loops, turns = len(self.lines), self.changing, len(self.loops), len(self.turns)
            try:
                if handler is None:
                    raise self.refuse(node, construct(node), instead_of(node))
                handler(self, node)
            except Clash as clash:
                self.refused(self.refuse(node, f"a value is {clash}", "use values of one type"), node)
            except books.Untyped as error:
                self.refused(
                    self.refuse(
                        node,
                        f"this statement is not supported: {error}",
                        "use ints, strings, tuples, or objects of these",
                    ),
                    node,
                )
            except Refused as refused:
                self.refused(refused, node)
            except NotYet:
                self.program.pending = True
                self.program.waiting.append(
                    self.refuse(node, construct_text(node), "use values of one type only").refusal
                )
                self.incomplete = True
                self.forget(node)
                del self.lines[mark:], self.loops[loops:], self.turns[turns:]
                self.changing = changing
                if self.program.settled:
                    # as far as the types show, this line is never reached; if it is, that is an error
                    self.emit(f"fail(block, {UNSEEN}, {self.line_of(node)})")
                    self.emit("return @blank@")
                    self.live = False

    def refused(self, refused: Refused, node: ast.AST) -> None:
        self.program.refusals.append(refused.refusal)
        self.incomplete = True
        self.forget(node)

    def forget(self, node: ast.AST) -> None:
        for name in assigned_names([node]):
            self.scope.pop(name, None)

    def call(self, node: ast.AST, function: Any, arguments: list[Value]) -> Value:
        from advsearch.lowering.rows.functions import call_function

        return call_function(self, node, function, arguments, {})

    def check_function(self, function: Any, node: ast.AST) -> None:
        from advsearch.lowering.rows.functions import check_function

        check_function(self, function, node)

    def as_list(self, value: Value, node: ast.AST | None = None) -> Place:
        from advsearch.lowering.rows.comprehensions import listed

        return listed(self, value, node)

    def truth_of(self, value: Value, node: ast.AST) -> Scalar | None:
        from advsearch.lowering.rows.builtin_calls import truth_of_items

        return truth_of_items(self, value, node)

    def refuse(self, node: ast.AST, what: str, instead: str) -> Refused:
        return self.source.refusal(node, what, instead)

    def line_of(self, node: ast.AST) -> int:
        return getattr(node, "lineno", 0)

    def key(self, node: ast.AST, *more: Hashable) -> Hashable:
        return (self.spec, id(node), *more)

    def lookup(self, node: ast.Name) -> Value:
        if node.id in self.scope:
            return self.scope[node.id]
        if node.id in self.local:
            raise NotYet
        return Known(self.source.lookup(node.id, node))

    @contextmanager
    def over_set(self, is_set: bool, of_dict: str = "") -> Iterator[None]:
        self.in_sets += is_set
        self.run_through.append(of_dict)
        try:
            yield
        finally:
            self.in_sets -= is_set
            self.run_through.pop()

    @contextmanager
    def inner(self, names: set[str]) -> Iterator[None]:
        """Open a scope for the variables of a comprehension or lambda."""
        outer = {name: self.scope[name] for name in names if name in self.scope}
        boxes = {name: self.boxes.pop(name) for name in names if name in self.boxes}
        used, prefix = self.local, self._prefix
        self.local = self.local | names
        self.inner_names.append(names)
        if outer or any(name in self._used for name in names):
            self._prefix = self.fresh("inner") + "_"
        for name in names:
            self.scope.pop(name, None)
        try:
            yield
        finally:
            self.local, self._prefix = used, prefix
            self.inner_names.pop()
            for name in names:
                self.scope.pop(name, None)
            self.scope.update(outer)
            self.boxes.update(boxes)


def construct(node: ast.AST) -> str:
    name = type(node).__name__
    named = {
        "Try": "`try`", "With": "`with`", "AsyncWith": "`async with`", "Global": "`global`", "Nonlocal": "`nonlocal`",
        "Delete": "`del`", "Import": "an import inside a function", "ImportFrom": "an import inside a function",
        "ClassDef": "a class inside a function", "NamedExpr": "`:=`", "Await": "`await`", "Dict": "a dict",
        "DictComp": "a dict comprehension", "TryStar": "`try`", "AsyncFor": "`async for`",
        "Yield": "the value of `yield`", "YieldFrom": "the value of `yield from`",
    }  # fmt: skip
    return f"{named.get(name, name)} is not supported"


def instead_of(node: ast.AST) -> str:
    return INSTEAD_OF.get(type(node).__name__, "docs/kernels.md lists the supported parts of Python")


def _short(node: ast.AST) -> str:
    text = getattr(node, "shown", None) or ast.unparse(node).split("\n")[0]
    return text if len(text) <= 60 else f"{text[:57]}..."


def construct_text(node: ast.AST) -> str:
    return f"the type of `{_short(node)}` cannot be found"


def known(value: Value) -> bool:
    return isinstance(value, Known)


__all__ = ["FRAME", "MISSING", "Body", "Closure", "Loop", "expression", "known", "statement"]
