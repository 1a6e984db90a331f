"""Make the `Moves` of a game from its kernels, for states that are words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from advsearch.bits import WORD_BITS, lowest, rest
from advsearch.compiled.numbers import INT, Numbers
from advsearch.compiled.shape import Kernel, Moves
from advsearch.kernels import KernelSet, Words, by_place

if TYPE_CHECKING:
    from advsearch.lowering.row_rules import RowRules


def moves_of(rules: KernelSet | RowRules) -> Moves:
    if isinstance(rules, KernelSet):
        return moves_of_words(rules)
    from advsearch.compiled.row_moves import moves_of_rows

    return moves_of_rows(rules)


def moves_of_words(kernels: KernelSet) -> Moves:
    fan, actions = kernels.fan, WORD_BITS * kernels.cell_words * kernels.fan

    def every_choice(s: Any, cell: int) -> tuple[int, int]:  # noqa: ARG001 - a kernel's signature
        return 0, fan

    def never(s: Any, action: int) -> bool:  # noqa: ARG001
        return False

    def itself(s: Any, action: int) -> int:  # noqa: ARG001
        return action

    def always(s: Any, cells: Any, action: int) -> bool:  # noqa: ARG001
        return True

    def encoded(cells: Any, block: Any, at: int, words: Words) -> Words:  # noqa: ARG001
        return words

    def numbers(words: Words, count: int) -> Sequence[int]:  # noqa: ARG001
        return tuple(kernels.each_action(words))

    def listed(game: Any, state: Any, s: Words) -> tuple[Any, ...]:
        if kernels.action is by_place:
            return tuple(game.actions(state)[place] for place, _ in enumerate(kernels.each_action(s)))
        return tuple(map(kernels.action, kernels.each_action(s)))

    def inspected(game: str, evaluate: Kernel | None, kind: Numbers) -> list[Any]:
        from advsearch.compiled.returns import kernels_in

        return list(kernels_in(kernels, game, evaluate, kind))

    some, take, has = _one_word() if kernels.cell_words == 1 else _two_words()
    choices = kernels.choices or every_choice
    key, key_words = _key(kernels)
    return Moves(
        utility=INT,
        width=actions,
        names=actions,
        kernels=kernels,
        stays=kernels.stays or never,
        some=some,
        take=take,
        choices=choices,
        name=itself,
        find=_find(has, choices, fan),
        leads=always,
        key=key,
        key_words=key_words,
        key_bits=kernels.pack_bits,
        example=tuple([0] * kernels.words),
        example_cells=0 if kernels.cell_words == 1 else (0, 0),
        place=encoded,
        numbers=numbers,
        listed=listed,
        played=_played(kernels),
        inspected=inspected,
    )


def _played(kernels: KernelSet) -> Callable[[Any, Any, Sequence[int]], tuple[Any, ...]]:
    def played(game: Any, state: Any, numbers: Sequence[int]) -> tuple[Any, ...]:
        if kernels.action is not by_place:
            return tuple(map(kernels.action, numbers))
        actions: list[Any] = []
        for number in numbers:
            actions.append(kernels.action_in(game, state, number))
            state = game.result(state, actions[-1])
        return tuple(actions)

    return played


def _find(has: Kernel, choices: Kernel, fan: int) -> Kernel:
    def find(s: Any, cells: Any, name: int) -> int:
        if name < 0 or not has(cells, name // fan):
            return -1
        start, stop = choices(s, name // fan)
        return name if start <= name % fan < stop else -1

    return find


def _key(kernels: KernelSet) -> tuple[Kernel, int]:
    pack = kernels.pack
    if pack is None:

        def whole(s: Any) -> Any:
            return s

        return whole, kernels.words

    def packed(s: Any) -> tuple[int]:
        return (pack(s),)

    return packed, 1


def _one_word() -> tuple[Kernel, Kernel, Kernel]:
    def some(cells: Any) -> bool:
        return bool(cells != 0)

    def take(cells: Any) -> tuple[int, Any]:
        return lowest(cells), rest(cells)

    def has(cells: Any, cell: int) -> bool:
        return bool(cells >> cell & 1)

    return some, take, has


def _two_words() -> tuple[Kernel, Kernel, Kernel]:
    def some(cells: Any) -> bool:
        return bool((cells[0] | cells[1]) != 0)

    def take(cells: Any) -> tuple[int, Any]:
        if cells[0]:
            return lowest(cells[0]), (rest(cells[0]), cells[1])
        return WORD_BITS + lowest(cells[1]), (0, rest(cells[1]))

    def has(cells: Any, cell: int) -> bool:
        if cell < WORD_BITS:
            return bool(cells[0] >> cell & 1)
        return bool(cells[1] >> cell - WORD_BITS & 1)

    return some, take, has
