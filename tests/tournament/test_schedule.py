import contextlib
import random
import time
import tracemalloc
from pathlib import Path

import pytest

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings
from advsearch.limits import Limits
from advsearch.tournament.openings import Opening, book_openings, position_openings, random_openings, replay
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.schedule_file import game_of, read_schedule, read_toml, schedule_from

SMALLEST = """
game = "take(size=40)"
seed = 1
[openings]
random_plies = 2
count = 5
[limits]
nodes = 1000
[[agents]]
name = "improved"
searcher = "deepening(evaluator=improved)"
[[agents]]
name = "engine"
ugi = "path/to/program --its arguments"
"""
THIRD = '[[agents]]\nname = "third"\nsearcher = "random"\n'


def read(text, game, folder=Path()):
    return read_schedule(text, game, folder)


def test_the_smallest_file(take):
    """The smallest file makes every opening a pair of games, one from each seat."""
    schedule = read(SMALLEST, take)
    slots = list(schedule.slots())
    assert len(slots) == schedule.games == 10
    assert schedule.conditions.control.limits == Limits(nodes=1000)
    for one, two in zip(slots[::2], slots[1::2], strict=True):
        assert one.pair == two.pair
        assert one.opening == two.opening
        assert (one.first.name, one.second.name) == ("improved", "engine")
        assert (two.first.name, two.second.name) == ("engine", "improved")
    assert len({slot.id for slot in slots}) == len({slot.seed for slot in slots}) == 10


@pytest.mark.parametrize("openings", ["random_plies", "chosen_plies"])
def test_ids_without_slots(take, openings):
    """The set of ids is that of all slots, also where agents take turns at choosing the opening."""
    schedule = read(SMALLEST.replace("random_plies", openings) + THIRD, take)
    assert schedule.ids() == {slot.id for slot in schedule.slots()}
    assert len(schedule.ids()) == schedule.games


def test_a_schedule_may_grow(take):
    """More openings and more agents keep every earlier game's id, seed and opening."""
    small = {slot.id: slot for slot in read(SMALLEST, take).slots()}
    fewer = {slot.id: slot for slot in read(SMALLEST.replace("count = 5", "count = 3"), take).slots()}
    wider = {slot.id: slot for slot in read(SMALLEST + THIRD, take).slots()}
    assert fewer.items() <= small.items() <= wider.items()
    assert len(fewer) == 6
    assert len(wider) == 30


@pytest.mark.parametrize(
    "change",
    [
        ("seed = 1", "seed = 2"),
        ("nodes = 1000", "nodes = 1001"),
        ("size=40", "size=41"),
        ("evaluator=improved", "evaluator=open"),
    ],
)
def test_everything_that_decides_a_game_decides_its_id(take, change):
    """Another seed, limit, game or agent gives every game another id."""
    ids = {slot.id for slot in read(SMALLEST, take).slots()}
    assert not ids & {slot.id for slot in read(SMALLEST.replace(*change), take).slots()}


def test_a_schedule_survives_the_store(take):
    """The text kept in the store gives the same schedule back, games and all."""
    for text in (
        SMALLEST,
        SMALLEST + "[test]\nmargin = 40\n",
        SMALLEST.replace("random_plies = 2\ncount = 5", 'positions = ["7 A", "9 B"]') + THIRD,
        SMALLEST.replace("random_plies = 2", "chosen_plies = 2").replace(
            "nodes = 1000", "game_s = 10\nincrement_s = 1"
        ),
    ):
        schedule = read(text, take)
        assert Schedule.from_text(schedule.to_text()) == schedule
        assert list(Schedule.from_text(schedule.to_text()).slots()) == list(schedule.slots())


def test_kinds_of_schedule(take):
    """A round robin pairs all agents, a gauntlet the first with each other, and `pairs` only the named ones."""
    four = SMALLEST + THIRD + THIRD.replace("third", "fourth")

    def matches(text):
        return [(a.name, b.name) for a, b in read(text, take).matches()]

    assert len(matches(four)) == 6
    assert matches('kind = "gauntlet"\n' + four) == [
        ("improved", "engine"),
        ("improved", "third"),
        ("improved", "fourth"),
    ]
    assert matches('pairings = [["third", "engine"]]\n' + four) == [("third", "engine")]


def test_chosen_openings_follow_their_first_game(take):
    """If agents choose the opening, the second game of a pair waits for the first and replays its plies."""
    schedule = read(SMALLEST.replace("random_plies", "chosen_plies"), take)
    slots = list(schedule.slots())
    assert all(
        two.follows == one.id and one.follows is None for one, two in zip(slots[::2], slots[1::2], strict=True)
    )
    assert len({slot.id for slot in slots}) == 10


def test_agents_take_turns_at_choosing_the_opening(take):
    """The first mover chooses the opening, so the second agent begins every other pair and the first replays it;
    random openings belong to no agent, and the first agent begins every pair."""
    slots = list(read(SMALLEST.replace("random_plies", "chosen_plies"), take).slots())
    turns = ["improved", "engine", "improved", "engine", "improved"]
    assert [slot.first.name for slot in slots[::2]] == turns
    assert [slot.second.name for slot in slots[1::2]] == turns
    assert {slot.first.name for slot in list(read(SMALLEST, take).slots())[::2]} == {"improved"}


