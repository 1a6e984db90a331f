"""Runs of a study, from its file to its verdicts."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from advsearch.cli.program import program
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.match import Play, SearcherAgent, Turn
from advsearch.match.agents import Resign
from advsearch.match.resigning import Resigning
from advsearch.plugins.registry import default_registry
from advsearch.search import Greedy, Minimax
from advsearch.specs import parse_spec
from advsearch.tournament.store import Store
from advsearch.tournament.tiers import spec_on_tier
from advsearch_isolation import Isolation
from advsearch_studies import plan as plans
from advsearch_studies.plan import plan
from advsearch_studies.study import Study
from advsearch_studies.study_file import read_study

Write = Callable[[str], Path]
Run = Callable[..., Any]


@pytest.fixture
def study(tiny: str, study_file: Write) -> Study:
    return read_study("tiny", study_file(tiny))


def test_a_study_runs_end_to_end(run: Run) -> None:
    """All games of both batches are played and stored; the published table is printed beside the new one, with the
    verdicts.
    """
    found = json.loads(run("run", "--quick", "--json", "--pairs", "6", "--batches", "2").splitlines()[-1])
    assert (found["planned"], found["played"]) == (96, 96)
    (table,) = found["tables"]
    assert [(each["agent"], each["published"]) for each in table["agents"]] == [("Open", 0.4), ("Improved", 0.65)]
    assert all(each["low"] < each["ours"] < each["high"] and each["games"] == 48 for each in table["agents"])
    (difference,) = table["differences"]
    assert (difference["better"], difference["worse"], difference["published"]) == ("Improved", "Open", 0.25)
    assert difference["at_theirs"] in ("supported", "not decidable")
    (claim,) = found["claims"]
    assert (claim["text"], claim["against"]) == ("improved is better", "the field")
    assert (found["runs"][0]["agent"], found["runs"][0]["units"]) == ("Open", 6)


def test_a_store_that_is_no_folder_is_refused(run: Run, tmp_path: Path) -> None:
    """A --store that cannot be a folder is a one-line error, before any game."""
    (tmp_path / "games").write_text("a file")
    message = run("run", "--quick", code=2)
    expected = f"error: expected a writable folder for --store, got {str(tmp_path / 'games')!r}: not a"
    assert message.startswith(expected), message
    assert message.count("\n") == 1


def test_a_run_goes_on_where_it_was_left(run: Run) -> None:
    """If more pairs are requested, only missing games are played; the same command again plays nothing."""
    first = json.loads(run("run", "--quick", "--pairs", "2", "--json").splitlines()[-1])
    more = json.loads(run("run", "--quick", "--pairs", "3", "--json").splitlines()[-1])
    again = run("run", "--quick", "--pairs", "3")
    assert (first["played"], more["played"]) == (16, 24)
    assert "part 1" not in again
    assert json.loads(run("report", "--quick", "--pairs", "3", "--json")) == more


def test_a_visitors_evaluator_is_one_more_row(run: Run, tmp_path: Path) -> None:
    """A visitor's evaluator plays all opponents with the study's search, and is compared with all agents; its file
    may change.
    """
    mine = tmp_path / "mine.py"
    mine.write_text("def f(game, state, player):\n    return game.mobility(state, player)\n")
    shown = run("run", "--quick", "--evaluator", f"{mine}:f")
    assert "yours: f #" in shown
    assert shown.count("over Open") == 2
    mine.write_text("def f(game, state, player):\n    return -game.mobility(state, player)\n")
    changed = run("run", "--quick", "--evaluator", f"{mine}:f")
    assert changed.partition("yours: f #")[2][:6] != shown.partition("yours: f #")[2][:6]


def test_a_visitors_evaluator_that_fails(run: Run, tmp_path: Path) -> None:
    """An evaluator that fails at the start of its first game is reported before anything is played. If it fails
    later, its lost games are reported with its line.
    """
    mine = tmp_path / "mine.py"
    mine.write_text("def f(game, state, player):\n    pass\n")
    message = run("run", "--quick", "--evaluator", f"{mine}:f", code=2)
    assert message == f"error: expected evaluator {mine}:f to return a number, got None\n"
    assert not (tmp_path / "games").exists()
    mine.write_text("def f(game, state, player):\n    return 1 / (4 - state.ply)\n")
    shown = run("run", "--quick", "--evaluator", f"{mine}:f").splitlines()[-1]
    assert re.match(r"yours: f #\w+ lost \d+ games by crash: mine.py line 2: ZeroDivisionError: division by", shown)
    faults = json.loads(run("report", "--quick", "--evaluator", f"{mine}:f", "--json"))["faults"]
    assert [(each["termination"], each["detail"].partition(":")[0]) for each in faults] == [
        ("crash", "mine.py line 2")
    ]


def test_a_terminal_shows_both_tables(run: Run) -> None:
    """A report has a row each for the published and the new numbers, batches with their deviation, and the rule for
    verdicts.
    """
    shown = run("run", "--quick", "--batches", "2")
    assert "Improved  published" in shown
    assert "Rates of Improved in the published batches: 65.0, 65.0 (standard deviation 0.00)" in shown
    assert "Rates of Improved in our batches: " in shown
    assert "All games from one opening count as one observation" in " ".join(shown.split())
    assert "improved is better" in shown


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_narrow_terminal_loses_nothing(run: Run, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """A wide page loses nothing in a narrow terminal: tables of numbers are printed in pieces, sentences are broken
    between words, and no line is longer than the terminal."""
    shown = [run("run", "--quick"), run("report", "--quick"), run("show")]
    terminal = partial(Console, width=width, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr("advsearch.cli.console.console", terminal)
    for wide, command in zip(shown[1:], (["report", "--quick"], ["show"]), strict=True):
        narrow = run(*command)
        assert set(re.findall(r"[\w.±*+-]+", wide)) - set(re.findall(r"[\w.±*+-]+", narrow)) == set()
        assert max(map(len, narrow.splitlines())) <= width


def test_a_page_is_written_with_its_data_and_plots(run: Run, tmp_path: Path) -> None:
    """A page has the claims as Markdown, the numbers as JSON, and pictures as SVG; writing it again gives the same
    files.
    """
    run("run", "--quick", "--pairs", "6")
    run("report", "--quick", "--pairs", "6", "--page", str(tmp_path / "out" / "tiny.md"))
    text = (tmp_path / "out" / "tiny.md").read_text(encoding="utf-8")
    assert text.startswith("# Study tiny: Tiny\n")
    assert "| improved is better | Improved minus Open | the field |" in text
    assert "| it has moves | how often this row's claim is true after a move of the agent Improved |" in text
    assert "| it can choose | mean number of legal actions when the agent Improved is to move |" in text
    best_minus_worst = "best rate minus worst rate in 2 runs of Open (4 games per run)"
    assert f"| runs are alike | {best_minus_worst} |" in text
    assert "advsearch study run tiny --quick --pairs 6\n" in text
    assert "![Number of legal actions, by ply](tiny-branching.svg)" in text
    data = json.loads((tmp_path / "out" / "tiny.json").read_text(encoding="utf-8"))
    assert set(data["measured"]["cost_us"]) == {"open", "improved"}
    assert data["measured"]["branching"]["2"] > 1
    for picture in ("tiny-claims.svg", "tiny-branching.svg"):
        ET.fromstring((tmp_path / "out" / picture).read_text(encoding="utf-8"))
    assert not (tmp_path / "out" / "tiny-depth.svg").exists()  # one depth for all


def test_depths_and_nodes_are_means_of_moves(run: Run, tmp_path: Path) -> None:
    """Reported depths and nodes are means over every move of an agent that searched, even if few games have many
    moves."""
    run("run", "--quick", "--nodes", "60", "--pairs", "8")
    run("report", "--quick", "--nodes", "60", "--pairs", "8", "--page", str(tmp_path / "tiny.md"))
    with Store(tmp_path / "games" / "tiny" / "quick-nodes-60" / "0-0.db", writable=False) as store:
        moves = [move for game in store.games() for move in game.moves if move.agent == "Improved" and move.depth]
    depth, nodes = (sum(getattr(move, what) for move in moves) / len(moves) for what in ("depth", "nodes"))
    assert f"| Improved | {depth:.1f} | {nodes:.0f} |" in (tmp_path / "tiny.md").read_text(encoding="utf-8")
    ET.fromstring((tmp_path / "tiny-depth.svg").read_text(encoding="utf-8"))


def test_a_report_of_nothing_is_refused(run: Run) -> None:
    """The report of games that were not played gives the command that plays them; a clock and a limit together are
    refused."""
    message = run("report", "--pairs", "7", code=2)
    assert (
        "has no stored games with these options; play the study with: advsearch study run tiny --pairs 7\n" in message
    )
    assert "expected --clock or a limit on nodes or plies, got both" in run("run", "--clock", "--nodes", "1", code=2)
    for option in ("--nodes", "--depth", "--pairs", "--batches"):
        assert f"expected {option} to be at least 1, got 0" in run("run", option, "0", code=2)


def test_studies_are_listed() -> None:
    """`study list` prints all shipped studies, by name, game and title."""
    listed = CliRunner().invoke(program, ["study", "list", "--json"])
    assert [each["name"] for each in json.loads(listed.output)] == ["000", "001", "002", "003", "004"]
    assert "Place values" in CliRunner().invoke(program, ["study", "list"]).output


def test_a_study_is_shown(run: Run) -> None:
    """`study show` prints a study's name, subject, agents and published results."""
    shown = run("show")
    assert "tiny: Tiny" in shown
    assert "8 7" in shown
    assert "minimax(depth=3, evaluator=improved, ties=random); depth 3\n" in shown
    assert "evaluator=open); resigns\n" in shown
    assert "- improved is better\n- it has moves\n- it can choose\n- runs are alike\n" in shown
    assert "96 games" in shown
    message = json.loads(run("show", "--json"))
    assert (message["agents"]["Random"], message["resign"], message["shares"]) == ("random", ["Open"], {})
    assert message["claims"] == [{"text": "improved is better", "better": "Improved", "worse": "Open"}]


