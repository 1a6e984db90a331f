"""Plots: their data against searches and stores that are read without them, their pictures, and bad input."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import advsearch
from advsearch import Limits, plots
from advsearch.drawing.graphs import (
    Point,
    Score,
    Series,
    balanced_axis,
    line_graph,
    logarithmic_axis,
    number_text,
    tally_chart,
    whole_axis,
)
from advsearch.drawing.palette import PALETTE, chart_style
from advsearch.errors import AdvsearchError, InvalidSettings, UnknownName
from advsearch.tournament.store import Store

SMALL = "isolation(width=4, height=4)"
EVIL = '</svg><script>alert("1")</script>,"'
SVG = "{http://www.w3.org/2000/svg}"


def shell(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "advsearch", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def read(plot: plots.Plot) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(plot.csv())))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of a tournament of three agents."""
    path = tmp_path_factory.mktemp("plots") / "cup.db"
    agents = [part for each in ("a=alphabeta(depth=2)", "b=greedy", "c=random") for part in ("--agent", each)]
    answer = shell(
        "tournament", "run", "--game", SMALL, *agents, "--openings", "2", "--store", str(path), "--workers", "0"
    )
    assert answer.returncode == 0, answer.stderr
    return path


# --- data -----------------------------------------------------------------------------------------------------------


def test_nodes_are_those_of_the_searches() -> None:
    """Each row has the nodes of a search of its own to that depth."""
    plot = plots.nodes(SMALL, ["minimax(tier=reference)", "alphabeta(tier=reference)"], 3)
    rows = read(plot)
    assert [(row["searcher"].partition("(")[0], int(row["depth"])) for row in rows] == [
        (name, depth) for name in ("minimax", "alphabeta") for depth in (1, 2, 3)
    ]
    game = advsearch.load_game(SMALL)
    for row in rows:
        result = advsearch.bind(row["searcher"], game)(game.initial(), depth=int(row["depth"]))
        assert int(row["nodes"]) == result.nodes


def test_values_are_for_the_first_player() -> None:
    """The value of each position is that of a search, with its sign changed where the second player moves."""
    game = advsearch.load_game(SMALL)
    state, texts = game.initial(), []
    for number in (3, 4, 1):
        action = game.actions(state)[number % len(game.actions(state))]
        texts.append(game.format_action(state, action))
        state = game.result(state, action)
    plot = plots.values(game, texts, searcher="alphabeta(depth=2, tier=reference)", limits=Limits(depth=2))
    state = game.initial()
    for row, text in zip(read(plot), [*texts, None], strict=True):
        value = advsearch.bind("minimax(depth=2)", game, tier="reference")(state).value
        assert float(row["number"]) == (value if game.player(state) == 0 else -value)
        assert row["played"] == (text or "")
        if text:
            state = game.result(state, game.parse_action(state, text))


def test_a_certain_mistake_is_marked() -> None:
    """A game that leaves a win has a red point and says so in its data."""
    game = advsearch.load_game("isolation(width=3, height=3)")
    solver, state, texts, wrong = advsearch.Solver(game, tier="reference"), game.initial(), [], 0
    while not game.terminal(state):
        after = {action: solver.solve(game.result(state, action)).value for action in game.actions(state)}
        mine = [action for action in after if game.player(game.result(state, action)) != game.player(state)]
        losing = [action for action in mine if after[action] > 0]
        winning = [action for action in mine if after[action] < 0]
        wrong += bool(losing and winning)
        action = (losing if losing and winning else list(after))[0]
        texts.append(game.format_action(state, action))
        state = game.result(state, action)
    plot = plots.values(game, texts, searcher="alphabeta(tier=reference)", limits=Limits(depth=12))
    named = [row for row in read(plot) if row["mistake"]]
    assert len(named) == wrong > 0
    assert plot.svg.count("point marked") == wrong


def test_ratings_and_results_are_those_of_the_report(store: Path) -> None:
    """The numbers are those that `tournament report --json` prints."""
    report = json.loads(shell("tournament", "report", str(store), "--json").stdout)
    for row, rating in zip(read(plots.ratings(store)), report["ratings"], strict=True):
        assert row["agent"] == rating["name"]
        assert [(row[end] and float(row[end])) or None for end in ("elo", "low", "high")] == [
            rating[end] or None for end in ("elo", "low", "high")
        ]
    for row, pairing in zip(read(plots.results(store)), report["pairings"], strict=True):
        games = [int(row[kind]) for kind in ("won", "drawn", "lost")]
        assert games == [pairing[kind] for kind in ("wins", "draws", "losses")]


