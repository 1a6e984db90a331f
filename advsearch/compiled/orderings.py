"""The compiled forms of move orderings. The functions of all orderings are combined when the search template is made.

Every build contains all built-in orderings. The memory cell ORDERS has one bit for each built-in ordering: 1 if the
search uses the ordering, else 0. One build serves all choices of built-in orderings. A search with an ordering of a
plugin needs a separate build.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.compiled.layout import NO_ACTION
from advsearch.compiled.memory import Block, get, put, whole
from advsearch.compiled.shape import Kernel, Moves
from advsearch.errors import CompiledTierUnavailable
from advsearch.search.ordering import OURS, Ordering

if TYPE_CHECKING:
    from advsearch.compiled.returns import Kernel as Called

ACTION_BITS: Final = 18
MOST_WEIGHT: Final = 1 << 40
"""The largest weight that an ordering may give an action. The smallest weight is `-MOST_WEIGHT`."""


@attrs.frozen(eq=False)
class Space:
    """The game for which an ordering's kernels are made, and the memory cells that the kernels may use.

    The memory is kept during one call of a search. All cells of an ordering's memory are 0 when the call begins.
    """

    kernels: Any
    """The game's `KernelSet`, or its `RowRules` if its states are rows."""
    start: int
    """The first cell of the memory that belongs to the ordering. The memory of an ordering has `OrderKernels.cells`
    cells."""
    plies: int
    """The number of plies of the longest game, plus 1. The argument `ply` of an ordering's functions is always less
    than `plies`."""
    actions: int
    """The number of different actions. The argument `action` of an ordering's functions is always less than
    `actions`. If states are rows of cells, the argument `action` is an action's name and not an action's number."""


@attrs.frozen(kw_only=True, eq=False)
class OrderKernels:
    """The functions of a compiled move ordering. Every function is optional.

    `s` is a state, as a tuple of words. `action` is the number of an action, `cell * fan + choice`. `side` is 0 if
    the player to move is also the player who moves at the root, else 1. `ply` is the distance from the root. `store`
    is the memory of the ordering. Import `get` and `put` from `advsearch.compiled.template`: `get(store, index)`
    reads a cell of the memory, and `put(store, index, value)` writes a cell. If a function returns an action that is
    not legal in `s`, the search ignores the action. `NO_ACTION` (-1) means no action.

    At nodes one ply above the horizon, a search calls only `pick_last` and `learn_last`. One ply above the horizon,
    the search first tries the action that `pick_last` returns, and then all other actions in the game's order. The
    root's actions are not ordered.
    """

    cells: int = 0
    """The number of memory cells that the ordering uses, from `Space.start` on."""
    picks: tuple[Kernel, ...] = ()
    """Each function `pick(store, s, side, ply, known)` returns an action to try early, or NO_ACTION. `known` is the
    best action in the table's entry, or NO_ACTION."""
    weight: Kernel | None = None
    """`weight(store, s, side, ply, action)` returns a whole number from `-MOST_WEIGHT` to `MOST_WEIGHT`. The action
    with the largest sum of weights is tried first."""
    learn: Kernel | None = None
    """`learn(store, s, side, ply, action, depth)` is called when an action has caused a cut-off in `s`. `depth` is
    the number of plies from `s` to the horizon, at least 2."""
    pick_last: Kernel | None = None
    """`pick_last(store, ply)` is called one ply above the horizon, and returns the action to try first, or NO_ACTION.
    """
    learn_last: Kernel | None = None
    """`learn_last(store, ply, action)` is called when an action has caused a cut-off one ply above the horizon."""


_PARAMETERS: Final = {
    "picks": ("store", "s", "side", "ply", "known"),
    "weight": ("store", "s", "side", "ply", "action"),
    "learn": ("store", "s", "side", "ply", "action", "depth"),
    "pick_last": ("store", "ply"),
    "learn_last": ("store", "ply", "action"),
}
"""The parameters of each function of `OrderKernels`."""


