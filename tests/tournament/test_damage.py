"""A damaged store is noticed, and what is left of it can be saved."""

import contextlib
import json
import random
import shutil
import sqlite3

import pytest
from click.testing import CliRunner

from advsearch.cli.program import program
from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.tournament.rows import AGENT, GAME, PARTS, TOURNAMENT, row_of, sum_of
from advsearch.tournament.store import Store, rescue

FLIPS = 200
AGENTS = ("--agent", "a=greedy", "--agent", "b=random", "--agent", "c=greedy(evaluator=open)", "--depth", "1")
CUP = ("tournament", "run", "--game", "isolation(width=4, height=4)", *AGENTS, "--workers", "0", "--openings")


def run(*arguments):
    return CliRunner().invoke(program, list(arguments))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A store with 30 games, on which no process has a lock."""
    path = tmp_path_factory.mktemp("damage") / "whole.db"
    assert run(*CUP, "5", "--store", str(path)).exit_code == 0
    return path


def lines_of(path):
    exported = run("tournament", "export", str(path))
    return exported if exported.exit_code else exported.stdout.splitlines()


def put(folder, content):
    """A store with this content, without the files beside it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "d.db").write_bytes(content)
    return folder / "d.db"


def is_said(result):
    """Whether a command reported damage, and did so in one line that says what to do. A run prints its limits before
    it reads the games."""
    *before, line = result.stderr.splitlines()
    assert before in ([], ["note: limits: depth 1"])
    assert line.startswith("error: the store ")
    assert " is damaged: " in line
    assert "; save what is left with: advsearch tournament rescue " in line
    return result.exit_code == 2


def test_no_flipped_bit_is_silent(whole, tmp_path):
    """After each of 200 flipped bits, half of them in the first page, a command prints what it printed before, or
    says that the store is damaged. What is saved then are whole games, and the number of lost games is right."""
    content = whole.read_bytes()
    wanted = {command: run("tournament", command, str(whole)).stdout for command in ("export", "report", "status")}
    games = set(wanted["export"].splitlines())
    rng = random.Random(22)
    noticed = 0
    for number in range(FLIPS):
        place = rng.randrange(4096 if number % 2 else len(content))
        flipped = bytearray(content)
        flipped[place] ^= 1 << rng.randrange(8)
        path = put(tmp_path / "d", flipped)
        results = {command: run("tournament", command, str(path)) for command in wanted}
        for command, result in results.items():
            assert result.stdout == wanted[command] if result.exit_code == 0 else is_said(result), place
        assert path.read_bytes() == flipped
        if any(result.exit_code for result in results.values()):
            noticed += 1
            check_rescue(path, games)
    assert noticed > FLIPS / 4


def check_rescue(path, games):
    saved = path.with_name("saved.db")
    result = run("tournament", "rescue", str(path), "--output", str(saved))
    assert result.exit_code == 0, result.output
    kept = lines_of(saved)
    assert set(kept) <= games
    assert f"saved {len(kept)} game" in result.stdout
    assert len(kept) == len(games) or "lost" in result.stderr


def test_a_damaged_store_is_not_written(whole, tmp_path):
    """A run over a store with a flipped bit plays on and stores the right games, or says that the store is damaged
    and changes nothing."""
    content = whole.read_bytes()
    undisturbed = put(tmp_path / "u", content)
    assert run(*CUP, "6", "--store", str(undisturbed)).exit_code == 0
    wanted = moves_of(undisturbed)
    rng = random.Random(7)
    for number in range(40):
        flipped = bytearray(content)
        flipped[rng.randrange(100 if number % 2 else len(content))] ^= 1 << rng.randrange(8)
        path = put(tmp_path / "d", flipped)
        result = run(*CUP, "6", "--store", str(path))
        if result.exit_code == 0:
            assert moves_of(path) == wanted
        else:
            assert is_said(result)
            assert path.read_bytes() == flipped


def moves_of(path):
    with Store(path, writable=False) as store:
        return [(game.id, game.actions, game.result) for game in store.games(costs=False)]


