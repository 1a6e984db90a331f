"""Study files: required entries, and that the shipped files have them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import mean, stdev

import pytest

from advsearch.errors import InvalidNotation, InvalidSettings, UnknownName
from advsearch.plugins.manager import new_manager
from advsearch.plugins.registry import Registry, default_registry
from advsearch.specs import parse_spec
from advsearch_studies.catalogue import catalogue, load_study
from advsearch_studies.plan import plan, visiting
from advsearch_studies.study import EVALUATOR, Study
from advsearch_studies.study_file import read_study

Write = Callable[[str], Path]
HEADLINE = "[[headlines]]\nclaim = 'improved is better'\n"
SHIPPED = ["000", "001", "002", "003", "004"]


@pytest.fixture(params=SHIPPED)
def shipped(request: pytest.FixtureRequest) -> Study:
    return load_study(request.param, default_registry())


def test_all_five_documents_are_shipped() -> None:
    """Each game comes with the studies of the documents about it."""
    assert list(catalogue(default_registry())) == SHIPPED


def test_everything_a_shipped_study_names_is_there(shipped: Study) -> None:
    """The games, searchers and evaluators that a shipped study names exist, and a visitor's evaluator has a place."""
    registry = default_registry()
    game = registry.game(shipped.game)
    for agent in shipped.agents.values():
        assert hasattr(registry.searcher(agent.searcher), "search")
    for name in [*shipped.evaluators, *(each.evaluator for each in shipped.measures if each.evaluator)]:
        assert callable(registry.evaluator(name, game))
    assert visiting(shipped, parse_spec("null"), registry).searcher == (shipped.visitor or "").replace(
        EVALUATOR, "null"
    )


def test_every_claim_of_a_shipped_study_can_be_settled(shipped: Study) -> None:
    """The two agents of a claim meet each other, or the same opponents, in some table, and every agent plays."""
    for claim in shipped.claims:
        settled = [
            {claim.better, claim.worse} <= set(table.agents)
            if table.field
            else any({cell.agent, cell.opponent} == {claim.better, claim.worse} for cell in table.cells())
            for table in shipped.tables
        ]
        assert any(settled), claim.text
    playing = {name for table in shipped.tables for cell in table.cells() for name in (cell.agent, cell.opponent)}
    playing |= {name for each in shipped.headlines for budget in each.budgets for name in budget.agents or ()}
    assert playing == set(shipped.agents)


def test_headlines_of_shipped_studies_span_two_orders_of_magnitude(shipped: Study) -> None:
    """Each headline has at least four budgets of nodes, the largest at least a hundred times the smallest. For a
    document's own claim the authors' budget is among them, and the file gives its source.
    """
    assert shipped.headlines
    for headline in shipped.headlines:
        nodes = [budget.limits.nodes for budget in headline.budgets if budget.limits.nodes is not None]
        assert len(nodes) >= 4
        assert max(nodes) >= 100 * min(nodes)
        assert headline.speed
    assert [budget.authors for budget in shipped.headlines[0].budgets].count(True) == 1


def test_published_rates_recompute(shipped: Study) -> None:
    """A printed win rate is that of its row's games, to the printed digit; only the baseline of 001 differs, by
    0.15.
    """
    off = {"001 ID_Improved": 0.155}
    for row in (row for table in shipped.tables for row in table.rows if row.rate is not None):
        assert row.recomputed is not None
        assert 100 * row.recomputed == pytest.approx(row.rate, abs=off.get(f"{shipped.name} {row.agent}", 0.051))


def test_the_batches_of_001_recompute() -> None:
    """In 001 three runs of baseline and pressure have the printed rates, and deviations of 0.90 and 0.82 for "about
    0.8"."""
    rows = {row.agent: row for row in load_study("001", default_registry()).tables[0].rows}
    baseline = [round(100 * rate, 2) for rate in rows["ID_Improved"].batches()]
    pressure = [round(100 * rate, 2) for rate in rows["ID_Pressure"].batches()]
    assert baseline == [68.57, 70.36, 69.71]
    assert pressure == [71.5, 73.07, 72.71]
    assert (mean(baseline), mean(pressure)) == pytest.approx((69.55, 72.43), abs=0.005)
    assert (stdev(baseline), stdev(pressure)) == pytest.approx((0.90, 0.82), abs=0.01)


