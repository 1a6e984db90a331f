"""Make the `Moves` of a game whose states are rows of cells. A state is a pair: a block of memory, and the offset of
the state's first cell in the block. `RowLayout` says where the other parts of a state begin, counted from the offset:

- The cell at `player` contains the player to move.
- The cell at `count` contains the number of the state's actions, or UNLISTED if the actions are not listed yet.
- The state's actions begin at `list`. Each action takes the same number of cells.
- The next state of the line of play begins at `stride`.

A search does not list the actions of a leaf. If a search listed the actions at every node, it would take up to four
times as long. The number of an action is its index in the list of a state's actions. In another state, the same
number may mean another action. Orderings and tables identify an action by its name, which is a hash of the action's
cells. If two actions of a state have the same name, the name means the first of the two actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.compiled.memory import get, mix, put, write
from advsearch.compiled.numbers import INT, NUMBERS, Numbers
from advsearch.compiled.shape import Kernel, Moves
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import ONGOING
from advsearch.lowering.row_rules import RowRules, in_words

if TYPE_CHECKING:
    from advsearch.compiled.returns import Kernel as Inspected

UNLISTED: Final = -1
NAME_BITS: Final = 12
_NAMES: Final = (1 << NAME_BITS) - 1


@attrs.frozen
class RowLayout:
    """The offsets of the parts of a state in a row."""

    player: int
    count: int
    list: int
    stride: int
    room: int
    """The number of cells after the last state that the rules use as scratch memory."""

    @staticmethod
    def of(rules: RowRules) -> RowLayout:
        stride = rules.cells + 2 + rules.most * rules.action_cells
        return RowLayout(rules.cells, rules.cells + 1, rules.cells + 2, stride, stride + rules.room)


def moves_of_rows(rules: RowRules) -> Moves:
    layout = RowLayout.of(rules)
    begin, actions, apply, outcome, stays = _rules(rules, layout)
    some, take, listed = _lists(rules, layout)
    name, find, leads = _names(rules, layout, listed)
    key, key_words = _key(rules)

    def at(s: Any) -> int:
        here: int = s[1]
        return here

    def place(cells: Any, block: Any, at: int, encoded: tuple[int, ...]) -> tuple[Any, int]:
        write(cells, at, encoded)
        return block, at

    def numbers(encoded: tuple[int, ...], count: int) -> Sequence[int]:  # noqa: ARG001
        return range(count)

    def listed_actions(game: Any, state: Any, s: Any) -> tuple[Any, ...]:  # noqa: ARG001
        start, wide = s[1] + layout.list, rules.action_cells
        places = range(start, start + listed(*s) * wide, wide)
        return tuple(rules.decode_action(tuple(s[0][place : place + wide])) for place in places)

    def played(game: Any, state: Any, numbers: Sequence[int]) -> tuple[Any, ...]:
        found: list[Any] = []
        for number in numbers:
            if found:
                state = game.result(state, found[-1])
            found.append(game.actions(state)[number])
        return tuple(found)

    def inspected(game: str, evaluate: Kernel | None, kind: Numbers) -> list[Any]:
        return _inspected(rules, game, evaluate, kind)

    return Moves(
        utility=NUMBERS[rules.utility_type],
        width=rules.most,
        names=_NAMES + 1,
        kernels=rules,
        begin=begin,
        actions=actions,
        apply=apply,
        outcome=outcome,
        stays=stays,
        at=at,
        some=some,
        take=take,
        name=name,
        find=find,
        leads=leads,
        key=key,
        key_words=key_words,
        key_bits=rules.key_bits,
        example=(0, 0),
        example_cells=(0, 0, 0),
        place=place,
        written=lambda s: tuple(s[0][s[1] : s[1] + rules.cells]),
        room=lambda plies: (plies + 2) * layout.stride + layout.room,
        numbers=numbers,
        listed=listed_actions,
        played=played,
        complaint=lambda number: in_words(number, rules.file),
        inspected=inspected,
    )


def _rules(rules: RowRules, layout: RowLayout) -> tuple[Kernel, ...]:
    to_move, terminal, utility, result = rules.player, rules.terminal, rules.utility, rules.result
    list_actions = rules.actions
    player, count, start, stride, wide = layout.player, layout.count, layout.list, layout.stride, rules.action_cells

    def begin(s: Any) -> None:
        block, here = s
        put(block, here + player, to_move(block, here, here + stride))
        put(block, here + count, UNLISTED)
        if not terminal(block, here, here + stride):
            put(block, here + count, list_actions(block, here, here + start, here + stride))

    def actions(s: Any) -> Any:
        return s[0], s[1], 0

    def apply(s: Any, action: int) -> Any:
        block, here = s
        there = here + stride
        result(block, here, here + start + action * wide, there, there + stride)
        put(block, there + player, to_move(block, there, there + stride))
        put(block, there + count, UNLISTED)
        return block, there

    def outcome(s: Any, cells: Any) -> Any:  # noqa: ARG001
        block, here = s
        if terminal(block, here, here + stride):
            return utility(block, here, get(block, here + player), here + stride)
        return ONGOING

    def stays(s: Any, action: int) -> bool:  # noqa: ARG001 - the state after the action is the next row
        return bool(get(s[0], s[1] + player) == get(s[0], s[1] + stride + player))

    return begin, actions, apply, outcome, stays


def _lists(rules: RowRules, layout: RowLayout) -> tuple[Kernel, ...]:
    list_actions, count, start, stride = rules.actions, layout.count, layout.list, layout.stride

    def listed(block: Any, here: int) -> int:
        """Return the number of a state's actions. The first call for a state also writes the actions into the row."""
        number = get(block, here + count)
        if number == UNLISTED:
            number = list_actions(block, here, here + start, here + stride)
            put(block, here + count, number)
        return number

    def some(cells: Any) -> bool:
        return bool(cells[2] < listed(cells[0], cells[1]))

    def take(cells: Any) -> tuple[int, Any]:
        return cells[2], (cells[0], cells[1], cells[2] + 1)

    return some, take, listed


