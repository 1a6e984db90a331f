"""Turns a list of legal actions into the bits of an integer, such as one bit for each empty square."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

import attrs

from advsearch.bits import WORD_BITS
from advsearch.lowering.words.graph import Graph, Node
from advsearch.lowering.words.meaning import conjuncts, put_in, replaced, same
from advsearch.lowering.words.methods import Methods
from advsearch.lowering.words.values import CellsOf, Family, Listed, simple, symbolic

MOST_CELLS: Final = 2 * WORD_BITS


@attrs.define(eq=False)
class ActionForm:
    """The legal actions `action(cell, choice)`: `cell` is a 1 bit of `cells`, and `choice` is below `fan`."""

    cells: Node
    size: int
    fan: int
    action: Callable[[Node, Node], Any]
    choices: Callable[[Node], tuple[Node, Node]] | None = None
    """`choices(cell)` gives start and stop for `range`; if None, all choices are legal."""
    key: tuple[Any, ...] = ()
    """Forms with equal keys give the same numbers to actions."""


@attrs.define(eq=False)
class _Entry:
    condition: Node
    value: Any


def form_of(run: Methods, listed: Any) -> ActionForm:
    if isinstance(listed, CellsOf):
        return _of_cells(run, listed)
    if type(listed) is tuple or isinstance(listed, list):
        listed = Listed([(run.graph.true, one) for one in listed])
    if not isinstance(listed, Listed):
        raise run.refuse(
            f"`actions` returns {run.named(listed)}", "return a tuple, or cells(...) from advsearch.bits"
        )
    found = _of_families(run, listed)
    return found if found is not None else _one_by_one(run, listed)


def _of_cells(run: Methods, listed: CellsOf) -> ActionForm:
    size = listed.word.hi.bit_length()
    if size > MOST_CELLS:
        raise run.refuse(f"cells(...) is called with a number of {size} bits", f"use at most {MOST_CELLS} bits")
    value = listed.value

    def action(cell: Node, choice: Node) -> Any:
        if listed.cell is None:
            return simple(cell)
        return put_in(run.graph, value, {listed.cell.number: cell})

    if listed.guard is not None:
        return _one_by_one(run, Listed(run.items(listed)))
    return ActionForm(listed.word, size, 1, action, key=("cells", size))


# --- loops over cells -----------------------------------------------------------------------------------------------


def _of_families(run: Methods, listed: Listed) -> ActionForm | None:
    graph = run.graph
    families = [(guard, item) for guard, item in listed.items]
    if not families or not all(isinstance(item, Family) for _, item in families):
        return None
    each, size = families[0][1].each, families[0][1].size
    if any(item.each is not each for _, item in families):
        return None
    entries = [_Entry(graph.both(guard, inner), value) for guard, item in families for inner, value in item.entries]
    tested = _tested(graph, entries[0].condition, each, size)
    for test, word, bits, holds in tested:
        rest = [_without(graph, entry.condition, test) for entry in entries]
        if all(one is not None for one in rest):
            made = [
                _Entry(condition, entry.value)
                for condition, entry in zip(rest, entries, strict=True)
                if condition is not None
            ]
            return _of_test(run, made, each, word, bits, holds)
    return None


def _tested(graph: Graph, condition: Node, each: Node, size: int) -> list[tuple[Node, Node, tuple[int, ...], bool]]:
    found = []
    for part in conjuncts(graph, condition):
        holds = part.op == "not"
        bare = part.args[0] if holds else part
        if bare.op != "eq" or not bare.args[1].constant or bare.args[1].data != 0 or bare.args[0].op != "and":
            continue
        for word, mask in (bare.args[0].args, bare.args[0].args[::-1]):
            if _uses(word, each) or not _uses(mask, each):
                continue
            masks = [replaced(graph, mask, {each.number: graph.const(place)}) for place in range(size)]
            if all(one.constant and one.data > 0 and one.data & (one.data - 1) == 0 for one in masks):
                bits = tuple(one.data.bit_length() - 1 for one in masks)
                if len(set(bits)) == size:
                    found.append((part, word, bits, holds))
    return found


def _uses(node: Node, symbol: Node) -> bool:
    seen: set[int] = set()

    def visit(one: Node) -> bool:
        if one is symbol:
            return True
        if one.number in seen:
            return False
        seen.add(one.number)
        return any(map(visit, one.args))

    return visit(node)


def _without(graph: Graph, condition: Node, test: Node) -> Node | None:
    # Returns None if the condition does not imply `test`.
    for part in conjuncts(graph, condition):
        if part is test:
            bare, value = (test.args[0], graph.false) if test.op == "not" else (test, graph.true)
            return replaced(graph, condition, {test.number: graph.true, bare.number: value})
    # a condition that is false whenever the test fails
    bare, value = (test.args[0], graph.true) if test.op == "not" else (test, graph.false)
    if same(graph, replaced(graph, condition, {test.number: graph.false, bare.number: value}), graph.false):
        return replaced(graph, condition, {test.number: graph.true, bare.number: graph.make("not", value)})
    return None


def _of_test(
    run: Methods, entries: list[_Entry], each: Node, word: Node, bits: tuple[int, ...], holds: bool
) -> ActionForm | None:
    graph, size = run.graph, len(bits)
    fan = _fan(graph, entries, each)
    if fan is None:
        return None
    values, conditions = fan
    mask = graph.const(sum(1 << bit for bit in bits))
    open_cells = graph.make("and", word if holds else graph.make("invert", word), mask)
    ascending = all(low < high for low, high in pairwise(bits))
    choice_bits = max(len(values) - 1, 0).bit_length()
    if ascending:
        cells, limit, place_of = open_cells, bits[-1] + 1, _inverse(run, bits)
    else:
        cells, limit, place_of = _permuted(graph, open_cells, bits), size, lambda cell: cell
    if limit > MOST_CELLS:
        return None

    def action(cell: Node, choice: Node) -> Any:
        place = place_of(cell)
        value = _by_choice(run, values, choice)
        return put_in(graph, value, {each.number: place})

    ranges = _ranges(graph, conditions)
    if ranges is None:
        return None
    choices = None
    if ranges is not _ALL or len(values) != 1 << choice_bits:
        split = ranges if ranges is not _ALL else (graph.true, (0, len(values)), (0, len(values)))
        condition, first, second = split

        def choices(cell: Node) -> tuple[Node, Node]:
            here = replaced(graph, condition, {each.number: place_of(cell)})
            start, stop = (
                graph.select(here, graph.const(one), graph.const(two)) for one, two in zip(first, second, strict=True)
            )
            return start, stop

    return ActionForm(cells, limit, 1 << choice_bits, action, choices, ("bits", bits, ascending, len(values)))


def _inverse(run: Methods, bits: tuple[int, ...]) -> Callable[[Node], Node]:
    # Returns the function from `bits[i]` to `i`.
    graph = run.graph
    steps = {high - low for low, high in pairwise(bits)} or {1}
    if len(steps) == 1:
        step = steps.pop()
        first = graph.const(bits[0])
        return lambda cell: graph.exact(graph.make("sub", graph.refined(cell, bits[0], bits[-1]), first), step)
    places = [0] * (bits[-1] + 1)
    for place, bit in enumerate(bits):
        places[bit] = place
    table = graph.table(tuple(places))
    return lambda cell: graph.lookup(table, graph.refined(cell, 0, bits[-1]))


_CHUNK: Final = 9


def _permuted(graph: Graph, word: Node, bits: tuple[int, ...]) -> Node:
    found = graph.const(0)
    place_of = {bit: place for place, bit in enumerate(bits)}
    for low in range(0, max(bits) + 1, _CHUNK):
        weights = [1 << place_of[low + bit] if low + bit in place_of else 0 for bit in range(_CHUNK)]
        table = [0]
        for weight in weights:
            table += [weight | one for one in table]
        chunk = graph.make("and", graph.make("shr", word, graph.const(low)), graph.const((1 << _CHUNK) - 1))
        found = graph.make("or", found, graph.lookup(graph.table(tuple(table[: chunk.hi + 1])), chunk))
    return found


def _fan(graph: Graph, entries: list[_Entry], each: Node) -> tuple[list[Any], list[Node]] | None:
    values: list[Any] = []
    conditions: list[Node] = []
    for entry in entries:
        for place, value in enumerate(values):
            if value is entry.value or (isinstance(value, tuple) and value == entry.value):
                conditions[place] = graph.either(conditions[place], entry.condition)
                break
        else:
            values.append(entry.value)
            conditions.append(entry.condition)
    offsets = [_offset(graph, value, values[0], each) for value in values]
    if None not in offsets:
        order = sorted(range(len(values)), key=lambda place: offsets[place])
        for before, after in pairwise(order):
            together = graph.both(conditions[before], conditions[after])
            if before > after and not same(graph, together, graph.false):
                return values, conditions
        return [values[place] for place in order], [conditions[place] for place in order]
    return values, conditions


def _offset(graph: Graph, value: Any, first: Any, each: Node) -> Any:
    if not isinstance(value, Node) or not isinstance(first, Node):
        return 0 if value is first else None
    ends = [
        (replaced(graph, one, {each.number: graph.const(place)}) for one in (value, first)) for place in (0, each.hi)
    ]
    differences = set()
    for one, two in ends:
        if not one.constant or not two.constant:
            return None
        differences.add(one.data - two.data)
    return differences.pop() if len(differences) == 1 else None


def _by_choice(run: Methods, values: list[Any], choice: Node) -> Any:
    # Actions such as 10, 12 and 14 become `10 + 2 * choice`.
    if len(values) == 1:
        return values[0]
    graph = run.graph
    first = values[0]
    if all(isinstance(value, Node) for value in values):
        bases = [_base(value) for value in values]
        steps = {two[1] - one[1] for one, two in pairwise(bases)}
        if len({id(base) for base, _ in bases}) == 1 and len(steps) == 1:
            step = steps.pop()
            within = graph.refined(choice, 0, len(values) - 1)
            return graph.make("add", first, graph.make("mul", within, graph.const(step)))
    found = values[-1]
    for place in range(len(values) - 2, -1, -1):
        found = run.choose(graph.make("eq", choice, graph.const(place)), values[place], found)
    return found


def _base(node: Node) -> tuple[Node | None, int]:
    if node.op == "add" and node.args[1].constant:
        return node.args[0], node.args[1].data
    return node, 0


_ALL: Final = object()


def _ranges(graph: Graph, conditions: list[Node]) -> Any:
    # Returns a condition, the range if it is true, and the range if it is false. Returns `_ALL` if every choice is
    # always legal, and None if no single condition decides.
    if all(one is graph.true for one in conditions):
        return _ALL
    first = conditions[0]
    classes = []
    for one in conditions:
        if one is graph.true:
            classes.append("both")
        elif one is first or same(graph, one, first):
            classes.append("one")
        elif same(graph, graph.make("not", one), first):
            classes.append("two")
        else:
            return None
    ranges = []
    for wanted in ("one", "two"):
        places = [place for place, kind in enumerate(classes) if kind in (wanted, "both")]
        if places and places != list(range(places[0], places[-1] + 1)):
            return None
        ranges.append((places[0], places[-1] + 1) if places else (0, 0))
    if (0, 0) in ranges:  # a cell would have no action in some states
        return None
    if first is graph.true:
        return None
    return first, ranges[0], ranges[1]


# --- one cell for every action --------------------------------------------------------------------------------------


def _one_by_one(run: Methods, listed: Listed) -> ActionForm:
    graph = run.graph
    items = [(guard, value) for guard, value in run.items(listed) if guard is not graph.false]
    if not items:
        raise run.refuse("`actions` never returns an action", "return the legal actions")
    if len(items) > MOST_CELLS:
        raise run.refuse(f"the game has {len(items)} different actions", f"use at most {MOST_CELLS}")
    whole = _bits_of_one_word(graph, items)
    if whole is not None:
        word, bits = whole
        values = dict(zip(bits, (value for _, value in items), strict=True))
        table: tuple[Any, ...] = tuple(values.get(bit, items[0][1]) for bit in range(bits[-1] + 1))
        return ActionForm(word, len(table), 1, lambda cell, _: run.subscript(table, cell), key=("word", bits))
    word = graph.const(0)
    for place, (guard, _) in enumerate(items):
        bit = graph.make("shl", graph.make("whole", guard), graph.const(place))
        word = graph.make("or", word, bit)
    every = tuple(value for _, value in items)
    return ActionForm(
        word,
        len(items),
        1,
        lambda cell, _: run.subscript(every, cell),
        key=("each", every if _known(every) else len(every)),
    )


def _known(values: tuple[Any, ...]) -> bool:
    return not symbolic(values)


def _bits_of_one_word(graph: Graph, items: list[tuple[Node, Any]]) -> tuple[Node, tuple[int, ...]] | None:
    # Returns the legal bits, and all tested bits.
    bits, words, set_ones = [], set(), set()
    for guard, _ in items:
        bare = guard.args[0] if guard.op == "not" else guard
        set_ones.add(guard.op == "not")
        if bare.op != "eq" or bare.args[0].op != "and" or not bare.args[1].constant or bare.args[1].data != 0:
            return None
        word, mask = bare.args[0].args
        if not mask.constant or mask.data <= 0 or mask.data & (mask.data - 1):
            return None
        words.add(word)
        bits.append(mask.data.bit_length() - 1)
    if len(words) != 1 or len(set_ones) != 1 or sorted(set(bits)) != bits or bits[-1] >= MOST_CELLS:
        return None
    word = words.pop()
    mask = graph.const(sum(1 << bit for bit in bits))
    return graph.make("and", word if set_ones.pop() else graph.make("invert", word), mask), tuple(bits)
