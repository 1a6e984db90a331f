"""The whole program: help, imports, and errors."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import pytest
from click.testing import Result

from advsearch import __version__
from advsearch.cli.program import program
from advsearch.plugins.builtin import COMMANDS

Run = Callable[..., Result]
Refused = Callable[..., str]
HEAVY = ("numba", "numpy", "llvmlite", "hypothesis", "starlette", "uvicorn", "websockets")

OURS = COMMANDS | {"study": "Repeat published experiments, and test their claims"}
"""The commands of the wheel, with their summaries."""


def command(name: str) -> click.Command:
    found = program.get_command(click.Context(program), name)
    assert found is not None
    return found


def test_help_lists_every_command(run: Run) -> None:
    """`advsearch --help`, like `advsearch` alone, lists each command with one line, and examples."""
    answer = run("--help")
    assert answer.exit_code == 0
    assert run().stdout == answer.stdout
    text = " ".join(answer.stdout.split())
    for name, summary in OURS.items():
        assert text.count(f"{name} {summary}") == 1
    assert "advsearch search" in answer.stdout.partition("Examples:")[2]


@pytest.mark.parametrize("name", OURS)
def test_summaries_are_the_first_sentence_of_the_help(name: str) -> None:
    """The summary of a command is the first sentence of its help."""
    text = command(name).help
    assert text is not None
    assert text.partition("\n\n")[0].replace("\n", " ").rstrip(".") == OURS[name]


@pytest.mark.parametrize("name", OURS)
def test_every_command_takes_the_shared_options(run: Run, name: str) -> None:
    """--seed, --debug and -h work after every command."""
    answer = run(name, "-h")
    assert answer.exit_code == 0
    for option in ("--seed", "--debug", "--help"):
        assert option in answer.stdout


@pytest.mark.parametrize("name", OURS)
def test_every_option_is_explained(name: str) -> None:
    """Every option has a line of help."""
    unexplained = [p.name for p in command(name).params if isinstance(p, click.Option) and not p.help]
    assert unexplained == []


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["search", "--help"], ["play", "--help"]])
def test_nothing_heavy_is_loaded(arguments: list[str]) -> None:
    """Help and listings load neither numba nor numpy nor hypothesis, even with plugins."""
    code = (
        "import sys\nfrom advsearch.cli.program import program\n"
        f"program.main({arguments!r}, standalone_mode=False)\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines()[-1] == "[]"


def test_importing_the_package_loads_no_plugin() -> None:
    """`import advsearch` loads no plugin, no click commands and no machine code."""
    code = (
        "import sys, advsearch\n"
        "print([n for n in sys.modules if n.startswith(('advsearch.plugins', 'advsearch.cli', 'advsearch_'))])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"


def test_version(run: Run) -> None:
    """--version prints name and version."""
    assert run("--version").stdout == f"advsearch {__version__}\n"


MISTAKES = [
    (["serch"], "unknown command 'serch'; did you mean search or searchers or serve?"),
    (["help"], "unknown command 'help'; see 'advsearch --help', 'advsearch COMMAND --help'"),
    (["search"], "missing argument 'GAME'; see 'advsearch search --help'"),
    (["search", "nowhere"], "unknown game 'nowhere'; installed: "),
    (["search", "threes.py:Three"], "unknown name in threes.py 'Three'; did you mean Threes?"),
    (
        ["search", "threes.py:Threes(misere=maybe)"],
        "expected `misere` of threes.py:Threes to be true or false, got 'maybe'",
    ),
    (["search", "threes.py:Threes("], "column 18 of 'threes.py:Threes(': expected a name or a value, got the end"),
    (
        ["search", "threes.py:Threes", "--tme", "1s"],
        "unknown option --tme; did you mean --time?; see 'advsearch search --help'",
    ),
    (
        ["search", "threes.py:Threes", "--time", "soon"],
        "expected --time to be a duration such as 150ms, 1s or 2m, got 'soon'",
    ),
    (["search", "threes.py:Race", "--nodes", "-5"], "expected --nodes to be a whole number of at least 0, got '-5'"),
    (["search", "threes.py:Threes", "--position", "X"], "expected nine of X, O and ., got 'X'"),
    (
        ["search", "threes.py:Race", "--position", "3"],
        "Race has no notation for positions; give its class `parse_state` and `format_state`",
    ),
    (
        ["search", "threes.py:Threes", "--evaluator", "center"],
        "unknown evaluator of threes 'center'; installed: null",
    ),
    (
        ["search", "threes.py:Threes", "--evaluator", "null", "--searcher", "greedy(evaluator=null)"],
        "expected one evaluator, got two: null, and the evaluator in greedy(evaluator=null)",
    ),
    (
        ["search", "threes.py:Threes", "--evaluator", "null", "--searcher", "random"],
        "unknown setting 'evaluator' of random; random takes seed=0, tier=auto",
    ),
    (
        ["search", "threes.py:Threes", "--evaluator", "threes.py:divides_by_zero"],
        "threes.py line 84, in divides_by_zero: ZeroDivisionError: division by zero",
    ),
    (["play", "threes.py:Threes", "--second", "persn"], "unknown player 'persn'; did you mean person?"),
    (["tournament", "repot"], "unknown command 'repot'; did you mean report or export?; see 'advsearch"),
    (["study", "xyzzy"], "unknown command 'xyzzy'; there are: list, report, run, show; see 'advsearch study --help'"),
    (["perft", "threes.py:Threes", "-1"], "unknown option -1; see 'advsearch perft --help'"),
    (["perft", "threes.py:Threes", "few"], "expected DEPTH to be a whole number of at least 0, got 'few'"),
    (
        ["perft", "threes.py:Threes", "0", "--divide"],
        "expected a depth of at least 1 to count for each action, got 0",
    ),
    (
        ["evaluate", "threes.py:Threes", "--player", "3"],
        "invalid value for '--player': 3 is not in the range 0<=x<=1; see",
    ),
    (
        ["completion", "cmd.exe"],
        "invalid value for '{bash|zsh|fish}': 'cmd.exe' is not one of 'bash', 'zsh', 'fish'; see",
    ),
    (["--no-such"], "unknown option --no-such; see 'advsearch --help'"),
]


@pytest.mark.parametrize(("arguments", "message"), MISTAKES, ids=[" ".join(each[0]) for each in MISTAKES])
def test_mistakes_are_one_line(refused: Refused, arguments: list[str], message: str) -> None:
    """Every error is one line on standard error that says what was expected, with exit status 2."""
    assert refused(*arguments).startswith(message)


@pytest.mark.parametrize("group", ["tournament", "study"])
def test_summaries_of_subcommands_are_whole(run: Run, group: str) -> None:
    """The list of commands shows each summary whole."""
    assert "..." not in run(group, "--help").stdout.split("Commands:")[1]


def test_debug_shows_the_traceback(run: Run) -> None:
    """--debug, before the command or after it, adds the traceback to the line."""
    failing = ["search", "threes.py:Threes", "--evaluator", "threes.py:divides_by_zero"]
    for arguments in (["--debug", *failing], [*failing, "--debug"]):
        answer = run(*arguments)
        assert answer.exit_code == 2
        assert "Traceback (most recent call last)" in answer.stderr
        assert answer.stderr.splitlines()[-1].startswith("error: threes.py line 84")


def test_our_own_defects_are_owned(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only an error in advsearch's own code is called a defect, with a hint how to see more."""
    monkeypatch.setattr("advsearch.cli.catalogue.settings_text", None)
    printed = "this is a defect of advsearch: TypeError: 'NoneType' object is not callable; --debug shows where"
    assert refused("games") == printed