def test_a_stored_game_has_the_values_of_its_players(store: Path) -> None:
    """Each row of a match is a move of the record; wins and losses are beyond every evaluation."""
    with Store(store, writable=False) as opened:
        record = next(game for game in opened.games() if "a" in (game.first, game.second))
    plot = plots.match(store, record.id)
    rows = read(plot)
    assert [(row["player"], row["value"]) for row in rows] == [
        (move.agent, move.value or "") for move in record.moves
    ]
    for row in rows:
        if row["value"].startswith(("win", "loss")):
            assert abs(float(row["number"])) > 9e8
        elif row["value"]:
            assert float(row["number"]) == float(row["value"])


# --- pictures -------------------------------------------------------------------------------------------------------


def shapes_of(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


NUMBERS = st.floats(-1e12, 1e12) | st.integers(-1000, 1000)


@given(st.lists(st.tuples(st.text(max_size=120), st.lists(NUMBERS, min_size=1, max_size=9)), min_size=1, max_size=12))
def test_any_numbers_and_names_have_a_picture(named: list[tuple[str, list[float]]]) -> None:
    """A graph of any numbers is XML without `nan`, and every point lies between its axes."""
    lines = [
        Series(_printable(name), tuple(Point(n, value, name and "x") for n, value in enumerate(values)))
        for name, values in named
    ]
    numbers = [value for _, values in named for value in values]
    for axis in (balanced_axis("v", numbers), logarithmic_axis("n", numbers), whole_axis("w", numbers)):
        svg = line_graph("t", whole_axis("x", range(9)), axis, lines)
        assert not re.search(r'"(nan|inf|-inf)"', svg)
        points = [each for each in shapes_of(svg) if each.tag == f"{SVG}circle" and "point" in each.get("class", "")]
        for each in points:
            assert 0 <= float(each.get("cx", "")) <= 720
            assert 40 <= float(each.get("cy", "")) <= 640
        assert all(0 <= axis.place(value) <= 1 for value in numbers)


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable() and ord(letter) < 0xD800)


@given(st.lists(st.floats(1e-6, 1e15), min_size=2, max_size=20))
def test_axes_keep_the_order(numbers: list[float]) -> None:
    """On every axis a larger number is nowhere left of a smaller one, and the marks ascend inside the axis."""
    for axis in (balanced_axis("v", numbers), logarithmic_axis("n", numbers), whole_axis("w", numbers)):
        places = [axis.place(each) for each in sorted(numbers)]
        assert places == sorted(places)
        marks = [value for value, _ in axis.marks]
        assert marks == sorted(marks)
        assert axis.marks
        assert len(axis.marks) <= 13
        assert all(
            axis.low - 1e-9 <= value <= axis.high * (1 + 1e-9) + 1e-9 for value in marks if math.isfinite(value)
        )


def test_names_are_escaped_and_long_ones_stand_below() -> None:
    """A name is text, not a tag, and names that are too long for the right stand below the lines."""
    lines = [Series(EVIL, (Point(1, 1, EVIL),)), Series("b" * 200, (Point(1, 2),))]
    axis = whole_axis("plies", [1])
    svg = line_graph(EVIL, axis, axis, lines)
    assert EVIL not in svg
    assert EVIL in [each.text for each in shapes_of(svg)]
    assert float(ElementTree.fromstring(svg).get("height", "0")) > 380
    assert ElementTree.fromstring(tally_chart(EVIL, [Score(EVIL, "b" * 99, 1, 0, 2)])) is not None
    assert number_text(1_500_000) == "1.5M"


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_and_lines_can_be_seen(theme: str) -> None:
    """Texts of a chart have a contrast of 4.5 to 1 with what is under them, and lines one of 3 to 1."""
    under = {"on-won": "first", "on-lost": "second", "on-drawn": "edge"}
    style = chart_style().partition("@media")[0 if theme == "light" else 2]
    rules = dict(re.findall(r"^\.chart \.([\w-]+) \{ (?:stroke: [^;]*; )?fill: (#\w+)", style, re.M))
    fronts = {name: colour for name, colour in rules.items() if name.startswith(("on-", "scale", "series-"))}
    assert len(fronts) == 9
    for name, front in fronts.items():
        back = getattr(PALETTE[under.get(name, "card")], theme)
        dark, bright = sorted((luminance(front), luminance(back)))
        assert (bright + 0.05) / (dark + 0.05) >= (3 if name.startswith("series-") else 4.5), name


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_command_writes_the_picture_and_the_data(store: Path, tmp_path: Path) -> None:
    """`--output` and `--csv` write what the functions return, to files or to standard output; without them the data
    are printed.
    """
    picture, data = tmp_path / "a.svg", tmp_path / "a.csv"
    for kind in ("ratings", "results"):
        made = getattr(plots, kind)(store)
        answer = shell("plot", kind, str(store), "--output", str(picture), "--csv", str(data))
        assert (answer.returncode, answer.stdout) == (0, "")
        assert picture.read_text(encoding="utf-8") == made.svg + "\n"
        assert data.read_text(encoding="utf-8") == made.csv()
        assert shell("plot", kind, str(store), "--csv", "-").stdout == made.csv()
        assert made.columns[0] in shell("plot", kind, str(store)).stdout
    answer = shell("plot", "nodes", SMALL, "minimax(tier=reference)", "--depth", "2", "--output", "-")
    ElementTree.fromstring(answer.stdout)
    answer = shell("plot", "values", SMALL, "a1", "d4", "--depth", "1", "--csv", "-")
    assert [line.split(",")[0] for line in answer.stdout.splitlines()] == ["ply", "0", "1", "2"]


