import csv
import io
import json
import random
import re
from types import SimpleNamespace

import attrs
import pytest

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings
from advsearch.limits import Limits
from advsearch.match.clock import TimeControl
from advsearch.plugins.registry import default_registry
from advsearch.ratings import PairCounts, SequentialTest, rate
from advsearch.system.files import write
from advsearch.tournament.exchange import (
    check_moves,
    import_games,
    read_jsonl,
    written,
)
from advsearch.tournament.openings import Opening, draw_openings, plies_for, random_openings
from advsearch.tournament.records import GameRecord, MoveCost
from advsearch.tournament.report import estimate_text, headline, markdown
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.summary import Tally, pair_results, summarize, summary_object

STRENGTH = {"one": 0.8, "two": 0.5, "three": 0.2}


def played(slot, take):
    """A legal random game of the slot; the stronger side, where it is known, gets the last stone more often."""
    rng = random.Random(slot.seed)
    wanted = rng.random() < STRENGTH[slot.first.name] / (STRENGTH[slot.first.name] + STRENGTH[slot.second.name])
    while True:
        state, texts = take.initial(), []
        for text in slot.opening.actions:
            state = take.result(state, take.parse_action(state, text))
            texts.append(text)
        while not take.terminal(state):
            action = rng.choice(take.actions(state))
            texts.append(take.format_action(state, action))
            state = take.result(state, action)
        if (take.utility(state, 0) > 0) == wanted:
            break
    movers = [(slot.first, slot.second)[ply % 2].name for ply in range(len(texts))]
    return GameRecord(
        slot.id,
        slot.pair,
        "take",
        slot.first.name,
        slot.second.name,
        slot.opening.actions,
        tuple(texts),
        "1-0" if wanted else "0-1",
        "normal",
        utility=1.0 if wanted else -1.0,
        moves=tuple(MoveCost(name, 0.01, 3, 17, "+1") for name in movers[len(slot.opening.actions) :]),
    )


@pytest.fixture
def tournament(take, tmp_path):
    openings = tuple(random_openings(take, 3, 6, 1))
    agents = tuple(AgentSpec(name, searcher="random") for name in STRENGTH)
    schedule = Schedule(Conditions("take"), agents, openings)
    with Store(tmp_path / "s.db") as store:
        store.begin(schedule.conditions.as_json(), {}, schedule.to_text())
        store.add(played(slot, take) for slot in schedule.slots())
        yield SimpleNamespace(schedule=schedule, store=store, games=list(store.games()), take=take)


def test_points_add_up(tournament):
    """Every game's point is given once: to pairings, to ratings and to pair counts alike."""
    summary = summarize(tournament.schedule, tournament.store)
    assert len(summary.games) == summary.planned == 36
    assert sum(pairing.tally.games for pairing in summary.pairings) == 36
    assert sum(rating.points for rating in summary.ratings) == 36
    for pairing in summary.pairings:
        assert pairing.counts.pairs == 6
        assert pairing.counts.score * 12 == pytest.approx(pairing.tally.points)
        assert pairing.first.games == 6
        between = [game for game in tournament.games if {game.first, game.second} == {pairing.one, pairing.two}]
        ours = sum(game.points if game.first == pairing.one else 1 - game.points for game in between)
        assert pairing.tally.points == ours


def test_pairs_are_read_from_either_seat():
    """A pair counts the points of its first named side from both seats; half a pair counts nothing."""

    def game(identity, pair, first, second, result):
        return GameRecord(identity, pair, "take", first, second, (), ("take1",), result, "normal")

    games = [
        game("a", "p", "zoe", "adam", "1-0"),
        game("b", "p", "adam", "zoe", "1/2-1/2"),
        game("c", "q", "adam", "zoe", "1-0"),
    ]
    assert pair_results(games) == [("adam", "zoe", 0.5, 0.0)]


def test_the_report_shows_what_matters(tournament):
    """The Markdown names every agent and pairing, the p values' adjustment, and how many games were different."""
    summary = summarize(tournament.schedule, tournament.store)
    text = markdown(summary)
    for name in STRENGTH:
        assert f"| {name} |" in text
    for pairing in summary.pairings:
        assert pairing.verdict in text
    assert "The p values are adjusted for all 3 pairings (Holm)." in text
    assert headline(summary).startswith("36 of 36 games of take")
    assert (" repeats" in headline(summary)) == (summary.distinct < 36)
    assert "Endings: normal 36." in text