BROKEN = """
from threes import Race
import advsearch
class Lists(Race):
    "States that no table can hold."
    def initial(self): return [0]
    def player(self, state): return super().player(*state)
    def actions(self, state): return super().actions(*state)
    def result(self, state, action): return [super().result(*state, action)]
    def terminal(self, state): return super().terminal(*state)
    def utility(self, state, player): return super().utility(*state, player)

class Third(Race):
    "A player too many."
    def __init__(self, loud=False): self.loud = loud
    def player(self, state): return 2

class Silent(Race):
    "Actions without a return."
    def actions(self, state): super().actions(state)

class Raises(Race):
    "Results that fail."
    def result(self, state, action): return {}[action]

class Leaves(Race):
    "Results that end the program."
    def result(self, state, action): raise SystemExit(3)

class Lost:
    "A searcher whose line of play is None."
    def search(self, game, state, **options): return advsearch.Result(game.actions(state)[0], 0, 1, 1, pv=None)

def misread(game, state, player):
    import json
    return json.loads("{")

class Vague:
    "A number that cannot be compared."
    def __lt__(self, other): raise ValueError("vague")
    __gt__ = __le__ = __ge__ = __lt__

def vague(game, state, player): return Vague()
"""

BLAMED = [
    (
        ["search", "broken.py:Lists"],
        "expected states of Lists to be hashable, got [0]: unhashable type: 'list'; make states of tuples instead of "
        "lists, or search without a table (table=0)",
    ),
    (
        ["search", "broken.py:Third"],
        "expected Third.player to return 0 or 1, got 2 in 0; run 'advsearch check' on the game",
    ),
    (
        ["search", "broken.py:Third(loud=true)"],
        "expected Third.player to return 0 or 1, got 2 in 0; run 'advsearch check' on the game",
    ),
    (["perft", "broken.py:Silent", "2"], "expected Silent.actions to return a sequence such as a list, got None"),
    (
        ["search", "broken.py:Raises"],
        "broken.py line 24, in result: KeyError: 1; called as Raises.result(state=0, action=1); "
        "run: advsearch check broken.py:Raises",
    ),
    (
        ["perft", "broken.py:Leaves", "1"],
        "broken.py line 28, in result: SystemExit: 3; called as Leaves.result(state=0, action=1); "
        "run: advsearch check broken.py:Leaves",
    ),
    (
        ["search", "threes.py:Threes", "--searcher", "broken.py:Lost"],
        "broken.py:Lost or threes.py:Threes breaks a law, or this is a defect of advsearch: TypeError: "
        "'NoneType' object is not iterable; run: advsearch check --searcher broken.py:Lost, or: "
        "advsearch check threes.py:Threes; --debug shows where",
    ),
    (
        ["search", "threes.py:Threes", "--evaluator", "broken.py:misread"],
        "broken.py line 36, in misread: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 "
        "column 2 (char 1)",
    ),
    (
        ["evaluate", "threes.py:Threes", "broken.py:vague"],
        "expected evaluator broken.py:vague to return a number, got <broken.Vague object>",
    ),
]


