"""Entries registered as strings, `package.module:Name`, are loaded when they are used. If that fails, the error is
one line.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advsearch import PluginError, hookimpl
from advsearch.plugins.manager import new_manager
from advsearch.plugins.registry import Registry

Install = Callable[..., Path]
Run = Callable[..., subprocess.CompletedProcess[str]]

RULES = '''
from advsearch.testing import read_tree

class Over:
    """The game that is over."""
    def initial(self): return 0
    def player(self, state): return 0
    def actions(self, state): return []
    def result(self, state, action): return state
    def terminal(self, state): return True
    def utility(self, state, player): return 0

def flat(game, state, player):
    """0 everywhere, and later."""
    return 0

number = 42
'''

PLUGIN = """
    @hookimpl
    def advsearch_games(register):
        register("late", "late_rules:Over", summary="loaded late")
        register("lost", "late_rules:Ovr", summary="not there")
        register("gone", "no_such_module:Game")

    @hookimpl
    def advsearch_commands(register):
        register("hello", "late_cli:hello", summary="greet")
        register("hush", "late_cli:hush")
        register("broken", "late_cli:nothing", summary="is broken")
        register("bare", "late_cli:nothing")
        register("odd", "late_rules:flat", summary="no command")
"""

COMMANDS = '''
import click

@click.command()
def hello():
    """Greet the user."""
    click.echo("hello")

@click.command(hidden=True)
def hush():
    """Nothing to see."""
'''


def registry_of(monkeypatch: pytest.MonkeyPatch, folder: Path, warned: list[str], *plugins: Any) -> Registry:
    """The registry with the plugins of a distribution `made-up 1.2`, and with `late_rules` on the path."""
    (folder / "late_rules.py").write_text(RULES)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "late_rules", raising=False)
    manager = new_manager()
    for number, plugin in enumerate(plugins):
        manager.register(plugin, name=f"made-up 1.{number} it")
    return Registry(manager, warn=warned.append)


class Late:
    @hookimpl
    def advsearch_games(self, register: Any) -> None:
        register("over", "late_rules:Over")

    @hookimpl
    def advsearch_evaluators(self, register: Any) -> None:
        register("over", "flat", "late_rules:flat")
        register("over", "number", "late_rules:number")


def test_a_text_is_loaded_when_it_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Registering and listing names loads nothing. Using a name loads its module and returns the module's object."""
    warned: list[str] = []
    registry = registry_of(monkeypatch, tmp_path, warned, Late())
    assert list(registry.games) == ["over"]
    assert "late_rules" not in sys.modules
    game = registry.game("over")
    assert type(game) is sys.modules["late_rules"].Over
    assert list(registry.evaluators_of(game)) == ["null", "flat", "number"]
    assert registry.evaluator("flat", game) is sys.modules["late_rules"].flat
    assert registry.games["over"].summary == "The game that is over"
    assert warned == []


def test_the_evaluators_of_a_class_made_otherwise_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A game that was made without its registered name finds the evaluators registered for its class."""
    registry = registry_of(monkeypatch, tmp_path, [], Late())
    import late_rules

    assert "flat" in registry.evaluators_of(late_rules.Over())


def test_a_text_that_names_nothing_to_call_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A registered string must name something that can be called, just as a registered object must be."""
    registry = registry_of(monkeypatch, tmp_path, [], Late())
    message = (
        "expected over evaluator 'number', which made-up 1.0 registers as 'late_rules:number', to be callable, got 42"
    )
    with pytest.raises(PluginError, match=re.escape(message)):
        registry.evaluator("number", registry.game("over"))


@pytest.mark.parametrize(
    "text", ["late_rules", "late_rules.Over", "late_rules:", ":Over", "late rules:Over", "a:b:c"]
)
def test_a_text_of_another_shape_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    """A string other than `package.module:Name` gives one warning when it is registered."""

    class Misshapen:
        @hookimpl
        def advsearch_games(self, register: Any) -> None:
            register("over", text)

    warned: list[str] = []
    assert registry_of(monkeypatch, tmp_path, warned, Misshapen()).games == {}
    expected = f"expected game 'over' to be registered as 'package.module:Name', got {text!r}"
    assert warned == [f"plugin 'it' of made-up 1.0: {expected}"]