def test_a_field_in_two_parts_is_not_rated_as_one():
    """If a field has two parts that never met, one part is rated and the other has no estimate."""
    half = [("a", "b", 1.0, 0.0), ("a", "b", 0.0, 1.0)]
    standings = rate(half * 5 + [("c", "d", *points) for _, _, *points in half] * 5)
    shown = {rating.name: estimate_text(rating) for rating in standings.ratings}
    assert shown["c"] == shown["d"] == "no estimate"
    assert shown["a"].startswith("0 [-")


def test_who_lost_everything_is_below_something():
    """A side without a point has no estimate but an upper end, its opponent a lower one, in words."""
    ratings = rate([("weak", "strong", 0.0, 0.0)] * 50).ratings
    shown = {rating.name: estimate_text(rating) for rating in ratings}
    assert re.fullmatch(r"below -[0-9]+", shown["weak"])
    assert shown["strong"] == shown["weak"].replace("below -", "above +")


def test_the_object_is_json(tournament):
    """The summary as an object survives JSON with finite numbers only."""
    found = summary_object(summarize(tournament.schedule, tournament.store))
    assert json.loads(json.dumps(found, allow_nan=False))["games"] == 36


def test_faults_and_late_moves_are_reported(tournament):
    """A faulty game counts against the agent at fault, a late move against the agent that made it."""
    control = TimeControl(Limits(time_s=0.5))
    conditions = attrs.evolve(tournament.schedule.conditions, control=control)
    limited = attrs.evolve(tournament.schedule, conditions=conditions)
    first, second, *others = (played(slot, tournament.take) for slot in limited.slots())
    bad = attrs.evolve(first, termination="time", fault="one", result="0-1", detail="late | by far\nmore")
    slow = attrs.evolve(second, moves=(MoveCost("two", 0.6), MoveCost("three", 0.4)))
    faulty = SimpleNamespace(games=lambda **_: [bad, slow, *others], failures=dict)
    summary = summarize(limited, faulty)
    assert summary.faults == {"one": {"time": 1}}
    assert summary.late == {"two": 1}
    assert "| one | time | 1 | late \\| by far |" in markdown(summary)
    assert "| two | over the limit, within the grace | 1 |" in markdown(summary)
    assert summary_object(summary)["reasons"] == [{"agent": "one", "termination": "time", "detail": "late | by far"}]


def test_the_last_that_a_crashed_program_said_is_its_reason(tournament):
    """The reason of a crash shows the last line of the program's output, which may be long."""
    first, *others = (played(slot, tournament.take) for slot in tournament.schedule.slots())
    detail = "the program exited with status 1\nTraceback\n  lines\nerror: a.py line 2: KeyError: 3"
    bad = attrs.evolve(first, termination="crash", fault="one", result="0-1", detail=detail)
    summary = summarize(tournament.schedule, SimpleNamespace(games=lambda **_: [bad, *others], failures=dict))
    shown = "the program exited with status 1: error: a.py line 2: KeyError: 3"
    assert summary.reasons["one", "crash"] == shown


def test_a_decision_is_reported_by_its_pairs(take, tmp_path):
    """With a sequential test the results and the verdict are those of the pairs up to the decision, not of the games
    beyond it: how many of these were under way depends on the machine."""
    openings = tuple(Opening((), f"{n} A") for n in range(5, 45))
    agents = (AgentSpec("one", searcher="random"), AgentSpec("two", searcher="random"))
    schedule = Schedule(Conditions("take"), agents, openings, test=SequentialTest(margin=150))
    with Store(tmp_path / "s.db") as store:
        for slot in schedule.slots():
            won = "1-0" if slot.first.name == "one" else "0-1"
            store.add(
                [
                    GameRecord(
                        slot.id, slot.pair, "take", slot.first.name, slot.second.name, (), (slot.id,), won, "normal"
                    )
                ]
            )
        summary = summarize(schedule, store)
    (pairing,) = summary.pairings
    assert pairing.counts.pairs < 40
    assert pairing.counts == PairCounts((0, 0, 0, 0, pairing.counts.pairs))
    assert pairing.tally == Tally(wins=2 * pairing.counts.pairs)
    assert pairing.first == Tally(wins=pairing.counts.pairs)
    assert pairing.distinct == 2 * pairing.counts.pairs
    assert pairing.verdict.startswith("one is stronger than two: 95 % interval above +")