@attrs.frozen(eq=False)
class Chain:
    """All move orderings of a search, combined into one. In the argument `orders` of a chain's functions, the bit of
    each built-in ordering in use is 1.
    """

    width: int
    """The number of cells of one list of actions."""
    lists: int
    table: int
    tries: int
    """The number of actions in the result of `names(...)`."""
    names: Kernel
    """`names(orders, store, s, side, ply, known)` returns a tuple of the actions to try early, each action once."""
    name_at: Kernel
    """`name_at(names, index)` returns `names[index]`."""
    within: Kernel
    """`within(names, action)` returns whether the tuple `names` contains the action."""
    weight: Kernel
    learn: Kernel
    pick_last: Kernel
    learn_last: Kernel
    called: tuple[Called, ...]
    """The functions of plugins that the chain calls."""


@functools.lru_cache(maxsize=64)
def chain_of(moves: Moves, strangers: tuple[Ordering, ...]) -> Chain:
    """Combine the built-in orderings and the orderings of plugins, in this order."""
    width, names_in_all = moves.width, moves.names
    if max(width, names_in_all) >> ACTION_BITS:
        raise CompiledTierUnavailable(
            f"expected a game with at most {1 << ACTION_BITS} different actions for compiled orderings, got {width}"
        )
    plies = moves.longest + 1
    start = 0
    every: list[tuple[OrderKernels, int]] = []
    called: list[Called] = []
    for place, ordering in enumerate((*OURS, *strangers)):
        made = ordering.kernels(Space(moves.kernels, start, plies, names_in_all))
        if not isinstance(made, OrderKernels):
            raise CompiledTierUnavailable(
                f"expected ordering {ordering.name} to make OrderKernels, got {made!r}; ask for tier=reference"
            )
        if place >= len(OURS):
            called.extend(_checked(ordering, made, moves))
        every.append((made, 1 << place if place < len(OURS) else 0))
        start += made.cells

    def chained(part: str, first: Kernel, link: Callable[[Kernel, Kernel, int], Kernel]) -> Kernel:
        kernels = ((getattr(made, part), bit) for made, bit in every)
        return functools.reduce(lambda before, own: link(before, *own), ((k, bit) for k, bit in kernels if k), first)

    picks = [_gated_pick(pick, bit) for made, bit in every for pick in made.picks]
    return Chain(
        width,
        start,
        start + plies * width,
        len(picks),
        *_naming(picks),
        weight=chained("weight", _no_weight, _added),
        learn=chained("learn", _nothing, _also_learning),
        pick_last=chained("pick_last", _no_last, _else_last),
        learn_last=chained("learn_last", _nothing_last, _also_last),
        called=tuple(called),
    )


def _naming(picks: list[Kernel]) -> tuple[Kernel, Kernel, Kernel]:
    """Make the functions `names`, `name_at` and `within` of a `Chain`."""
    names, name_at, within = _first_name(picks[0]), _name_at(_no_name, 0), _within(_no_name, 0)
    for place, pick in enumerate(picks[1:], 1):
        names = _next_name(names, within, pick)
        name_at, within = _name_at(name_at, place), _within(within, place)
    return names, name_at, within


def _checked(ordering: Ordering, made: OrderKernels, moves: Moves) -> Iterator[Called]:
    """Yield the functions of an ordering, with the names that error messages use. Raises an error if a function has
    the wrong number of parameters.
    """
    from advsearch.compiled.returns import Kernel as Called

    for part, parameters in _PARAMETERS.items():
        given = getattr(made, part)
        for function in given if part == "picks" else [given] if given is not None else []:
            name, takes = part.removesuffix("s"), ", ".join(parameters)
            if not isinstance(function, FunctionType):
                got = repr(function)
            elif _fits(function, parameters):
                example = tuple(moves.example if each == "s" else 0 for each in parameters)
                what = f"{name} of ordering {ordering.name}"
                yield Called(what, function, example, None, returns=not part.startswith("learn"))
                continue
            else:
                got = f"{name}{inspect.signature(function)}"
            raise CompiledTierUnavailable(
                f"expected ordering {ordering.name} to have a function {name}({takes}), got {got}; "
                "ask for tier=reference"
            )


