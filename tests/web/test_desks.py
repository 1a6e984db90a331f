"""The processes that answer a page: what a bad game may do to itself, and what it cannot do to others."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import advsearch.analysis.live.desks as desks_module
from advsearch.analysis.live.asking import ask_of
from advsearch.analysis.live.choosing import OWN_DEPTH
from advsearch.analysis.live.desks import Desks
from advsearch.cli.program import program


class Heard:
    """What one question was told."""

    def __init__(self, desks: Desks, game: str, **asked: Any) -> None:
        self.messages: list[dict[str, Any]] = []
        self.done = asyncio.Event()
        self.question = desks.ask(game, ask_of(asked), self._tell)

    def _tell(self, message: dict[str, Any]) -> None:
        self.messages.append(message)
        if message["kind"] == "done":
            self.done.set()

    async def kinds(self) -> list[str]:
        await asyncio.wait_for(self.done.wait(), 60)
        return [message["kind"] for message in self.messages]

    @property
    def errors(self) -> list[str]:
        return [message["text"] for message in self.messages if message["kind"] == "error"]


def run(games_file: Path, names: list[str], work: Any) -> None:
    async def running() -> None:
        games = {name: f"{games_file}:{name}" for name in names}
        desks = Desks(tuple(games.values()))
        try:
            await work(desks, games)
        finally:
            await desks.close()

    with ThreadPoolExecutor(1) as pool:  # a browser's test may have left a loop in this thread
        pool.submit(asyncio.run, running()).result(timeout=300)


def test_questions_and_answers(games_file: Path) -> None:
    """A desk says what the game is, shows a position, searches it, chooses, counts, solves and evaluates."""

    async def work(desks: Desks, games: dict[str, str]) -> None:
        game = games["Drawn"]
        asked = {
            "about": {},
            "position": {"moves": ["4"]},
            "analyse": {"moves": ["4", "1"], "time_s": 20},
            "choose": {"searcher": "alphabeta", "time_s": 20},
            "perft": {"depth": 2},
            "solve": {"moves": ["4"]},
            "terms": {},
        }
        heard = {do: Heard(desks, game, do=do, **more) for do, more in asked.items()}
        for each in heard.values():
            assert (await each.kinds())[-1] == "done"
            assert each.errors == []
        assert heard["about"].messages[0]["title"] == "drawn"
        position = heard["position"].messages[0]
        assert (position["player"], position["moves"], len(position["actions"])) == (1, ["4"], 8)
        assert position["actions"][0]["ways"] == [[0]]
        end = heard["analyse"].messages[-2]
        assert (end["kind"], end["best"]["value"], end["exact"]) == ("end", "win in 5", True)
        assert [each["depth"] for each in heard["choose"].messages if "depth" in each][-1] == OWN_DEPTH
        assert [row["leaves"] for row in heard["perft"].messages[:-1]] == [9, 72]
        assert next(each for each in heard["solve"].messages if each["kind"] == "solved")["utility"] == 0

    run(games_file, ["Drawn"], work)


def test_what_is_no_question_is_an_error(games_file: Path) -> None:
    """An unknown searcher, a move that is not legal and an unreadable position are errors of their question alone."""

    async def work(desks: Desks, games: dict[str, str]) -> None:
        wrong = [
            Heard(desks, games["Drawn"], do="choose", searcher="no-such"),
            Heard(desks, games["Drawn"], do="choose", searcher=f"{games_file}:Threes"),
            Heard(desks, games["Drawn"], do="choose", evaluator="os:system"),
            Heard(desks, games["Drawn"], do="position", moves=["9"]),
            Heard(desks, games["Drawn"], do="position", start="?"),
        ]
        for each in wrong:
            assert await each.kinds() == ["error", "done"]
        assert "unknown searcher 'no-such'" in wrong[0].errors[0]
        assert "unknown searcher" in wrong[1].errors[0]
        assert "unknown evaluator 'os:system'" in wrong[2].errors[0]

    run(games_file, ["Drawn"], work)


def test_what_a_game_prints_is_no_answer(games_file: Path) -> None:
    """A game that prints to standard output, past Python or not, is not heard."""

    async def work(desks: Desks, games: dict[str, str]) -> None:
        heard = Heard(desks, games["Noisy"], do="position", moves=["4", "0"])
        assert await heard.kinds() == ["position", "done"]
        assert heard.messages[0]["caption"] == "first to move"

    run(games_file, ["Noisy"], work)


def test_a_stopped_search_ends(games_file: Path) -> None:
    """A search that is stopped is done, and says nothing more."""

    async def work(desks: Desks, games: dict[str, str]) -> None:
        heard = Heard(desks, games["Sleeps"], do="analyse")
        while not heard.messages:
            await asyncio.sleep(0.01)
        desks.stop(heard.question)
        before = len(heard.messages)
        assert (await heard.kinds())[before:] == ["done"]

    run(games_file, ["Sleeps"], work)


def test_a_looping_game_ends_only_its_own_search(games_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that loops is given up after its time, and the others go on in a new process."""
    monkeypatch.setattr(desks_module, "GRACE_S", 1.0)

    async def work(desks: Desks, games: dict[str, str]) -> None:
        await Heard(desks, games["Loops"], do="about").kinds()
        loops = Heard(desks, games["Loops"], do="choose", time_s=1, moves=["8"])
        fine = Heard(desks, games["Loops"], do="analyse", time_s=4, moves=["0", "1"])
        loops_too = Heard(desks, games["Loops"], do="position", moves=["0"])
        assert await loops.kinds() == ["error", "done"]
        assert loops.errors == ["the game did not answer within 1 s, and was stopped"]
        assert (await fine.kinds())[-1] == "done"
        assert (await loops_too.kinds())[0] == "position"

    run(games_file, ["Loops"], work)