def test_a_lost_page_costs_only_its_games(whole, tmp_path):
    """A page of zeros, and a file that ends early, are noticed; every game outside of the damage is saved, and the
    saved store is resumed to the same games."""
    content = whole.read_bytes()
    wanted = moves_of(whole)
    for at in range(4096, len(content), 4096):
        for damaged in (content[:at] + bytes(4096) + content[at + 4096 :], content[:at]):
            path = put(tmp_path / "d", damaged)
            saved = path.with_name("saved.db")
            with contextlib.suppress(AdvsearchError), Store(path, writable=False) as store:
                assert moves_of(path) == wanted
                assert store.schedule
                continue
            if run("tournament", "rescue", str(path), "--output", str(saved)).exit_code:
                assert len(damaged) < 8 * 4096  # nothing was left
                continue
            assert set(moves_of(saved)) <= set(wanted)
            with Store(saved, writable=False) as store:
                whole_schedule = next(store._rows(TOURNAMENT), None) is not None
            if whole_schedule:
                assert run("tournament", "resume", str(saved), "--workers", "0").exit_code == 0
                assert moves_of(saved) == wanted


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ("UPDATE tournament SET schedule = '{}'", "all 30 games can be read, the schedule is lost"),
        ("DELETE FROM tournament", "all 30 games can be read, the schedule is lost"),
        ("UPDATE game SET result = '9-9' WHERE id = (SELECT min(id) FROM game)", "1 of 30 games is lost"),
        ("UPDATE game SET moves = '[]' WHERE id = (SELECT min(id) FROM game)", "1 of 30 games is lost"),
        ("DELETE FROM game WHERE id = (SELECT min(id) FROM game)", "1 of 30 games is lost"),
        ("DROP TABLE game", "30 of 30 games are lost"),
        ("DELETE FROM seal", "30 games can be read, and how many are lost is not known"),
        ("UPDATE seal SET rows = rows + 1", "30 games can be read, and how many are lost is not known"),
        ("DROP TABLE seal", "30 games can be read, and how many are lost is not known"),
        ("UPDATE agent SET definition = '{}'", "all 30 games can be read"),
    ],
)
def test_what_is_lost_is_said(whole, tmp_path, change, lost):
    """A changed, deleted or invented row is damage, by whatever program; the message says what is lost."""
    path = put(tmp_path / "d", whole.read_bytes())
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()
    with pytest.raises(AdvsearchError) as refused:
        read_all(path)
    assert str(refused.value) == (
        f"the store {str(path)!r} is damaged: {lost}; save what is left with: advsearch tournament rescue {path} "
        "--output NEW"
    )


def read_all(path):
    with Store(path) as store:
        return store.agents(), store.schedule, list(store.games())


def forged(path, part, row):
    """Replace the rows of a table by one row whose checksums are right."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        part.clear(connection)
        part.insert(connection, [row])


@pytest.mark.parametrize("text", ["{}", "[]", "null", "1", "{", '{"conditions": {}}', '"' + "[" * 9000])
@pytest.mark.parametrize("command", ["status", "report", "resume", "import"])
def test_a_schedule_that_is_none_is_one_line(whole, tmp_path, text, command):
    """A stored schedule of `{}`, and other JSON that is no schedule, is refused in one line, even if its checksum is
    right."""
    path = put(tmp_path / "d", whole.read_bytes())
    forged(path, TOURNAMENT, (1, "{}", text))
    (tmp_path / "games.jsonl").write_text("")
    result = run("tournament", command, str(path), *([str(tmp_path / "games.jsonl")] if command == "import" else []))
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith(("error: expected the stored schedule to ", "error: unknown entry "))
    assert "defect" not in line


@pytest.mark.parametrize(
    ("field", "value"),
    [("result", "9-9"), ("termination", "magic"), ("fault", "nobody"), ("actions", '["a1", 3]'), ("actions", "{"),
     ("opening", "7"), ("seed", -1), ("utility", "much"), ("moves", "{}"), ("moves", "[[1]]"), ("pair", b"\xff")],
)  # fmt: skip
def test_a_game_that_is_none_is_damage(whole, tmp_path, field, value):
    """A stored result of `9-9`, and other fields that no game has, are damage, even if the checksums are right."""
    path = put(tmp_path / "d", whole.read_bytes())
    with Store(path, writable=False) as store:
        names = (*GAME.columns, "moves")
        row = dict(zip(names, row_of(next(store.games())), strict=True))
    row[field] = value
    row["moves_sum"] = sum_of("moves", (row["moves"],))
    forged(path, GAME, tuple(row.values()))
    for command in ("export", "report"):
        result = run("tournament", command, str(path))
        assert is_said(result) if result.exit_code else (command, field) == ("report", "moves")


def test_a_rescue_writes_only_a_new_file(whole, tmp_path):
    """A rescue of a whole store saves everything; it never replaces a file, and finds nothing where nothing is."""
    saved = tmp_path / "saved.db"
    found = rescue(whole, saved)
    assert (found.games, found.lost, found.schedule_lost) == (30, 0, False)
    assert moves_of(saved) == moves_of(whole)
    with Store(whole, writable=False) as before, Store(saved, writable=False) as after:
        assert [list(before._rows(part)) for part in PARTS] == [list(after._rows(part)) for part in PARTS]
        assert len(list(after._rows(AGENT))) == 3
    with pytest.raises(InvalidSettings, match="expected a new file for the saved store, but '.*' already exists"):
        rescue(whole, saved)
    (tmp_path / "notes.txt").write_text("no store")
    with pytest.raises(AdvsearchError, match="nothing can be saved from '.*notes.txt': no row of a store was found"):
        rescue(tmp_path / "notes.txt", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()
    assert json.loads(lines_of(saved)[0])["id"]