def _fits(function: FunctionType, parameters: tuple[str, ...]) -> bool:
    try:
        inspect.signature(function).bind(*parameters)
    except TypeError:
        return False
    return True


def bits_of(order: tuple[Ordering, ...]) -> int:
    """Return one bit for each built-in ordering in a searcher's setting `order`."""
    return sum(1 << place for place, each in enumerate(OURS) if each in order)


def strangers_in(order: tuple[Ordering, ...]) -> tuple[Ordering, ...]:
    """Return the orderings in a searcher's setting `order` that are not built in. Raises an error for an ordering
    without a compiled form."""
    others = tuple(dict.fromkeys(each for each in order if each not in OURS))
    for each in others:
        if each.compiled is None:
            raise CompiledTierUnavailable(f"ordering {each.name} has no compiled form; ask for tier=reference")
    return others


# --- the links of a chain ----------------------------------------------------------------------------------------
# Each link is a separate function, so that an index is a constant to the compiler. A tuple that is indexed by a
# variable is written to memory, which costs 6 % of a search.


def _no_name(names: Any, action: int) -> bool:  # noqa: ARG001
    return False


def _no_weight(orders: int, store: Block, s: Any, side: int, ply: int, action: int) -> int:  # noqa: ARG001
    return 0


def _nothing(orders: int, store: Block, s: Any, side: int, ply: int, action: int, depth: int) -> None:  # noqa: ARG001
    return


def _no_last(orders: int, store: Block, ply: int) -> int:  # noqa: ARG001
    return NO_ACTION


def _nothing_last(orders: int, store: Block, ply: int, action: int) -> None:  # noqa: ARG001
    return


def _gated_pick(pick: Kernel, bit: int) -> Kernel:
    def always(orders: int, store: Block, s: Any, side: int, ply: int, known: int) -> int:  # noqa: ARG001
        return whole(pick(store, s, side, ply, known))

    def where_asked(orders: int, store: Block, s: Any, side: int, ply: int, known: int) -> int:
        return int(pick(store, s, side, ply, known)) if orders & bit else NO_ACTION

    return where_asked if bit else always


def _first_name(pick: Kernel) -> Kernel:
    def names(orders: int, store: Block, s: Any, side: int, ply: int, known: int) -> tuple[int, ...]:
        return (pick(orders, store, s, side, ply, known),)

    return names


def _next_name(before: Kernel, within: Kernel, pick: Kernel) -> Kernel:
    def names(orders: int, store: Block, s: Any, side: int, ply: int, known: int) -> tuple[int, ...]:
        found = before(orders, store, s, side, ply, known)
        action = pick(orders, store, s, side, ply, known)
        return found + (NO_ACTION if within(found, action) else action,)  # type: ignore[no-any-return]  # noqa: RUF005

    return names


def _name_at(before: Kernel, place: int) -> Kernel:
    def first(names: tuple[int, ...], index: int) -> int:  # noqa: ARG001
        return names[0]

    def later(names: tuple[int, ...], index: int) -> int:
        return names[place] if index == place else int(before(names, index))

    return later if place else first


def _within(before: Kernel, place: int) -> Kernel:
    def first(names: tuple[int, ...], action: int) -> bool:
        return names[0] == action

    def later(names: tuple[int, ...], action: int) -> bool:
        return names[place] == action or before(names, action)

    return later if place else first


def _added(before: Kernel, weight: Kernel, bit: int) -> Kernel:
    def always(orders: int, store: Block, s: Any, side: int, ply: int, action: int) -> int:
        worth = whole(weight(store, s, side, ply, action))
        return int(before(orders, store, s, side, ply, action)) + min(max(worth, -MOST_WEIGHT), MOST_WEIGHT)

    def where_asked(orders: int, store: Block, s: Any, side: int, ply: int, action: int) -> int:
        worth = int(weight(store, s, side, ply, action)) if orders & bit else 0
        return int(before(orders, store, s, side, ply, action)) + worth

    return where_asked if bit else always


