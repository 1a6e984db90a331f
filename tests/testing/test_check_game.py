"""`check_game` passes a sound game and names the broken law of an unsound one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
import pytest

from advsearch.errors import IllegalAction, InvalidNotation, InvalidSettings
from advsearch.protocol import Symmetry, evaluator
from advsearch.testing import LawBroken, check_game


@attrs.frozen
class Strip:
    """A toy's state: cells in a row, each '.', 'a' or 'b', and whose turn it is."""

    cells: str
    turn: int = 0


@attrs.frozen
class Three:
    """Claim cells of a strip in turn; three of one's own in a row win."""

    length: int = 6
    utilities = "outcome"

    def initial(self) -> Strip:
        return Strip("." * self.length)

    def player(self, state: Strip) -> int:
        return state.turn

    def actions(self, state: Strip) -> Sequence[int]:
        return () if self._won(state) else tuple(i for i, cell in enumerate(state.cells) if cell == ".")

    def result(self, state: Strip, action: int) -> Strip:
        if action not in self.actions(state):
            raise IllegalAction(f"expected one of {self.actions(state)}, got {action!r}")
        cells = state.cells[:action] + "ab"[state.turn] + state.cells[action + 1 :]
        return Strip(cells, 1 - state.turn)

    def terminal(self, state: Strip) -> bool:
        return not self.actions(state)

    def utility(self, state: Strip, player: int) -> int:
        winner = self._won(state)
        return 0 if not winner else 1 if winner == "ab"[player] else -1

    def ply(self, state: Strip) -> int:
        return self.length - state.cells.count(".")

    def format_state(self, state: Strip) -> str:
        return f"{state.cells} {'ab'[state.turn]}"

    def parse_state(self, text: str) -> Strip:
        cells, _, turn = text.partition(" ")
        if len(cells) != self.length or set(cells) - set(".ab") or turn not in ("a", "b"):
            raise InvalidNotation(f"expected {self.length} cells of . a b and a turn, got {text!r}")
        return Strip(cells, "ab".index(turn))

    def format_action(self, _state: Strip, action: int) -> str:
        return str(action + 1)

    def parse_action(self, state: Strip, text: str) -> int:
        if text not in [str(action + 1) for action in self.actions(state)]:
            raise InvalidNotation(f"expected a free cell's number, got {text!r}")
        return int(text) - 1

    def symmetries(self) -> Sequence[Symmetry[Strip, int]]:
        return (
            Symmetry("identity", lambda s: s, lambda a: a),
            Symmetry("mirror", lambda s: Strip(s.cells[::-1], s.turn), lambda a: self.length - 1 - a),
        )

    def undo(self, state: Strip, action: int) -> Strip:
        return Strip(state.cells[:action] + "." + state.cells[action + 1 :], 1 - state.turn)

    def _won(self, state: Strip) -> str:
        return next((mark for mark in "ab" if mark * 3 in state.cells), "")


def test_a_sound_game_passes_every_law() -> None:
    """A correct game without drawing and images passes, and the report counts the tries of each law."""
    report = check_game(Three())
    assert len(report.tried) >= 25
    assert {law.not_tried for law in report.laws if law.not_tried} == {
        "the game has no scene",
        "the game has no board",
        "the game has no images",
        "the game has no kernels",
    }
    assert "symmetries form a group" in str(report)


# --- broken games, each with one change of the correct one ---------------------------------------------------


class PlayerTwo(Three):
    def player(self, state: Strip) -> int:
        return state.turn + 1


class ListedTwice(Three):
    def actions(self, state: Strip) -> Sequence[int]:
        return [*super().actions(state), *super().actions(state)[:1]]


class ShuffledActions(Three):
    calls = itertools.count()

    def actions(self, state: Strip) -> Sequence[int]:
        actions = super().actions(state)
        return actions if next(self.calls) % 2 else actions[::-1]


class OrderOfASet(Three):
    def actions(self, state: Strip) -> Sequence[int]:
        return tuple(int(name) for name in {str(action) for action in super().actions(state)})


class EndsEarly(Three):
    def terminal(self, state: Strip) -> bool:
        return super().terminal(state) or state.cells.startswith("abab")


class PlaysOn(Three):
    def terminal(self, state: Strip) -> bool:
        return "." not in state.cells


class IllegalChangesSides(Three):
    def result(self, state: Strip, action: int) -> Strip:
        if action not in self.actions(state):
            return Strip(state.cells, 1 - state.turn)
        return super().result(state, action)


class NegativeIndex(Three):
    def result(self, state: Strip, action: int) -> Strip:
        if not self.terminal(state) and -self.length <= action < 0:
            action += self.length
        return super().result(state, action)


class KeyErrorForIllegal(Three):
    def result(self, state: Strip, action: int) -> Strip:
        return {a: Three.result(self, state, a) for a in self.actions(state)}[action]