def test_random_openings_differ_and_extend(take):
    """Random openings are different positions, and the first n are the same for every count."""
    few, many = random_openings(take, 3, 4, 7), random_openings(take, 3, 6, 7)
    assert many[:4] == few
    assert len({replay(take, opening) for opening in many}) == 6
    assert random_openings(take, 3, 4, 8) != few


def test_openings_without_a_source_are_random(take):
    """`count` alone means this many openings after the default of two random plies."""
    counted = read(SMALLEST.replace("random_plies = 2\n", ""), take).openings
    assert counted == read(SMALLEST, take).openings


def test_too_many_openings_are_refused(take):
    """More openings than there are positions are refused, and the error gives the number of positions."""
    with pytest.raises(InvalidSettings, match="expected 4 different openings of 1 random plies, found only 3; lower"):
        random_openings(take, 1, 4, 0)


def test_books(take, tmp_path):
    """Each line of a book is an opening, from the start or from a position; comments and repeats are left out."""
    book = ["# a comment", "take1 take2", "", "  #", "7 B | take3", "take1 take2", "9 A |"]
    assert book_openings(take, book, "book") == [
        Opening(("take1", "take2")),
        Opening(("take3",), "7 B"),
        Opening((), "9 A"),
    ]
    (tmp_path / "book.txt").write_text("\n".join(book))
    schedule = read(SMALLEST.replace("random_plies = 2\ncount = 5", 'file = "book.txt"\ncount = 2'), take, tmp_path)
    assert len(schedule.openings) == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["take1", "take9"], r"book:2: expected to take one of \(1, 2, 3\), got 9"),
        (["hello"], "book:1: expected an action such as take2, got 'hello'"),
        (["2 A | take2"], "book:1: expected an opening that does not end the game, got '2 A | take2'"),
        (["2 A | take2 take1"], "book:1: expected an opening that does not end the game"),
        (["x | take1"], "book:1: expected a position such as '7 A', got 'x'"),
        (["#"], "book: expected at least one opening, got none"),
        (["take1", "take1 # good"], "book:2: .* got '#'; a comment needs a line of its own that begins with '# '"),
        (["#take1"], "book:1: .* got '#take1'; a comment needs a line of its own that begins with '# '"),
        (["7 A # x | take1"], "book:1: expected a position such as '7 A', got '7 A # x'"),
        (["take1 " * 2000], "book:1: expected at most 1,000,000 lines of 10,000 characters"),
    ],
)
def test_wrong_books_name_the_line(take, lines, message):
    """A wrong line of a book is refused with its number and the game's own words."""
    with pytest.raises(InvalidNotation, match=message):
        book_openings(take, lines, "book")


class Walls:
    """Take, with positions written as isolation writes closed cells: `#` for stones taken."""

    def __init__(self, game):
        self._game = game

    def __getattr__(self, name):
        return getattr(self._game, name)

    def format_state(self, state):
        return "#" * (40 - state.left) + "." * state.left + f" {'AB'[state.mover]}"

    def parse_state(self, text):
        cells, _, mover = text.partition(" ")
        if len(cells) != 40 or set(cells) - {"#", "."} or mover not in ("A", "B"):
            raise InvalidNotation(f"expected forty of # and ., got {text!r}")
        return self._game.parse_state(f"{cells.count('.')} {mover}")


def test_positions_may_hold_a_number_sign(take, tmp_path):
    """In a list and in a book every position is read whole, even if `#` is a cell of the game."""
    walls = Walls(take)
    texts = ["#" * 33 + "." * 7 + " A", "." * 9 + "#" * 31 + " B"]
    found = position_openings(walls, texts)
    assert [opening.start for opening in found] == texts
    assert [replay(walls, opening).left for opening in found] == [7, 9]
    book = ["# two positions", *(f"{text} | take1" for text in texts)]
    assert [opening.start for opening in book_openings(walls, book, "book")] == texts