@pytest.mark.parametrize(("arguments", "printed"), BLAMED, ids=[" ".join(each[0]) for each in BLAMED])
def test_whose_fault_it_is(refused: Refused, folder: Path, arguments: list[str], printed: str) -> None:
    """An error in a user's code names its line. Any other error names the user's code that took part, with the
    command that finds the cause.
    """
    (folder / "broken.py").write_text(BROKEN)
    assert refused(*arguments) == printed


@pytest.mark.parametrize("group", [[], ["tournament"], ["study"]])
def test_a_group_alone_shows_its_help(run: Run, group: list[str]) -> None:
    """A group without a command prints its list of commands, as with --help, and not a one-line error."""
    answer = run(*group)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout == run(*group, "--help").stdout


def test_a_closed_pipe_is_quiet(shell: Callable[..., Any], folder: Path) -> None:
    """`advsearch ... | head -1` ends without an error."""
    command = f'"{sys.executable}" -m advsearch perft threes.py:Threes 3 --divide | head -1'
    answer = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=folder, timeout=300)
    assert answer.stdout == "action  leaves  finished\n"
    assert answer.stderr == ""


def test_what_the_encoding_lacks_is_escaped(shell: Callable[..., Any], folder: Path) -> None:
    """A character that standard output cannot encode is escaped without an error, and JSON stays valid."""
    (folder / "solid.py").write_text(
        "from threes import Race\n\n\nclass Solid(Race):\n    def initial(self): return Full(0)\n\n\n"
        "class Full(int):\n    def __str__(self): return '●'\n",
        encoding="utf-8",
    )
    answer = shell("evaluate", "solid.py:Solid", PYTHONIOENCODING="latin-1")
    assert (answer.returncode, answer.stdout.splitlines()[0]) == (0, "\\u25cf")
    answer = shell("evaluate", "solid.py:Solid", "--json", PYTHONIOENCODING="latin-1")
    assert json.loads(answer.stdout)["position"] == "●"


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_scripts(run: Run, name: str) -> None:
    """Each shell's completion script calls the program itself."""
    answer = run("completion", name)
    assert answer.exit_code == 0
    assert "_ADVSEARCH_COMPLETE=" in answer.stdout


