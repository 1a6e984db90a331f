"""Translates the rules of a game into functions over lists of numbers.

Generates a function for each of the six methods, infers types, and compiles the result.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable
from itertools import count
from types import FunctionType
from typing import Any, Final

from advsearch.lowering.refusals import NotLowered, Refusal
from advsearch.lowering.row_rules import RowRules
from advsearch.lowering.rows import (  # noqa: F401 - these register what they write
    attributes,
    augmenting,
    calls,
    comprehensions,
    conditions,
    displays,
    expressions,
    joins,
    loops,
    spare,
    statements,
    types,
)
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.codec import Decode, Encode
from advsearch.lowering.rows.convert import type_of
from advsearch.lowering.rows.entries import (
    definition,
    entry_body,
    guarded,
    longest_part,
    method_of,
    number_entry,
    plain_function,
    spec_node,
    truth_entry,
    words_of,
)
from advsearch.lowering.rows.functions import call_function, room_of
from advsearch.lowering.rows.packing import key_text
from advsearch.lowering.rows.program import MOST_ROUNDS, Program, Spec
from advsearch.lowering.rows.runtime import RUNTIME
from advsearch.lowering.rows.sequences import as_sequence, clear_rest, length_of, store_items
from advsearch.lowering.rows.slices import as_list
from advsearch.lowering.rows.storing import same_layout, store
from advsearch.lowering.rows.types import Clash, Float, Int, Never, Seq, Type, cells
from advsearch.lowering.rows.values import Known, NotYet, Place, Scalar, Stream, Value
from advsearch.lowering.sample import Sample
from advsearch.lowering.source import seen_through, source_of
from advsearch.protocol import AnyGame, name_of

MODULE: Final = "advsearch.lowering.rows.generated"  # the `__module__` of generated functions
_STATE, _ACTION, _LISTED = ("state",), ("action",), ("list of actions",)
_numbers = count(1)


def derive(game: AnyGame, sample: Sample, room: int = 1) -> RowRules:
    """Compile the rules of a game, or raise `NotLowered` with all refused constructs."""
    lowering = Lowering(game, sample, room)
    return lowering.rules()


class Lowering:
    def __init__(self, game: AnyGame, sample: Sample, room: int) -> None:
        self.game = game
        self.sample = sample
        self.room = room
        self.program = self._program()
        try:
            state = spare.roomy(books.type_of_all(sample.states), room)
            seen = [one for _, actions in sample.unfinished for one in actions]
            action = spare.roomy(books.type_of_all(dict.fromkeys(seen)), room)
        except books.Untyped as error:
            raise NotLowered([self._of_state(f"a state or action is not supported: {error}")]) from error
        except Clash as clash:
            raise NotLowered([self._of_state(f"a state or action is {clash}")]) from clash
        self._check_equals(state)
        self.program.widest = max(self.program.widest, spare.widest_number(state))
        self.program.words = words_of(state)
        self.program.learn(_STATE, state)
        self.program.learn(_ACTION, action)

    def _check_equals(self, state: Type) -> None:
        if joins.has_equals(state):
            raise NotLowered([self._of_state("the state contains tuples of several classes that may be equal")])

    def _of_state(self, construct: str) -> Refusal:
        file = method_of(self.game, "initial").__code__.co_filename
        return Refusal(
            file.rsplit("/", 1)[-1], 0, construct, "use ints, strings, tuples and frozensets of small values"
        )

    def _program(self) -> Program:
        longest = max(64, 4 * self.sample.most, *(longest_part(state) for state in self.sample.states[:50]))
        program = Program(most_items=4 * longest * self.room)
        program.patience += self.room.bit_length() - 1
        program.longest_text = (
            2 * max([8, *(longest_part(state) for state in self.sample.states[:50])]) + 2
        ) * self.room
        program.finished_test = seen_through(method_of(self.game, "terminal"))
        top = 62 * self.room if self.room == 1 else (1 << types.WORD.bit_length()) * self.room
        program.usual = Int(-1 if self.room > 1 else 0, top)
        program.usual_axis = Int(-1, 14 * self.room)
        return program

    # --- the entries ------------------------------------------------------------------------------------------

    def rules(self) -> RowRules:
        program = self.program
        entries = {
            name: Spec(source_of(method_of(self.game, name)), f"row_{name}", name)
            for name in ("player", "actions", "result", "terminal", "utility")
        }
        self._rounds(lambda: self._write_all(entries))
        state, action = program.fact(_STATE), program.fact(_ACTION)
        assert state is not None
        self._check_equals(state)
        assert action is not None
        packed = key_text(state, program.book, program.tables)
        functions = self._functions(entries.values(), packed[0] if packed is not None else "")
        utility = program.fact(("utility",))
        most = self._most_actions()
        listed = program.fact(_LISTED)
        if isinstance(listed, Seq):
            most = max(most, listed.most)
        return RowRules(
            cells=cells(state),
            action_cells=cells(action),
            most=most,
            room=max(room_of(entry) for entry in entries.values()),
            longest=self.sample.longest,
            file=entries["result"].source.file,
            encode=Encode(state, program.book, name_of(self.game)),
            decode_action=Decode(action, program.book),
            player=functions["row_player"],
            terminal=functions["row_terminal"],
            utility=functions["row_utility"],
            utility_type=float if isinstance(utility, Float) else int,
            result=functions["row_result"],
            actions=functions["row_actions"],
            evaluator=self.evaluator,
            key=functions["key"] if packed is not None else None,
            key_words=packed[1] if packed is not None else 0,
            key_bits=packed[2] if packed is not None else types.WORD,
        )

    def evaluator(self, function: Callable[..., Any]) -> tuple[Callable[..., Any], type]:
        """Compile an evaluator; return it with the type of its results."""
        plain, bound = plain_function(function)
        other = Lowering(self.game, self.sample, self.room)
        other.program.book = self.program.book
        program = other.program
        state = self.program.fact(_STATE)
        assert state is not None
        program.learn(_STATE, state)
        spec = Spec(source_of(plain), "row_evaluation", "evaluation")

        def write() -> None:
            body = entry_body(program, spec, ["state", "player"])
            given: list[Value] = [
                *map(Known, bound),
                Known(self.game),
                _state(program, False),
                Scalar(Int(0, 1), "player"),
            ]
            number_entry(body, lambda: call_function(body, spec_node(spec), plain, given, {}), ("evaluation",))

        other._rounds(write)
        kind = program.fact(("evaluation",))
        made = other._functions([spec])["row_evaluation"]
        made.room = room_of(spec)  # type: ignore[attr-defined]
        return made, float if isinstance(kind, Float) else int

    def _rounds(self, write: Callable[[], None]) -> None:
        program = self.program
        while program.changed or (program.pending and not program.settled):
            program.settled = not program.changed
            program.round += 1
            if program.round > MOST_ROUNDS:
                raise NotLowered([self._of_state("the type of a value cannot be found")])
            program.changed = program.pending = False
            program.refusals.clear()
            program.waiting.clear()
            write()
            if program.refusals and not program.changed:
                break
        program.raise_refusals()
        if program.pending and not program.settled:
            raise NotLowered(program.waiting[-3:] or [self._of_state("the type of a value cannot be found")])

    def _write_all(self, entries: dict[str, Spec]) -> None:
        program, game = self.program, self.game

        def call(body: Body, name: str, arguments: list[Value]) -> Value:
            return call_function(body, spec_node(entries[name]), method_of(game, name), [Known(game), *arguments], {})

        def number(name: str, parameters: list[str], arguments: list[Value], fact: Any) -> None:
            body = entry_body(program, entries[name], parameters)
            number_entry(body, lambda: call(body, name, arguments), fact)

        state, waiting = _state(program, False), _state(program, True)
        number("player", ["state"], [state], ("player",))
        number("utility", ["state", "player"], [state, Scalar(Int(0, 1), "player")], ("utility",))
        body = entry_body(program, entries["terminal"], ["state"])
        truth_entry(body, entries["terminal"], lambda: call(body, "terminal", [state]))
        body2 = entry_body(program, entries["actions"], ["state", "target"])
        self._write_actions(body2, entries["actions"], lambda: call(body2, "actions", [waiting]))
        body3 = entry_body(program, entries["result"], ["state", "action", "target"])
        self._write_result(body3, entries["result"], lambda: call(body3, "result", [waiting, _action(program)]))

    def _write_actions(self, body: Body, spec: Spec, call: Callable[[], Value]) -> None:
        program = self.program
        node = spec_node(spec)
        action = program.fact(_ACTION)
        assert action is not None
        most = self._most_actions()

        def write() -> None:
            # the list is made at the place of the result, with its length in the cell before
            listed = program.fact(_LISTED)
            if isinstance(listed, Seq) and same_layout(listed.item, action):
                body.wishes[id(node)] = Place(listed, "target - 1")
            value = call()
            if isinstance(value, Known | Stream):
                value = body.as_list(value) if isinstance(value, Stream) else as_list(body, value, node, list)
            place = as_sequence(body, value)
            kind = place.kind
            assert isinstance(kind, Seq)
            program.learn(_LISTED, Seq(kind.kind, action, 0, kind.most) if kind.fixed else kind)
            if isinstance(kind.item, Never):
                raise NotYet
            _check_class(kind.item)
            learnt = program.learn(_ACTION, spare.cut_to(kind.item, action))
            if learnt != action:
                raise NotYet
            length = length_of(body, place)
            if place.text == "target - 1" and joins.within(kind.item, action) and not kind.fixed:
                body.emit(f"return {length.text}")
                return
            name = body.fresh("length")
            body.emit(f"{name} = roomy(block, {length.text}, {most}, {body.line_of(node)})")
            whole = Seq(kind.kind, action, kind.most, kind.most)
            store_items(body, place, Place(whole, "target"), whole, node, name)
            body.emit(f"return {name}")

        guarded(body, spec, write, "return 0")

    def _most_actions(self) -> int:
        return max(2 * self.room, 2 * self.sample.most * self.room, self.program.most_items)

    def _write_result(self, body: Body, spec: Spec, call: Callable[[], Value]) -> None:
        program = self.program
        state = program.fact(_STATE)
        assert state is not None

        def write() -> None:
            body.wishes[id(spec_node(spec))] = Place(state, "target")
            value = call()
            _check_class(type_of(body, value))
            learnt = program.learn(_STATE, spare.clipped(joins.join(state, type_of(body, value)), state))
            if learnt != state:
                raise NotYet
            store(body, value, Place(state, "target"), spec_node(spec))
            clear_rest(body, Place(state, "target"))

        guarded(body, spec, write, "return")

    # --- the generated module ---------------------------------------------------------------------------------

    def _functions(self, entries: Iterable[Spec], more: str = "") -> dict[str, FunctionType]:
        reached: dict[Spec, None] = {}
        left = list(entries)
        while left:
            spec = left.pop(0)
            if spec not in reached:
                reached[spec] = None
                left.extend(sorted(spec.callees, key=lambda one: one.name))
        text = "\n\n".join([*(definition(spec) for spec in reached), more])
        title = "".join(letter if letter.isalnum() else "_" for letter in name_of(self.game))
        file = f"<rows of {title} {next(_numbers)}>"
        names: dict[str, Any] = {"__name__": MODULE, **RUNTIME, **self.program.tables}
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        exec(compile(text, file, "exec"), names)
        return {name: names[name] for name in [*(spec.name for spec in reached), *(["key"] if more else [])]}


def _state(program: Program, unfinished: bool) -> Place:
    kind = program.fact(_STATE)
    assert kind is not None
    return Place(kind, "state", steady=True, unfinished=unfinished)


def _check_class(kind: Type) -> None:
    if joins.has_list_or_tuple(kind):
        raise Clash(Seq(tuple, types.NEVER, 0, 0), Seq(list, types.NEVER, 0, 0))


def _action(program: Program) -> Value:
    kind = program.fact(_ACTION)
    assert kind is not None
    return Place(kind, "action", steady=True)
