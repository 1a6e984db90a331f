"""The content of stores from before tiers were recorded: ids, conditions and a game."""

import json
import sqlite3
from pathlib import Path

import pytest

from advsearch.plugins.registry import default_registry
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
STORED_AGENTS = {
    "greedy": '{"searcher": "greedy(tier=reference)"}',
    "improved": '{"searcher": "deepening(evaluator=improved, tier=reference)"}',
}
STORED_GAME = (
    "5130ff5b5e7a66e6", "60628c47787e2230", "isolation(width=4, height=3)", "improved", "greedy", '["b1", "c2"]',
    '["b1", "c2", "d2", "a1", "b3"]', "1-0", "normal", None, "", None, 1.0, 890192464060203937,
    '[["improved", 0.000331, 3, 25, "win in 3"], ["greedy", 8.6e-05, 1, 3, "0"], '
    '["improved", 0.004155, 1, 2, "win in 1"]]', 0.005637, "2026-11-19T03:43:35.916Z",
)  # fmt: skip
STORED_LINE = (
    '{"version":1,"id":"5130ff5b5e7a66e6","pair":"60628c47787e2230","game":"isolation(width=4, height=3)",'
    '"first":"improved","second":"greedy","opening":["b1","c2"],"actions":["b1","c2","d2","a1","b3"],'
    '"result":"1-0","termination":"normal","fault":null,"detail":"","start":null,"utility":1.0,'
    '"seed":890192464060203937,"moves":[["improved",0.000331,3,25,"win in 3"],["greedy",8.6e-05,1,3,"0"],'
    '["improved",0.004155,1,2,"win in 1"]],"seconds":0.005637}'
)
CREATE = """
CREATE TABLE tournament (conditions TEXT NOT NULL, schedule TEXT NOT NULL);
CREATE TABLE agent (name TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
    id TEXT PRIMARY KEY, pair TEXT NOT NULL, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    opening TEXT NOT NULL, actions TEXT NOT NULL, result TEXT NOT NULL, termination TEXT NOT NULL, fault TEXT,
    detail TEXT NOT NULL, start TEXT, utility REAL, seed INTEGER NOT NULL, moves TEXT NOT NULL,
    seconds REAL NOT NULL, stored_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) WITHOUT ROWID;
CREATE INDEX game_pair ON game (pair);
CREATE TABLE failure (
    id TEXT NOT NULL, attempt INTEGER NOT NULL, detail TEXT NOT NULL,
    PRIMARY KEY (id, attempt)
) WITHOUT ROWID;
PRAGMA application_id = 1094997587;
PRAGMA user_version = 1;
"""


def schedule_in(text):
    return read_schedule(text, default_registry().game(game_of(read_toml(text))), Path())


def old_store(path):
    """A store as the first version wrote it, with one of its four games played."""
    connection = sqlite3.connect(path)
    connection.executescript(CREATE)
    connection.execute("INSERT INTO tournament VALUES (?, ?)", (STORED_CONDITIONS, STORED_SCHEDULE))
    connection.executemany("INSERT INTO agent VALUES (?, ?)", STORED_AGENTS.items())
    connection.execute(f"INSERT INTO game VALUES ({', '.join('?' * len(STORED_GAME))})", STORED_GAME)
    connection.commit()
    connection.close()
    return path


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


def test_an_old_game_is_read_and_exported_as_it_was(tmp_path):
    """A stored game comes back field by field, and its exported line is the old line."""
    with Store(old_store(tmp_path / "old.db"), writable=False) as store:
        (game,) = store.games()
    assert game.to_line() == STORED_LINE


def test_an_old_store_is_resumed(tmp_path):
    """A run over an old store keeps its game and plays the three that are missing, under the old ids."""
    with Store(old_store(tmp_path / "old.db")) as store:
        progress = Runner(Schedule.from_text(store.schedule), store, play).run(InProcess())
        games = {game.id: game for game in store.games()}
    assert (progress.played, progress.done) == (3, 4)
    assert set(games) == set(NODES_IDS)
    assert games["5130ff5b5e7a66e6"].to_line() == STORED_LINE
    assert " ".join(games["06ad0dee6b5a7739"].actions) == "b1 c2 c3 a1 d1 b3 b2 c1 d3 a2"