class BothWin(Three):
    def utility(self, state: Strip, _player: int) -> int:
        return 1 if self._won(state) else 0


class WinsByMargin(Three):
    def utility(self, state: Strip, player: int) -> int:
        return super().utility(state, player) * (1 + state.cells.count("."))


class LooseStrip(Strip):
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class IdentityStates(Three):
    def result(self, state: Strip, action: int) -> Strip:
        after = super().result(state, action)
        return LooseStrip(after.cells, after.turn)


@attrs.frozen
class Sideless(Strip):
    turn: int = attrs.field(default=0, eq=False)


class SideLeftOut(Three):
    def initial(self) -> Strip:
        return Sideless("." * self.length)

    def actions(self, state: Strip) -> Sequence[int]:
        return (*super().actions(state), *((-1,) if self.ply(state) < 2 and state.turn == 0 else ()))

    def result(self, state: Strip, action: int) -> Strip:
        after = Strip(state.cells, 1 - state.turn) if action == -1 else super().result(state, action)
        return Sideless(after.cells, after.turn)


@attrs.frozen
class Remembering(Strip):
    last: int = -1


class HistoryInTheState(Three):
    def result(self, state: Strip, action: int) -> Strip:
        after = super().result(state, action)
        return Remembering(after.cells, after.turn, action)

    def parse_state(self, text: str) -> Strip:
        state = super().parse_state(text)
        return Remembering(state.cells, state.turn)


@attrs.define(hash=True)
class Wet:
    cells: str
    turn: int = 0


class InPlace(Three):
    def initial(self) -> Any:
        return Wet("." * self.length)

    def result(self, state: Any, action: int) -> Any:
        after = super().result(state, action)
        state.cells, state.turn = after.cells, after.turn
        return state


class LosesTheTurn(Three):
    def parse_state(self, text: str) -> Strip:
        return Strip(super().parse_state(text).cells, 0)


class OffByOneNotation(Three):
    def parse_action(self, _state: Strip, text: str) -> int:
        return int(text)


class SwallowsNonsense(Three):
    def parse_action(self, _state: Strip, text: str) -> int:
        return int(text) - 1


class PlyFromOne(Three):
    def ply(self, state: Strip) -> int:
        return super().ply(state) + 1


class MirrorSwapsPlayers(Three):
    def symmetries(self) -> Sequence[Symmetry[Strip, int]]:
        identity, _ = super().symmetries()
        return (identity, Symmetry("swap", lambda s: Strip(s.cells, 1 - s.turn), lambda a: a))


class ActionNotMapped(Three):
    def symmetries(self) -> Sequence[Symmetry[Strip, int]]:
        identity, mirror = super().symmetries()
        return (identity, Symmetry("mirror", mirror.state, lambda a: a))


class IdentityMissing(Three):
    def symmetries(self) -> Sequence[Symmetry[Strip, int]]:
        return super().symmetries()[1:]


class UndoForgetsTheTurn(Three):
    def undo(self, state: Strip, action: int) -> Strip:
        return attrs.evolve(super().undo(state, action), turn=state.turn)


class Endless(Three):
    def actions(self, state: Strip) -> Sequence[int]:
        return (*super().actions(state), -1) if super().actions(state) else ()

    def result(self, state: Strip, action: int) -> Strip:
        passes = action == -1 and not self.terminal(state)
        return Strip(state.cells, 1 - state.turn) if passes else super().result(state, action)


class CrashesLate(Three):
    def actions(self, state: Strip) -> Sequence[int]:
        if state.cells.count(".") == 1:
            raise IndexError("list index out of range")
        return super().actions(state)


class HiddenBoard(Three):
    board: ClassVar[list[str]] = []

    def initial(self) -> Strip:
        self.board.clear()
        return super().initial()

    def result(self, state: Strip, action: int) -> Strip:
        self.board.append("ab"[state.turn])
        return super().result(state, action)

    def player(self, _state: Strip) -> int:
        return len(self.board) % 2


class Overflowing(Three):
    """A game that keeps its cells in a word of eight bits, which is right up to eight cells."""

    def result(self, state: Strip, action: int) -> Strip:
        after = super().result(state, action)
        return Strip(after.cells[:8] + "." * (self.length - 8), after.turn)