def test_the_table_of_002_is_there_in_full() -> None:
    """The study of 002 has all six pairings of its four players, in per cent of 20 games."""
    cells = [cell for cell in load_study("002", default_registry()).tables[0].cells() if cell.played]
    found = {(cell.agent, cell.opponent): round(100 * (cell.rate or 0)) for cell in cells}
    assert found == {
        ("Greedy", "Random"): 70, ("Minimax", "Random"): 95, ("Minimax", "Greedy"): 80, ("As_Run", "Random"): 95,
        ("As_Run", "Greedy"): 85, ("As_Run", "Minimax"): 60,
    }  # fmt: skip


def test_001_is_played_on_the_board_of_its_day() -> None:
    """In 001 cell a1 is closed, and the second player's first ply is one of the two knight's moves from there. Both
    are given, so its player is never called at ply 0, when it would take the centre. Unlike the players of 000 and
    003, it resigns.
    """
    study = load_study("001", default_registry())
    schedule = plan(study, default_registry(), quick=True, pairs=90).parts[0].schedule
    assert {opening.actions[1] for opening in schedule.openings} == {"c2", "b3"}
    assert all(opening.actions[0] != "a1" and opening.start == study.openings.start for opening in schedule.openings)
    assert all(len(opening.actions) == 2 for opening in schedule.openings)
    assert {name for name, agent in study.agents.items() if not agent.resigns} == {"Random", "Stubborn"}
    for other in ("000", "003"):
        assert not any(agent.resigns for agent in load_study(other, default_registry()).agents.values())


def test_a_study_is_read(tiny: str, study_file: Write) -> None:
    """A study has the agents, cells, batches, claims and budgets of its file."""
    study = read_study("tiny", study_file(tiny))
    (table,) = study.tables
    assert table.opponents == ("Random", "Deep")
    assert [(cell.won, cell.games) for cell in table.cells()] == [((6,), 10), ((2,), 10), ((8, 7), 10), ((5, 6), 10)]
    assert table.rows[1].recomputed == 0.65
    assert study.agents["Open"].resigns
    assert study.agents["Deep"].limits is not None
    assert (study.full.pairs, study.full.batches, study.quick.limits.depth) == (6, 2, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pairs = 6", "pears = 6", r"study.toml: unknown entry 'pears' in \[budget\]; did you mean pairs\?"),
        ("pairs = 6", "pairs = 0", r"expected `pairs` in \[budget\] to be at least 1, got 0"),
        ("pairs = 6", 'pairs = "6"', r"expected `pairs` in \[budget\] to be a whole number, got '6'"),
        ("nodes = 50\n", "", r"expected `depth` or `nodes` in \[budget\], so that the result can be repeated on any"),
        ("random_plies = 2", "", r"expected one of `random_plies` and `chosen_plies` in \[openings\]"),
        ('title = "Tiny"', "", "expected an entry `title` in the study, got about, "),
        (
            "{evaluator}",
            "open",
            r"expected `visitor` to be a searcher that contains {evaluator}, got 'greedy\(evaluator=open\)'",
        ),
        ('agent = "Open"', 'agent = "Opne"', "unknown agent 'Opne'; did you mean Open?"),
        ('worse = "Open"', 'worse = "x"', r"unknown agent 'x'; see \[agents\]"),
        ("[6, 2]", "[6]", r"expected `won` of 'Open' to be 2 numbers from 0 to 10, got \[6\]"),
        ("[6, 2]", "[16, 2]", r"expected `won` of 'Open' to be 2 numbers from 0 to 10, got \[16, 2\]"),
        ('["Random", "Deep"]', '["Random", "Open"]', r"expected `opponents` of 'Open' to be other agents"),
        ('searcher = "random"', 'searcher = "random("', "study.toml: "),
        (
            "depth = 3 }",
            "depth = 3, share = 0.5 }",
            "expected `share` of 'Deep' to be above 0 and at most 1, and no `depth` or `nodes`, got 0.5",
        ),
        (
            "[[runs]]",
            "[[headlines]]\nclaim = 'x'\nbudgets = []\n[[runs]]",
            "to repeat the text of an entry of .*, got 'x'",
        ),
        (
            "[[runs]]",
            f"{HEADLINE}budgets = [{{ nodes = 9 }}]\n[[runs]]",
            "to have at least two budgets, got 1",
        ),
        ("[[runs]]", f"{HEADLINE}table = 'x'\nbudgets = []\n[[runs]]", "to compare 'Improved' with 'Open', got 'x'"),
        (
            "[[runs]]",
            f"{HEADLINE}budgets = [{{ depth = 2 }}]\n[[runs]]",
            r"to have `nodes`, or `depth` and `about` \(nodes per move\)",
        ),
        (
            "[[runs]]",
            f"{HEADLINE}agents = ['Open']\nbudgets = []\n[[runs]]",
            r"the better agent and the worse one, got \[",
        ),
        (
            "depth = 3 }",
            "share = 2.0 }",
            "expected `share` of 'Deep' to be above 0 and at most 1, and no `depth` or `nodes`, got 2.0",
        ),
    ],
)
def test_faulty_studies_are_refused(old: str, new: str, message: str, tiny: str, study_file: Write) -> None:
    """Each fault is a one-line error that names the file, and suggests the intended name if it can."""
    assert old in tiny
    with pytest.raises((InvalidSettings, InvalidNotation), match=message):
        read_study("faulty", study_file(tiny.replace(old, new)))


