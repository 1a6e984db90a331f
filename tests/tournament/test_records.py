import json
import random
import time
import tracemalloc

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidNotation
from advsearch.tournament.records import FAULTS, RESULTS, TERMINATIONS, GameRecord, MoveCost, read_line

words = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=12)
moves = st.builds(
    MoveCost,
    words,
    st.floats(0, 1e6).map(lambda x: round(x, 6)),
    st.none() | st.integers(0, 99),
    st.none() | st.integers(0, 2**63 - 1),
    st.none() | words,
)


@st.composite
def records(draw):
    first, second = draw(words), draw(words)
    termination = draw(st.sampled_from(TERMINATIONS))
    actions = tuple(draw(st.lists(words, max_size=8)))
    return GameRecord(
        id=draw(words),
        pair=draw(words),
        game=draw(words),
        first=first,
        second=second,
        opening=actions[: draw(st.integers(0, len(actions)))],
        actions=actions,
        result=draw(st.sampled_from(sorted(RESULTS))),
        termination=termination,
        fault=draw(st.sampled_from([first, second])) if termination in FAULTS else None,
        detail=draw(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)),
        start=draw(st.none() | words),
        utility=draw(st.none() | st.floats(-1e9, 1e9)),
        seed=draw(st.integers(0, 2**63 - 1)),
        moves=tuple(draw(st.lists(moves, max_size=4))),
        seconds=draw(st.floats(0, 1e6).map(lambda x: round(x, 6))),
    )


@given(records())
def test_a_record_survives_export_and_import(record):
    """Writing a game as a line and reading it back gives the same game."""
    line = record.to_line()
    assert "\n" not in line
    assert read_line(line) == record


GOOD = json.loads(
    GameRecord("g", "p", "take", "one", "two", ("take1",), ("take1", "take2"), "1-0", "normal", utility=1.0).to_line()
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "expected version 1 of the game format, got 2"),
        ({"version": True}, "expected version 1 of the game format, got True"),
        ({"winner": "one"}, "unknown field 'winner' in a game"),
        ({"id": ""}, "expected `id` of a game to be a printable string, got ''"),
        ({"game": 3}, "expected `game` of a game to be a printable string, got 3"),
        ({"actions": "take1"}, "expected `actions` of a game to be a list of printable strings, got 'take1'"),
        ({"actions": []}, "expected `actions` of a game to begin with the actions in `opening`"),
        ({"termination": "bored"}, "expected `termination` to be one of normal, time, .*, got 'bored'"),
        ({"result": "2-0"}, "expected `result` to be one of 1-0, 1/2-1/2, 0-1, got '2-0'"),
        ({"fault": "one"}, "expected `fault` of a game ended by normal to be null, got 'one'"),
        ({"termination": "crash"}, "expected `fault` of a game ended by crash to be 'one' or 'two', got None"),
        ({"seed": -1}, "expected `seed` of a game to be a whole number below 2\\^63, got -1"),
        ({"seed": None}, "expected `seed` of a game to be a whole number below 2\\^63, got None"),
        ({"seconds": "1"}, "expected `seconds` of a game to be a number, got '1'"),
        ({"utility": 10**400}, "expected `utility` of a game to be a finite number, got 1000"),
        ({"moves": [[1, 2]]}, r"expected a move as \[agent, seconds, depth, nodes, value\], got \[1, 2\]"),
        ({"moves": 3}, "expected `moves` of a game to be a list, got 3"),
        (
            {"moves": [["one", 0, 1.5, 2, None]]},
            "expected `depth` of a game to be a whole number below 2\\^63, got 1.5",
        ),
        ({"moves": [["one", 0, 1, 2, 3]]}, "expected a move's value to be a printable string, got 3"),
        ({"moves": [[0, 0, 1, 2, None]]}, "expected a move's agent to be a printable string, got 0"),
        ({"detail": "\0"}, r"expected `detail` of a game to be a printable string, got '\\x00'"),
    ],
)
def test_a_wrong_field_is_named(change, message):
    """A record with one wrong field is a one-line error that names the field and its value."""
    with pytest.raises(InvalidNotation, match=message):
        read_line(json.dumps({**GOOD, **change}))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", r"expected a game as a JSON object, got \[\]"),
        ("{", "got text that is not JSON"),
        ("[" * 100_000, "too many levels of nesting"),
        ('{"version": NaN}', "expected a finite number in a game, got NaN"),
        ('{"version": 1, "version": 1}', "expected each field of a game once, got the same field twice"),
        ('{"version": ' + "9" * 5000 + "}", "got text that is not JSON"),
        (" " * 1_000_001, "expected a game in at most 1,000,000 characters, got 1,000,001"),
    ],
)
def test_hostile_lines_are_refused(line, message):
    """Text that is not a record, however long or deep, is a one-line error."""
    with pytest.raises(InvalidNotation, match=message):
        read_line(line)


ODD = ('"', "{", "[", "]", "}", ",", ":", "\\", "\0", "\ud800", "9" * 30, "e9", "-", "null", "\n", "é")


def mutate(rng, text):
    """The line with a few stretches removed, and replaced by something odd or by a copy of its beginning."""
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(text) + 1)
        odd = rng.choice((*ODD, text[: rng.randint(0, 40)]))
        text = text[:place] + odd + text[place + rng.choice((0, 0, 1, 5)) :]
    return text


def fuzz_lines(count, seed):
    rng = random.Random(seed)
    line = json.dumps(GOOD)
    slowest = 0.0
    for _ in range(count):
        started = time.thread_time()
        try:
            record = read_line(mutate(rng, line))
        except InvalidNotation:
            pass
        else:
            assert attrs.asdict(read_line(record.to_line())) == attrs.asdict(record)
        slowest = max(slowest, time.thread_time() - started)
    return slowest


def test_mutated_lines_raise_only_invalid_notation():
    """2,000 mutated records are read or refused by `InvalidNotation`; nothing else escapes."""
    fuzz_lines(2_000, seed=1)


@pytest.mark.nightly
def test_100_000_mutated_lines():
    """100,000 mutated records are read or refused by `InvalidNotation`, each in under a second and 100 MB."""
    tracemalloc.start()
    try:
        assert fuzz_lines(100_000, seed=2) < 1
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()
