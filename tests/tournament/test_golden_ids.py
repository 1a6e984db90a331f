"""The ids, the conditions and a game of stored tournaments stay as they were."""

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from advsearch.errors import InvalidSettings
from advsearch.plugins.registry import default_registry
from advsearch.tournament.records import read_line
from advsearch.tournament.rows import APPLICATION, LAYOUT
from advsearch.tournament.runner import Runner
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.schedule_file import game_of, read_schedule, read_toml
from advsearch.tournament.store import Store
from advsearch.tournament.worker import play
from advsearch.tournament.workers import InProcess

NODES = """
game = "isolation(width=4, height=3)"
seed = 7
[openings]
random_plies = 2
count = 2
[limits]
nodes = 300
[[agents]]
name = "improved"
searcher = "deepening(evaluator=improved, tier=reference)"
[[agents]]
name = "greedy"
searcher = "greedy(tier=reference)"
"""
NODES_IDS = {
    "5130ff5b5e7a66e6": (890192464060203937, "improved", " | b1 c2"),
    "06ad0dee6b5a7739": (1061828795527386901, "greedy", " | b1 c2"),
    "8b38d4379a53fba1": (989314447889341905, "improved", " | d3 a2"),
    "2444c4f1e6d2b762": (445064392999437910, "greedy", " | d3 a2"),
}
CLOCKS = """
game = "isolation"
seed = 3
kind = "gauntlet"
[openings]
chosen_plies = 2
count = 2
[limits]
game_s = 10
increment_s = 0.1
[rules]
max_plies = 40
mixed_tiers = true
[[agents]]
name = "one"
searcher = "deepening(evaluator=improved)"
resigns = true
[[agents]]
name = "two"
ugi = "engine --fast"
options = {Hash = 64}
memory_mb = 512
[[agents]]
name = "three"
callable = "mine.py:move"
isolated = true
nodes = 50
"""
CLOCKS_IDS = {
    "7a381ca67221e1f6": (833174956717260675, "one", "chosen 2 #0"),
    "cb5bf68738417796": (367004238211483248, "two", "chosen 2 #0"),
    "5239b7c298fda393": (586627680626658533, "one", "chosen 2 #0"),
    "0b27970d44e2edf5": (663560180920240107, "three", "chosen 2 #0"),
    "1b12cd6756a810c5": (951807791707244, "two", "chosen 2 #1"),
    "d0aeb871f5a6b0c4": (813863799358354594, "one", "chosen 2 #1"),
    "ab300fc558c348a6": (626651082190782699, "three", "chosen 2 #1"),
    "f3c132c88aef1830": (810402316371148532, "one", "chosen 2 #1"),
}
POSITIONS = """
game = "pentago"
[openings]
positions = ["X...../....../....../....../....../.....O", "....../.X..../....../....../....../....O."]
[test]
margin = 40
[[agents]]
name = "a"
searcher = "alphabeta(depth=2)"
depth = 2
[[agents]]
name = "b"
searcher = "random"
seed = 5
"""
POSITIONS_IDS = {
    "6c938beff8a2b3a0": (831950297223814509, "a", "X...../....../....../....../....../.....O | "),
    "656e57978a754d05": (1007371545847498876, "b", "X...../....../....../....../....../.....O | "),
    "ebde0f426468b025": (1147423458737166091, "a", "....../.X..../....../....../....../....O. | "),
    "03e49792246efd53": (130636824864381438, "b", "....../.X..../....../....../....../....O. | "),
}
STORED_CONDITIONS = (
    '{"control": {"grace_s": 0.1, "increment_s": 0.0, "limits": {"depth": null, "nodes": 300, "time_s": null}, '
    '"stall_s": 30.0, "total_s": null}, "game": "isolation(width=4, height=3)", "max_plies": null, "seed": 7}'
)
STORED_SCHEDULE = (
    '{"conditions": {"game": "isolation(width=4, height=3)", "seed": 7, "control": {"limits": {"depth": null, '
    '"nodes": 300, "time_s": null}, "total_s": null, "increment_s": 0.0, "grace_s": 0.1, "stall_s": 30.0}, '
    '"max_plies": null}, "agents": [{"name": "improved", "searcher": "deepening(evaluator=improved, '
    'tier=reference)", "callable": null, "ugi": null, "seed": 0, "limits": null, "isolated": false, '
    '"memory_mb": null, "cpu_s": null, "start_s": null, "options": {}, "resigns": false}, {"name": "greedy", '
    '"searcher": "greedy(tier=reference)", "callable": null, "ugi": null, "seed": 0, "limits": null, "isolated": '
    'false, "memory_mb": null, "cpu_s": null, "start_s": null, "options": {}, "resigns": false}], "openings": '
    '[{"actions": ["b1", "c2"], "start": null, "chosen": 0, "number": 0}, {"actions": ["d3", "a2"], "start": null, '
    '"chosen": 0, "number": 0}], "kind": "round-robin", "pairings": [], "test": null, "mixed_tiers": false}'
)
STORED_LINE = (
    '{"version":1,"id":"5130ff5b5e7a66e6","pair":"60628c47787e2230","game":"isolation(width=4, height=3)",'
    '"first":"improved","second":"greedy","opening":["b1","c2"],"actions":["b1","c2","d2","a1","b3"],'
    '"result":"1-0","termination":"normal","fault":null,"detail":"","start":null,"utility":1.0,'
    '"seed":890192464060203937,"moves":[["improved",0.000331,3,25,"win in 3"],["greedy",8.6e-05,1,3,"0"],'
    '["improved",0.004155,1,2,"win in 1"]],"seconds":0.005637}'
)