def _also_learning(before: Kernel, learn: Kernel, bit: int) -> Kernel:
    def always(orders: int, store: Block, s: Any, side: int, ply: int, action: int, depth: int) -> None:
        before(orders, store, s, side, ply, action, depth)
        learn(store, s, side, ply, action, depth)

    def where_asked(orders: int, store: Block, s: Any, side: int, ply: int, action: int, depth: int) -> None:
        before(orders, store, s, side, ply, action, depth)
        if orders & bit:
            learn(store, s, side, ply, action, depth)

    return where_asked if bit else always


def _else_last(before: Kernel, pick: Kernel, bit: int) -> Kernel:
    def always(orders: int, store: Block, ply: int) -> int:
        found = int(before(orders, store, ply))
        return whole(pick(store, ply)) if found < 0 else found

    def where_asked(orders: int, store: Block, ply: int) -> int:
        found = int(before(orders, store, ply))
        return int(pick(store, ply)) if found < 0 and orders & bit else found

    return where_asked if bit else always


def _also_last(before: Kernel, learn: Kernel, bit: int) -> Kernel:
    def always(orders: int, store: Block, ply: int, action: int) -> None:
        before(orders, store, ply, action)
        learn(store, ply, action)

    def where_asked(orders: int, store: Block, ply: int, action: int) -> None:
        before(orders, store, ply, action)
        if orders & bit:
            learn(store, ply, action)

    return where_asked if bit else always


# --- the built-in orderings -----------------------------------------------------------------------------------------


def table(space: Space) -> OrderKernels:  # noqa: ARG001
    """The ordering `table`: the best action in the table's entry is tried first."""

    def pick(store: Block, s: Any, side: int, ply: int, known: int) -> int:  # noqa: ARG001
        return known

    return OrderKernels(picks=(pick,))


def killers(space: Space) -> OrderKernels:
    """The ordering `killers`. For every ply, the ordering keeps two killer moves: the last two actions that caused a
    cut-off at that ply. A memory cell contains the number of a killer move plus 1, or 0 if there is none."""
    start = space.start

    def last(store: Block, s: Any, side: int, ply: int, known: int) -> int:  # noqa: ARG001
        return get(store, start + 2 * ply) - 1

    def last_but_one(store: Block, s: Any, side: int, ply: int, known: int) -> int:  # noqa: ARG001
        return get(store, start + 2 * ply + 1) - 1

    def learn(store: Block, s: Any, side: int, ply: int, action: int, depth: int) -> None:  # noqa: ARG001
        at = start + 2 * ply
        if get(store, at) != action + 1:
            put(store, at + 1, get(store, at))
            put(store, at, action + 1)

    def pick_last(store: Block, ply: int) -> int:
        return get(store, start + 2 * ply) - 1

    def learn_last(store: Block, ply: int, action: int) -> None:
        put(store, start + 2 * ply, action + 1)

    return OrderKernels(
        cells=2 * space.plies,
        picks=(last, last_but_one),
        learn=learn,
        pick_last=pick_last,
        learn_last=learn_last,
    )


def history(space: Space) -> OrderKernels:
    """The ordering `history`: every action has two weights, one for each player."""
    start, width = space.start, space.actions

    def weight(store: Block, s: Any, side: int, ply: int, action: int) -> int:  # noqa: ARG001
        return get(store, start + side * width + action)

    def learn(store: Block, s: Any, side: int, ply: int, action: int, depth: int) -> None:  # noqa: ARG001
        at = start + side * width + action
        put(store, at, min(MOST_WEIGHT, get(store, at) + depth * depth))

    return OrderKernels(cells=2 * width, weight=weight, learn=learn)
