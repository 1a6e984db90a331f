import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch.ratings import PairCounts, SequentialTest, elo_of_score, holm, score_of_elo, verdict
from advsearch.ratings.pairs import POINTS
from advsearch.ratings.power import more_pairs, simulate_match
from advsearch.ratings.sequential import FEWEST_PAIRS, log_likelihood_ratios

five = st.tuples(*[st.integers(0, 40)] * 5)


def test_elo_and_score():
    """Three quarters of the points are 191 Elo, as in chess tables, and each scale inverts the other."""
    assert elo_of_score(0.75) == pytest.approx(190.85, abs=0.01)
    assert score_of_elo(elo_of_score(0.6)) == pytest.approx(0.6)
    assert (elo_of_score(0), elo_of_score(1)) == (-math.inf, math.inf)


@given(five)
def test_seen_from_the_other_side(counts):
    """Reversing the counts mirrors score, interval, superiority, test ratios and decision."""
    ours, theirs = PairCounts(counts), PairCounts(counts[::-1])
    assert theirs.score == pytest.approx(1 - ours.score)
    assert theirs.superiority == pytest.approx(1 - ours.superiority)
    assert theirs.score_interval().low == pytest.approx(1 - ours.score_interval().high, abs=1e-9)
    test = SequentialTest()
    assert test.ratios(theirs) == pytest.approx(test.ratios(ours)[::-1], abs=1e-6)
    mirror = {"first": "second", "second": "first", "neither": "neither", None: None}
    assert test.decide(theirs) == mirror[test.decide(ours)]


@given(five)
def test_the_interval_holds_the_score_and_stays_possible(counts):
    """The interval contains the observed score and is within 0 to 1."""
    pairs = PairCounts(counts)
    interval = pairs.score_interval()
    assert 0 <= interval.low <= pairs.score + 1e-12
    assert pairs.score - 1e-12 <= interval.high <= 1


def test_the_score_interval_covers():
    """In 2,000 simulated matches of 40 pairs at three strengths, 93 to 97 % of intervals contain the truth."""
    rng = random.Random(5)
    for truth in (0.5, 0.6, 0.8):
        held = 0
        for _ in range(2000):
            counts = [0] * 5
            for _ in range(40):
                counts[2 * ((rng.random() < truth) + (rng.random() < truth))] += 1
            held += truth in PairCounts(tuple(counts)).score_interval()
        assert 0.93 <= held / 2000 <= 0.97


@given(five.filter(lambda counts: sum(counts) > 0), st.floats(-200, 200))
def test_the_ratio_is_one_of_maximum_likelihoods(highest, counts, elo):
    """The ratio is the one of the most likely probabilities under each hypothesis, found here by another method."""
    (ratio,) = log_likelihood_ratios(PairCounts(counts), elo)
    padded = [n + 1e-3 for n in counts]
    best = best_with_mean(highest, padded, score_of_elo(elo)) - best_with_mean(highest, padded, 0.5)
    assert ratio == pytest.approx(best, abs=1e-3, rel=1e-4)


def best_with_mean(highest, counts, mean):
    """The largest log-likelihood of five probabilities with this mean, found by minimising the convex dual by ternary
    search: the minimum over t of sum n log(n / (N (1 + t (x - mean))))."""
    total = sum(counts)

    def dual(t):
        return sum(n * math.log(n / (total * (1 + t * (x - mean)))) for n, x in zip(counts, POINTS, strict=True))

    return -highest(lambda t: -dual(t), -1 / (1 - mean) * (1 - 1e-12), 1 / mean * (1 - 1e-12))


@given(st.integers(20, 400), st.integers(20, 400), st.floats(5, 100))
def test_the_ratio_of_clean_pairs_is_walds(won, lost, elo):
    """If each pair is won or lost as a whole, the ratio is that of Wald's test of a coin."""
    (ratio,) = log_likelihood_ratios(PairCounts((lost, 0, 0, 0, won)), elo)
    share = score_of_elo(elo)
    assert ratio == pytest.approx(won * math.log(2 * share) + lost * math.log(2 * (1 - share)), abs=0.1)


