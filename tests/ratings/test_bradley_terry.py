import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch.ratings.bradley_terry import ELO, fit

counts = st.integers(1, 30)
mixed = st.tuples(counts, st.integers(0, 20), counts)


def log_likelihood(tally, elo, first_move, draw):
    """The log-likelihood, written out from the model's definition, with parameters in Elo."""
    total = 0.0
    for (a, b), (wins, draws, losses) in tally.items():
        x = (elo[a] - elo[b] + first_move) / ELO
        weights = math.exp(x / 2), math.exp(draw), math.exp(-x / 2)
        for n, weight in zip((wins, draws, losses), weights, strict=True):
            if n:
                total += n * math.log(weight / sum(weights))
    return total


@given(counts, counts, counts, counts)
def test_two_sides_without_draws_have_a_closed_form(w1, l1, w2, l2):
    """For two sides without draws, the rating difference is half the difference of the log odds in the two seats, and
    the first-move advantage is half their sum."""
    found = fit({("a", "b"): (w1, 0, l1), ("b", "a"): (w2, 0, l2)})
    odds_first, odds_second = math.log(w1 / l1), math.log(w2 / l2)
    assert found.elo["a"] - found.elo["b"] == pytest.approx(ELO * (odds_first - odds_second) / 2, abs=0.5)
    assert found.first_move == pytest.approx(ELO * (odds_first + odds_second) / 2, abs=0.5)


@given(st.tuples(mixed, mixed, mixed, mixed, mixed, mixed), st.randoms(use_true_random=False))
def test_no_nearby_parameters_are_likelier(results, rng):
    """The fit is a maximum: no random step away from it makes the games of three sides more likely."""
    pairings = [(a, b) for a in "abc" for b in "abc" if a != b]
    tally = dict(zip(pairings, results, strict=True))
    found = fit(tally)
    top = log_likelihood(tally, found.elo, found.first_move, found.draw)
    for _ in range(10):
        moved = {name: elo + rng.uniform(-20, 20) for name, elo in found.elo.items()}
        draw = found.draw + rng.uniform(-0.1, 0.1)
        near = log_likelihood(tally, moved, found.first_move + rng.uniform(-20, 20), draw)
        assert near <= top + 1e-2  # the ridge moves the maximum by less than this


@given(st.tuples(mixed, mixed, mixed, mixed, mixed, mixed))
def test_names_do_not_matter(results):
    """Renaming the sides renames the ratings and does not change them."""
    pairings = [(a, b) for a in "abc" for b in "abc" if a != b]
    swap = {"a": "z", "b": "m", "c": "b"}
    one = fit(dict(zip(pairings, results, strict=True)))
    two = fit({(swap[a], swap[b]): r for (a, b), r in zip(pairings, results, strict=True)})
    for old, new in swap.items():
        assert two.elo[new] == pytest.approx(one.elo[old], abs=1e-3)


def test_expected_points_add_up_to_the_points_scored():
    """At the maximum, every side's expected points equal the points it scored (the score equations of the model)."""
    tally = {("a", "b"): (10, 3, 5), ("b", "a"): (4, 6, 9), ("a", "c"): (2, 2, 2), ("c", "b"): (1, 5, 7)}
    found = fit(tally)
    for name in "abc":
        scored = expected = 0.0
        for (first, second), (wins, draws, losses) in tally.items():
            n = wins + draws + losses
            if first == name:
                scored, expected = scored + wins + draws / 2, expected + n * found.expected(first, second)
            elif second == name:
                scored, expected = scored + losses + draws / 2, expected + n * (1 - found.expected(first, second))
        assert expected == pytest.approx(scored, abs=1e-2)


def test_no_game_is_refused():
    """A fit without any game raises a one-line error."""
    with pytest.raises(InvalidSettings, match="expected at least one game to rate, got none"):
        fit({})
