from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch.tournament.forecast import FEWEST_GAMES, Forecast, forecast, recorded_draws
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord, result_text
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store


def of_schedule(pairs: int, agents: int, elo: float, draws: float = 0.0) -> Forecast:
    schedule = Schedule(
        Conditions("take", 0),
        tuple(AgentSpec(str(number), searcher="random") for number in range(agents)),
        tuple(Opening((f"take{number}",)) for number in range(pairs)),
    )
    return forecast(schedule, elo, draws)


@given(st.integers(1, 60), st.integers(2, 5), st.floats(1, 200), st.floats(0, 0.4))
def test_what_a_schedule_can_show(pairs: int, agents: int, elo: float, draws: float) -> None:
    """Draws lower the number of pairs needed, more pairings and smaller differences raise it, and the differences
    that the schedule's own pairs show become smaller with more pairs."""
    found = of_schedule(pairs, agents, elo, draws)
    assert (found.pairings, found.pairs) == (agents * (agents - 1) // 2, pairs)
    assert found.pairs_needed <= of_schedule(pairs, agents, elo).pairs_needed
    assert found.pairs_needed <= of_schedule(pairs, agents + 1, elo, draws).pairs_needed
    assert found.pairs_needed <= of_schedule(pairs, agents, elo / 2, draws).pairs_needed
    assert found.smallest_elo >= of_schedule(pairs + 1, agents, elo, draws).smallest_elo
    assert found.as_json()["pairs_needed"] == found.pairs_needed


def test_a_difference_of_zero_is_refused() -> None:
    """No number of games shows a difference of 0."""
    with pytest.raises(InvalidSettings, match="^expected a difference above or below 0 Elo"):
        of_schedule(1, 2, 0)


def test_the_share_of_draws_comes_from_the_games_of_a_store(tmp_path: Path) -> None:
    """A store with enough games gives their share of draws; a smaller one, or none, gives nothing."""
    path = tmp_path / "games.db"
    assert recorded_draws(path) is None

    def game(number: int) -> GameRecord:
        result = result_text((1.0, 0.5, 0.0, 0.0)[number % 4])
        return GameRecord(str(number), str(number), "take", "a", "b", (), ("take1",), result, "normal")

    with Store(path) as store:
        store.begin({}, {}, "{}")
        store.add(map(game, range(FEWEST_GAMES - 1)))
    assert recorded_draws(path) is None
    with Store(path) as store:
        store.add([game(FEWEST_GAMES - 1)])
    found = recorded_draws(path)
    assert found is not None
    assert (found.games, found.share) == (FEWEST_GAMES, 0.25)