def test_a_file_that_is_no_study(tmp_path: Path, study_file: Write) -> None:
    """A missing file, text that is not TOML, and tables of the wrong kind are errors."""
    with pytest.raises(InvalidSettings, match="cannot be read"):
        read_study("absent", tmp_path / "absent.toml")
    with pytest.raises(
        InvalidNotation, match="study.toml: expected a study in TOML, got invalid TOML: invalid value"
    ):
        read_study("broken", study_file("title = "))
    with pytest.raises(InvalidNotation, match="study.toml: expected a study in TOML, got too many levels of nesting"):
        read_study("deep", study_file("a = " + "[" * 20_000))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidNotation, match="expected the study .* to be UTF-8 text, got other bytes"):
        read_study("bytes", tmp_path / "bytes.toml")
    with pytest.raises(InvalidSettings, match=r"expected at least two \[agents\], got 0"):
        read_study("empty", study_file(""))
    with pytest.raises(InvalidSettings, match="expected agent 'x' to be a table, got 1"):
        read_study("flat", study_file("[agents]\nx = 1\ny = 2"))


def test_unknown_studies_are_reported_with_those_there_are() -> None:
    """The error for a misspelt study lists the installed studies."""
    with pytest.raises(UnknownName, match="unknown study '00'; did you mean"):
        load_study("00", default_registry())


def test_plugins_that_register_no_file_are_reported(tmp_path: Path) -> None:
    """A study whose file does not exist, or whose name is invalid, gives a warning that names the plugin; the rest
    works."""
    from advsearch.hookspecs import RegisterStudy, hookimpl

    class Faulty:
        @hookimpl
        def advsearch_studies(self, register: RegisterStudy) -> None:
            register("gone", tmp_path / "gone.toml")

    class Odd:
        @hookimpl
        def advsearch_studies(self, register: RegisterStudy) -> None:
            register("a study", tmp_path)

    output: list[str] = []
    manager = new_manager()
    manager.register(Faulty(), "faulty")
    manager.register(Odd(), "odd")
    assert catalogue(Registry(manager, warn=output.append)) == {}
    assert any("expected study 'gone' to be a file" in message for message in output)
    assert any(
        "expected the name of a study to be letters and digits, got 'a study'" in message for message in output
    )
