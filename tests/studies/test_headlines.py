"""A study's headline claim at several budgets."""

from __future__ import annotations

import collections
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from advsearch.limits import Limits
from advsearch.plugins.registry import default_registry
from advsearch.ratings.means import Interval, Mean
from advsearch_studies.headline_report import headline_lines, headline_rows, verdict_text
from advsearch_studies.headlines import HeadlineResult, StageResult
from advsearch_studies.plan import claim_at, headline_plan, plan
from advsearch_studies.results import Difference
from advsearch_studies.study import Budget, Claim, Study
from advsearch_studies.study_file import read_study

Write = Callable[[str], Path]
Run = Callable[..., Any]
WORDS = re.compile(r"\b(supported|refuted)\b")


@pytest.fixture
def study(headlined: str, study_file: Write) -> Study:
    return read_study("tiny", study_file(headlined))


def result(*found: tuple[int, float, float], games: int = 100, planned: int = 100) -> HeadlineResult:
    """A headline with (nodes, mean, half of the interval) at each budget."""
    budgets = tuple(Budget(Limits(nodes=nodes), 1) for nodes, _, _ in found)
    claim = Claim("a is better", "a", "b", budgets=budgets, table="t")
    return HeadlineResult(
        claim,
        tuple(
            StageResult(
                budget,
                Difference(
                    "a",
                    "b",
                    "the field",
                    None,
                    0,
                    None,
                    Mean(mean, Interval(mean - half, mean + half), 100, half / 2),
                    games,
                    p_value=0.001 if abs(mean) > half else 0.5,
                    text=claim.text,
                ),
                games,
                planned,
            )
            for budget, (_, mean, half) in zip(budgets, found, strict=True)
        ),
    )


# --- verdicts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("means", "verdict"),
    [
        ((0.2, 0.3, 0.1), "supported"),
        ((-0.2, -0.3, -0.1), "refuted"),
        ((0.01, -0.01, 0.0), "not decidable"),
        ((-0.2, 0.0, 0.2), "depends on the budget"),
        ((-0.2, -0.2, 0.2), "depends on the budget"),
        ((0.2, 0.0, 0.2), "depends on the budget"),
        ((0.06, 0.04, 0.06), "not decidable"),
    ],
)
def test_the_verdict_over_all_budgets(means: tuple[float, ...], verdict: str) -> None:
    """If all budgets agree, the headline has their verdict. Otherwise it depends on the budget, unless the budgets
    that differ are only undecided.
    """
    found = result(*((10 ** (place + 2), mean, 0.05) for place, mean in enumerate(means)))
    assert found.verdict == verdict_text(found) == verdict
    assert bool(list(headline_lines(found))) == (verdict == "depends on the budget")


def test_where_the_verdict_changes() -> None:
    """Each pair of neighbouring budgets that disagree is named, with both verdicts."""
    found = result((100, -0.2, 0.05), (1_000, -0.1, 0.05), (5_000, 0.0, 0.05), (40_000, 0.1, 0.05))
    assert list(headline_lines(found)) == [
        "Between 1,000 and 5,000 nodes per move the verdict changes from refuted to not decidable",
        "Between 5,000 and 40,000 nodes per move the verdict changes from not decidable to supported",
    ]
    assert headline_rows(found)[1] == ["1,000", "a minus b", "-10.0 ±5.0", "refuted in 100 games"]


def test_no_verdict_before_every_budget_is_played() -> None:
    """A headline has no verdict while games of any budget are missing, and it says how many budgets are played."""
    found = result((100, 0.2, 0.05), (1_000, 0.2, 0.05), games=90)
    assert found.verdict is None
    assert verdict_text(found) == "no verdict, 0 of 2 budgets are played"
    assert headline_rows(found)[0][-1] == "supported in 90 games, 90 of 100 are played"


# --- plans ------------------------------------------------------------------------------------------------------


def test_budgets_are_read_in_the_order_of_their_nodes(study: Study) -> None:
    """Plies are put where their nodes per move belong; each budget has its own pairs, batches and agents."""
    (headline,) = study.headlines
    assert [budget.nodes for budget in headline.budgets] == [10, 20, 50, 200]
    assert [budget.authors for budget in headline.budgets] == [False, False, False, True]
    planned = headline_plan(study, default_registry())
    games: dict[int, int] = collections.Counter()
    for part in planned.parts:
        games[part.budget.nodes] += part.schedule.games
    # two agents, two opponents, two games per pair
    assert games == {10: 32, 20: 32, 50: 24, 200: 32}
    claim = claim_at(headline, headline.budgets[1])
    assert (claim.better, claim.worse) == ("Sure", "Open")
    assert next(part.file for part in planned.parts if part.budget.nodes == 20) == "tiny/depth-2/0-0.db"
    assert planned.games == 120


def test_a_headline_at_the_studys_budget_is_part_of_its_full_run(study: Study) -> None:
    """A headline's games at the study's own budget have the ids and the store of the full run, so that no game is
    played twice.
    """
    registry = default_registry()
    whole = {
        (part.batch, part.file): {slot.id for slot in part.schedule.slots()} for part in plan(study, registry).parts
    }
    shared = [part for part in headline_plan(study, registry).parts if part.budget.nodes == 50]
    assert shared
    for part in shared:
        assert {slot.id for slot in part.schedule.slots()} <= whole[part.batch, part.file]


def test_the_games_of_001_at_1000_nodes_are_those_of_its_full_run() -> None:
    """A shipped headline's game at the study's budget keeps the id that the full run gives it."""
    from advsearch_studies.catalogue import load_study

    registry = default_registry()
    study = load_study("001", registry)
    planned = headline_plan(study, registry, pairs=2, batches=1)
    (part,) = [each for each in planned.parts if each.budget.limits == study.full.limits]
    whole = {slot.id for slot in plan(study, registry, pairs=2, batches=1).parts[0].schedule.slots()}
    assert {slot.id for slot in part.schedule.slots()} < whole


