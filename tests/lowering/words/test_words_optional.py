"""What a game says for the solver and for tables becomes kernels too."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from advsearch.kernels import ONGOING, SKIP
from advsearch.lowering.sample import sample
from advsearch.lowering.words import derive
from advsearch.testing import LawBroken, check_game
from advsearch.testing.laws import derived
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation


@attrs.frozen
class Keyed(Isolation):
    """Isolation with a key of its own."""

    def key(self, state: State) -> int:
        cells = self.width * self.height
        mover, waiting = state.mover % (cells + 1), state.waiting % (cells + 1)
        return state.open * (cells + 1) ** 2 + mover * (cells + 1) + waiting


@pytest.mark.parametrize("moves", ["knight", "queen"])
def test_rank_decided_and_key_are_lowered(moves: Any) -> None:
    """They say what the plain methods say, with `SKIP` for None; keys tell states apart."""
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
class Refusing(Keyed):
    """Isolation whose optional methods cannot be lowered, each for a reason of its own."""

    def rank(self, state: State, action: int) -> int:
        seen = {}
        seen[action] = 1
        return len(seen)

    def decided(self, state: State) -> tuple[int, int]:
        return (-1, 1) if self.player(state) else (-2, 1)

    def key(self, state: State) -> int:
        return -state.open


def test_a_method_that_is_left_out_has_its_reason() -> None:
    """The rules are derived without it, and `left_out` says why it has no kernel."""
    game: Any = Refusing(4, 4, "knight")
    made = derive(game, sample(game))
    assert made.rank is None
    assert made.decided is None
    assert list(made.left_out) == ["rank", "decided", "key"]
    assert "{}; make the dict a constant outside of the function" in made.left_out["rank"]
    assert made.left_out["decided"] == "decided does not treat both players alike"
    assert made.left_out["key"] == "key is not known to be from 0 to 2**63 - 1"
    plain: Any = Keyed(4, 4, "knight")
    assert derive(plain, sample(plain)).left_out == {}


def test_the_check_of_a_game_says_which_methods_are_left_out() -> None:
    """A law for each optional method is tried where its kernel is derived, and shows the reason elsewhere."""
    laws = ("rank derived is itself", "decided derived is itself", "key derived is itself")
    assert len(check_game(Keyed(4, 4, "knight"), profile="fast", only=laws).tried) == 3
    shown = check_game(Refusing(4, 4, "knight"), profile="fast", only=laws).laws
    assert all(each.not_tried for each in shown)
    assert "make the dict a constant" in shown[0].not_tried


@pytest.mark.parametrize(("name", "wrong"), [("rank", 7), ("decided", (0, 0)), ("key", 1)])
def test_a_derived_method_that_differs_is_found(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of a method fails where the method says something else than its kernel."""
    kernels = derive(game := Keyed(4, 4, "knight"), sample(game))
    monkeypatch.setattr(derived, "derive", lambda _: kernels)
    monkeypatch.setattr(Keyed, name, lambda *_: wrong)
    with pytest.raises(LawBroken, match=f"from {name}"):
        check_game(game, profile="fast", only=f"{name} derived is itself")
