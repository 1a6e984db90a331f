"""Makes a `KernelSet` from the symbolic results of a game's methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

from advsearch.bits import FULL_WORD, WORD_BITS
from advsearch.kernels import MOST_PLIES, ONGOING, KernelSet, by_place, same_action
from advsearch.lowering.refusals import refuse
from advsearch.lowering.sample import Sample
from advsearch.lowering.words.evaluate import value_of
from advsearch.lowering.words.fields import Encode, Field, Numbered
from advsearch.lowering.words.graph import Node
from advsearch.lowering.words.limbs import Limbs, Lowering
from advsearch.lowering.words.module import Module
from advsearch.lowering.words.nodes import reached
from advsearch.lowering.words.rules import Rules, Swap, Told, live_fields
from advsearch.lowering.words.steps import Step, Steps
from advsearch.lowering.words.values import Alt, Picked, Record, leaves
from advsearch.lowering.words.write import function_text
from advsearch.protocol import name_of

MOST_WORDS: Final = 12


@attrs.define(eq=False)
class View:
    """The symbolic results of a game's methods, valid for both players."""

    rules: Rules
    told: Told
    swap: Swap | None
    """The exchange of fields when the turn passes, or None."""
    mover: Node | None
    """The node of the player to move, if `swap` is None."""
    live: list[int]

    @property
    def fields(self) -> list[Field]:
        return [self.rules.fields[place] for place in self.live]


def view_of(rules: Rules, swap: Swap | None, first: Told, second: Told) -> View:
    if swap is not None:
        return View(rules, first, swap, None, live_fields(rules, first, second))
    graph, run = rules.graph, rules.run
    state = rules.shape.state(graph, rules.values(tuple(range(len(rules.fields)))))
    mover = rules.node(run.seen_value(rules.call("player", state)))
    if mover.constant:
        told = second if mover.data else first
    else:
        condition = graph.make("eq", mover, graph.const(0))
        told = _either(rules, condition, first, second)
    return View(rules, told, None, mover, live_fields(rules, told, more=[mover]))


def _either(rules: Rules, condition: Node, first: Told, second: Told) -> Told:
    graph = rules.graph
    one, two = first.actions, second.actions
    alike = one.key == two.key and one.fan == two.fan and (one.choices is None) == (two.choices is None)
    if not alike:
        raise refuse(
            "",
            0,
            "the actions of the two players are in different orders",
            "list the actions of both players by one loop over all cells",
        )

    def action(cell: Node, choice: Node) -> Any:
        return rules.run.choose(condition, one.action(cell, choice), two.action(cell, choice))

    choices = None
    if one.choices is not None and two.choices is not None:
        of_one, of_two = one.choices, two.choices

        def choices(cell: Node) -> tuple[Node, Node]:
            pairs = zip(of_one(cell), of_two(cell), strict=True)
            start, stop = (graph.select(condition, x, y) for x, y in pairs)
            return start, stop

    return Told(
        graph.select(condition, first.terminal, second.terminal),
        graph.select(condition, first.utility, second.utility),
        attrs.evolve(one, cells=graph.select(condition, one.cells, two.cells), action=action, choices=choices),
        [graph.select(condition, x, y) for x, y in zip(first.result, second.result, strict=True)],
        graph.select(condition, first.stays, second.stays),
    )