def test_exports_hold_every_game(tournament, tmp_path):
    """JSON lines read back equal; CSV has a row for each game."""
    write(tmp_path / "games.jsonl", written(tournament.games, "jsonl", default_registry()))
    assert list(read_jsonl(tmp_path / "games.jsonl")) == tournament.games
    rows = list(csv.DictReader(io.StringIO("".join(written(tournament.games, "csv", default_registry())))))
    assert [row["id"] for row in rows] == [game.id for game in tournament.games]
    assert [row["actions"].split() for row in rows] == [list(game.actions) for game in tournament.games]


def test_spreadsheets_run_nothing():
    """A name that looks like a formula is exported as text."""
    game = GameRecord("i", "p", "take", "=cmd()", "@two", (), ("take1",), "1-0", "normal")
    (row,) = csv.DictReader(io.StringIO("".join(written([game], "csv", default_registry()))))
    assert (row["first"], row["second"]) == ("'=cmd()", "'@two")


def test_import_adds_what_is_new(tournament, tmp_path):
    """Importing an export into an empty store gives the same games; importing it again adds nothing."""
    write(tmp_path / "games.jsonl", written(tournament.games, "jsonl", default_registry()))
    with Store(tmp_path / "other.db") as other:
        assert import_games(other, read_jsonl(tmp_path / "games.jsonl"), tournament.take, "take") == (36, 36)
        assert import_games(other, read_jsonl(tmp_path / "games.jsonl"), tournament.take, "take") == (36, 0)
        assert list(other.games()) == tournament.games


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "expected a game of take, got a game of chess"),
        ({"actions": ("take9",)}, r"ply 0: expected to take one of \(1, 2, 3\), got 9"),
        ({"actions": ("take1",)}, "`termination` is normal, but the actions do not end the game"),
        ({"termination": "adjudicated"}, "`termination` is adjudicated, but the actions end the game"),
        ({"result": "1/2-1/2"}, "points, but the result is 1/2-1/2"),
    ],
)
def test_a_false_game_is_not_imported(tournament, tmp_path, change, message):
    """A game whose actions, ending or result are not the rules' is refused, and nothing of its batch is stored."""
    false = attrs.evolve(tournament.games[0], opening=(), **change)
    with Store(tmp_path / "other.db") as other:
        with pytest.raises(InvalidNotation, match=message):
            import_games(other, [tournament.games[1], false], tournament.take, "take")
        assert other.ids() == set()


def test_an_action_after_the_end_is_refused(tournament):
    """A record that continues after the game's end is refused at that ply."""
    longer = attrs.evolve(tournament.games[0], actions=(*tournament.games[0].actions, "take1"))
    with pytest.raises(InvalidNotation, match="expected no action after the end, got 'take1' at ply"):
        check_moves(tournament.take, longer)


def test_wrong_files_are_named(tmp_path):
    """The error for a wrong line gives its number; a missing file or one that is not text says so; a byte order mark
    is no error."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xef\xbb\xbf\n[]\n")
    with pytest.raises(InvalidNotation, match=r"games.jsonl:2: expected a game as a JSON object"):
        list(read_jsonl(path))
    path.write_bytes(b"\xff\n")
    with pytest.raises(InvalidNotation, match="games.jsonl:1: expected UTF-8 text, got other bytes"):
        list(read_jsonl(path))
    with pytest.raises(InvalidSettings, match="none.jsonl' cannot be read: No such file or directory"):
        list(read_jsonl(tmp_path / "none.jsonl"))


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    """If writing fails half-way, the old file is unchanged and no other file is left."""
    path = tmp_path / "out.txt"
    write(path, ["old"])

    def broken():
        yield "new"
        raise OSError(28, "No space left on device")

    with pytest.raises(AdvsearchError, match="out.txt' cannot be written: No space left on device"):
        write(path, broken())
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]
    with pytest.raises(AdvsearchError, match="cannot be written: No such file or directory"):
        write(tmp_path / "no" / "out.txt", [])


def test_enough_plies_for_many_openings(take):
    """The fewest plies are chosen that give as many different openings as requested, else those that give most."""
    assert plies_for(take, 3, 0) == (2, 3)
    assert plies_for(take, 6, 0) == (3, 6)
    plies, most = plies_for(take, 1000, 0)
    assert most == max(len(draw_openings(take, n, 1000, 0)) for n in range(2, 13)) < 30
    assert len(draw_openings(take, plies, 1000, 0)) == most