def _names(rules: RowRules, layout: RowLayout, listed: Kernel) -> tuple[Kernel, ...]:
    start, wide = layout.list, rules.action_cells

    def name_at(block: Any, at: int) -> int:
        if wide == 1:
            return get(block, at) & _NAMES
        hashed = 0
        for index in range(wide):
            hashed = mix(hashed, get(block, at + index))
        return hashed & _NAMES

    def name(s: Any, action: int) -> int:
        return name_at(s[0], s[1] + start + action * wide)

    def find(s: Any, cells: Any, name: int) -> int:  # noqa: ARG001
        if name < 0:
            return -1
        block, here = s
        for action in range(listed(block, here)):
            if name_at(block, here + start + action * wide) == name:
                return action
        return -1

    def leads(s: Any, cells: Any, action: int) -> bool:
        return bool(find(s, cells, name(s, action)) == action)

    return name, find, leads


def _key(rules: RowRules) -> tuple[Kernel, int]:
    key = rules.key
    if key is None:
        raise CompiledTierUnavailable(
            "the derived rules give states no keys, so a search cannot have a transposition table; "
            "set table=0, or ask for tier=reference"
        )

    def of_row(s: Any) -> Any:
        return key(s[0], s[1])

    return of_row, rules.key_words


def evaluator_over_rows(rules: RowRules, function: Callable[..., Any]) -> Kernel:
    """Make a kernel from an evaluator. The kernel takes a state as a row of cells. Raises `CompiledTierUnavailable`
    if the evaluator cannot be converted."""
    kernel, kind = rules.evaluator(function)
    layout = RowLayout.of(rules)
    player, stride = layout.player, layout.stride

    def evaluate(s: Any, cells: Any, side: int) -> Any:  # noqa: ARG001
        block, here = s
        mover = get(block, here + player)
        return kernel(block, here, mover if side == 0 else 1 - mover, here + stride)

    evaluate.__annotations__["return"] = kind
    evaluate.room = getattr(kernel, "room", rules.room)  # type: ignore[attr-defined]
    evaluate.__name__ = str(getattr(function, "__name__", type(function).__name__))
    return evaluate


def _inspected(rules: RowRules, game: str, evaluate: Kernel | None, kind: Numbers) -> list[Inspected]:
    """List the functions that were derived from a game and an evaluator. If a build fails,
    `advsearch.compiled.returns` checks the functions one by one."""
    from advsearch.compiled.returns import Kernel as Inspected

    every: list[tuple[str, Kernel | None, tuple[Any, ...], int | None, Numbers]] = [
        ("player", rules.player, (0, 0, 0), None, INT),
        ("terminal", rules.terminal, (0, 0, 0), None, INT),
        ("utility", rules.utility, (0, 0, 0, 0), None, NUMBERS[rules.utility_type]),
        ("actions", rules.actions, (0, 0, 0, 0), None, INT),
        ("key", rules.key, (0, 0), rules.key_words, INT),
        (f"evaluator {getattr(evaluate, '__name__', '')}", evaluate, ((0, 0), (0, 0, 0), 0), None, kind),
    ]
    return [
        Inspected(f"{what} derived from {game}", function, arguments, several, numbers)
        for what, function, arguments, several, numbers in every
        if function is not None
    ]
