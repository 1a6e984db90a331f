import os
import sqlite3
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.tournament.records import GameRecord, MoveCost
from advsearch.tournament.rows import LAYOUT
from advsearch.tournament.store import Store


def record(identity, **changes):
    fields = {"pair": "p", "game": "take", "first": "one", "second": "two", "opening": (), "actions": ("take1",)}
    return GameRecord(identity, **{**fields, "result": "1-0", "termination": "normal", **changes})


@settings(max_examples=25)
@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=4), max_size=6))
def test_adding_again_changes_nothing(tmp_path_factory, batches):
    """However games are batched and repeated, the store has each id once, with its first record."""
    with Store(tmp_path_factory.mktemp("store") / "s.db") as store:
        seen = {}
        for number, batch in enumerate(batches):
            records = [record(identity, detail=str(number)) for identity in batch]
            new = store.add(records)
            fresh = {identity: str(number) for identity in batch if identity not in seen}
            assert new == len(fresh)
            seen = {**fresh, **seen}
        assert {game.id: game.detail for game in store.games()} == seen
        assert store.ids() == set(seen)


def test_games_are_listed_by_id(tmp_path):
    """Two stores filled in different orders list the same games in the same order."""
    with Store(tmp_path / "a.db") as a, Store(tmp_path / "b.db") as b:
        games = [record(identity, actions=("take1", "take2"), utility=0.5) for identity in "cab"]
        a.add(games)
        for game in reversed(games):
            b.add([game])
        assert list(a.games()) == list(b.games()) == sorted(games, key=lambda game: game.id)
        assert a.game("a") == games[1]
        assert a.game("z") is None


def test_a_killed_writer_loses_nothing(tmp_path):
    """Every game whose `add` returned before a SIGKILL is in the store afterwards, complete."""
    path = tmp_path / "s.db"
    program = (
        "import sys, os\n"
        "from advsearch.tournament.store import Store\n"
        "from advsearch.tournament.records import GameRecord\n"
        "store = Store(sys.argv[1])\n"
        "for n in range(10**6):\n"
        "    game = GameRecord(f'{n:08}', 'p', 'take', 'a', 'b', (), ('take1',) * 20, '1-0', 'normal')\n"
        "    store.add([game])\n"
        "    os.write(1, f'{n:08}\\n'.encode())\n"
    )
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        reported = [process.stdout.readline().strip().decode() for _ in range(50)]
        process.kill()
        reported += [line.strip().decode() for line in process.stdout if len(line) == 9]
        process.stdout.close()
        process.wait()
        with Store(path) as store:
            assert set(reported) <= store.ids()
            assert all(len(game.actions) == 20 for game in store.games())


def test_a_tournament_may_grow_but_not_change(tmp_path):
    """A stored tournament may get more agents; another condition, or an agent with other settings, is refused by
    name.
    """
    with Store(tmp_path / "s.db") as store:
        store.begin({"game": "take", "seed": 1}, {"one": {"searcher": "random"}}, "first")
        store.begin({"game": "take", "seed": 1}, {"one": {"searcher": "random"}, "two": {}}, "second")
        assert store.schedule == "second"
        assert store.agents() == {"one": {"searcher": "random"}, "two": {}}
        with pytest.raises(InvalidSettings, match="with seed = 1, the schedule says 2; use another store"):
            store.begin({"game": "take", "seed": 2}, {}, "third")
        with pytest.raises(InvalidSettings, match="agent 'one' is defined as .* give the new agent another name"):
            store.begin({"game": "take", "seed": 1}, {"one": {"searcher": "greedy"}}, "third")
        assert store.schedule == "second"