@pytest.mark.parametrize(
    ("positions", "message"),
    [
        (["7 A", "7 A # x"], r"positions in \[openings\], number 2: expected a position such as .* got '7 A # x'"),
        (["# 7 A"], r"positions in \[openings\], number 1: expected a position such as '7 A', got '# 7 A'"),
        (["7 A", ""], r"positions in \[openings\], number 2: "),
        (["7 A", 7], r"positions in \[openings\], number 2: expected a string, got 7"),
        (["7 A", "7 A "], r"positions in \[openings\], number 2: expected each position once, got '7 A ' twice"),
        ([], r"positions in \[openings\]: expected at least one position, got none"),
    ],
)
def test_no_position_is_dropped(take, positions, message):
    """A position that the game refuses, an empty one and a repeated one are refused by their number in the list."""
    with pytest.raises(AdvsearchError, match=message):
        position_openings(take, positions)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 1", "sede = 1", "unknown entry 'sede' in the schedule; did you mean seed?"),
        ("seed = 1", "seed = -1", "expected `seed` in the schedule to be at least 0, got -1"),
        ("seed = 1", "seed = true", "expected `seed` in the schedule to be a whole number, got True"),
        ("nodes = 1000", "time_s = -1", r"expected `time_s` in \[limits\] to be at least 0 and finite, got -1"),
        ("nodes = 1000", "time_s = nan", r"expected `time_s` in \[limits\] to be at least 0 and finite, got nan"),
        ("nodes = 1000", "increment_s = 1", r"`increment_s` in \[limits\] needs `game_s`"),
        ("nodes = 1000", "time_s = 1\ngame_s = 9", r"expected `time_s` \(per move\) or `game_s` \(whole game\)"),
        ("count = 5", "cout = 5", r"unknown entry 'cout' in \[openings\]; did you mean count?"),
        ("count = 5", 'file = "x"', r"expected \[openings\] to have one of .* got random_plies and file"),
        ("random_plies = 2", 'file = "none.txt"', "the book 'none.txt' cannot be read: No such file or directory"),
        ("random_plies = 2", 'positions = ["7 A"]', "expected 5 openings in positions, found only 1; lower `count`"),
        ('name = "engine"', 'name = "improved"', "two agents are called 'improved'; rename one agent"),
        ('name = "engine"', "", "expected an agent's name to be a short printable string, got ''"),
        ('ugi = "', 'callable = "m:f"\nugi = "', "expected agent 'engine' to have one of .* got callable and ugi"),
        ('ugi = "path/to/program --its arguments"', "", "expected agent 'engine' to have one of .* got none"),
        ('ugi = "', 'memory_mb = 1\nugi = "', r"expected `memory_mb` in \[agents\] to be at least 16, got 1"),
        (
            'ugi = "',
            'options = {a = []}\nugi = "',
            r"expected option 'a' of an agent to be a string or number, got \[\]",
        ),
        ("seed = 1", 'kind = "swiss"', "expected `kind` to be one of round-robin, gauntlet, pairs, got 'swiss'"),
        ("seed = 1", 'kind = "pairs"', "expected `pairings` such as .* with kind = "),
        ("seed = 1", 'pairings = [["improved", "x"]]', "expected a pairing of agents of this schedule, got 'x'"),
        ("seed = 1", 'pairings = [["x"]]', r"expected a pairing to be two different names, got \['x'\]"),
        ("seed = 1", 'pairings = [["improved", "engine"], ["engine", "improved"]]', "expected each pairing once"),
        ("seed = 1", "agents = 3\n[x]", "expected a schedule in TOML, got invalid TOML: "),
        ("[limits]\nnodes = 1000", "[test]\nmargin = 0", "expected a margin above 0 Elo, got 0.0"),
        ("[limits]\nnodes = 1000", "[test]\nmargn = 0", r"unknown entry 'margn' in \[test\]; did you mean margin?"),
    ],
)
def test_wrong_schedules_are_refused(take, old, new, message):
    """Each wrong entry is a one-line error that says where, what was expected and what came."""
    assert old in SMALLEST
    with pytest.raises(AdvsearchError, match=message):
        read(SMALLEST.replace(old, new), take)


def test_other_refusals(take, tmp_path):
    """One agent alone, a test among three, no game, deep nesting, and files that cannot be read are refused."""
    with pytest.raises(InvalidSettings, match="expected at least two agents, got 1"):
        read(THIRD, take)
    with pytest.raises(InvalidSettings, match=r"expected two agents in a match with \[test\], got 3"):
        read(SMALLEST.replace("[limits]\nnodes = 1000", "[test]\nmargin = 30") + THIRD, take)
    with pytest.raises(InvalidSettings, match="expected the schedule to name a game"):
        game_of({"seed": 1})
    with pytest.raises(InvalidNotation, match="expected a schedule in TOML"):
        read_toml("a = " + "[" * 20_000)
    with pytest.raises(InvalidSettings, match="the schedule .* cannot be read: No such file or directory"):
        schedule_from(tmp_path / "none.toml", None)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidNotation, match="to be UTF-8 text, got other bytes"):
        schedule_from(tmp_path / "bytes.toml", None)


ODD = ("=", '"', "[", "]", "1e9", "nan", "\0", "\n", "é", "-")


def fuzz_schedules(take, count, seed):
    rng = random.Random(seed)
    slowest = 0.0
    for _ in range(count):
        text = SMALLEST
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(text))
            text = text[:place] + rng.choice(ODD) + text[place + rng.randint(0, 5) :]
        started = time.thread_time()
        with contextlib.suppress(AdvsearchError):
            read(text, take)
        slowest = max(slowest, time.thread_time() - started)
    return slowest


def test_mutated_schedules_raise_only_our_errors(take):
    """500 mutated schedules are read or refused with one of advsearch's errors."""
    fuzz_schedules(take, 500, seed=1)


@pytest.mark.nightly
def test_100_000_mutated_schedules(take):
    """100,000 mutated schedules are read or refused with one of advsearch's errors, each in under a second and 100
    MB.
    """
    tracemalloc.start()
    try:
        assert fuzz_schedules(take, 100_000, seed=2) < 1
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()