def test_bad_input_is_one_line(store: Path, tmp_path: Path) -> None:
    """Wrong names, missing files and impossible wishes are one line that says what was expected."""
    for arguments, said in {
        ("nodes", SMALL): "expected from 1 to 10 searchers, got 0",
        ("nodes", SMALL, "minimx"): "did you mean minimax",
        ("nodes", SMALL, "random"): "name one that searches to a depth",
        ("nodes", SMALL, "minimax", "--depth", "0"): "expected a depth of at least 1, got 0",
        ("values", SMALL): "expected the actions of a game, such as a1, got none",
        ("values", SMALL, "a1", "a1"): "a1",
        ("match", str(store)): "expected the id of one of 12 games, such as ",
        ("match", str(store), "nothing"): "unknown game 'nothing'",
        ("ratings", str(tmp_path / "no.db")): "no store at",
        ("results", str(store), "--output", "-", "--csv", "-"): "got '-' for both",
    }.items():
        answer = shell("plot", *arguments)
        assert answer.returncode == 2, (arguments, answer)
        assert answer.stderr.count("\n") == 1
        assert answer.stderr.startswith("error: ")
        assert said in answer.stderr


def test_wrong_arguments_of_the_functions(store: Path) -> None:
    """The functions refuse what the command refuses."""
    with pytest.raises(InvalidSettings, match="got 0"):
        plots.nodes(SMALL, [])
    with pytest.raises(UnknownName):
        plots.match(store, "nothing")
    with pytest.raises(AdvsearchError, match="no store"):
        plots.ratings("nothing.db")
    game = advsearch.load_game("isolation(width=3, height=2)")
    state = game.initial()
    while not game.terminal(state):
        state = game.result(state, game.actions(state)[0])
    with pytest.raises(InvalidSettings, match="the game is over"):
        plots.nodes(game, ["minimax"], state=state)


GAME = '''
"""A game that leaves a trace when its file is run."""

import pathlib

pathlib.Path(__file__).with_name("ran").touch()


class Takes:
    """Take one or two of five; who takes the last one wins."""

    name = "takes"
    utilities = "outcome"

    def initial(self):
        return 5, 0

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [number for number in (1, 2) if number <= state[0]]

    def result(self, state, action):
        return state[0] - action, 1 - state[1]

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if player == state[1] else 1
'''


def test_plots_of_a_store_run_no_code_of_it(tmp_path: Path) -> None:
    """A store may come from anyone: no plot of it runs the files that it names."""
    game, store, ran = tmp_path / "takes.py", tmp_path / "cup.db", tmp_path / "ran"
    game.write_text(GAME, encoding="utf-8")
    agents = [part for each in ("a=alphabeta(depth=2)", "b=random") for part in ("--agent", each)]
    plan = ("--openings", "1", "--random-plies", "1", "--store", str(store), "--workers", "0")
    answer = shell("tournament", "run", "--game", f"{game}:Takes", *agents, *plan)
    assert answer.returncode == 0, answer.stderr
    with Store(store, writable=False) as opened:
        identity = min(opened.ids())
    assert ran.exists()
    ran.unlink()
    for arguments in (("ratings", str(store)), ("results", str(store)), ("match", str(store), identity)):
        answer = shell("plot", *arguments, "--csv", "-")
        assert answer.returncode == 0, answer.stderr
    assert not ran.exists()
