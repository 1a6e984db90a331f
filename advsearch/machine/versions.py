"""Versions: a function compiled for one combination of types of its arguments."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from advsearch.machine import assumptions, boxing, inlining, local_lists, machines, resuming, trying
from advsearch.machine.facts import Step
from advsearch.machine.properties import has_pointers, is_mutable
from advsearch.machine.scopes import Scope, Slot
from advsearch.machine.source import Tree, body_of, is_generator, positional, shared_names
from advsearch.machine.types import join, width
from advsearch.machine.unassigned import maybe_unassigned
from advsearch.machine.unit import Version
from advsearch.machine.values import Closure, Constant, Held, Unreached, Value, Word, known

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def call_version(
    f: Function, version: Version, tree: Tree, function: FunctionType | None, given: list[Value]
) -> Value:
    """Call a version of a function, and write it first if this round has not."""
    words = [word for value in given if isinstance(value, Held) for word in value.words]
    for place, word in enumerate(words):
        f.learn(version, ("argument", place), word)
    version.note_alike([str(word) for word in words])
    if version.text is None:
        write_version(f.unit, version, tree, function, given)
    f.version.calls.add(version)
    result = version.result
    kinds = _returned(version)
    kind = _struct(kinds)
    given_words = ", ".join(f"i64 {words[place]}" for place in version.passed(len(words)))
    register = f.new(f"call {kind} @{version.name}({given_words})")
    if version.leaves_memory:
        f.takes_memory()
    parts = [register]
    if len(kinds) > 1:
        parts = [f.new(f"extractvalue {kind} {register}, {place}") for place in range(len(kinds))]
    if version.fails:
        f.go_on_unless(parts.pop())
    if result is None:
        raise Unreached
    if width(result) == 0:
        return known(Held(result, ()))
    facts = version.facts
    return Held(result, tuple(Word(part, facts.get(("result", place))) for place, part in enumerate(parts)))


def _returned(version: Version) -> list[str]:
    """The types of the registers that a version returns: those of its result, and whether it failed."""
    count = 0 if version.result is None else width(version.result)
    return ["i64"] * count + ["i1"] * version.fails or ["i64"]


def _struct(kinds: list[str]) -> str:
    return kinds[0] if len(kinds) == 1 else "{" + ", ".join(kinds) + "}"


def _failed(version: Version) -> str:
    """How a version returns after an error."""
    kinds = _returned(version)
    if len(kinds) == 1:
        return "ret i1 true" if version.fails else "ret i64 0"
    words = ", ".join(f"{kind} {'true' if kind == 'i1' else 0}" for kind in kinds)
    return f"ret {_struct(kinds)} {{{words}}}"


def write_version(
    unit: Any, version: Version, tree: Tree, function: FunctionType | None, given: list[Value],
    prepare: Callable[[Function], None] | None = None, names: list[str] | None = None,
) -> None:  # fmt: skip
    """Write the code of a version."""
    from advsearch.machine.function import Function

    version.text = _unfinished
    unit.reached.append(version)
    inner = Function(unit, version, tree, function)
    inner.inlined.append(function or tree)
    if prepare is not None:
        prepare(inner)
    place = 0
    values: list[Value] = []
    for value in given:
        if isinstance(value, Held):
            words = []
            for _ in value.words:
                first = version.alike[place] if version.alike else place
                words.append(Word(f"%a{first}", version.facts.get(("argument", place))))
                inner.steps.setdefault(f"%a{first}", Step(("argument", first)))
                place += 1
            values.append(Held(value.type, tuple(words)))
        else:
            values.append(value)
    reserve(inner, inner.scope)
    own = given[0] if given else None
    inner.scope.is_text = assumptions.is_text(inner.scope, own)
    if version.relies:
        assumptions.mark(inner.scope, own)
    inner.of = function if names is None else None
    inner.given = values
    for name, value in zip(names or positional(tree), values, strict=True):
        if name in inner.scope.shared:
            inner.put(inner.scope.pins[name], value)
        else:
            inner.scope.names[name] = value
    version.text = _text(inner, version, tree, place, function)


def _unfinished() -> str:
    raise AssertionError("the text of a function is asked for while it is written")


def _text(
    f: Function, version: Version, tree: Tree, parameters: int, function: FunctionType | None
) -> Callable[[], str]:
    """Write the code. Its text is put together by the returned function, which only the last round calls."""
    if version.makes_rows:
        f.check_room()
    if version.allocates and not any(isinstance(one, Held) and is_mutable(one.type) for one in f.given):
        f.mark = f.load("@ARENA")
    if is_generator(tree):
        _write_generator(f, tree)
    else:
        f.run(body_of(tree))
        if f.live:
            leave(f, Constant(None))
    failed = _failed(version)
    f.start(f.leaving)
    f.finish(failed)
    f.end_all(failed)

    def text() -> str:
        if f.resumes:
            resuming.demote(f)
        arguments = ", ".join(f"i64 %a{place}" for place in version.passed(parameters))
        kind = _struct(_returned(version))
        rare = function is not None and inlining.looks_at_stop(function)
        told = "nounwind noinline cold" if rare else "nounwind"
        return f"define internal {kind} @{version.name}({arguments}) {told} {{\n{f.text()}\n}}"

    return text


def reserve(f: Function, scope: Scope) -> None:
    """Give the names that are assigned from inside expressions and inner functions one place each."""
    for name in sorted(maybe_unassigned(scope.tree)):
        scope.flags[name] = f.cell()
        f.store(0, scope.flags[name])
    scope.shared = shared_names(scope.tree)
    for name in sorted(scope.shared):
        scope.pins[name] = scope.names[name] = Slot((scope.path, name, "shared"))


def _write_generator(f: Function, tree: Tree) -> None:
    # a generator that calls itself gives a list
    site = f.unit.site(tree, "yielded")
    made = f.made_list(site, f.runtime("new_list", 8))

    def on_yield(value: Value) -> None:
        held = f.hold(value)
        site.learn(held.type)
        f.runtime("append", made.word, f.box(held))

    f.scope.on_yield = on_yield
    f.scope.end = end = f.block()
    f.run(body_of(tree))
    f.jump(end)
    f.start(end)
    f.scope.end = None
    if f.live:
        leave(f, f.made_list(site.find(), made.word))


def leave(f: Function, value: Value) -> None:
    """`return value`."""
    scope = f.scope
    if scope.finals:
        value = value if isinstance(value, Constant | Closure) else f.hold(value)
        trying.run_finals(f, 0)
        if not f.live:
            return
    value = machines.declared_result(f, scope.function, value)
    if scope.end is not None:
        if isinstance(value, Closure):
            if scope.made is not None:
                raise f.refusal("a function that returns one of several functions", "return one of them in each call")
            scope.made = value
        elif scope.returns_once and isinstance(value, Constant | Held):
            scope.made = value if isinstance(value, Constant) else Held(value.type, value.words, boxed=value.boxed)
        elif scope.result is not None:
            f.put(scope.result, value)
        f.jump(scope.end)
        return
    held = f.hold(value)
    version = f.version
    kind = join(version.result, held.type)
    assert kind is not None
    if kind != version.result:
        version.result = kind
        f.unit.progress.changed()
    local_lists.let_go(kind)
    words = boxing.coerce(f, held, kind).words
    for place, word in enumerate(words):
        version.facts.learn(("result", place), word.fact if word.number is None else word.range)
    if f.mark is not None and not has_pointers(kind):
        f.store(f.mark, "@ARENA")
    elif f.live and version.allocates:
        version.note(leaves_memory=True)
    kinds = _returned(version)
    given = [*map(str, words), *["false"] * version.fails] or ["0"]
    if len(kinds) == 1:
        f.finish(f"ret {kinds[0]} {given[0]}")
        return
    struct, made = _struct(kinds), "undef"
    for place, (one, text) in enumerate(zip(kinds, given, strict=True)):
        made = f.new(f"insertvalue {struct} {made}, {one} {text}, {place}")
    f.finish(f"ret {struct} {made}")