def schedule_in(text):
    return read_schedule(text, default_registry().game(game_of(read_toml(text))), Path())


@pytest.mark.parametrize(
    ("text", "ids"), [(NODES, NODES_IDS), (CLOCKS, CLOCKS_IDS), (POSITIONS, POSITIONS_IDS)], ids=["n", "c", "p"]
)
def test_ids_and_seeds_stay(text, ids):
    """The ids and seeds of three schedules are those of the stores that were written with them."""
    slots = {slot.id: (slot.seed, slot.first.name, slot.opening.key) for slot in schedule_in(text).slots()}
    assert slots == ids


def test_a_schedule_as_it_was_stored_gives_the_same_ids():
    """The schedule text of an old store reads as the schedule that its file describes, games and all."""
    stored = Schedule.from_text(STORED_SCHEDULE)
    assert stored == schedule_in(NODES)
    assert {slot.id for slot in stored.slots()} == set(NODES_IDS)
    assert json.dumps(stored.conditions.as_json(), sort_keys=True) == STORED_CONDITIONS


def test_a_game_is_stored_and_exported_as_it_was(tmp_path):
    """An exported game is read, stored and exported again without a change."""
    with Store(tmp_path / "s.db") as store:
        store.add([read_line(STORED_LINE)])
    with Store(tmp_path / "s.db", writable=False) as store:
        assert [game.to_line() for game in store.games()] == [STORED_LINE]


def test_a_stored_schedule_plays_the_same_games(tmp_path):
    """A run of the stored schedule plays the games that were played when it was stored, under the same ids."""
    with Store(tmp_path / "s.db") as store:
        Runner(Schedule.from_text(STORED_SCHEDULE), store, play).run(InProcess())
        games = {game.id: game for game in store.games()}
    assert set(games) == set(NODES_IDS)
    assert games["5130ff5b5e7a66e6"].actions == read_line(STORED_LINE).actions
    assert " ".join(games["06ad0dee6b5a7739"].actions) == "b1 c2 c3 a1 d1 b3 b2 c1 d3 a2"


def test_a_store_of_another_layout_is_refused(tmp_path):
    """A store of an earlier layout is refused with its layout and with what to do, and stays as it is."""
    path = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE tournament (conditions TEXT, schedule TEXT);")
        connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1;")
    before = path.read_bytes()
    for writable in (True, False):
        with pytest.raises(InvalidSettings, match=f"layout 1, and this version reads layout {LAYOUT}; play its"):
            Store(path, writable=writable)
    assert path.read_bytes() == before
