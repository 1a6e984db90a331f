import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch.ratings.bradley_terry import ELO
from advsearch.ratings.standings import rate, tally_of

Z = 1.959964


def named(standings):
    return {rating.name: rating for rating in standings.ratings}


def two_sides_profile(pairs, highest):
    """The likelihood of two sides without draws at each rating difference, with the best first-move advantage for it.
    It is computed from the model's definition and includes the imaginary game of a side against itself.
    """

    def at(difference):
        def with_advantage(first_move):
            total = -sum(math.log1p(math.exp(sign * first_move)) for sign in (-1, 1)) / 2
            for _, _, began, replied in pairs:
                total -= math.log1p(math.exp(-(2 * began - 1) * (difference + first_move)))
                total -= math.log1p(math.exp(-(2 * replied - 1) * (difference - first_move)))
            return total

        return highest(with_advantage, -10, 10)

    return at


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.02, 0.98))
def test_the_ends_are_equally_unlikely(highest, seed, share):
    """Both ends of an interval have the same profile likelihood, found here by another method, and the intervals of
    two sides mirror each other."""
    rng = random.Random(seed)
    pairs = [("a", "b", float(rng.random() < share), float(rng.random() < share)) for _ in range(30)]
    found = named(rate(pairs))
    low, high = found["a"].interval.low / ELO * 2, found["a"].interval.high / ELO * 2
    assert found["b"].interval.low == pytest.approx(-found["a"].interval.high)
    if found["a"].elo is not None:
        profile = two_sides_profile(pairs, highest)
        assert profile(low) == pytest.approx(profile(high), abs=0.02)


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_independent_games_keep_the_model_s_interval(seed):
    """If the games of a pair are independent, the interval is near that of the plain likelihood."""
    rng = random.Random(seed)
    pairs = [("a", "b", float(rng.random() < 0.6), float(rng.random() < 0.6)) for _ in range(200)]
    interval = named(rate(pairs))["a"].interval
    share = sum(began + replied for _, _, began, replied in pairs) / 400
    plain = 2 * Z / math.sqrt(400 * share * (1 - share)) * ELO / 2
    assert interval.high - interval.low == pytest.approx(plain, rel=0.2)


def test_pairs_whose_games_end_alike_count_for_less():
    """If the two games of a pair always have the same winner, the interval is wider by about the root of 2; if each
    pair is always split, it is narrower."""
    alike = named(rate([("a", "b", 1.0, 1.0), ("a", "b", 0.0, 0.0)] * 50))["a"].interval
    mixed = [("a", "b", began, replied) for began in (0.0, 1.0) for replied in (0.0, 1.0)]
    independent = named(rate(mixed * 25))["a"].interval
    split = named(rate([("a", "b", 1.0, 0.0), ("a", "b", 0.0, 1.0)] * 50))["a"].interval
    assert alike.high / independent.high == pytest.approx(math.sqrt(2), rel=0.05)
    assert 0 < split.high < independent.high / 3


def test_an_unbeaten_side_is_above_something():
    """A side that won every game gets no estimate and an interval without an upper end; the others' mean is 0."""
    pairs = [("a", "b", 1.0, 0.0), ("a", "b", 0.0, 1.0), ("a", "b", 1.0, 1.0), ("top", "a", 1.0, 1.0)]
    found = rate([*pairs, ("top", "b", 1.0, 1.0)] * 5)
    assert found.ratings[0].name == "top"
    top, a, b = (named(found)[name] for name in ("top", "a", "b"))
    assert top.elo is None
    assert 0 < top.interval.low < top.interval.high == math.inf
    assert a.elo == pytest.approx(-b.elo)
    assert 0 < a.elo in a.interval
    assert (top.points, top.games) == (20, 20)


def test_a_side_with_one_point_has_two_ends():
    """A side with one point from a hundred games has a finite interval, whose lower end is the farther one."""
    rating = named(rate([("weak", "strong", 0.0, 0.0)] * 49 + [("weak", "strong", 1.0, 0.0)]))["weak"]
    assert -1200 < rating.interval.low < rating.elo < rating.interval.high < -200
    assert rating.elo - rating.interval.low > rating.interval.high - rating.elo


def test_a_chain_of_clean_wins_has_no_estimates():
    """If each side won every game against the next, no side has an estimate, and the interval of the side in the
    middle has no end."""
    found = named(rate([("a", "b", 1.0, 1.0), ("b", "c", 1.0, 1.0)] * 5))
    assert [found[name].elo for name in "abc"] == [None] * 3
    ends = [(found[name].interval.low > -math.inf, found[name].interval.high < math.inf) for name in "abc"]
    assert ends == [(True, False), (False, False), (False, True)]


def test_every_game_won_from_one_seat():
    """If the first mover wins every game, the ratings are equal with wide intervals and the advantage is finite."""
    found = rate([("a", "b", 1.0, 0.0)] * 20)
    assert found.ratings[0].elo == pytest.approx(0, abs=1e-6)
    assert found.ratings[0].interval.high > 100
    assert found.first_move.elo > 400
    assert math.isfinite(found.first_move.interval.high)


def test_a_pair_counts_once_from_each_seat():
    """In the tally, a moves first in the first game of a pair and b in the second."""
    assert tally_of([("a", "b", 1.0, 0.5)]) == {("a", "b"): (1.0, 0.0, 0.0), ("b", "a"): (0.0, 1.0, 0.0)}
    assert tally_of([("a", "b", 0.0, 1.0)]) == {("a", "b"): (0.0, 0.0, 1.0), ("b", "a"): (0.0, 0.0, 1.0)}


def simulated(rng, truth, pairs, first_move=25.0, draws=0.0):
    def play(first, second):
        x = (truth[first] - truth[second] + first_move) / ELO
        win, loss = math.exp(x / 2), math.exp(-x / 2)
        u = rng.random() * (win + draws + loss)
        return 1.0 if u < win else 0.5 if u < win + draws else 0.0

    return [(a, b, play(a, b), 1 - play(b, a)) for a, b in itertools.combinations(truth, 2) for _ in range(pairs)]


@pytest.mark.parametrize("truth", [{"a": -40, "b": 0, "c": 40}, {"a": -700, "b": 0, "c": 100}])
def test_intervals_hold_the_truth_in_simulated_tournaments(truth):
    """In 100 simulated tournaments of similar or very unequal sides, 91 to 98 % of the 300 intervals contain the
    truth."""
    rng = random.Random(11)
    held = 0
    for _ in range(100):
        ratings = rate(simulated(rng, truth, 20, draws=0.3)).ratings
        estimated = [rating.name for rating in ratings if rating.elo is not None]
        centre = sum(truth[name] for name in estimated) / len(estimated)
        held += sum(truth[rating.name] - centre in rating.interval for rating in ratings)
    assert 0.91 <= held / 300 <= 0.98


def test_no_pair_is_refused():
    """A rating without any pair raises a one-line error."""
    with pytest.raises(InvalidSettings, match="expected at least one pair of games to rate, got none"):
        rate([])