def test_the_first_keeps_a_name_though_it_is_a_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If a string registers a name twice, it is refused without loading either, and both distributions are named."""
    warned: list[str] = []
    registry = registry_of(monkeypatch, tmp_path, warned, Late(), Late())
    assert warned == [
        "plugin 'it' of made-up 1.1: game 'over' is refused; made-up 1.0 has registered it",
        "plugin 'it' of made-up 1.1: over evaluator 'flat' is refused; made-up 1.0 has registered it",
        "plugin 'it' of made-up 1.1: over evaluator 'number' is refused; made-up 1.0 has registered it",
    ]
    assert str(registry.games["over"].origin) == "made-up 1.0"
    assert "late_rules" not in sys.modules


@pytest.fixture
def late(install: Install) -> None:
    site = install("late", PLUGIN)
    (site / "late_rules.py").write_text(RULES)
    (site / "late_cli.py").write_text(COMMANDS)


LOST = (
    "game 'lost', which late 1.0 registers as 'late_rules:Ovr', cannot be loaded: AttributeError: module "
    "'late_rules' has no attribute 'Ovr'; did you mean Over?"
)
GONE = (
    "game 'gone', which late 1.0 registers as 'no_such_module:Game', cannot be loaded: ModuleNotFoundError: No "
    "module named 'no_such_module'"
)
BARE = (
    "command 'bare', which late 1.0 registers as 'late_cli:nothing', cannot be loaded: AttributeError: module "
    "'late_cli' has no attribute 'nothing'"
)


@pytest.mark.usefixtures("late")
def test_what_cannot_be_loaded_is_one_line(run: Run) -> None:
    """If a wrong string is used, one error names the distribution and the string."""
    for name, message in {"lost": LOST, "gone": GONE}.items():
        answer = run("-m", "advsearch", "search", name)
        assert (answer.returncode, answer.stderr) == (2, f"error: {message}\n")
    answer = run("-m", "advsearch", "odd")
    assert (answer.returncode, answer.stderr) == (
        2,
        f"error: expected command 'odd' of late 1.0 to be a click command, got {answer.stderr.partition('got ')[2]}",
    )


@pytest.mark.usefixtures("late")
def test_listings_leave_out_what_cannot_be_loaded(run: Run) -> None:
    """A listing leaves out entries that cannot be loaded, with one warning for each."""
    answer = run("-m", "advsearch", "games")
    assert answer.stderr == f"warning: {LOST}\nwarning: {GONE}\n"
    assert re.search(r"^late +loaded late", answer.stdout, re.M)
    assert not re.search("lost|gone", answer.stdout)


@pytest.mark.usefixtures("late")
def test_the_help_shows_the_summaries_of_commands(run: Run) -> None:
    """Commands are listed with their registered summaries; only a command without a summary is loaded for the
    help.
    """
    answer = run("-m", "advsearch", "--help")
    assert re.search(r"^  hello +greet$", answer.stdout, re.M)
    assert re.search(r"^  broken +is broken$", answer.stdout, re.M)
    assert "hush" not in answer.stdout
    assert answer.stderr == f"warning: {BARE}\n"
    assert run("-m", "advsearch", "hello").stdout == "hello\n"
    near = run("-m", "advsearch", "helo").stderr
    assert near.startswith("error: ")
    assert "unknown command 'helo'; did you mean hello" in near


@pytest.mark.usefixtures("late")
def test_completion_loads_no_command(run: Run) -> None:
    """The shell completes the names of commands, even of those that cannot be loaded."""
    asked = {"_ADVSEARCH_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    code = "from advsearch.cli.program import program\nprogram.main([], 'advsearch')"
    for words, expected in {"advsearch he": ["hello"], "advsearch b": ["bench", "bare", "broken"]}.items():
        answer = run("-c", code, COMP_WORDS=words, **asked)
        assert [line.partition(",")[2] for line in answer.stdout.splitlines()] == expected


def loaded_by(code: str, run: Run) -> set[str]:
    answer = run("-c", f"{code}\nimport sys; print(*sorted(sys.modules))")
    assert answer.stderr == ""
    return set(answer.stdout.splitlines()[-1].split())


def test_import_advsearch_loads_next_to_nothing(run: Run) -> None:
    """`import advsearch` loads neither its own modules nor a library, and a public name loads only its module."""
    loaded = loaded_by("import advsearch", run)
    assert {name for name in loaded if name.startswith("advsearch")} == {
        "advsearch",
        "advsearch.lazy",
        "advsearch.since_start",
    }
    assert loaded.isdisjoint({"attrs", "click", "pluggy", "rich", "numba", "numpy"})
    with_hooks = loaded_by("from advsearch import hookimpl", run)
    assert "pluggy" in with_hooks
    assert with_hooks.isdisjoint({"click", "attrs", "advsearch.protocol"})


def test_the_registry_loads_no_game_and_no_searcher(run: Run) -> None:
    """Finding out what is installed loads the plugins' modules, and not click."""
    loaded = loaded_by("from advsearch.plugins.registry import default_registry\ndefault_registry()", run)
    theirs = {name.partition(".")[2] for name in loaded if name.startswith("advsearch_")}
    assert theirs == {"", "plugin"}
    assert loaded.isdisjoint({"click", "rich", "numba", "numpy"})


def test_the_help_loads_no_command_and_no_game(run: Run) -> None:
    """`advsearch --help` loads the program and the plugins' modules, and nothing that they register."""
    code = (
        "from advsearch.cli.program import program\n"
        "import contextlib, io\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    program.main(['--help'], standalone_mode=False)"
    )
    loaded = loaded_by(code, run)
    commands = {name for name in loaded if hasattr(sys.modules.get(name), "command")}
    assert not {name for name in commands if name.startswith("advsearch.cli")}
    assert not {name for name in loaded if name.endswith((".rules", ".game", ".evaluators", ".best"))} - {
        "advsearch.compiled.evaluators",
        "advsearch.compiled.rules",
    }
    assert loaded.isdisjoint({"numba", "numpy", "hypothesis"})
    assert not {name for name in loaded if name.startswith("advsearch.cli.commands.")}


def test_the_plugin_of_the_page_works(install: Install, run: Run) -> None:
    """The plugin in docs/plugins.md, in a package with several modules, adds a game and a command."""
    page = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text(encoding="utf-8")
    found = re.search(r'^```python title="mine/plugin.py"\n(.*?)^```$', page, re.M | re.S)
    assert found is not None
    site = install("mine", None, entry_points="mine = mine.plugin")
    (site / "mine").mkdir()
    files = {"__init__": "", "plugin": found[1], "rules": RULES + "\nMine = Over\n", "cli": COMMANDS}
    for name, text in files.items():
        (site / "mine" / f"{name}.py").write_text(text)
    assert run("-m", "advsearch", "hello").stdout == "hello\n"
    assert re.search(r"^  hello +Greet a player$", run("-m", "advsearch", "--help").stdout, re.M)
    assert re.search(r"^mine +the game of mine$", run("-m", "advsearch", "games").stdout, re.M)
