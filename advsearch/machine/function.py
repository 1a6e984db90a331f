"""One version of a function while its code is written."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from types import FunctionType
from typing import Any

from advsearch.lowering.refusals import Refused, refuse
from advsearch.machine import (
    aliasing,
    attributes,
    boxing,
    conditions,
    expressions,
    functions,
    iteration,
    layout,
    sequences,
    statements,
)
from advsearch.machine.assembly import Assembly, Block
from advsearch.machine.constants import NoForm, instead_of
from advsearch.machine.facts import Step, fact_of
from advsearch.machine.raw import runtime
from advsearch.machine.scopes import Binding, Scope, Slot, Unclear
from advsearch.machine.source import Tree
from advsearch.machine.types import (
    BOOL,
    Endless,
    Flat,
    ListOf,
    Row,
    Type,
    family,
    item_of,
    join,
    width,
)
from advsearch.machine.types import Node as ItemNode
from advsearch.machine.unit import Unit, Version
from advsearch.machine.values import (
    ORDERED,
    Arguments,
    Body,
    Constant,
    Held,
    Stream,
    Unreached,
    Value,
    Wish,
    Word,
    known,
)

UNSEEN = layout.E_TYPE


class Function(Assembly):
    """Writes the code of one version. The modules beside this one hold what each construct of Python needs."""

    def __init__(self, unit: Unit, version: Version, tree: Tree, function: FunctionType | None) -> None:
        super().__init__()
        self.unit = unit
        self.version = version
        self.scope = Scope((), tree, function)
        self.failing = self.block()
        """Where an error goes: the end of the function, or the handlers of a `try`."""
        self.leaving = self.failing
        self.inlined: list[Any] = []
        self.node: ast.AST = tree
        """The statement or call that is compiled, for the place in an error."""
        self.of: FunctionType | None = None
        """The function of which this is a version: none where its parameters are not those of the signature."""
        self.given: list[Value] = []
        """The values of the parameters, in their order."""
        self.steps: dict[str, Step] = {}
        """Registers that hold the value of a place, or one that is a small step away from it."""
        self.lowest: dict[str, str] = {}
        """Registers that hold `x & -x`, with the registers that hold `x`."""
        self.mark: str | None = None
        """Where the arena was when the function was called, if all that it takes ends with it."""
        self._cells: dict[Any, list[str]] = {}
        self.rows = 0
        self.taken = 0
        """How often memory was taken from the arena."""
        self.written = 0
        """How many nodes of other functions were written into this one."""
        self.repeats = 0
        """In how many loops the code stands that is written now."""
        self.resumes = False
        """Whether the body of a loop is entered from several places."""
        self.copies = 1
        """How often the code that is written now stands in the text, because of loops that are written out."""

    # --- places and refusals -------------------------------------------------------------------------------------

    @property
    def file(self) -> str:
        function = self.scope.owner
        return function.__code__.co_filename if function is not None else ""

    def refusal(self, construct: str, instead: str, node: ast.AST | None = None) -> Refused:
        """The error for code that cannot be compiled: in a library's function, at the author's line that calls it."""
        name = self.library
        if name is not None and self.unit.calls:
            construct, instead = f"`{name}` is called, with {construct}", "write what it does in your own code"
            return refuse(*self.unit.calls[-1], construct, instead)
        return refuse(self.file, getattr(node or self.node, "lineno", 0), construct, instead)

    def author_line(self) -> tuple[str, int] | None:
        """The file and line that is compiled, if they are an author's."""
        line = getattr(self.node, "lineno", 0)
        return (self.file, line) if line and self.library is None else None

    @property
    def library(self) -> str | None:
        """The function that is compiled, if it belongs to a library and not to an author."""
        function = self.scope.owner
        return function.__qualname__ if function is not None and functions.is_library(function) else None

    def place(self, node: ast.AST | None = None) -> int:
        return self.unit.place(PurePath(self.file).name, getattr(node or self.node, "lineno", 0))

    # --- errors --------------------------------------------------------------------------------------------------

    def _may_fail(self) -> None:
        if self.live:
            self.version.note(fails=True)

    def fail(self, code: int, node: ast.AST | None = None) -> None:
        """End with an error."""
        self._may_fail()
        self.store(code | self.place(node) << layout.PLACE_SHIFT, "@ERR")
        self.jump(self.failing)

    def raise_again(self, error: str) -> None:
        """End with an error that was caught."""
        self._may_fail()
        self.store(error, "@ERR")
        self.jump(self.failing)

    def fail_if(self, condition: str, code: int, node: ast.AST | None = None) -> None:
        if condition == "false":
            return
        bad, good = self.block(), self.block()
        self.branch(condition, bad, good, aliasing.RARELY)
        self.start(bad)
        if self.live:
            self.fail(code, node)
        self.start(good)

    def fail_unless(self, condition: str, code: int, node: ast.AST | None = None) -> None:
        if condition != "true":
            good, bad = self.block(), self.block()
            self.branch(condition, good, bad, aliasing.MOSTLY)
            self.start(bad)
            if self.live:
                self.fail(code, node)
            self.start(good)

    def overflow_if(self, condition: str, node: ast.AST | None, limbs: int = 1, what: int = 0) -> None:
        """End with an overflow, which leads to a build where the result has one limb more."""
        self.fail_if(condition, layout.E_OVERFLOW | (limbs | what) << layout.DETAIL_SHIFT, node)

    def limbs_at(self, node: ast.AST, op: ast.operator) -> int:
        """How many limbs at least a result has, if it may need them."""
        tree = self.scope.tree
        lines = range(tree.lineno, (tree.end_lineno or tree.lineno) + 1)
        return self.unit.limbs_at(self.place(node), op, PurePath(self.file).name, lines)

    def check(self) -> None:
        """Go on only if the call before this did not fail."""
        self._may_fail()
        good = self.block()
        self.branch(self.op("icmp eq", self.load("@ERR"), 0), good, self.failing, aliasing.MOSTLY)
        self.start(good)

    def go_on_unless(self, failed: str) -> None:
        """Go on only if a call did not fail, which this register says."""
        self._may_fail()
        good = self.block()
        self.branch(failed, self.failing, good, aliasing.RARELY)
        self.start(good)

    def unreached(self) -> None:
        """End a piece of code that nothing seen so far reaches."""
        if self.live:
            self.fail(UNSEEN)

    def end_all(self, last: str) -> None:
        """End the blocks that nothing goes on in: whoever comes there gets an error, not a wrong value."""
        written = {id(block) for block in self.blocks}
        for block in self.mentioned:
            if id(block) not in written:
                written.add(id(block))
                self.blocks.append(block)
        for block in self.blocks:
            if block.end is None:
                self.resume(block)
                self._may_fail()
                self.store(UNSEEN, "@ERR")
                self.finish(last)

    def attempt(self, work: Callable[[], None]) -> None:
        """Compile a piece of code, of which the rest is left out if it cannot be reached."""
        scope, failing = self.scope, self.failing
        loops = len(scope.loops)
        try:
            work()
        except Endless as error:
            raise self.refusal(f"{error} is used", "give values a fixed depth, or keep them in a list") from None
        except Unreached:
            self.scope, self.failing = scope, failing
            del scope.loops[loops:]
            self.unreached()

    # --- memory and the runtime ----------------------------------------------------------------------------------

    def runtime(self, name: str, *words: Word | str | int) -> str:
        """Call a function of the runtime, and go on only if it did not fail."""
        result = self.new(f"call i64 @{name}({', '.join(f'i64 {word}' for word in words)})")
        known = runtime()
        effects = known.effects(name)
        if effects.allocates:
            self.takes_memory()
        if known.returns_word(name):
            self._may_fail()
            good = self.block()
            self.branch(self.op("icmp ne", result, 0), good, self.failing, aliasing.MOSTLY)
            self.start(good)
        elif effects.fails:
            self.check()
        return result

    def row(self, words: Sequence[Word | str], more: int = 0) -> Word:
        """Memory with these words, and room for more behind them. The arena's end is tested elsewhere."""
        self.rows += 1
        self.takes_memory()
        if self.live:
            self.version.note(makes_rows=True)
        base = self.load("@ARENA")
        pointer = self.pointer(base)
        self.store(self.op("add", base, 8 * (len(words) + more)), "@ARENA")
        for place, word in enumerate(words):
            self.store(word, self.address(pointer, 8 * place))
        return Word(base)

    def takes_memory(self) -> None:
        self.taken += 1
        if self.live:
            self.version.note(allocates=True)

    def check_room(self) -> None:
        """Test that the arena has room for the rows that are made from here to the next test."""
        full = self.op("icmp ugt", self.load("@ARENA"), self.load("@LIMIT"))
        self.fail_if(full, layout.E_MEMORY)

    # --- constants and registers ---------------------------------------------------------------------------------

    def type_of(self, value: Any) -> Type:
        try:
            return self.unit.constants.type_of(value)
        except NoForm as error:
            raise self.refusal(f"{error.what} is used as a value", instead_of(type(value))) from None

    def constant_word(self, value: Any) -> Word:
        """A constant as a tagged word."""
        try:
            self.type_of(value)
            place = self.unit.constants.place(value)
        except NoForm as error:
            raise self.refusal(f"{error.what} is used as a value", "use smaller numbers") from None
        fact = None
        if isinstance(value, str | tuple | list):
            fact = self.unit.once(("fact", self.unit.constants.key(value)), lambda: fact_of(value))
        return Word(self.load(place.text, aliasing.UNCHANGED) if place.later else place.text, fact)

    def constant(self, value: Any, kind: Type | None = None) -> Held:
        """A constant in registers."""
        return boxing.constant(self, value, kind or self.type_of(value))

    def hold(self, value: Value) -> Held:
        """A value in registers."""
        if isinstance(value, Held):
            return value
        if isinstance(value, Constant):
            return self.constant(value.value)
        if isinstance(value, Stream):
            return iteration.listed(self, value)
        raise self.refusal("a function is used as a value", "call it here, or pass it to a function as an argument")

    def hold_row(self, value: Value) -> Held:
        """The same, but a constant tuple of like items stays where it is in memory."""
        if isinstance(value, Constant) and type(value.value) is tuple and value.value:
            kind = self.type_of(value.value)
            if isinstance(kind, Row):
                return Held(kind, (self.constant_word(value.value),))
            assert isinstance(kind, Flat)
            if len({family(item) for item in kind.items}) == 1:
                item = item_of(kind)
                return Held(Row(item), (self.constant_word(value.value),))
        return self.hold(value)

    def argument(self, value: Value) -> Value:
        """A value as an argument: numbers and texts in registers, so that they make no versions of their own."""
        if isinstance(value, Constant):
            kept = (
                value.value is None or isinstance(value.value, bool) or not isinstance(value.value, int | float | str)
            )
            return value if kept else self.hold(value)
        return self.hold(value)

    # --- variables -----------------------------------------------------------------------------------------------

    def put(self, slot: Slot, value: Value) -> None:
        held = self.hold(value)
        version = self.version
        old = version.slots.get(slot.key)
        kind = join(old, held.type)
        assert kind is not None
        if kind != old:
            version.slots[slot.key] = kind
            self.unit.progress.changed()
        words = boxing.coerce(self, held, kind).words
        for place, (cell, word) in enumerate(zip(self.cells_of(slot, kind), words, strict=True)):
            if self.live:
                self.learn(version, (slot.key, place), word)
            self.store(word, cell)

    def get(self, slot: Slot) -> Held:
        kind = self.version.slots.get(slot.key)
        if kind is None:
            raise Unreached
        words = []
        for place, cell in enumerate(self.cells_of(slot, kind)):
            words.append(Word(self.load(cell), self.version.facts.get((slot.key, place))))
            self.steps[words[-1].text] = Step((slot.key, place))
        return Held(kind, tuple(words))

    def learn(self, version: Version, place: Any, word: Word) -> None:
        """Learn what is known of a register that is stored in a place."""
        step = self.steps.get(word.text)
        if step is not None and step.place == place and version is self.version:
            version.facts.step(step)
        else:
            version.facts.learn(place, word.fact if word.number is None else word.range)

    def cells_of(self, slot: Slot, kind: Type) -> list[str]:
        cells = self._cells.setdefault(slot.key, [])
        while len(cells) < width(kind):
            cells.append(self.cell())
        return cells[: width(kind)]

    def slot(self, *key: Any) -> Slot:
        """A variable of the compiler, known by the place for which it is made."""
        return Slot((self.scope.path, *key))

    def binding(self, bound: Binding) -> Value:
        if isinstance(bound, Unclear):
            raise self.refusal(
                f"`{bound.name}` is one of several functions, chosen while the program runs",
                "call each of them in a branch of `if`",
            )
        return known(self.get(bound) if isinstance(bound, Slot) else bound)

    @contextmanager
    def within(self, scope: Scope) -> Iterator[None]:
        outer, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = outer

    @contextmanager
    def repeated(self) -> Iterator[None]:
        """Write the body of a loop."""
        self.repeats += 1
        try:
            yield
        finally:
            self.repeats -= 1

    # --- what the modules beside this one do ---------------------------------------------------------------------

    def evaluate(self, node: ast.expr) -> Value:
        return expressions.evaluate(self, node)

    def run(self, body: Sequence[ast.stmt]) -> None:
        statements.run(self, body)

    def assign(self, target: ast.expr, value: Value) -> None:
        statements.assign(self, target, value)

    def condition(self, test: ast.expr, yes: Block, no: Block) -> None:
        conditions.condition(self, test, yes, no)

    def attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        return attributes.attribute(self, owner, name, node)

    def row_of(self, held: Held) -> Word:
        return sequences.row_of(self, held).word

    def call(
        self, callee: Value, given: Sequence[Value], node: ast.AST, named: dict[str, Value] | None = None
    ) -> Value:
        return functions.call(self, callee, Arguments(tuple(given), named or {}, node))

    def each(self, iterable: Value, body: Body, wish: Wish = ORDERED) -> None:
        iteration.each(self, iterable, body, wish)

    def box(self, value: Value) -> Word:
        return boxing.box(self, value)

    def truth(self, condition: str) -> Value:
        """An i1 as a bool."""
        if condition in ("true", "false"):
            return Constant(condition == "true")
        return Held(BOOL, (Word(self.new(f"zext i1 {condition} to i64"), boxing.TRUTH),))

    def made_list(self, node: ItemNode, word: Word | str) -> Held:
        return Held(ListOf(node), (word if isinstance(word, Word) else Word(word),))
