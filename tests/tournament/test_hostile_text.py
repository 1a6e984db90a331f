import contextlib
import random
import time
import tracemalloc

import pytest

from advsearch import load_game
from advsearch.errors import LONGEST, AdvsearchError, IllegalAction, InvalidNotation, InvalidSettings
from advsearch.notation import action_text, read_action, read_state, state_text
from advsearch.specs import parse_spec
from advsearch.tournament.openings import book_openings

ODD = (
    "/",
    "|",
    "(",
    ")",
    "[",
    "]",
    "=",
    ",",
    ":",
    '"',
    "'",
    "\\",
    "\0",
    "\n",
    "\t",
    "\ud800",
    "é",
    "#",
    "X",
    "9" * 40,
)
GAMES = (
    "isolation",
    "isolation(width=11, height=9)",
    "isolation(moves=queen)",
    "pentago",
    "pentago(rules=after-turn)",
)


def mutate(rng, text):
    """The text with a few stretches removed, and replaced by something odd or by a copy of its beginning."""
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(text) + 1)
        odd = rng.choice((*ODD, text[: rng.randint(0, 40)] * rng.choice((1, 1, 1, 300))))
        text = text[:place] + odd + text[place + rng.choice((0, 0, 1, 5)) :]
    return text


def book_reader(game):
    state = game.initial()
    action = action_text(game, state, game.actions(state)[0])
    line = f"# a comment\n{state_text(game, state)} | {action}"
    return line, lambda text: book_openings(game, text.split("\n"), "book")


def state_reader(game):
    rng = random.Random(3)
    state = game.initial()
    for _ in range(6):
        state = game.result(state, rng.choice(list(game.actions(state))))
    return state_text(game, state), lambda text: read_state(game, text)


def action_reader(game):
    state = game.initial()
    return action_text(game, state, game.actions(state)[-1]), lambda text: read_action(game, state, text)


def spec_reader(_game):
    text = "hybrid(stages=[greedy, alphabeta(depth=6, evaluator='a b')], switches=[ply(45)], weight=-1.5e3)"
    return text, parse_spec


READERS = [
    *(pytest.param(reader, game, id=f"{name} of {game}") for game in GAMES for name, reader in
      (("states", state_reader), ("actions", action_reader), ("books", book_reader))),
    pytest.param(spec_reader, "isolation", id="specs"),
]  # fmt: skip


def throw_at(reader, game, count, seed):
    """The seconds of the slowest reading, and the most memory that one took."""
    rng = random.Random(seed)
    text, read = reader(load_game(game))
    read(text)
    slowest = 0.0
    tracemalloc.start()
    try:
        for _ in range(count):
            given = mutate(rng, text)
            started = time.thread_time()
            with contextlib.suppress(InvalidNotation, InvalidSettings, IllegalAction):
                read(given)
            slowest = max(slowest, time.thread_time() - started)
        return slowest, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("reader", "game"), READERS)
def test_hostile_text_is_read_or_refused(reader, game):
    """200 mutated texts are read, or refused by the documented errors."""
    throw_at(reader, game, 200, seed=1)


@pytest.mark.nightly
@pytest.mark.parametrize(("reader", "game"), READERS)
def test_100_000_hostile_texts(reader, game):
    """100,000 mutated texts for each parser: only the documented errors, each under a second and 100 MB."""
    slowest, memory = throw_at(reader, game, 100_000, seed=2)
    assert slowest < 1
    assert memory < 100e6


def test_long_text_makes_no_long_message():
    """An error that quotes a megabyte shows its beginning and its end."""
    message = str(AdvsearchError(f"expected {'x' * 10**6} at the end"))
    assert len(message) < LONGEST + 10
    assert message.startswith("expected xxx")
    assert message.endswith("xxx at the end")