# --- plans ------------------------------------------------------------------------------------------------------


def test_budgets_name_their_folders(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of different budgets never share a store."""
    registry = default_registry()
    modes = [
        plan(study, registry).mode,
        plan(study, registry, quick=True).mode,
        plan(study, registry, clock=True).mode,
        plan(study, registry, limits=Limits(depth=4)).mode,
    ]
    assert modes == ["nodes-50", "quick-depth-1", "clock-150ms", "depth-4"]
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert plans.data_folder() == Path("data/advsearch/studies")


def test_a_table_may_have_more_games(tiny: str, study_file: Write) -> None:
    """A table's own number of pairs applies in full runs, unless another one is requested. Visitors may be excluded
    from the table.
    """
    direct = """
[[tables]]
name = "direct"
pairs = 9
visitors = false
rows = [{ agent = "Open", opponents = ["Improved"] }]
"""
    study = read_study("tiny", study_file(tiny + direct))
    registry = default_registry()

    def games(**asked: Any) -> list[int]:
        return [part.schedule.games for part in plan(study, registry, batches=1, **asked).parts]

    assert games() == [4 * 12, 18]
    assert games(quick=True) == [4 * 6, 6]
    assert games(pairs=5) == [4 * 10, 10]
    assert games(evaluator=parse_spec("open")) == [6 * 12, 18]


def test_an_agent_may_have_a_share_of_the_nodes(tiny: str, study_file: Write) -> None:
    """An agent with a share of the nodes gets that share of the limit, and no node limit with a clock."""
    study = read_study("tiny", study_file(tiny.replace("depth = 3 }", "share = 0.3 }")))
    registry = default_registry()

    def limits(**asked: Any) -> Limits | None:
        (deep,) = [each for each in plan(study, registry, **asked).parts[0].schedule.agents if each.name == "Deep"]
        return deep.limits

    assert limits() == Limits(nodes=15)
    assert limits(limits=Limits(nodes=200)) == Limits(nodes=60)
    assert limits(limits=Limits(depth=2)) is None
    assert limits(clock=True) is None


def test_a_clock_is_for_everyone(study: Study) -> None:
    """With a clock, fixed depths do not apply, and all agents run on the reference tier, as the authors' agents
    did.
    """
    for agent in plan(study, default_registry(), clock=True).parts[0].schedule.agents:
        assert agent.limits is None
        assert "tier=reference" in (agent.searcher or "")
    (deep,) = [each for each in plan(study, default_registry()).parts[0].schedule.agents if each.name == "Deep"]
    assert deep.limits == Limits(depth=3)


def test_a_tier_is_that_of_the_whole_search() -> None:
    """The tier of a study is set on the outermost searcher only, unless an inner searcher names one."""
    asked = "compass(search=hybrid(stages=[random, compass(search=minimax(depth=3))], switches=[ply(2)]))"
    found = spec_on_tier(asked, "reference")
    assert found == f"{asked[:-1]}, tier=reference)"
    assert spec_on_tier(found, "compiled") == found
    assert spec_on_tier(asked.replace("depth=3", "tier=reference"), "compiled").count("tier") == 1
    assert hasattr(default_registry().searcher(found), "search")


def test_a_study_without_a_place_for_visitors(tiny: str, study_file: Write) -> None:
    """A visitor's evaluator that the study cannot use is refused."""
    lines = [line for line in tiny.splitlines() if not line.startswith("visitor")]
    study = read_study("closed", study_file("\n".join(lines)))
    with pytest.raises(InvalidSettings, match="study closed takes no evaluator"):
        plan(study, default_registry(), evaluator=parse_spec("open"))


# --- resigning --------------------------------------------------------------------------------------------------


def test_a_player_resigns_what_its_search_has_lost() -> None:
    """An agent that may resign does so at a proven loss, continues otherwise, and keeps its name."""
    game = Isolation(width=3, height=3)
    lost, start = game.parse_state("#../B.A/..# A"), game.initial()
    for search, state, gives_up in (
        (Minimax(), lost, True),
        (Minimax(depth=1), lost, False),  # proves nothing one ply deep
        (Greedy(), start, False),
    ):
        agent = Resigning(SearcherAgent(search, "one"))
        agent.prepare(game)
        answered = agent.choose(Turn(game, state, 0, state, (), Limits()))
        assert isinstance(answered, Resign if gives_up else Play)
        assert agent.name == "one"


def test_tiers_are_part_of_a_run(run: Run) -> None:
    """A report names the tier that its searches ran on, in words and, for each agent, in --json."""
    shown = run("run", "--quick", "--pairs", "2")
    assert "note: searches ran on the reference tier\n" in shown
    found = json.loads(run("report", "--quick", "--pairs", "2", "--json"))["tiers"]
    assert set(found.values()) == {"reference"}