BROKEN = [
    (PlayerTwo(), "player is 0 or 1", "got       2"),
    (ListedTwice(), "actions are a fixed list", "0 at index 0 and 6"),
    (ShuffledActions(), "actions are a fixed list", "again at the second call"),
    (OrderOfASet(), "processes agree", "PYTHONHASHSEED"),
    (EndsEarly(), "actions are empty exactly when terminal", "after     1 2 3 4 (4 plies)"),
    (PlaysOn(), "actions are empty exactly when terminal", "(5 plies)"),
    (IllegalChangesSides(), "illegal actions are refused", "expected  result(state, action) to raise IllegalAction"),
    (NegativeIndex(), "illegal actions are refused", "action    -1"),
    (KeyErrorForIllegal(), "illegal actions are refused", "KeyError"),
    (BothWin(), "utilities are zero-sum", "to be -1"),
    (WinsByMargin(), "utilities are as declared", "utilities = 'outcome'"),
    (IdentityStates(), "result is a function", "again at the second call"),
    (SideLeftOut(), "result is a function", "another state"),
    (HistoryInTheState(), "the same position is one state", "last="),
    (InPlace(), "result leaves its state alone", "(the start)"),
    (LosesTheTurn(), "states are written and read back", "(1 ply)"),
    (OffByOneNotation(), "actions are written and read back", "'1' to be read as 0"),
    (SwallowsNonsense(), "nonsense is refused", "ValueError"),
    (PlyFromOne(), "ply counts the plies", "expected  ply(state) to be 0"),
    (MirrorSwapsPlayers(), "symmetries keep the rules", "symmetry"),
    (ActionNotMapped(), "symmetries keep the rules", "mirror"),
    (IdentityMissing(), "symmetries form a group", "the identity among"),
    (UndoForgetsTheTurn(), "undo inverts result", "(the start)"),
    (Endless(), "the game ends", "on the board before"),
    (CrashesLate(), "methods answer", "IndexError"),
    (HiddenBoard(), "games do not disturb one another", "beside another game"),
    (Overflowing(length=12), "the game ends", "on the board before"),
]


@pytest.mark.parametrize(("game", "law", "words"), BROKEN, ids=[type(game).__name__ for game, _, _ in BROKEN])
def test_a_broken_game_is_told_which_law_it_breaks(game: Any, law: str, words: str) -> None:
    """Each planted fault is caught by the law that it breaks, and the message shows the fault."""
    with pytest.raises(LawBroken) as caught:
        check_game(game)
    assert (caught.value.law, words in str(caught.value)) == (law, True), str(caught.value)


def test_evaluators_are_checked_with_their_game() -> None:
    """An evaluator that is no function, not as declared, or not the sum of its terms breaks a law with its name."""

    @evaluator(antisymmetric=True, terms=lambda _game, state, player: {"mine": state.cells.count("ab"[player])})
    def lead(_game: Any, state: Strip, player: int) -> int:
        return state.cells.count("ab"[player]) - state.cells.count("ab"[1 - player])

    @evaluator(antisymmetric=True)
    def mine(_game: Any, state: Strip, player: int) -> int:
        return state.cells.count("ab"[player])

    calls = itertools.count()
    for name, broken, law in (
        ("lead", lead, "evaluator lead is the sum of its terms"),
        ("mine", mine, "evaluator mine is antisymmetric"),
        ("nan", lambda *_: float("nan"), "evaluator nan gives numbers"),
        ("drift", lambda *_: next(calls), "evaluator drift gives numbers"),
    ):
        with pytest.raises(LawBroken) as caught:
            check_game(Three(), evaluators={name: broken}, profile="fast", skip=["processes agree"])
        assert caught.value.law == law


def test_a_failure_far_from_the_start_is_shortened() -> None:
    """The path in the message contains no action that could be left out."""

    class Fussy(Three):
        def utility(self, state: Strip, player: int) -> int:
            return 1 if state.cells.count("a") >= 3 else super().utility(state, player)

    with pytest.raises(LawBroken, match=r"after     \d+( \d+)+ \(5 plies\)") as caught:
        check_game(Fussy(length=30))
    assert caught.value.law == "utilities are zero-sum"
    assert caught.value.size == 5


def test_what_is_no_game_is_refused_at_the_door() -> None:
    """An object without the six methods, and an unknown law, are refused before anything runs."""
    with pytest.raises(InvalidSettings, match="expected a game, got 3, which has no method initial"):
        check_game(3)  # type: ignore[arg-type]
    for kind in ("skip", "only"):
        with pytest.raises(InvalidSettings, match="expected the name of a law, got 'no such law'; a check"):
            check_game(Three(), **{kind: "no such law"})


def test_a_law_can_be_skipped_and_classes_inside_functions_are_excused() -> None:
    """A skipped law is not in the report, and a class that pickle cannot find is no fault of the game."""

    class Local(Three):
        pass

    assert [law.law for law in check_game(Three(), only="the game ends", profile="fast").laws] == ["the game ends"]
    report = check_game(Local(), skip="ply counts the plies", profile="fast")
    reasons = {law.law: law.not_tried for law in report.laws}
    assert "ply counts the plies" not in reasons
    assert "inside a function" in reasons["the rules survive copying"]