@given(st.tuples(*[st.integers(50, 400)] * 5), st.floats(5, 40))
def test_the_ratio_of_many_pairs_is_near_the_normal_one(counts, elo):
    """With many pairs of all kinds and a score near 0.5, the ratio is near that of a normal distribution."""
    pairs = PairCounts(counts)
    far = score_of_elo(elo)
    if abs(pairs.score - 0.5) > 0.03:
        return
    (ratio,) = log_likelihood_ratios(pairs, elo)
    normal = pairs.pairs * (far - 0.5) * (pairs.score - (far + 0.5) / 2) / pairs.variance
    assert ratio == pytest.approx(normal, rel=0.15, abs=0.6)


def test_the_bounds_are_walds():
    """At alpha 0.1 (0.05 either way) and beta 0.05 the bounds are -2.94 and 2.94, as match runners print them."""
    refuse, accept = SequentialTest(alpha=0.1, beta=0.05).bounds
    assert (round(refuse, 2), round(accept, 2)) == (-2.94, 2.94)


def test_no_decision_on_a_handful():
    """Seven won pairs give no decision; sixty do."""
    assert SequentialTest().decide(PairCounts((0, 0, 0, 0, FEWEST_PAIRS - 1))) is None
    assert SequentialTest().decide(PairCounts((0, 0, 0, 0, 60))) == "first"


def test_errors_of_the_sequential_test():
    """In 150 simulated matches each, a winner among equals and a missed difference occur in at most 10 %."""
    test, rng = SequentialTest(margin=80), random.Random(3)
    false = sum(simulate_match(test, 0, 0.2, 3000, rng, 5)[0] != "neither" for _ in range(150))
    missed = sum(simulate_match(test, 80, 0.2, 3000, rng, 5)[0] != "first" for _ in range(150))
    assert false <= 15  # 5 % of 150 is 7.5; 15 is beyond its 99 % point
    assert missed <= 15


def test_more_pairs_needed():
    """A level score needs no number of pairs, a decided one at least 1 more, and a small gap many more."""
    assert more_pairs(PairCounts((5, 0, 5, 0, 5))) is None
    assert more_pairs(PairCounts((0, 0, 1, 0, 60))) == 1
    assert more_pairs(PairCounts((4, 0, 5, 0, 6))) > 100


@given(five)
def test_interval_p_value_and_superiority_agree(counts):
    """The p value is below 0.05 exactly if the 95 % interval excludes equality, even if all pairs brought the same
    points; superiority is its one-sided half."""
    pairs = PairCounts(counts)
    interval = pairs.score_interval()
    assert (pairs.p_value < 0.05) == (0.5 not in interval)
    assert min(pairs.superiority, 1 - pairs.superiority) == pytest.approx(pairs.p_value / 2)


def test_two_won_pairs_prove_nothing():
    """Two won pairs of two are not significant (in a sign test, four won games have p = 0.125)."""
    assert PairCounts((0, 0, 0, 0, 2)).p_value > 0.1
    assert PairCounts((0, 0, 0, 0, 2)).superiority < 0.95


@given(st.tuples(*[st.integers(0, 9)] * 5).filter(lambda counts: sum(counts) > 9), st.integers(2, 6))
def test_the_pairs_needed_decide(counts, times):
    """At the same score, a match is undecided well before the number of pairs it needs, and decided after it."""
    now, then = PairCounts(counts), PairCounts(tuple(times * n for n in counts))
    further = more_pairs(now)
    if further is None:
        return
    played = then.pairs - now.pairs
    if then.variance > 0 and (played > 1.2 * further + 5 or played < 0.8 * further - 5):
        assert (0.5 not in then.score_interval()) == (played > further)


