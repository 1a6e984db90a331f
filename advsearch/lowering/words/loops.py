"""Runs loops on symbols without unrolling them, such as `while n: n -= 1`.

If a variable leaves its assumed interval, the body runs again with a wider interval.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from advsearch.lowering.refusals import Refused
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.graph import Kind, Node
from advsearch.lowering.words.growth import change_of, wider
from advsearch.lowering.words.intervals import Interval, hull
from advsearch.lowering.words.values import Alt, CellsOf, Listed, Record, Scalar, copied, node_of, simple, symbolic

if TYPE_CHECKING:
    from advsearch.lowering.words.methods import Env, Exit, Flow, Methods

# A loop over at least this many constants is not unrolled if it only changes numbers.
MANY: Final = 12
# The rules cannot use these names: each is a keyword or contains a space.
_GOING, _RETURNED, _VALUE = "while", "return", "returned value"
_TRIES: Final = 7


class NotALoop(Exception):
    """The body of a loop changes a variable that is not made of numbers."""


Round = Callable[["Env"], "Flow"]
Test = Callable[["Env"], Node]


def over_cells(run: Methods, node: ast.For, word: Node, env: Env) -> Flow | None:
    """Run `for cell in cells(word)` without unrolling the loop, or return None."""
    left = f"left in line {node.lineno}"

    def test(variables: Env) -> Node:
        return run.truth(variables[left])

    def once(variables: Env) -> Flow:
        before = variables[left]
        run.assign(node.target, run.number("lowest", before), variables)
        exits, live = run.apart(node.body, variables)
        return run.joined("continue", exits, live)

    def after(variables: Env, before: Env) -> None:
        variables[left] = run.number("and", before[left], run.number("add", before[left], -1))

    start = {**env, left: word}
    changed, within = _changed(node.body) | {left}, {left: word.interval}
    return _tried(
        run, node, left, lambda: _carried(run, start, changed, test, once, after, word.hi.bit_length(), within)
    )


def over_constants(run: Methods, node: ast.For, constants: Any, env: Env) -> Flow | None:
    items = tuple(constants) if not isinstance(constants, set | frozenset) else ()
    if len(items) < MANY or run.within_family:
        return None
    place = f"place in line {node.lineno}"

    def test(variables: Env) -> Node:
        return run.truth(run.compared(ast.Lt, variables[place], len(items)))

    def once(variables: Env) -> Flow:
        index = variables[place]
        if isinstance(index, Node):
            index = run.graph.refined(index, 0, len(items) - 1)
        run.assign(node.target, run.pick(items, index), variables)
        exits, live = run.apart(node.body, variables)
        return run.joined("continue", exits, live)

    def after(variables: Env, before: Env) -> None:
        variables[place] = run.number("add", before[place], 1)

    start = {**env, place: 0}
    changed, within = _changed(node.body) | {place}, {place: (0, len(items))}
    return _tried(run, node, place, lambda: _carried(run, start, changed, test, once, after, len(items), within))


def while_loop(run: Methods, node: ast.While, env: Env) -> Flow:
    def test(variables: Env) -> Node:
        return run.truth(run.eval(node.test, variables))

    def once(variables: Env) -> Flow:
        exits, live = run.apart(node.body, variables)
        return run.joined("continue", exits, live)

    changed = _changed([*node.body, ast.Expr(node.test)])
    flow = _tried(run, node, None, lambda: _carried(run, env, changed, test, once, lambda *_: None, None, {}))
    if flow is None:
        raise run.no_form(
            node, "change only numbers in the loop, or write `for cell in cells(...)` with advsearch.bits"
        )
    return flow


_TOTAL: Final = "total"


def summed(run: Methods, node: ast.expr, env: Env) -> Any:
    """Run `sum(f(x) for x in items)` as a loop in generated code, or return None."""
    if not isinstance(node, ast.GeneratorExp | ast.ListComp) or len(node.generators) != 1:
        return None
    generator = node.generators[0]
    items = run.eval(generator.iter, env)
    cells = isinstance(items, CellsOf) and items.guard is None and items.cell is None
    if not cells and (symbolic(items) or not isinstance(items, tuple | list | range) or len(items) < MANY):
        return None
    add: ast.stmt = ast.AugAssign(ast.Name(_TOTAL, ast.Store()), ast.Add(), node.elt)
    for test in reversed(generator.ifs):
        add = ast.If(test, [add], [])
    loop = ast.For(generator.target, generator.iter, [add], [])
    for part in (loop, *ast.walk(loop)):
        if not hasattr(part, "lineno"):
            ast.copy_location(part, node)
    start = {**env, _TOTAL: 0}
    flow = over_cells(run, loop, items.word, start) if cells else over_constants(run, loop, items, start)
    if flow is None or flow[1] is None:
        return None
    return flow[1][_TOTAL]


def _changed(statements: list[Any]) -> set[str]:
    found: set[str] = set()
    for statement in statements:
        for part in ast.walk(statement):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                found.add(part.id)
    return found


def _tried(
    run: Methods,
    node: ast.For | ast.While,
    own: str | None,
    carried: Callable[[], Flow],
) -> Flow | None:
    if node.orelse:
        return None
    kept = run.saved()
    try:
        flow = carried()
    except NotALoop:
        return None
    except Refused:
        if isinstance(node, ast.While):
            raise
        return None
    finally:
        run.restore(kept)
    exits, live = flow
    if live is not None and own is not None:
        live.pop(own, None)
    return exits, live


def _carried(
    run: Methods,
    env: Env,
    changed: set[str],
    test: Test,
    once: Round,
    after: Callable[[Env, Env], None],
    rounds: int | None,
    within: dict[str, Interval],
) -> Flow:
    graph = run.graph
    start = dict(env)
    names = sorted(name for name in changed if name in env)
    inits = {name: _leaves(start[name]) for name in names}
    intervals: dict[tuple[str, int], Interval] = {}
    kinds: dict[tuple[str, int], Kind] = {}
    for name in names:
        for place, leaf in enumerate(inits[name]):
            kinds[name, place] = leaf_node(run, leaf).kind
            intervals[name, place] = within.get(name, leaf_node(run, leaf).interval)
    for attempt in range(_TRIES):
        owner = graph.size
        params = {
            (name, place): graph.symbol("param", name.split()[0], kinds[name, place], intervals[name, place], owner)
            for name in names
            for place in range(len(inits[name]))
        }
        inside = copied(start)
        for name in names:
            inside[name] = _rebuilt(start[name], [simple(params[name, place]) for place in range(len(inits[name]))])
        kept = run.saved()
        try:
            condition = test(inside)
            run.assume(condition, True)
            before = dict(inside)
            lists = {name: len(value.items) for name, value in inside.items() if isinstance(value, Listed)}
            exits, live = once(inside)
            live = _left(run, exits, live, start, names, inits, kinds, intervals)
            if live is None:
                continue
            after(live, before)
        except Contradiction:
            return [], env
        finally:
            run.restore(kept)
        for name, length in lists.items():
            if not isinstance(live.get(name), Listed) or len(live[name].items) != length:
                raise NotALoop
        _check_unchanged(live, before, names)
        if _settled(run, names, inits, live, params, kinds, intervals, rounds, attempt):
            if _GOING in names:
                condition = graph.both(condition, params[_GOING, 0])
            return _finished(run, env, start, names, inits, live, params, kinds, condition, owner)
    raise run.refuse("a loop may make a number grow without end", "limit the loop to a fixed number of rounds")


def leaf_node(run: Methods, leaf: Any) -> Node:
    found = node_of(run.graph, leaf)
    if found is None:
        raise NotALoop
    return found


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, Scalar):
        return [value]
    if type(value) is tuple:
        return [leaf for part in value for leaf in _leaves(part)]
    raise NotALoop


def _rebuilt(pattern: Any, leaves: list[Any]) -> Any:
    if type(pattern) is tuple:
        return tuple(_rebuilt(part, leaves) for part in pattern)
    return leaves.pop(0)


def _check_unchanged(live: Env, before: Env, names: list[str]) -> None:
    for name, value in before.items():
        if name in names or isinstance(value, Listed) or live.get(name) is value:
            continue
        if isinstance(value, Alt | Record) or live.get(name) != value:
            raise NotALoop


def _left(
    run: Methods,
    exits: list[Exit],
    live: Env | None,
    start: Env,
    names: list[str],
    inits: dict[str, list[Any]],
    kinds: dict[tuple[str, int], Kind],
    intervals: dict[tuple[str, int], Interval],
) -> Env | None:
    # None if a variable was added: then the body must run again.
    for one in reversed(exits):
        if one.how == "raise":
            continue
        if _GOING not in names:
            for name, begun in ((_GOING, True), (_RETURNED, False)):
                start[name], inits[name] = begun, [begun]
                names.append(name)
                kinds[name, 0], intervals[name, 0] = "bool", (int(begun), int(begun))
            return None
        if one.how == "break":
            left = {**one.value, _GOING: False}
        else:
            if not isinstance(one.value, Scalar):
                raise NotALoop
            value = leaf_node(run, one.value)
            if _VALUE not in start:
                start[_VALUE] = {"int": 0, "bool": False, "float": 0.0}[value.kind]
                names.append(_VALUE)
                inits[_VALUE] = [start[_VALUE]]
                kinds[_VALUE, 0], intervals[_VALUE, 0] = value.kind, leaf_node(run, start[_VALUE]).interval
                return None
            base = live if live is not None else {name: start[name] for name in start}
            left = {**base, _GOING: False, _RETURNED: True, _VALUE: one.value}
        live = left if live is None else run.merged(one.condition, left, live)
    if live is None:
        raise NotALoop
    return live


def _settled(
    run: Methods,
    names: list[str],
    inits: dict[str, list[Any]],
    live: Env,
    params: dict[tuple[str, int], Node],
    kinds: dict[tuple[str, int], Kind],
    intervals: dict[tuple[str, int], Interval],
    rounds: int | None,
    attempt: int,
) -> bool:
    # Intervals that are too narrow are widened.
    settled = True
    for name in names:
        parts = _leaves(live[name])
        if len(parts) != len(inits[name]):
            raise NotALoop
        for place, part in enumerate(parts):
            key = (name, place)
            now, begun = leaf_node(run, part), leaf_node(run, inits[name][place])
            if now.kind != kinds[key]:
                if kinds[key] == "bool" or now.kind == "float":
                    kinds[key], settled = now.kind, False
                continue
            if now.kind != "int":
                continue
            change = change_of(now, params[key]) if rounds is not None else None
            if change is not None and rounds is not None:
                wanted = (
                    begun.lo + rounds * min(0, change[0]), begun.hi + rounds * max(0, change[1])
                )  # fmt: skip
                if wanted != intervals[key]:
                    intervals[key], settled = wanted, False
                continue
            low, high = intervals[key]
            if now.lo < low or now.hi > high:
                settled = False
                intervals[key] = wider(hull((low, high), now.interval), attempt)
    return settled


def _finished(
    run: Methods,
    env: Env,
    start: Env,
    names: list[str],
    inits: dict[str, list[Any]],
    live: Env,
    params: dict[tuple[str, int], Node],
    kinds: dict[tuple[str, int], Kind],
    condition: Node,
    owner: int,
) -> Flow:
    from advsearch.lowering.words.methods import Exit

    graph = run.graph
    keys = [(name, place) for name in names for place in range(len(inits[name]))]
    begun = [_as_kind(run, leaf_node(run, inits[name][place]), kinds[name, place]) for name, place in keys]
    nexts = [_as_kind(run, leaf_node(run, _leaves(live[name])[place]), kinds[name, place]) for name, place in keys]
    outs = graph.loop(owner, [params[key] for key in keys], begun, nexts, condition)
    found = dict(zip(keys, outs, strict=True))
    result = dict(env)
    for name in names:
        if name in env:
            leaves = [simple(found[name, place]) for place in range(len(inits[name]))]
            result[name] = run.hinted(_rebuilt(start[name], leaves), name)
    exits = []
    if _VALUE in names:
        exits.append(Exit(found[_RETURNED, 0], "return", simple(found[_VALUE, 0])))
    return exits, result


def _as_kind(run: Methods, node: Node, kind: Kind) -> Node:
    if node.kind == kind:
        return node
    if node.kind == "bool":
        node = run.graph.make("whole", node)
    return run.graph.make("float", node) if kind == "float" else node
