"""The state of code generation for one function: the generated lines, the value of each name, and the cells used.

The other modules of this package register a handler for each class of syntax node: `@expression(ast.BinOp)`,
`@statement(ast.If)`.
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
"""Lines of code, each with its depth of indentation."""
Expression: TypeAlias = Callable[["Body", Any], Value]
Statement: TypeAlias = Callable[["Body", Any], None]

EXPRESSIONS: Final[dict[type[ast.AST], Expression]] = {}
STATEMENTS: Final[dict[type[ast.AST], Statement]] = {}
FRAME: Final = "@frame@"
"""A placeholder for the size of the function's frame, which is known only when the function is complete."""


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
    """A loop whose code is being generated, with the names that it assigns."""

    slots: dict[str, Value]
    key: Hashable
    node: ast.For | ast.While
    broken: str = ""
    """The variable that is true after a `break`, if the loop has an `else`."""


@attrs.define(eq=False)
class Body:
    """A function for which code is being generated: its lines, and the value of each name."""

    program: Program
    spec: Spec
    source: Source
    scope: dict[str, Value] = attrs.field(factory=dict)
    """The value of each name at this point of the function."""
    local: set[str] = attrs.field(factory=set)
    """The names that the function assigns."""
    lines: Lines = attrs.field(factory=list)
    depth: int = 1
    frame: int = 0
    live: bool = True
    """Whether the next generated line can be reached."""
    loops: list[Loop] = attrs.field(factory=list)
    yields: Place | None = None
    """The list in which a generator function collects the items that it yields."""
    wishes: dict[int, Value] = attrs.field(factory=dict)
    """Maps `id(node)` of an expression to the cells in which its value is to be made."""
    changing: int = 0
    """The depth of nested loops at the next generated line."""
    turns: list[int] = attrs.field(factory=list)
    """For each open loop with a known bound: the greatest number of rounds."""
    grown: dict[Hashable, tuple[int, int]] = attrs.field(factory=dict)
    """For each list that starts empty: the depth of loops where it is created, and the most items that `append` can
    add.
    """
    changes: int = 0
    """A number that grows whenever an expression changes a list or assigns a name."""
    only_truth: set[int] = attrs.field(factory=set)
    """`id(node)` of each call whose result is only tested for truth."""
    answers_truth: bool = False
    """If true, the generated function returns only whether there are any items."""
    truth_names: frozenset[str] = frozenset()
    """The names of the lists that the author's function returns. Used only if `answers_truth` is true."""
    given: frozenset[str] = frozenset()
    """The names of the parameters."""
    tree: Any = None
    """The syntax tree of the function; None for an entry function."""
    incomplete: bool = False
    """Whether code for some statement could not be generated."""
    unordered: int = 0
    """The number of loops over sets in the code that has been generated so far."""
    settled: Any = None
    """The memory for the result of a loop over a set (`settling.Settled`), or None outside such a loop."""
    any_order: bool = False
    """Whether the function may yield or list its items in any order."""
    unordered_calls: set[int] = attrs.field(factory=set)
    """`id(node)` of each call that may return items in another order than Python."""
    order_free: set[int] = attrs.field(factory=set)
    """`id(node)` of each expression whose result does not depend on the order of items."""
    counter: int = 0
    """The number of streams without a syntax node so far."""
    mutated: frozenset[str] = frozenset()
    """The names of lists and sets that the function changes."""
    boxes: dict[str, Place] = attrs.field(factory=dict)
    """Maps the name of a set to the cells of the set, if the function or one of its callees changes the set."""
    in_sets: int = 0
    """The number of loops over sets around the next generated line."""
    run_through: list[str] = attrs.field(factory=list)
    """For each open loop: the offset of the dict over which the loop runs, or "" if the loop does not run over a
    dict.
    """
    sharing: set[str] = attrs.field(factory=set)
    """Names of lists and sets that are arguments, or parts of arguments."""
    passing: tuple[ast.AST | None, list[tuple[Value, ast.expr]]] = (None, [])
    """The last call whose arguments were evaluated, with a list of the value and the expression of each argument."""
    shares_rows: bool = False
    """Whether the function may have made a list that shares inner lists with another list."""
    leaving: set[int] = attrs.field(factory=set)
    """`id(node)` of each returned tuple that contains lists made by the function."""
    inner_names: list[set[str]] = attrs.field(factory=list)
    """For each open comprehension or lambda: the names of its variables."""
    _used: set[str] = attrs.field(factory=set)
    _counts: dict[str, int] = attrs.field(factory=dict)
    _prefix: str = ""
    _regions: dict[Hashable, int] = attrs.field(factory=dict)

    # --- text -------------------------------------------------------------------------------------------------

    def emit(self, text: str) -> None:
        self.lines.append((self.depth, text))

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Emit a header line, such as an `if`. Lines emitted inside the `with` block are indented."""
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
        """Collect the lines emitted inside the `with` block in a new list, indented `depth` levels more."""
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
        """Append the lines emitted inside the `with` block to the given list."""
        outer, outer_depth = self.lines, self.depth
        self.lines, self.depth = lines, depth
        try:
            yield
        finally:
            self.lines, self.depth = outer, outer_depth

    def python_name(self, name: str) -> str:
        """The name that the generated source uses for a variable of the author's code."""
        full = f"{self._prefix}{name}"
        if full in RESERVED or full in self.program.names_of_functions:
            full = f"{full}_"
        self._used.add(full)
        return full

    def fresh(self, stem: str) -> str:
        """A name that the generated source does not use yet."""
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
        """Reserve cells in the function's frame. Return the offset of the first reserved cell."""
        place = self.frame
        self.frame += size
        return f"free + {place}" if place else "free"

    def region(self, key: Hashable, kind: Type) -> str:
        """The offset of the cells for a key in the function's frame. The first call with a key reserves the cells."""
        full = (key, cells(kind))
        if full not in self._regions:
            self._regions[full] = self.frame
            self.frame += cells(kind)
        place = self._regions[full]
        return f"free + {place}" if place else "free"

    def made(self, kind: Type) -> Place:
        """Reserve new cells in the frame for a value of this type."""
        return Place(kind, self.room(cells(kind)), fresh=True)

    # --- syntax -----------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """Generate code for an expression, and return its value. If the value needs statements, emit the statements
        first.
        """
        handler = EXPRESSIONS.get(type(node))
        if handler is None:
            raise self.refuse(node, construct(node), instead_of(node))
        try:
            return handler(self, node)
        except Clash as clash:
            raise self.refuse(node, f"`{_short(node)}` is {clash}", "use values of one type") from clash
        except books.Untyped as error:
            raise self.refuse(
                node, f"`{_short(node)}` uses {error}", "use ints, strings, tuples, or objects of these"
            ) from error

    def run(self, statements: list[ast.stmt]) -> None:
        """Generate code for statements. If a statement is refused, record the refusal and continue with the next
        statement.
        """
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
                        node, f"this statement uses {error}", "use ints, strings, tuples, or objects of these"
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
        """Forget the values of the names that a statement assigns."""
        for name in assigned_names([node]):
            self.scope.pop(name, None)

    def call(self, node: ast.AST, function: Any, arguments: list[Value]) -> Value:
        """Generate code for a call of a plain function."""
        from advsearch.lowering.rows.functions import call_function

        return call_function(self, node, function, arguments, {})

    def check_function(self, function: Any, node: ast.AST) -> None:
        from advsearch.lowering.rows.functions import check_function

        check_function(self, function, node)

    def as_list(self, value: Value, node: ast.AST | None = None) -> Place:
        """Generate code that stores the items of a generator expression or a range in a list."""
        from advsearch.lowering.rows.comprehensions import listed

        return listed(self, value, node)

    def truth_of(self, value: Value, node: ast.AST) -> Scalar | None:
        """Generate code that tests whether a collection has any items. Return None for other values."""
        from advsearch.lowering.rows.builtin_calls import truth_of_items

        return truth_of_items(self, value, node)

    def refuse(self, node: ast.AST, what: str, instead: str) -> Refused:
        return self.source.refusal(node, what, instead)

    def line_of(self, node: ast.AST) -> int:
        return getattr(node, "lineno", 0)

    def key(self, node: ast.AST, *more: Hashable) -> Hashable:
        """The key of the type that is inferred for a syntax node of this function."""
        return (self.spec, id(node), *more)

    def lookup(self, node: ast.Name) -> Value:
        """The value of a name at this point of the function."""
        if node.id in self.scope:
            return self.scope[node.id]
        if node.id in self.local:
            raise NotYet
        return Known(self.source.lookup(node.id, node))

    @contextmanager
    def over_set(self, is_set: bool, of_dict: str = "") -> Iterator[None]:
        """Record that the `with` block generates the body of a loop. `of_dict` is the offset of the dict that the
        loop visits.
        """
        self.in_sets += is_set
        self.run_through.append(of_dict)
        try:
            yield
        finally:
            self.in_sets -= is_set
            self.run_through.pop()

    @contextmanager
    def inner(self, names: set[str]) -> Iterator[None]:
        """Open the scope of a comprehension or lambda, in which `names` are new variables."""
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
    """A message that names an unsupported construct, such as "`with` is not supported"."""
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
    text = ast.unparse(node).split("\n")[0]
    return text if len(text) <= 60 else f"{text[:57]}..."


def construct_text(node: ast.AST) -> str:
    return f"the type of `{_short(node)}` cannot be found"


def known(value: Value) -> bool:
    return isinstance(value, Known)


__all__ = ["FRAME", "MISSING", "Body", "Closure", "Loop", "expression", "known", "statement"]
