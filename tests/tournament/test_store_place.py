"""A run over a store that is large, or that is removed while it is written."""

import pytest

from advsearch.errors import AdvsearchError
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord
from advsearch.tournament.runner import Runner, missing
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.workers import InProcess


def make_schedule(openings=4):
    agents = tuple(AgentSpec(name, searcher="random") for name in ("one", "two"))
    return Schedule(Conditions("take"), agents, tuple(Opening((f"take{n}",)) for n in range(openings)))


def play(task):
    slot, actions = task.slot, task.opening.actions
    names = slot.first.name, slot.second.name
    return GameRecord(slot.id, slot.pair, "take", *names, actions, (*actions, "take1"), "1-0", "normal")


class Uncopied(set):
    """A set that supports membership tests, but not union."""

    def __or__(self, other):
        raise AssertionError("merged")

    __ror__ = __sub__ = __rsub__ = union = copy = __or__


def test_what_is_missing_is_found_without_merging_sets():
    """A large store is resumed in linear time: no set of all its games is built for each game of the schedule."""
    slots = list(make_schedule(openings=5).slots())
    stored, aside = Uncopied(slot.id for slot in slots[:4]), Uncopied([slots[5].id])
    assert missing(slots, stored, aside) == [slots[4], *slots[6:]]


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
@pytest.mark.parametrize("game", [1, 3, 8])
def test_a_store_that_is_gone_ends_the_run(tmp_path, how, game):
    """If the store is deleted, moved or replaced while games are played, the run ends with an error, at the latest
    after its last game."""
    path, played = tmp_path / "s.db", []

    def lose(task):
        played.append(task)
        if len(played) == game:
            if how == "deleted":
                path.unlink()
            else:
                path.rename(tmp_path / "elsewhere.db")
            if how == "replaced":
                path.write_bytes(b"")
        return play(task)

    with Store(path) as store:
        runner = Runner(make_schedule(), store, lose)
        with pytest.raises(AdvsearchError, match="s.db' was deleted, moved or replaced, and the last"):
            runner.run(InProcess())
    assert len(played) <= game + 2


def test_a_store_that_is_gone_after_the_last_game_is_noticed(tmp_path):
    """A store that is deleted after its last game was stored is an error, too."""
    path = tmp_path / "s.db"
    with Store(path) as store:
        runner = Runner(
            make_schedule(), store, play, report=lambda progress: progress.done == progress.total and path.unlink()
        )
        with pytest.raises(AdvsearchError, match="was deleted, moved or replaced"):
            runner.run(InProcess())