@given(st.tuples(*[st.integers(0, 9)] * 5).filter(lambda counts: sum(counts) > 9), st.integers(2, 20))
def test_the_pairs_a_sequential_test_asks_for_decide(counts, times):
    """At the same score, a sequential test decides after about the number of pairs it needs, and not well before."""
    test, now, then = SequentialTest(margin=60), PairCounts(counts), PairCounts(tuple(times * n for n in counts))
    further = test.more_pairs(now)
    if test.decide(now) is not None or further is None:
        return
    played = then.pairs - now.pairs
    if played > 1.1 * further + 2 or played < 0.9 * further - 2:
        assert (test.decide(then) is not None) == (played > further)


def test_verdicts_say_what_is_known():
    """Stronger, weaker, undecided, no difference, no games and repeated games each have a sentence of their own."""
    assert verdict("a", "b", PairCounts()) == "not decided: no pair of a against b is complete"
    undecided = verdict("a", "b", PairCounts((4, 0, 5, 0, 6)))
    assert undecided == (
        "not decided: 95 % interval -98 to +192 Elo for a against b (15 pairs); "
        "about 140 more pairs needed at this score"
    )
    tested = verdict("a", "b", PairCounts((4, 0, 5, 0, 16)), test=SequentialTest())
    assert tested == (
        "not decided: 95 % interval +49 to +315 Elo for a against b (25 pairs); "
        "about 52 more pairs needed at this score"
    )
    assert verdict("a", "b", PairCounts((0, 0, 0, 0, 3))).endswith("; about 1 more pair needed at this score")
    weaker = verdict("a", "b", PairCounts((60, 40, 10, 2, 0)))
    assert weaker == "b is stronger than a: +305 Elo, 95 % interval +258 to +352 Elo (112 pairs)"
    same = verdict("a", "b", PairCounts((5, 0, 400, 0, 5)), "neither", test=SequentialTest())
    assert same.startswith("no difference as large as 30 Elo between a and b: 95 % interval -")
    all_won = verdict("a", "b", PairCounts((30, 0, 0, 0, 0)))
    assert all_won == "b is stronger than a: 95 % interval above +357 Elo (30 pairs)"
    assert "interval below +234 Elo for a against b (1 pair)" in verdict("a", "b", PairCounts((1, 0, 0, 0, 0)))
    repeated = verdict("a", "b", PairCounts((0, 0, 0, 0, 50)), distinct_games=2)
    assert repeated == (
        "not decided: only 2 of 100 games of a against b were different, and repeated games are no evidence; "
        "take other openings"
    )


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_adjusted_p_values_are_never_smaller(p_values):
    """Holm's adjustment never lowers a p value, keeps their order, and does not change a single one."""
    adjusted = holm(p_values)
    assert all(b >= a for a, b in zip(p_values, adjusted, strict=True))
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    assert [adjusted[i] for i in order] == sorted(adjusted)
    assert holm(p_values[:1]) == p_values[:1]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PairCounts((1, 2, 3)), r"expected five counts of pairs, none negative, got \(1, 2, 3\)"),
        (lambda: PairCounts.of_points([0.3]), "expected a pair to give 0, 0.5, 1, 1.5 or 2 points, got 0.3"),
        (lambda: SequentialTest(margin=0), "expected a margin above 0 Elo, got 0"),
        (lambda: SequentialTest(alpha=0.6), "expected `alpha` to be between 0 and 0.5, got 0.6"),
        (
            lambda: simulate_match(SequentialTest(), 400, 0.9, 10, random.Random(0)),
            "expected a share of draws from 0 to 0.18, the most at a difference of 400 Elo, got 0.9",
        ),
    ],
)
def test_impossible_settings_are_refused(make, message):
    """Each impossible setting raises a one-line error that names it."""
    with pytest.raises(InvalidSettings, match=message):
        make()