class Writer:
    def __init__(self, view: View) -> None:
        self.view = view
        self.module = Module(f"Derived from the rules of {name_of(view.rules.game)}.")
        self.steps = Steps()
        self.offsets: dict[int, int] = {}
        self.words = 0
        for place in view.live:
            self.offsets[place] = self.words
            self.words += view.rules.fields[place].words
        if self.words > MOST_WORDS:
            raise refuse("", 0, f"a state needs {self.words} words", f"use states of at most {MOST_WORDS} words")
        self.cell_words = 1 if view.told.actions.size <= WORD_BITS else 2
        self.fan_bits = view.told.actions.fan.bit_length() - 1

    def leaves(self, state: str = "s", own: str = "", action: str = "", cell: str = "") -> dict[int, Limbs]:
        rules, steps = self.view.rules, self.steps
        found: dict[int, Limbs] = {}
        for place, offset in self.offsets.items():
            field = rules.fields[place]
            found[rules.words[place].number] = tuple(
                steps.leaf(f"{state}[{offset + limb}]", (0, field.top >> WORD_BITS * limb & FULL_WORD
                           if limb == field.words - 1 else FULL_WORD))
                for limb in range(field.words)
            )  # fmt: skip
        if own:
            found[self.view.told.actions.cells.number] = self._own_leaves(own)
        if action:
            whole = steps.leaf(action, (0, self.view.told.actions.size * self.view.told.actions.fan - 1))
            bits, fan = steps.const(self.fan_bits), self.view.told.actions.fan
            found[rules.cell.number] = (steps.make("shr", whole, bits),)
            found[rules.choice.number] = (steps.make("and", whole, steps.const(fan - 1)) if fan > 1 else steps.zero,)
        if cell:
            found[rules.cell.number] = (steps.leaf(cell, (0, self.view.told.actions.size - 1)),)
        return found

    def _own_leaves(self, own: str) -> Limbs:
        steps, size = self.steps, self.view.told.actions.size
        if self.cell_words == 1:
            return (steps.leaf(own, (0, (1 << size) - 1)),)
        return steps.leaf(f"{own}[0]", (0, FULL_WORD)), steps.leaf(f"{own}[1]", (0, (1 << size - WORD_BITS) - 1))

    def lowering(self, **names: str) -> Lowering:
        return Lowering(self.steps, self.leaves(**names))

    def write(
        self, name: str, parameters: str, results: Sequence[Step], doc: str, *, alone: bool = False, returns: str = ""
    ) -> None:
        self.module.texts.append(
            function_text(name, parameters, results, self.module.tables, doc, alone=alone, returns=returns)
        )

    def next_words(self, lowering: Lowering) -> list[Step]:
        # As the next player sees the state.
        view, told = self.view, self.view.told
        found = []
        for place in view.live:
            value = told.result[place]
            if view.swap is not None and view.swap[place] != place:
                value = view.rules.graph.select(told.stays, value, told.result[view.swap[place]])
            found.append(value)
        return self.words_of(lowering, found)

    def words_of(self, lowering: Lowering, values: Sequence[Node]) -> list[Step]:
        found: list[Step] = []
        for place, value in zip(self.view.live, values, strict=True):
            field = self.view.rules.fields[place]
            limbs = lowering.limbs(field.recoded(self.view.rules.graph, value))
            zeros = [self.steps.zero] * (field.words - len(limbs))
            found += [*limbs[: field.words], *zeros]
        return found


def kernels_of_view(view: View, sample: Sample) -> KernelSet:
    writer = Writer(view)
    told, rules = view.told, view.rules
    graph = rules.graph
    lowering = writer.lowering()
    cells = list(lowering.limbs(told.actions.cells))
    cells += [writer.steps.zero] * (writer.cell_words - len(cells))
    alone = writer.cell_words == 1
    writer.write("actions", "s", cells[: writer.cell_words], "The cells of the legal actions.", alone=alone)
    lowering = writer.lowering(action="action")
    writer.write("apply", "s, action", writer.next_words(lowering), "The state after an action.")
    ended = graph.select(told.terminal, told.utility, graph.const(ONGOING))
    lowering = writer.lowering(own="own")
    writer.write("outcome", "s, own", [lowering.step(ended)], "The utility, or ONGOING.", alone=True)
    if told.actions.choices is not None:
        lowering = writer.lowering(cell="cell")
        ends = [lowering.step(one) for one in told.actions.choices(rules.cell)]
        writer.write("choices", "s, cell", ends, "The range of the choices of a cell.")
    if told.stays is not graph.false:
        lowering = writer.lowering(action="action")
        writer.write("stays", "s, action", [lowering.step(told.stays)], "Whether the same player moves.", alone=True)
    from advsearch.lowering.words.optional import write_optional

    key_bits, left_out = write_optional(view, writer)
    pack_bits = key_bits or sum(field.top.bit_length() for field in view.fields)
    if key_bits is None and pack_bits <= WORD_BITS:
        writer.write("pack", "s", [_packed(writer)], "The state in one word.", alone=True)
    made = writer.module.functions()
    longest, certain = _longest(rules, sample)
    utilities = _constants(told.utility)
    return KernelSet(
        encode=Encode(rules.game, rules.shape, rules.fields, tuple(view.live), view.swap),
        action=_action(view),
        words=writer.words,
        longest=min(longest, MOST_PLIES),
        longest_is_certain=certain,
        cell_words=writer.cell_words,
        fan=told.actions.fan,
        actions=made["actions"],
        apply=made["apply"],
        outcome=made["outcome"],
        choices=made.get("choices"),
        stays=made.get("stays"),
        draws=utilities is None or 0 in utilities,
        pack=made.get("pack"),
        pack_bits=max(pack_bits, 1) if pack_bits <= WORD_BITS else WORD_BITS,
        utmost=max(abs(told.utility.lo), abs(told.utility.hi), 1),
        rank=made.get("rank"),
        decided=made.get("decided"),
        symmetries=tuple(made[name] for name in sorted(made) if name.startswith("image_")),
        left_out=left_out,
        lower=_lower(view),
    )


