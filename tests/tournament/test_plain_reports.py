"""Comparisons and reports say plainly what was found."""

import re

import attrs
import pytest

from advsearch import compare
from advsearch.cli.progress import show_summary
from advsearch.ratings import FaultyGames, PairCounts, SequentialTest, verdict
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord
from advsearch.tournament.report import MOST_VERDICTS, estimate_text, is_ranking, markdown, ranking_rows, ratings_note
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.summary import summarize
from advsearch.web.report_page import report_page

TEST = SequentialTest(margin=30)


def lost(games, *, other=(0, 0, 0, 0, 0), decision=None, kind="crash"):
    return FaultyGames((("mine", kind, games),), PairCounts(other), decision)


def say(counts, decision, faults, test=TEST):
    return verdict("mine", "yours", PairCounts(counts), decision, test=test, faults=faults)


def test_a_match_that_faults_decide_says_so():
    """If the pairs without a fault decide otherwise, or nothing, the verdict names the faults and not a winner."""
    assert say((30, 0, 0, 0, 0), "second", lost(60)) == (
        "decided by faults: mine lost 60 games by crash, of 60 between mine and yours; no pair is without a fault; "
        "mend mine, and play again"
    )
    assert say((28, 0, 0, 0, 2), "second", lost(50, other=(3, 0, 0, 0, 2))).endswith(
        "the 5 pairs without a fault do not decide which side is stronger; mend mine, and play again"
    )
    assert "the 40 pairs without a fault show that mine is stronger; mend mine" in say(
        (100, 0, 0, 0, 40), "second", lost(200, other=(0, 0, 0, 0, 40), decision="first")
    )
    assert say((3, 0, 0, 0, 0), None, lost(6)).startswith("decided by faults: mine lost 6 games by crash, of 6")
    assert "the 1 pair" not in say((3, 0, 0, 0, 0), None, lost(6))


def test_few_faults_do_not_decide():
    """If the other pairs show the same, the verdict is the usual one. Without a decision, the faults are named, and
    no further games are advised."""
    usual = say((0, 2, 10, 40, 60), "first", FaultyGames((), PairCounts(), None))
    assert say((0, 2, 10, 40, 60), "first", lost(2, other=(0, 1, 10, 40, 60), decision="first")) == usual
    undecided = say((2, 2, 10, 2, 2), None, lost(2, other=(1, 2, 10, 2, 2), kind="time"))
    assert undecided.startswith("not decided: 95 % interval ")
    assert undecided.endswith("(18 pairs), and mine lost 2 games by time; mend mine before you play more games")
    assert "needed" in say((2, 2, 10, 2, 2), None, FaultyGames((), PairCounts(), None))


def test_a_comparison_prints_three_lines():
    """`print(compare(...))` is three lines: the games, the verdict, and the conditions with the faults. At a prompt,
    a comparison is one line."""
    found = compare("isolation(width=3, height=3)", "improved", "null", depth=1, pairs=3, tier="reference")
    score, said, conditions = str(found).splitlines()
    assert score == (
        f"improved against null at isolation(width=3, height=3): {found.wins} won, {found.draws} drawn, "
        f"{found.losses} lost"
    )
    assert said == found.verdict
    assert conditions == "depth 1 per move, reference tier; no faults"
    assert repr(found) == f"Comparison(one='improved', two='null', decision={found.decision!r})"


# --- many agents ------------------------------------------------------------------------------------------------


@pytest.fixture
def classroom(tmp_path):
    """A tournament of 30 agents, each of which beats all agents after it, with a store."""
    agents = tuple(AgentSpec(f"student{n:02}", searcher="random") for n in range(30))
    schedule = Schedule(Conditions("take"), agents, tuple(Opening((str(n),)) for n in range(8)))
    with Store(tmp_path / "s.db") as store:
        store.begin(schedule.conditions.as_json(), {}, schedule.to_text())
        store.add(
            GameRecord(slot.id, slot.pair, "take", slot.first.name, slot.second.name, slot.opening.actions,
                       (*slot.opening.actions, "x"), "1-0" if slot.first.name < slot.second.name else "0-1", "normal")
            for slot in schedule.slots()
        )  # fmt: skip
        yield schedule, store


def test_a_class_of_thirty_is_a_ranking(classroom, take):
    """With more than ten pairings a report shows one row for each agent, with the numbers of agents that are
    certainly weaker and stronger, and no verdict for each pairing, unless it is asked for."""
    schedule, store = classroom
    summary = summarize(schedule, store)
    assert is_ranking(summary)
    rows = ranking_rows(summary)
    assert (rows[0][1], rows[0][6]) == ("student00", "0")
    assert (rows[-1][1], rows[-1][5]) == ("student29", "0")
    assert int(rows[0][5]) == int(rows[-1][6]) > 25
    assert sum(int(row[5]) for row in rows) == sum(int(row[6]) for row in rows) > 400
    text = markdown(summary)
    assert len(text.splitlines()) < 50
    assert "is stronger than" not in text
    assert "after Holm's adjustment for 435 comparisons" in text
    assert markdown(summary, all_pairings=True).count(" is stronger than ") == 435
    assert MOST_VERDICTS < 435


def test_a_short_report_shows_every_pairing(tmp_path):
    """Five agents have ten pairings, each with its verdict."""
    agents = tuple(AgentSpec(name, searcher="random") for name in "abcde")
    with Store(tmp_path / "s.db") as store:
        schedule = Schedule(Conditions("take"), agents, (Opening(("1",)),))
        store.begin(schedule.conditions.as_json(), {}, schedule.to_text())
        assert not is_ranking(summarize(schedule, store))
        assert markdown(summarize(schedule, store)).count("- not decided: ") == 10


def test_who_won_or_lost_everything_is_explained_in_the_words_of_the_table(classroom):
    """The note explains "above", "below" and "no estimate" if the table has them, and only then."""
    schedule, store = classroom
    summary = summarize(schedule, store)
    said = {
        "above": '"above": no point was lost to the agents with a rating, so only the lower end is known.',
        "below": '"below": no point was won from the agents with a rating, so only the upper end is known.',
        "no estimate": '"no estimate": the games do not tie the agent to the agents with a rating.',
    }
    for ratings in (summary.ratings, summary.ratings[:1], summary.ratings[-1:], summary.ratings[5:6], ()):
        note = ratings_note(attrs.evolve(summary, ratings=ratings))
        for word, sentence in said.items():
            assert (sentence in note) is any(estimate_text(each).startswith(word) for each in ratings)


def test_the_page_of_a_class_hides_its_pairings(classroom, take):
    """The HTML page of a class shows the ranking, and the pairings on request."""
    schedule, store = classroom
    (first, *_) = report_page(summarize(schedule, store), take, store)
    assert "<details><summary>435 pairings</summary>" in first
    assert "<th>stronger than</th>" in first


@pytest.mark.parametrize("pairings", [False, True])
def test_the_terminal_and_markdown_say_the_same(classroom, capsys, pairings):
    """A report in the terminal has the words and numbers of the report in Markdown, in the same order."""
    schedule, store = classroom
    summary = summarize(schedule, store)
    show_summary(summary, pairings=pairings)
    words = [
        re.findall(r"[\w%]+", text.lower())
        for text in (capsys.readouterr().out, markdown(summary, all_pairings=pairings))
    ]
    assert words[0] == words[1]