def test_completion_knows_names(shell: Callable[..., Any]) -> None:
    """Commands can be completed, and so can the names of installed games, searchers and evaluators."""
    asked = {"_ADVSEARCH_COMPLETE": "bash_complete", "COMP_CWORD": "1", "COMP_WORDS": "advsearch sear"}
    assert sorted(shell(**asked).stdout.splitlines()) == ["plain,search", "plain,searchers"]
    asked |= {"COMP_CWORD": "4", "COMP_WORDS": "advsearch search x --searcher alp"}
    assert shell(**asked).stdout == "plain,alphabeta\n"
    asked |= {"COMP_CWORD": "2", "COMP_WORDS": "advsearch search thre"}
    assert shell(**asked).stdout == "file,thre\n"


def test_what_the_system_refuses_is_no_defect(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is reported in the system's words, even while a user's game is searched."""
    full = OSError(28, "No space left on device")
    monkeypatch.setattr("advsearch.cli.commands.perft.perft", Mock(side_effect=full))
    monkeypatch.setattr("advsearch.plugins.blame.is_theirs", lambda _: False)
    assert refused("perft", "threes.py:Threes", "1") == "no space left on device"


def test_plugins_add_commands(shell: Callable[..., Any], folder: Path) -> None:
    """A plugin's command is listed and runs; it cannot replace a built-in command."""
    site = folder / "site"
    info = site / "extra-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[advsearch]\nextra = extra_plugin\n")
    (site / "extra_plugin.py").write_text(
        "import click\nfrom advsearch import hookimpl\n\n\n@click.command()\ndef hello():\n"
        '    """Greet whoever asks."""\n    click.echo("hello")\n\n\n@hookimpl\ndef advsearch_commands(register):\n'
        '    register("hello", hello)\n    register("games", hello)\n'
    )
    assert "  hello       Greet whoever asks" in shell("--help", PYTHONPATH=str(site)).stdout
    assert shell("hello", PYTHONPATH=str(site)).stdout == "hello\n"
    assert shell("games", PYTHONPATH=str(site)).stdout.startswith("game ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "isolation(width=3, height=3)", "--depth", "1"],
        ["compare", "isolation(width=3, height=3)", "null", "improved", "--depth", "1", "--pairs", "1"],
        ["solve", "isolation(width=3, height=3)"],
        ["tournament", "status", "s.db"],
    ],
)
def test_a_deleted_folder_is_said_plainly(tmp_path: Path, arguments: list[str]) -> None:
    """If the current folder was deleted, a command says so in one line, and no agent loses a game by it. The help is
    still printed."""
    gone = tmp_path / "gone"
    leave = (
        f"mkdir -p {shlex.quote(str(gone))} && cd {shlex.quote(str(gone))} && rmdir {shlex.quote(str(gone))} && exec "
    )
    for words, said in (
        (arguments, "error: the current folder was deleted; change to another folder, and run"),
        ([], ""),
    ):
        line = leave + shlex.join([sys.executable, "-m", "advsearch", *words])
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, timeout=120)
        assert done.stderr.startswith(said)
        assert len(done.stderr.splitlines()) == len(said.splitlines())
        assert (done.returncode, bool(done.stdout)) == ((2, False) if said else (0, True))
