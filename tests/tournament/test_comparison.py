"""`advsearch.compare`: what the command does, from Python, with objects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

import advsearch
from advsearch import AlphaBeta, Deepening, Greedy, InvalidSettings, UnknownName, compare, load_evaluator, load_game
from advsearch.cli.program import program
from advsearch.limits import Request
from advsearch.plugins.registry import default_registry
from advsearch.tournament.runner import Progress
from advsearch_isolation import Isolation

SMALL = "isolation(width=4, height=4)"
FEW: dict[str, Any] = {"depth": 1, "pairs": 6, "tier": "reference"}


@attrs.frozen
class Stones:
    """A game that is registered nowhere: take one to three stones of a heap; the last stone wins."""

    stones: int = 30

    def initial(self) -> tuple[int, int]:
        return self.stones, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> list[int]:
        return list(range(1, min(3, state[0]) + 1))

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] - action, 1 - state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if state[1] == player else 1


def fours(game: Stones, state: tuple[int, int], player: int) -> int:
    """For the side that waits, heaps of four and multiples of four are good."""
    lost = state[0] % 4 == 0
    return 1 if lost == (state[1] != player) else -1


def worse(game: Stones, state: tuple[int, int], player: int) -> int:
    return -fours(game, state, player)


@pytest.mark.needs_numba
def test_objects_are_compared() -> None:
    """Games, searchers and evaluators of a program can be compared as objects, and the better one wins."""
    progress: list[int] = []

    def note(now: Progress) -> None:
        progress.append(now.done)

    found = compare(Stones(), fours, worse, depth=1, pairs=40, margin=200, random_plies=4, on_progress=note)
    assert (found.one, found.two) == ("fours", "worse")
    assert found.wins > found.losses
    assert found.verdict.startswith("fours is stronger than worse: ")
    assert (found.winner, found.summary.game) == ("fours", "Stones")
    assert progress[-1] == found.wins + found.draws + found.losses
    assert found.elo > 0
    assert found.interval.low < found.elo <= found.interval.high
    assert set(found.tiers) == {"fours", "worse"}
    again = compare(Stones(), Greedy(evaluator=fours), Greedy(evaluator=worse), pairs=40, margin=200, random_plies=1)
    assert (again.one, again.two) == ("Greedy(evaluator=fours)", "Greedy(evaluator=worse)")
    assert again.wins > again.losses
    with_searcher = compare(Stones(), fours, "null", searcher=AlphaBeta(depth=1), pairs=3, random_plies=1)
    assert (with_searcher.one, with_searcher.two) == ("fours", "null")


def test_the_same_object_twice_has_two_names() -> None:
    """Two sides with the same name are distinguished by (A) and (B)."""
    found = compare(Stones(), fours, fours, depth=1, pairs=3, random_plies=1)
    assert (found.one, found.two) == ("fours (A)", "fours (B)")


def command(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(program, ["compare", *arguments, "--workers", "0", "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("objects", [False, True])
def test_python_finds_what_the_command_finds(objects: bool) -> None:
    """The same comparison gives the same games and the same verdict, by text or by registered objects."""
    shown = command(SMALL, "improved", "open", "--depth", "1", "--pairs", "6", "--tier", "reference")
    if objects:
        game = Isolation(width=4, height=4)
        improved, other = (load_evaluator(name, game) for name in ("improved", "open"))
        found = compare(game, improved, other, **FEW)
    else:
        found = compare(SMALL, "improved", "open", **FEW)
    assert json.loads(json.dumps(found.as_json())) == shown
    assert found.summary.game == SMALL


def test_searchers_are_compared_by_text() -> None:
    """A text that names a searcher, and no evaluator of the game, is that searcher."""
    found = compare(SMALL, "greedy(evaluator=improved)", "random", **FEW)
    assert (found.one, found.two) == ("greedy(evaluator=improved)", "random")
    assert set(found.tiers.values()) == {"reference"}


def test_texts_may_have_a_store_and_workers(tmp_path: Path) -> None:
    """A store keeps the games of texts, and the same call plays none again."""
    kept = tmp_path / "games.db"
    first = compare(SMALL, "improved", "open", store=kept, **FEW)
    assert first.progress.played > 0
    again = compare(SMALL, "improved", "open", store=kept, **FEW)
    assert again.progress.played == 0
    assert again.as_json() == first.as_json()
    registered = compare(Isolation(width=4, height=4), "improved", "open", store=kept, **FEW)
    assert registered.progress.played == 0


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            {"store": "games.db"},
            "expected the game Stones as a name such as 'mine.py:name', because a store ",
        ),
        (
            {"workers": 2},
            "expected the game Stones as a name such as 'mine.py:name', because a worker process loads ",
        ),
        ({"workers": None}, "expected the game Stones as a name such as 'mine.py:name', because a worker"),
        (
            {"scheduler": "local"},
            "expected the game Stones as a name such as 'mine.py:name', because another process",
        ),
    ],
)
def test_objects_without_a_text_stay_in_this_process(asked: dict[str, Any], message: str, tmp_path: Path) -> None:
    """A store and worker processes know things by their text: an object without one is refused there in one line."""
    if "store" in asked:
        asked = {"store": tmp_path / "games.db"}
    with pytest.raises(InvalidSettings, match=message) as caught:
        compare(Stones(), fours, "null", depth=1, pairs=2, random_plies=1, **asked)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "games.db").exists()


@pytest.mark.parametrize(
    ("one", "asked", "message"),
    [
        (Deepening, {}, "expected a searcher, such as Deepening(), got the class Deepening"),
        (5, {}, "expected an evaluator f(game, state, player), or an evaluator's name, got 5"),
        (Greedy(), {"searcher": "deepening"}, "`searcher` can be given only if evaluators are compared, but Greedy("),
        ("open", {"searcher": Greedy(evaluator=fours)}, "`searcher` must not set an evaluator, because "),
        (
            "open",
            {"searcher": advsearch.Random()},
            "expected `searcher` to have a setting `evaluator`, got ",
        ),
        ("open", {"depth": -1}, "expected `depth` to be "),
        ("open", {"pairs": 0}, "expected `pairs` to be at least 1, got 0"),
        ("open", {"random_plies": 90}, "expected `random_plies` to be less than the plies of a game, got 90"),
        (
            "open",
            {"mixed_tiers": True},
            "`mixed_tiers` and `tier` reference contradict each other; leave out one option",
        ),
        ("open", {"margin": -1}, "expected a margin above 0 Elo, got -1.0"),
        (
            advsearch.load_searcher("greedy(tier=reference)"),
            {},
            "expected a search without a setting `tier`, because ",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(one: Any, asked: dict[str, Any], message: str) -> None:
    """Each wrong call gives a one-line error that names settings as Python does."""
    with pytest.raises(InvalidSettings) as caught:
        compare(SMALL, one, "improved", **{**FEW, **asked})
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_misspelt_evaluator_is_refused() -> None:
    """The error names near matches, and no game is played."""
    with pytest.raises(UnknownName, match="unknown evaluator of isolation 'impoved'; did you mean improved?"):
        compare(SMALL, "impoved", "open", **FEW)


def test_notes_are_kept_with_the_result() -> None:
    """The notes that a command prints on standard error are in the result."""
    found = compare("isolation(width=3, height=2)", "improved", "null", depth=1, tier="reference", pairs=20)
    assert found.notes == (
        "isolation(width=3, height=2) has only 16 different openings of 2 random plies, so at most 16 pairs can be "
        "played",
    )


def test_an_object_that_fails_is_named_before_anything_is_played() -> None:
    """An evaluator that raises at the start of the first game raises from `compare`."""

    def broken(game: Any, state: Any, player: int) -> int:
        raise KeyError("x")

    with pytest.raises(KeyError):
        compare(Stones(), broken, "null", depth=1, pairs=2, random_plies=1)


def test_the_registry_stays_as_it_is() -> None:
    """Names given for a comparison are unknown after it, and a long name is shortened."""
    registry = default_registry()
    stages = tuple(AlphaBeta(depth=depth, evaluator=fours) for depth in (1, 2, 3, 4))
    long = advsearch.Hybrid(stages=stages, switches=(ply_of(2), ply_of(4), ply_of(6)))
    advsearch.bind(long, Stones())  # loads compiled forms, which the registry keeps
    before = sizes_of(registry)
    found = compare(Stones(), long, long, depth=1, pairs=2, random_plies=1)
    assert found.one.endswith("… (A)")
    assert len(found.one) < 120
    assert sizes_of(registry) == before


def sizes_of(registry: Any) -> dict[str, int]:
    """The number of registered things of each kind. What is looked up is remembered by class, which registers
    nothing."""
    tables = {name: table for name, table in vars(registry).items() if isinstance(table, dict)}
    del tables["_searcher_of"]
    return {name: len(table) for name, table in tables.items()}


def ply_of(number: int) -> Any:
    """A switch after a number of stones."""
    return lambda game, state: game.stones - state[0] >= number


def test_a_searcher_of_a_programs_own_plays() -> None:
    """A searcher that only has `search` is compared as it is."""

    class First:
        """The action is the first legal one."""

        def search(self, game: Any, state: Any, **_: Any) -> Any:
            return advsearch.Result(action=game.actions(state)[0], value=None, depth=0, nodes=1)

    found = compare(Stones(), Greedy(evaluator=fours), First(), depth=1, pairs=4, random_plies=1)
    assert found.two == "First()"
    assert found.wins >= found.losses
    assert Request is not None
    assert load_game(SMALL) == Isolation(width=4, height=4)