def _lower(view: View) -> Callable[[Any], Callable[..., Any]]:
    def lower(evaluator: Any) -> Callable[..., Any]:
        from advsearch.lowering.words.evaluators import lowered

        return lowered(view, evaluator)

    return lower


def _packed(writer: Writer) -> Step:
    steps = writer.steps
    total, shift = steps.zero, 0
    for place in writer.view.live:
        field = writer.view.rules.fields[place]
        word = steps.leaf(f"s[{writer.offsets[place]}]", (0, field.top))
        total = steps.make("or", total, steps.make("shl", word, steps.const(shift)))
        shift += field.top.bit_length()
    return total


def _action(view: View) -> Callable[[int], Any]:
    rules, form = view.rules, view.told.actions
    value = form.action(rules.cell, rules.choice)
    if value is rules.cell and form.fan == 1:
        return same_action
    symbols = {rules.cell.number, rules.choice.number}
    if not all(_only(leaf, symbols) for leaf in leaves(value)):
        return by_place
    return _Lazily(value, rules.cell.number, rules.choice.number, form.size, form.fan)


@attrs.frozen(eq=False)
class _Lazily:
    value: Any
    cell: int
    choice: int
    size: int
    fan: int
    _known: dict[int, Any] = attrs.field(factory=dict)

    def __call__(self, number: int) -> Any:
        if number not in self._known:
            symbols = {self.cell: number // self.fan, self.choice: number % self.fan}
            self._known[number] = _concrete(self.value, symbols)
        return self._known[number]

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return Numbered, (tuple(self._or_none(number) for number in range(self.size * self.fan)),)

    def _or_none(self, number: int) -> Any:
        try:
            return self(number)
        except IndexError:
            return None


def _only(leaf: Any, symbols: set[int]) -> bool:
    if isinstance(leaf, Picked):
        leaf = leaf.index
    if isinstance(leaf, Alt):
        return all(_only(one, symbols) for part in (leaf.condition, leaf.one, leaf.two) for one in leaves(part))
    if not isinstance(leaf, Node):
        return True
    return all(node.args or node.op == "const" or node.number in symbols for node in reached([leaf]))


def _concrete(value: Any, known: dict[int, int]) -> Any:
    if isinstance(value, Node):
        found = value_of(value, known)
        return bool(found) if value.kind == "bool" else found
    if isinstance(value, Picked):
        return value.choices[value_of(value.index, known)]
    if isinstance(value, Alt):
        return _concrete(value.one if value_of(value.condition, known) else value.two, known)
    if type(value) is tuple:
        return tuple(_concrete(one, known) for one in value)
    if isinstance(value, Record):
        return value.kind(**{name: _concrete(one, known) for name, one in value.fields.items()})
    return value


def _constants(node: Node) -> set[int] | None:
    found: set[int] = set()
    todo = [node]
    seen = set()
    while todo:
        one = todo.pop()
        if one.number in seen:
            continue
        seen.add(one.number)
        if one.op == "select":
            todo += one.args[1:]
        elif one.constant:
            found.add(int(one.data))
        elif one.op == "lookup":
            found |= set(one.data.values[one.args[0].lo : one.args[0].hi + 1])
        elif one.op == "neg":
            inner = _constants(one.args[0])
            if inner is None:
                return None
            found |= {-value for value in inner}
        elif one.lo > 0 or one.hi < 0:
            found |= {one.lo, one.hi}
        else:
            return None
    return found


def _longest(rules: Rules, sample: Sample) -> tuple[int, bool]:
    # If every sampled action fills or empties a square of a board, the estimate is the number of squares.
    declared = getattr(rules.game, "longest", None)
    if isinstance(declared, int) and not isinstance(declared, bool) and declared > 0:
        return declared, True
    shape, fields = rules.shape, rules.fields
    sets = [place for place, field in enumerate(fields) if field.greatest > 1 << 6 and field.least >= 0]
    pairs = [(shape.scalars(step.state), shape.scalars(step.result)) for step in sample.steps]
    for places in (*((place,) for place in sets), tuple(sets)):
        if not places or not pairs:
            continue
        changes = [_size(after, places) - _size(before, places) for before, after in pairs]
        if min(changes) >= 1 or max(changes) <= -1:
            bits = 0
            for place in places:
                bits |= fields[place].greatest
            return max(bits.bit_count(), sample.longest), False
    return max(2 * sample.longest, 8), False


def _size(scalars: tuple[int, ...], places: tuple[int, ...]) -> int:
    every = 0
    for place in places:
        every |= scalars[place]
    return every.bit_count()
