import json
import re
from html.parser import HTMLParser

import attrs
import pytest

import advsearch.web.report_page as report_page_module
from advsearch.drawing.boards import drawing_of
from advsearch.scene import Cell, Scene
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord, MoveCost
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.summary import summarize
from advsearch.web.replay_data import Pictures, frames
from advsearch.web.report_page import report_page

EVIL = "</script><script>alert(1)</script>"


class Strip:
    """Two players fill a strip of three cells from the left; the last to move wins. It draws itself."""

    name = "strip"

    def initial(self):
        return ""

    def player(self, state):
        return len(state) % 2

    def actions(self, state):
        return ("fill",) if len(state) < 3 else ()

    def result(self, state, action):
        return state + "AB"[len(state) % 2]

    def terminal(self, state):
        return len(state) == 3

    def utility(self, state, player):
        return 1 if player == 0 else -1

    def scene(self, state, last=None):
        looks = {"A": "first", "B": "second"}
        cells = tuple(
            Cell(n, 0, looks.get(state[n : n + 1], "open"), label="<b>" if n == 0 else "", last=n == len(state) - 1)
            for n in range(3)
        )
        return Scene(3, 1, cells, ("a", "b", "c"), ("1",), gaps_after_columns=(0,), caption=f"{len(state)} & more")


class Plain(Strip):
    """The same game without pictures."""

    scene = None


class Checker(HTMLParser):
    """Checks that every tag is closed, in order, and collects the addresses."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self):
        super().__init__()
        self.open = []
        self.addresses = []

    def handle_starttag(self, tag, attributes):
        self.addresses += [value for name, value in attributes if name in ("src", "href", "action")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def strips():
    agents = (AgentSpec(EVIL, searcher="random"), AgentSpec("two", searcher="random"))
    schedule = Schedule(Conditions("strip"), agents, (Opening(("fill",)), Opening(())))
    games = [
        GameRecord(
            slot.id,
            slot.pair,
            "strip",
            slot.first.name,
            slot.second.name,
            slot.opening.actions,
            ("fill",) * 3,
            "1-0",
            "normal",
            moves=(MoveCost(slot.first.name, 0.5, 2, 9, "+1"),) * (3 - len(slot.opening.actions)),
        )
        for slot in schedule.slots()
    ]
    games[0] = attrs.evolve(games[0], termination="crash", fault=EVIL, result="0-1", detail=EVIL)
    return schedule, games


@pytest.fixture
def page(tmp_path):
    schedule, games = strips()
    with Store(tmp_path / "s.db") as store:
        store.add(games)
        yield "".join(report_page(summarize(schedule, store), Strip(), store))


def test_the_page_loads_nothing(page):
    """The page is well-formed, names no address, and its security policy forbids loading one."""
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert checker.addresses == []
    assert "default-src 'none'" in page
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)


def test_names_cannot_become_script(page):
    """An agent's name with a closing script tag stays text, in the page and in its data."""
    assert EVIL not in page
    assert page.count("<script") == 2
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert any(game["first"] == EVIL for game in data["games"])


def test_every_game_can_be_replayed(page):
    """The data in the page rebuild every position of every game, cell by cell."""
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert len(data["games"]) == 4
    for game in data["games"]:
        assert len(game["frames"]) == len(game["actions"]) + 1 == 4
        picture = [None] * 3
        state = ""
        for _, changes in game["frames"]:
            for cell, number in changes:
                picture[cell] = data["pictures"][number]
            drawn = drawing_of(Strip().scene(state)).cells
            assert picture == [[each.data() for each in (*cell.ground, *cell.piece)] for cell in drawn]
            state = Strip().result(state, "fill")


def test_a_page_holds_as_many_games_as_a_browser_can_take(page, monkeypatch, tmp_path):
    """A page with more than `MOST_REPLAYS` games keeps those with a fault first, and prints how many it keeps."""
    monkeypatch.setattr(report_page_module, "MOST_REPLAYS", 1)
    schedule, games = strips()
    with Store(tmp_path / "few.db") as store:
        store.add(games)
        few = "".join(report_page(summarize(schedule, store), Strip(), store))
    (game,) = json.loads(few.split('id="data">')[1].split("</script>")[0])["games"]
    assert game["fault"] == EVIL
    assert "1 of 4; those with a fault first. The store has all." in few
    assert "those with a fault first" not in page


def test_a_game_without_pictures_still_has_its_actions():
    """A record that cannot be replayed, and a game without pictures, give no frames and raise nothing."""
    record = GameRecord("i", "p", "strip", "a", "b", (), ("what",), "1-0", "normal")
    assert frames(Strip(), record, Pictures()) == []
    assert frames(Plain(), record, Pictures()) == []
