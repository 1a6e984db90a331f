"""Runs the six methods of a game on symbols, once for each player.

If exchanging fields such as `white` and `black` makes both runs equal, both players share the generated functions.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import attrs

from advsearch.lowering.refusals import Refused, refuse
from advsearch.lowering.sample import Sample
from advsearch.lowering.source import Source
from advsearch.lowering.words.actions import ActionForm, form_of
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.expressions import Frame
from advsearch.lowering.words.fields import Field, Shape, widened
from advsearch.lowering.words.graph import Graph, Node, TooLarge
from advsearch.lowering.words.meaning import same
from advsearch.lowering.words.methods import Dead, Methods
from advsearch.lowering.words.nodes import reached
from advsearch.lowering.words.values import Alt, leaves, node_of
from advsearch.protocol import AnyGame

Swap = tuple[int, ...]
"""An exchange of fields: field `i` changes places with field `swap[i]`."""


@attrs.define(eq=False)
class Told:
    terminal: Node
    # For the side to move, in a finished state.
    utility: Node
    actions: ActionForm
    result: list[Node]
    stays: Node


class Rules:
    def __init__(self, game: AnyGame, shape: Shape, fields: Sequence[Field], alternating: bool) -> None:
        self.game = game
        self.shape = shape
        self.fields = tuple(fields)
        self.alternating = alternating
        self.graph = Graph()
        self.run = Methods(self.graph)
        graph = self.graph
        self.words = [graph.symbol("input", field.name, "int", (0, field.top)) for field in self.fields]
        self.own = graph.symbol("input", "own", "int", (0, 0))
        self.cell = graph.symbol("input", "cell", "int", (0, 0))
        self.choice = graph.symbol("input", "choice", "int", (0, 0))
        # Not proven, but true in the sampled games, such as "the players take turns".
        self.taken_for_granted: set[str] = set()

    def values(self, swap: Swap) -> list[Node]:
        found: list[Node] = [self.words[0]] * len(self.fields)
        for place, source in enumerate(swap):
            found[place] = self.fields[source].decoded(self.graph, self.words[source])
        return found

    def call(self, name: str, *args: Any) -> Any:
        run = self.run
        found = run.attribute(self.game, name)
        assert run.at is not None
        return run.call(found, list(args), {}, run.at)

    def told(self, player: int, swap: Swap) -> Told:
        run, graph = self.run, self.graph
        state = self.shape.state(graph, self.values(swap))
        kept = run.saved()
        try:
            self.to_move(state, player)
            terminal = run.truth(self.call("terminal", state))
            utility = self._utility(state, player, terminal)
            run.assume(terminal, False)
            run.listing = True
            form = form_of(run, self.call("actions", state))
            run.listing = False
            self._fit_symbols(form)
            action = form.action(self.cell, self.choice)
            after = self.call("result", state, action)
            result = self.shape.nodes(graph, after)
            stays = self._stays(after, player)
        finally:
            run.listing = False
            run.restore(kept)
        return Told(terminal, utility, form, result, stays)

    def _fit_symbols(self, form: ActionForm) -> None:
        self.cell.hi = max(self.cell.hi, form.size - 1)
        self.choice.hi = max(self.choice.hi, form.fan - 1)

    def to_move(self, state: Any, player: int) -> None:
        run = self.run
        mover = run.seen_value(self.call("player", state))
        node = node_of(self.graph, mover)
        if node is None:
            raise run.refuse("`player` does not return a number", "return 0 or 1")
        if node.constant:
            if int(node.data) != player:
                raise Contradiction
            return
        run.known[node.number] = self.graph.const(bool(player) if node.kind == "bool" else player)
        if node.op == "whole":
            run.assume(node.args[0], bool(player))

    def node(self, value: Any) -> Node:
        found = node_of(self.graph, value)
        if found is None:
            raise self.run.refuse(
                f"the rules return {self.run.named(value)} instead of a number", "return an integer"
            )
        return self.graph.make("whole", found) if found.kind == "bool" else found

    def _utility(self, state: Any, player: int, terminal: Node) -> Node:
        run = self.run
        kept = run.saved()
        try:
            run.assume(terminal, True)
            value = self.call("utility", state, player)
        except Contradiction:
            value = 0
        finally:
            run.restore(kept)
        if isinstance(value, Alt):
            raise run.refuse("`utility` returns sometimes an int and sometimes a float", "return integers")
        node = node_of(self.graph, value)
        if node is None or node.kind == "float":
            raise run.refuse("`utility` does not return an integer", "return integers")
        return self.graph.make("whole", node) if node.kind == "bool" else node

    def _stays(self, after: Any, player: int) -> Node:
        graph = self.graph
        mover = node_of(graph, self.run.seen_value(self.call("player", after)))
        assert mover is not None
        same_player = graph.make("eq", mover, graph.const(player))
        if same_player.constant:
            return same_player
        if self.alternating:
            self.taken_for_granted.add("the players take turns")
            return graph.false
        return same_player


def derive_view(rules: Rules) -> tuple[Swap | None, Told, Told]:
    count = len(rules.fields)
    identity = tuple(range(count))
    first = rules.told(0, identity)
    for swap in _swaps(rules):
        try:
            second = rules.told(1, swap)
        except (Refused, Contradiction, Dead):
            continue
        if _alike(rules, first, second, swap):
            return swap, first, second
    return None, first, rules.told(1, identity)


def _swaps(rules: Rules) -> list[Swap]:
    # No exchange, one pair, or two pairs of fields.
    count = len(rules.fields)
    identity = tuple(range(count))
    kinds = [(field.least, field.greatest) for field in rules.fields]
    pairs = [(one, two) for one, two in combinations(range(count), 2) if kinds[one] == kinds[two]]
    found = [identity]
    for many in (1, 2):
        for chosen in combinations(pairs, many):
            places = [place for pair in chosen for place in pair]
            if len(set(places)) == len(places):
                swap = list(identity)
                for one, two in chosen:
                    swap[one], swap[two] = two, one
                found.append(tuple(swap))
    return found[:24]


def _alike(rules: Rules, first: Told, second: Told, swap: Swap) -> bool:
    graph = rules.graph
    one, two = first.actions, second.actions
    if one.key != two.key or one.fan != two.fan:
        return False
    pairs = [(first.terminal, second.terminal), (one.cells, two.cells), (first.stays, second.stays)]
    for place in live_fields(rules, first, second):
        pairs.append((first.result[place], second.result[swap[place]]))
    values = [list(leaves(form.action(rules.cell, rules.choice))) for form in (one, two)]
    if len(values[0]) != len(values[1]):
        return False
    for left, right in zip(*values, strict=True):
        left_node, right_node = node_of(graph, left), node_of(graph, right)
        if left_node is None or right_node is None:
            if left is not right and left != right:
                return False
        else:
            pairs.append((left_node, right_node))
    if (one.choices is None) != (two.choices is None):
        return False
    if one.choices is not None and two.choices is not None:
        pairs += zip(one.choices(rules.cell), two.choices(rules.cell), strict=True)
    if not all(same(graph, left, right) for left, right in pairs):
        return False
    return _same_utility(rules, first, second)


def _same_utility(rules: Rules, first: Told, second: Told) -> bool:
    graph = rules.graph
    zero = graph.const(0)
    one = graph.select(first.terminal, first.utility, zero)
    two = graph.select(first.terminal, second.utility, zero)
    return same(graph, one, two)


def live_fields(rules: Rules, *tolds: Told, more: Sequence[Node] = ()) -> list[int]:
    """The indices of all fields that can change a result of the rules."""
    roots: list[Node] = list(more)
    for told in tolds:
        roots += [told.terminal, told.utility, told.actions.cells, told.stays]
        if told.actions.choices is not None:
            roots += told.actions.choices(rules.cell)
        for leaf in leaves(told.actions.action(rules.cell, rules.choice)):
            node = node_of(rules.graph, leaf)
            if node is not None:
                roots.append(node)
    place_of = {word.number: place for place, word in enumerate(rules.words)}
    live: set[int] = set()
    todo = list(roots)
    for node in reached(todo):
        place = place_of.get(node.number)
        if place is not None and place not in live:
            live.add(place)
            for told in tolds:
                todo.append(told.result[place])
    return sorted(live)


_ROUNDS: Final = 5


def closed_rules(game: AnyGame, sample: Sample) -> tuple[Rules, Swap | None, Told, Told]:
    """Widen the intervals of all fields until no action leaves them."""
    shape = Shape(sample.initial)
    rows = [shape.scalars(state) for state in sample.states]
    intervals = [widened((min(column), max(column))) for column in zip(*rows, strict=True)]
    alternating = all(
        game.player(step.state) != game.player(step.result) for step in sample.steps if not game.terminal(step.result)
    )
    grown: set[int] = set()
    for _ in range(_ROUNDS):
        fields = [Field(name, *interval) for name, interval in zip(shape.names, intervals, strict=True)]
        rules = Rules(game, shape, fields, alternating)
        rules.run.frames.append(Frame(outside_of(game), {}))
        rules.run.at = ast.Pass(lineno=0)
        try:
            swap, first, second = derive_view(rules)
        except TooLarge:
            what = f"the rules have more than {rules.graph.size} operations"
            raise refuse("", 0, what, "loop over fewer items") from None
        except Dead:
            raise refuse(
                "",
                0,
                "the rules raise an error in every state",
                "test with `if` before the part that raises the error",
            ) from None
        grown = _leaving(rules, swap, first, second, intervals)
        if not grown:
            return rules, swap, first, second
    names = ", ".join(shape.names[place] for place in sorted(grown))
    raise refuse(
        "", 0, f"numbers of the state may grow without end: {names}", "end the game at a fixed number of plies"
    )


def _leaving(
    rules: Rules, swap: Swap | None, first: Told, second: Told, intervals: list[tuple[int, int]]
) -> set[int]:
    order = swap or tuple(range(len(rules.fields)))
    live = set(live_fields(rules, first, second))
    grown = set()
    for place in range(len(rules.fields)):
        for told, source in ((first, place), (second, place)):
            node = told.result[source]
            lo, hi = intervals[place]
            if place in live and (node.lo < lo or node.hi > hi):
                grown.add(place)
                intervals[place] = widened((min(lo, node.lo), max(hi, node.hi)))
        other = order[place]
        if intervals[other] != intervals[place] and place in live:
            joint = min(intervals[place][0], intervals[other][0]), max(intervals[place][1], intervals[other][1])
            intervals[place] = intervals[other] = joint
    return grown


def outside_of(game: AnyGame) -> Source:
    """A `Source` that represents the caller of the game's methods."""
    return Source(lambda: None, ast.parse("lambda: None", mode="eval").body, type(game).__name__, {})  # type: ignore[arg-type]