# --- the command ------------------------------------------------------------------------------------------------


@pytest.mark.needs_numba  # where nodes are counted the tier is the compiled one
def test_a_headline_is_played_and_reported(run: Run) -> None:
    """One run plays every budget, a second one nothing; rows, the verdict and the authors' budget are shown."""
    first = run("run", "--headline")
    again = run("run", "--headline")
    assert "part 1" not in again
    assert again == run("report", "--headline")
    assert first.endswith(again)
    assert "200 (the authors' budget)" in again
    assert "about 20 (2 plies)" in again
    assert "a guess" in again
    (found,) = json.loads(run("report", "--headline", "--json"))["headlines"]
    assert [each["nodes"] for each in found["budgets"]] == [10, None, 50, 200]
    assert [each["played"] for each in found["budgets"]] == [32, 32, 24, 32]
    assert found["verdict"] in ("supported", "refuted", "not decidable", "depends on the budget")
    assert f"improved is better: {found['verdict']} (in games against the same opponents)" in again


@pytest.mark.needs_numba  # where nodes are counted the tier is the compiled one
def test_a_headline_names_its_tier(run: Run) -> None:
    """If nodes are counted, text and --json name the tier of a headline's searches, as they do for whole runs."""
    run("run", "--headline")
    assert "note: searches ran on the compiled and the reference tier\n" in run("report", "--headline")
    tiers = json.loads(run("report", "--headline", "--json"))["tiers"]
    assert {tier for tier in tiers.values() if tier} == {"compiled", "reference"}


@pytest.mark.needs_numba  # where nodes are counted the tier is the compiled one
def test_the_page_has_the_headline(run: Run, tmp_path: Path) -> None:
    """The page of a full run shows all budgets, puts the verdict over them beside the claim, and draws them."""
    run("run", "--batches", "1", "--pairs", "3")
    run("run", "--headline")
    run("report", "--batches", "1", "--pairs", "3", "--page", str(tmp_path / "tiny.md"))
    text = (tmp_path / "tiny.md").read_text(encoding="utf-8")
    data = json.loads((tmp_path / "tiny.json").read_text(encoding="utf-8"))
    verdict = data["headlines"][0]["verdict"]
    assert f"improved is better: **{verdict}** (in games against the same opponents)" in text
    where = "games against the same opponents, at 4 budgets from 10 to 200 nodes per move"
    assert f"| {where} | see the headline | {verdict} |" in text
    assert "| claim | measured | against | ours | verdict at 50 nodes per move |" in text
    assert "advsearch study run tiny --headline\n" in text
    assert (tmp_path / "tiny-headline-0.svg").is_file()


def test_a_headline_takes_no_other_budget(run: Run, tmp_path: Path) -> None:
    """With --headline, options that give a limit or a visitor are refused; so is a report of games that were not
    played.
    """
    for options in (["--quick"], ["--clock"], ["--nodes", "9"], ["--depth", "2"], ["--evaluator", "open"]):
        printed = run("run", "--headline", *options, code=2)
        assert printed.endswith(
            f"expected --headline or {options[0]}, got both; the games of a headline have fixed limits\n"
        )
    printed = run("report", "--headline", code=2)
    assert printed.endswith(
        "has no stored headline games; play the games with: advsearch study run tiny --headline\n"
    )
    assert "cannot be combined with --page" in run("report", "--headline", "--page", str(tmp_path / "x.md"), code=2)


def test_a_study_without_a_headline(run: Run, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study without a headline gives a one-line error."""
    monkeypatch.setattr("advsearch_studies.catalogue.read_study", lambda _name, _path: attrs.evolve(study, claims=()))
    printed = run("run", "--headline", code=2)
    assert printed.endswith("study tiny has no headline; play the study without --headline\n")


# --- quick runs -------------------------------------------------------------------------------------------------


def test_a_quick_run_names_its_budget_and_gives_no_verdict(run: Run) -> None:
    """A quick run shows which agent is ahead at its limit. It calls no claim or difference supported or refuted, also
    in JSON.
    """
    shown = run("run", "--quick")
    _, _, claims = shown.partition("result at 1 ply per move on the reference tier")
    assert claims
    assert not WORDS.search(claims)
    assert "A quick run gives no verdicts. In each batch, it plays 3 pairs of games per pairing" in claims
    assert "For verdicts: advsearch study run tiny" in claims
    data = json.loads(run("report", "--quick", "--json"))
    assert (data["quick"], data["limits"]) == (True, {"depth": 1})
    judged = [*data["claims"], *data["tables"][0]["differences"]]
    assert {each["at_ours"] for each in judged} == {None}
    assert {each["which"] for each in judged} <= {"ahead", "behind", "not decidable"}


@pytest.mark.needs_numba  # where nodes are counted the tier is the compiled one
def test_a_full_run_names_the_budget_of_its_verdicts(run: Run) -> None:
    """The heading of the verdicts names the budget, and a note says that another budget can give another verdict."""
    shown = run("run", "--batches", "1", "--pairs", "2")
    assert "verdict at 50 nodes per move" in shown
    assert "The verdicts in the tables hold only for the budget of the games, 50 nodes per move" in shown
    assert "advsearch study run tiny --headline" in shown
    other = run("run", "--nodes", "20", "--batches", "1", "--pairs", "2")
    assert "verdict at 20 nodes per move" in other
    assert "--headline" not in other