def test_foreign_and_newer_files_are_refused(tmp_path):
    """A file that is not a store, another program's database, a newer store and a missing one each give an error that
    says so, and stay unchanged."""
    text = tmp_path / "notes.txt"
    text.write_text("not a database " * 100)
    with pytest.raises(AdvsearchError, match="cannot be opened: file is not a database"):
        Store(text)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(InvalidSettings, match="expected a store written by advsearch .* got another SQLite database"):
        Store(other)
    newer = tmp_path / "newer.db"
    Store(newer).close()
    with sqlite3.connect(newer) as connection:
        connection.execute("DROP TABLE seal")
        connection.execute(f"PRAGMA user_version = {LAYOUT + 1}")
    connection.close()
    with pytest.raises(InvalidSettings, match=f"has layout {LAYOUT + 1}, and .* {LAYOUT}; upgrade"):
        Store(newer)
    with pytest.raises(InvalidSettings, match="no store at .*missing.db"):
        Store(tmp_path / "missing.db", writable=False)
    assert not os.path.exists(tmp_path / "missing.db")
    with Store(tmp_path / "empty.db") as store, pytest.raises(InvalidSettings, match="contains no tournament"):
        _ = store.schedule


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("no/such/folder.db", "the folder '.*such' for the store '.*folder.db' does not exist"),
        ("", "expected a file to keep the store in, got the folder '.*'"),
    ],
)
def test_wrong_places_are_one_clear_line(tmp_path, path, message):
    """A missing folder, and a folder in place of a file, are errors; nothing is made."""
    with pytest.raises(InvalidSettings, match=message):
        Store(tmp_path / path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_reported(tmp_path, monkeypatch):
    """If no store can be made because its folder is not writable, the error says so in place of SQLite's message."""

    def refused(*_arguments, **_options):
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr("advsearch.tournament.store.os.access", lambda *_: False)
    monkeypatch.setattr("advsearch.tournament.store.sqlite3.connect", refused)
    with pytest.raises(InvalidSettings, match=r"cannot be opened: its folder '.*' cannot be written$"):
        Store(tmp_path / "s.db")


def test_a_store_that_must_be_there_is_not_made(tmp_path):
    """With `make=False`, opening a missing store is an error and makes no file."""
    with pytest.raises(InvalidSettings, match="no store at '.*s.db'; run a tournament to make the store"):
        Store(tmp_path / "s.db", make=False)
    assert list(tmp_path.iterdir()) == []


def test_no_path_is_no_store_that_forgets():
    """An empty path is refused: SQLite would keep the games in a file it deletes."""
    with pytest.raises(InvalidSettings, match="expected a file to keep the store in, got the folder '.'"):
        Store("")


def test_names_that_mean_something_to_sqlite_are_plain_files(tmp_path, monkeypatch):
    """':memory:' and names like addresses are ordinary file names."""
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "a?mode=memory", "100%.db"):
        with Store(name) as store:
            store.add([record("a")])
        with Store(name, writable=False) as store:
            assert store.ids() == {"a"}


def test_reading_changes_nothing(tmp_path):
    """A store opened to be read is not written: an empty file stays empty, and adding is refused."""
    (tmp_path / "empty.db").touch()
    with pytest.raises(InvalidSettings, match="contains no tournament"):
        Store(tmp_path / "empty.db", writable=False)
    assert (tmp_path / "empty.db").stat().st_size == 0
    Store(tmp_path / "s.db").close()
    with (
        Store(tmp_path / "s.db", writable=False) as store,
        pytest.raises(AdvsearchError, match="attempt to write a readonly database"),
    ):
        store.add([record("a")])


def test_what_differs_is_named_by_its_place(tmp_path):
    """If nested conditions differ, the error quotes only the entry that differs."""
    with Store(tmp_path / "s.db") as store:
        store.begin({"control": {"limits": {"nodes": 5, "depth": None}, "grace_s": 0.1}}, {}, "")
        other = {"control": {"limits": {"nodes": None, "depth": None}, "grace_s": 0.1}}
        with pytest.raises(InvalidSettings, match=r"with control.limits.nodes = 5, the schedule says null; use"):
            store.begin(other, {}, "")


def test_many_games_are_read_in_order_and_equal_texts_kept_once(tmp_path):
    """More games than are read at a time are read in order, each once; costs can be left out without a change of the
    outcomes.
    """
    games = [record(f"{n:05}", seconds=1.5, actions=("take1", "take2")) for n in range(2_345)]
    with Store(tmp_path / "s.db") as store:
        store.add(reversed(games))
        read = list(store.games())
        assert read == games
        assert len({id(text) for game in read for text in game.actions}) == 2
        assert [outcome.id for outcome in store.outcomes()] == [game.id for game in games]
        assert store.outcomes()[0][1:] == ("one", "two", "1-0", "normal", None, 1.5)
        costly = record("x", moves=(MoveCost("one", 0.5),))
        store.add([costly])
        assert store.game("x") == costly
        assert list(store.games(costs=False))[-1].moves == ()


def test_a_full_disk_loses_nothing_stored(tmp_path):
    """If the file cannot grow any more, the failing batch is refused as a whole, and stored games stay."""
    with Store(tmp_path / "s.db") as store:
        store.add([record("a")])
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(AdvsearchError, match="database or disk is full; nothing stored so far is lost"):
            store.add([record(f"b{n}", detail="x" * 5000) for n in range(50)])
        assert store.ids() == {"a"}


def test_a_damaged_store_is_not_said_to_be_whole(tmp_path):
    """If the file is damaged, the message does not promise its games."""
    path = tmp_path / "s.db"
    with Store(path) as store:
        store.add([record(f"{number}", detail="x" * 5000) for number in range(50)])
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"?" * (len(content) - 8192))
    with Store(path, writable=False) as store, pytest.raises(AdvsearchError) as refused:
        list(store.games())
    assert str(refused.value) == (
        f"the store {str(path)!r} is damaged: 50 of 50 games are lost; save what is left with: "
        f"advsearch tournament rescue {path} --output NEW"
    )


def test_failed_attempts_are_counted(tmp_path):
    """Each death of a game's worker is kept, in order, with the known cause."""
    with Store(tmp_path / "s.db") as store:
        assert store.failures() == {}
        assert store.add_failure("a", "died") == 1
        assert store.add_failure("b", "died too") == 1
        assert store.add_failure("a", "died again") == 2
        assert store.failures() == {"a": ["died", "died again"], "b": ["died too"]}
        store.forget_failures()
        assert store.failures() == {}
