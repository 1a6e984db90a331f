import itertools
import random

from advsearch.ratings.ranking import certain_differences, sign_test
from advsearch.ratings.verdict import holm


def points_of(strengths, openings, rng):
    """Points of random pairs of games: the stronger agent of a pairing wins a game with a higher probability."""
    points = {name: {} for name in strengths}
    for one, two in itertools.combinations(strengths, 2):
        chance = strengths[one] / (strengths[one] + strengths[two])
        for opening in range(openings):
            got = float(sum(rng.random() < chance for _ in range(2)))
            points[one][two, opening], points[two][one, opening] = got, 2 - got
    return points


def test_equal_agents_are_not_told_apart():
    """Among equal agents some difference is called certain in at most about one tournament in twenty."""
    rng = random.Random(3)
    wrong = sum(
        bool(certain_differences(points_of(dict.fromkeys("abcdefgh", 1), 8, rng), below=0.05)) for _ in range(200)
    )
    assert wrong <= 20


def test_large_differences_are_found_and_have_the_right_sign():
    """Agents of very different strength are told apart, the stronger one first."""
    rng = random.Random(5)
    strengths = {name: 4.0**n for n, name in enumerate("abcde")}
    found = certain_differences(points_of(strengths, 20, rng), below=0.05)
    assert len(found) >= 8
    assert all(strengths[stronger] > strengths[weaker] for stronger, weaker in found)


def test_the_sign_test_counts_outcomes():
    """The p value is the share of the equally likely outcomes that are at least as one-sided."""
    for n in range(1, 9):
        for more in range(n + 1):
            outcomes = [abs(2 * sum(signs) - n) >= abs(2 * more - n) for signs in itertools.product((0, 1), repeat=n)]
            assert sign_test(more, n - more) == min(1, sum(outcomes) / len(outcomes))
    assert sign_test(0, 0) == 1
    assert holm([]) == []
