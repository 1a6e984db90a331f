"""Turns the six Python methods of a game into functions over integers, from which machine code is built.

A state of a few integers, such as `(3, 5)`, is stored in machine words (package `words`), any other state in an array
(package `rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from advsearch.errors import CompiledTierUnavailable

if TYPE_CHECKING:
    from pathlib import Path

    from advsearch.compiled.evaluators import EvaluatorKernel
    from advsearch.kernels import KernelSet
    from advsearch.lowering.row_rules import RowRules
    from advsearch.lowering.sample import Sample
    from advsearch.protocol import AnyGame

Derived = TypeVar("Derived")

_MANY: Final = 256
_ROWS: Final = "rows"
_MOST_ROOM: Final = 1 << 10

# The dict keeps each game alive, because a key may contain the id of a game.
_derived: dict[Hashable, tuple[Any, Any]] = {}
_room: dict[Hashable, int] = {}
_refused: dict[type, tuple[CompiledTierUnavailable, ...]] = {}
_AT_ONCE: Final = 8


def derive(game: AnyGame, *, as_rows: bool = False) -> KernelSet | RowRules:
    """Return a `KernelSet` for states of a few integers, and otherwise `RowRules`.

    If the rules cannot be derived, `CompiledTierUnavailable` lists every reason.
    """
    if isinstance(game, Plain):
        return derive(game.game, as_rows=as_rows)
    settings = settings_of_game(game)
    key = (settings, _ROWS) if as_rows else settings
    known = _derived.get(key)
    if known is None:
        if len(_derived) >= _MANY:
            _derived.clear()
        refused = _refused.get(type(game), ())
        try:
            found: Any = _held(game, settings, as_rows) if len(refused) < _AT_ONCE else refused[-1]
        except CompiledTierUnavailable as error:
            found = error
            _refused[type(game)] = (*refused, error)
        known = _derived[key] = found, game
    found = known[0]
    if isinstance(found, CompiledTierUnavailable):
        raise found
    return found  # type: ignore[no-any-return]


def at_hand(game: AnyGame) -> bool:
    """Whether the derived rules of a game are already in memory or on disk."""
    if isinstance(game, Plain):
        return at_hand(game.game)
    from advsearch.lowering import kept
    from advsearch.system import kept_files

    key = settings_of_game(game)
    if key in _derived:
        return True
    place = kept.place_of(game, _room.get(key, 1))
    return kept_files.is_whole(place)


def grow(game: AnyGame) -> bool:
    """Double the memory for lists in the next `derive`, or return False."""
    if isinstance(game, Plain):
        return grow(game.game)
    key = settings_of_game(game)
    room = 2 * _room.get(key, 1)
    if room > _MOST_ROOM:
        return False
    _room[key] = room
    _derived.pop(key, None)
    _derived.pop((key, _ROWS), None)
    return True


def settings_of_game(game: AnyGame) -> Hashable:
    """A dictionary key for a game: `(class, settings)`, or `(class, id)`."""
    kind = type(game)
    try:
        if kind.__eq__ is not object.__eq__:
            hash(game)
            return kind, game
        settings = tuple(sorted(vars(game).items())) if hasattr(game, "__dict__") else ()
        hash(settings)
    except TypeError:
        return kind, id(game)
    return (kind, settings) if settings or not hasattr(kind, "__slots__") else (kind, id(game))


def _held(game: AnyGame, key: Hashable, as_rows: bool) -> KernelSet | RowRules:
    import attrs

    from advsearch.lowering import kept

    place = kept.place_of(game, _room.get(key, 1), as_rows)
    known = kept.load(place)
    if known is not None:
        rules, _room[key] = known
        return _with_evaluators(rules, game, _room[key], place, [])
    rules, room = _held_now(game, key, as_rows)
    without: Any = {"lower": None} if hasattr(rules, "lower") else {"evaluator": None}
    kept.save(place, (attrs.evolve(rules, **without), room))
    return _with_evaluators(rules, game, room, place, [rules])


def _with_evaluators(
    rules: Any, game: AnyGame, room: int, place: Path | None, made: list[Any]
) -> KernelSet | RowRules:
    import attrs

    from advsearch.lowering import kept

    of_words = hasattr(rules, "lower")
    memory: dict[Any, Any] = {}

    def lowered(function: Callable[..., Any]) -> Any:
        try:
            if function not in memory:
                memory[function] = tried(function)
            found = memory[function]
        except TypeError:  # an evaluator that cannot be hashed
            found = tried(function)
        if isinstance(found, CompiledTierUnavailable):
            raise found.with_traceback(None)
        return found

    def tried(function: Callable[..., Any]) -> Any:
        try:
            return made_or_kept(function)
        except CompiledTierUnavailable as error:
            return error

    def made_or_kept(function: Callable[..., Any]) -> Any:
        home = kept.place_of_evaluator(place, function)
        known = kept.load(home)
        if known is not None:
            return known
        if not made:
            from advsearch.lowering.sample import sample

            made.append(_lowered(game, sample(game), room, as_rows=not of_words))
        known = made[0].lower(function) if of_words else made[0].evaluator(function)
        kept.save(home, known)
        return known

    return attrs.evolve(rules, **{"lower" if of_words else "evaluator": lowered})  # type: ignore[no-any-return]


def hold_evaluator(game: AnyGame, rules: KernelSet | RowRules, evaluator: Any, kernel: EvaluatorKernel) -> None:
    from advsearch.lowering import kept

    game = game.game if isinstance(game, Plain) else game
    room = _room.get(settings_of_game(game), 1)
    place = kept.place_of_evaluator(kept.place_of(game, room, not hasattr(rules, "lower")), evaluator)
    if not kept.is_held(place):
        from advsearch.lowering import law

        law.hold_evaluator(game, rules, evaluator, kernel)
        kept.note_held(place)


def _held_now(game: AnyGame, key: Hashable, as_rows: bool) -> tuple[KernelSet | RowRules, int]:
    from advsearch.lowering.law import hold
    from advsearch.lowering.row_rules import GaveUp
    from advsearch.lowering.sample import sample
    from advsearch.lowering.verdicts import is_held, note_held, place_of

    met = sample(game)
    while True:
        room = _room.get(key, 1)
        rules = _lowered(game, met, room, as_rows)
        verdict = place_of(game, rules)
        if is_held(verdict):
            return rules, room
        try:
            note_held(verdict, hold(game, rules, met))
        except GaveUp as error:
            if not error.needs_room or 2 * room > _MOST_ROOM:
                raise
            _room[key] = 2 * room
        else:
            return rules, room


def _lowered(game: AnyGame, met: Sample, room: int, as_rows: bool) -> KernelSet | RowRules:
    import attrs

    from advsearch.lowering import rows, words
    from advsearch.lowering.refusals import both_refused

    def derived_rows() -> RowRules:
        rules = completed(without_faults(lambda: rows.derive(game, met, room)), met, game, room)
        return attrs.evolve(rules, evaluator=_guarded(rules.evaluator))

    if as_rows:
        return derived_rows()
    try:
        kernels = without_faults(lambda: words.derive(game, met))
        return attrs.evolve(kernels, lower=_guarded(kernels.lower))
    except CompiledTierUnavailable as error:
        try:
            return derived_rows()
        except CompiledTierUnavailable as other:
            raise both_refused(words.every_refusal(game, met, error), other) from error


def _guarded(lower: Any) -> Callable[[Any], Any]:
    return lambda evaluator: without_faults(lambda: lower(evaluator))


def without_faults(lowering: Callable[[], Derived]) -> Derived:
    """Call a function, and turn a bug of advsearch into `CompiledTierUnavailable`."""
    try:
        return lowering()
    except CompiledTierUnavailable:
        raise
    except Exception as error:
        raise CompiledTierUnavailable(
            f"the game cannot be compiled because of a bug in advsearch: {type(error).__name__}: {error}"
        ) from error


def completed(rules: RowRules, met: Sample, game: AnyGame, room: int) -> RowRules:
    import attrs

    from advsearch.lowering.keys import packed
    from advsearch.lowering.refusals import NotLowered, Refusal

    encoded = [rules.encode(state) for state in met.states]
    if any(isinstance(cell, float) for row in encoded for cell in row):
        instead = "count in whole units, for example 5 tenths instead of 0.5"
        raise NotLowered([Refusal(rules.file, 0, "the state contains a float", instead)])
    utmost = max((abs(game.utility(state, 0)) for state in met.finished), default=1)
    key, words, bits = packed(encoded, room)
    changes: dict[str, Any] = {"utmost": max(1, int(utmost) + (int(utmost) != utmost))}
    if not rules.longest_is_certain:
        changes["longest"] = 2 * room * max(met.longest, 8)
    if rules.key is None:
        changes |= {"key": key, "key_words": words, "key_bits": bits}
    return attrs.evolve(rules, **changes)


class Plain:
    """A game without its own method `kernels`, so that its other methods are compiled."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        if name == "kernels":
            raise AttributeError(name)
        return getattr(self.game, name)

    def __repr__(self) -> str:
        return f"Plain({self.game!r})"