@pytest.mark.parametrize("name", ["Crashes", "Eats"])
def test_a_crash_ends_only_its_own_search(games_file: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that ends its process or takes too much memory ends the question that did it. Other questions about the
    same game are answered.
    """
    monkeypatch.setattr(desks_module, "MOST_BYTES", 600 << 20)

    async def work(desks: Desks, games: dict[str, str]) -> None:
        await Heard(desks, games[name], do="about").kinds()
        fine = [Heard(desks, games[name], do="choose", time_s=2, moves=[str(n)]) for n in (0, 1)]
        bad = Heard(desks, games[name], do="position", moves=["8"])
        kinds = await bad.kinds()
        assert kinds == ["error", "done"]
        assert ("status 7" if name == "Crashes" else "of memory") in bad.errors[0]
        for each in fine:
            assert (await each.kinds())[-2:] == ["end", "done"]

    run(games_file, [name], work)


def test_a_game_that_cannot_be_loaded_says_why(games_file: Path) -> None:
    """Every question about a game that does not load is answered by the reason."""

    async def work(desks: Desks, games: dict[str, str]) -> None:
        heard = Heard(desks, games["Missing"], do="about")
        assert await heard.kinds() == ["error", "done"]
        assert "Missing" in heard.errors[0]

    run(games_file, ["Missing"], work)


def test_evaluators_to_choose_from() -> None:
    """A page offers the evaluators that the command `advsearch evaluators` lists. It may name any that is registered
    for the game, and nothing else."""

    async def work() -> None:
        desks = Desks(("isolation",))
        try:
            about = Heard(desks, "isolation", do="about")
            await about.kinds()
            listed = CliRunner().invoke(program, ["evaluators", "isolation", "--json"]).stdout
            names = [each["name"] for each in json.loads(listed) if not each["name"].endswith(":")]
            assert about.messages[0]["evaluators"] == names
            for name, right in ((names[-1], True), ("hidden", False), ("course:", False), ("course:a.py:f", False)):
                for asked in ({"do": "terms"}, {"do": "analyse", "depth": 1}):
                    heard = Heard(desks, "isolation", evaluator=name, **asked)
                    await heard.kinds()
                    assert (not heard.errors) == right
        finally:
            await desks.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work()).result(timeout=300)
