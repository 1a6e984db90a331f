"""The optional methods of a game, for the solver and for tables, become kernels."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from advsearch.kernels import ONGOING, SKIP
from advsearch.lowering import law
from advsearch.lowering.faults import Differs
from advsearch.lowering.sample import sample
from advsearch.lowering.words import derive
from advsearch.testing import LawBroken, check_game
from advsearch.testing.laws import kernels as laws_of_kernels
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation


@attrs.frozen
class Keyed(Isolation):
    """Isolation with a method `key`."""

    def key(self, state: State) -> int:
        cells = self.width * self.height
        mover, waiting = state.mover % (cells + 1), state.waiting % (cells + 1)
        return state.open * (cells + 1) ** 2 + mover * (cells + 1) + waiting


@pytest.mark.parametrize("moves", ["knight", "queen"])
def test_rank_decided_and_key_are_lowered(moves: Any) -> None:
    """The kernels return what `rank`, `decided` and `key` return, with `SKIP` for None, and keys differ for different
    states.
    """
    game: Any = Keyed(5, 5, moves)
    met = sample(game)
    kernels = derive(game, met)
    assert kernels.rank is not None
    assert kernels.decided is not None
    assert kernels.pack is not None
    for state in met.states:
        assert kernels.pack(kernels.encode(state)) == game.key(state)
    for state, _ in met.unfinished[:100]:
        words = kernels.encode(state)
        own = kernels.actions(words)
        assert kernels.outcome(words, own) == ONGOING
        assert kernels.decided(words, own) == game.decided(state)
        for number in kernels.each_action(words):
            after = kernels.apply(words, number)
            expected = game.rank(state, kernels.action(number))
            found = kernels.rank(words, number, after, kernels.actions(after))
            assert found == (SKIP if expected is None else expected)


@attrs.frozen
class Mirrored(Isolation):
    """Isolation with the images of a state in a vertical mirror, a horizontal one, and both."""

    def images(self, state: State) -> tuple[State, ...]:
        across, down = self.turned(state, False), self.turned(state, True)
        return across, down, self.turned(across, True)

    def place(self, cell: int, down: bool) -> int:
        row, column = divmod(cell, self.width)
        return self.width * (self.height - 1 - row) + column if down else self.width * (row + 1) - 1 - column

    def turned(self, state: State, down: bool) -> State:
        board = 0
        for cell in range(self.width * self.height):
            if state.open >> cell & 1:
                board |= 1 << self.place(cell, down)
        tokens = [-1 if cell < 0 else self.place(cell, down) for cell in (state.mover, state.waiting)]
        return State(board, tokens[0], tokens[1], state.turn, state.ply)


@attrs.frozen
class Repeated(Mirrored):
    """Isolation with each of its images four times."""

    def images(self, state: State) -> tuple[State, ...]:
        return super().images(state) * 4


@attrs.frozen
class Slanted(Mirrored):
    """Isolation with a wrong image, which has another value."""

    def images(self, state: State) -> tuple[State, ...]:
        return (State(state.open & ~1, state.mover, state.waiting, state.turn, state.ply),)


def test_images_become_the_symmetries_of_the_solver() -> None:
    """The kernel of each image gives the words of that image, and the test kit checks the images."""
    game: Any = Mirrored(4, 4, "knight")
    met = sample(game)
    kernels = derive(game, met)
    assert len(kernels.symmetries) == 3
    for state in met.states[:300]:
        words = kernels.encode(state)
        found = [tuple(image(words)) for image in kernels.symmetries]
        assert found == [tuple(kernels.encode(image)) for image in game.images(state)]
    check_game(game, profile="fast", only=("images are worth the same", "images derived is itself"))


def test_many_images_keep_their_order() -> None:
    """The kernels of more than ten images are in the order of the images."""
    game: Any = Repeated(3, 4, "knight")
    met = sample(game)
    kernels = derive(game, met)
    words = kernels.encode(state := met.states[-1])
    assert [tuple(image(words)) for image in kernels.symmetries] == [
        tuple(kernels.encode(image)) for image in game.images(state)
    ]


def test_images_of_another_worth_are_found() -> None:
    """Rules with wrong images are not used, and the test kit shows the position."""
    game: Any = Slanted(3, 4, "knight")
    with pytest.raises(Differs, match="what follows image 0|image 0"):
        law.hold(game, derive(game, met := sample(game)), met)
    with pytest.raises(LawBroken, match="images are worth the same"):
        check_game(game, profile="fast", only="images are worth the same")


@attrs.frozen
class Refusing(Keyed):
    """Isolation whose optional methods cannot be lowered, each for a different reason."""

    def rank(self, state: State, action: int) -> int:
        seen = {}
        seen[action] = 1
        return len(seen)

    def decided(self, state: State) -> tuple[int, int]:
        return (-1, 1) if self.player(state) else (-2, 1)

    def key(self, state: State) -> int:
        return -state.open


def test_a_method_that_is_left_out_has_its_reason() -> None:
    """The rules are derived without the method, and `left_out` has the reason why it has no kernel."""
    game: Any = Refusing(4, 4, "knight")
    made = derive(game, sample(game))
    assert made.rank is None
    assert made.decided is None
    assert list(made.left_out) == ["rank", "decided", "key"]
    assert "`{}` is not supported; make the dict a constant outside of the function" in made.left_out["rank"]
    assert made.left_out["decided"] == "decided does not treat both players alike"
    assert made.left_out["key"] == "key is not known to be from 0 to 2**63 - 1"
    plain: Any = Keyed(4, 4, "knight")
    assert derive(plain, sample(plain)).left_out == {}


def test_the_check_of_a_game_says_which_methods_are_left_out() -> None:
    """A law for each optional method is tried if its kernel is derived, and otherwise shows the reason."""
    laws = ("rank derived is itself", "decided derived is itself", "key derived is itself")
    assert len(check_game(Keyed(4, 4, "knight"), profile="fast", only=laws).tried) == 3
    shown = check_game(Refusing(4, 4, "knight"), profile="fast", only=laws).laws
    assert all(each.not_tried for each in shown)
    assert "make the dict a constant" in shown[0].not_tried


@pytest.mark.parametrize(("name", "wrong"), [("rank", 7), ("decided", (0, 0)), ("key", 1)])
def test_a_derived_method_that_differs_is_found(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of a method fails if the method returns something else than its kernel."""
    kernels = derive(game := Keyed(4, 4, "knight"), sample(game))
    monkeypatch.setattr(laws_of_kernels, "derive", lambda _: kernels)
    monkeypatch.setattr(Keyed, name, lambda *_: wrong)
    with pytest.raises(LawBroken, match=f"from {name}"):
        check_game(game, profile="fast", only=f"{name} derived is itself")
