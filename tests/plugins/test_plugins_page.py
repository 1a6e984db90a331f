"""docs/plugins.md: its plugin works unchanged, and the page documents every hook."""

from __future__ import annotations

import inspect
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

from advsearch import hookspecs
from advsearch.specs import parse_spec

PAGE = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text(encoding="utf-8")
Install = Callable[..., Path]
Run = Callable[..., subprocess.CompletedProcess[str]]


def block(start: str) -> str:
    found = re.search(rf"^```{re.escape(start)}\n(.*?)^```$", PAGE, re.M | re.S)
    assert found is not None, start
    return found[1]


def test_every_hook_is_in_the_page_as_it_is() -> None:
    """The names and arguments of the hooks in the page are exactly those of the specifications."""
    specified = {
        f"{name}{str(inspect.signature(hook)).partition(' ->')[0].partition(':')[0]})"
        for name, hook in vars(hookspecs).items()
        if name.startswith("advsearch_")
    }
    assert set(re.findall(r"^\| `(advsearch_\w+\(\w+\))`", PAGE, re.M)) == specified


def test_what_the_page_says_of_register_is_its_signature() -> None:
    """The callbacks take the parameters that the page lists."""
    for protocol, shown in (
        (hookspecs.RegisterGame, 'register(name, make, *, summary="")'),
        (hookspecs.RegisterSearcher, 'register(name, make, *, compiled=None, game=None, summary="")'),
        (hookspecs.RegisterEvaluator, 'register(game, name, evaluator, *, study=None, summary="")'),
        (hookspecs.RegisterCommand, 'register(name, command, *, summary="")'),
        (hookspecs.RegisterFormat, 'register(name, write, *, summary="")'),
    ):
        parameters = list(inspect.signature(protocol.__call__).parameters.values())[1:]
        positional = [each.name for each in parameters if each.default is inspect.Parameter.empty]
        optional = [f"{each.name}={each.default!r}" for each in parameters if each.name not in positional]
        assert f"register({', '.join([*positional, '*', *optional])})".replace("''", '""') == shown
        assert f"`{shown}`" in PAGE


def test_the_example_works(install: Install, run: Run, usual_note: str) -> None:
    """The two files of the page, once installed, do what the page shows."""
    project = tomllib.loads(block('toml title="pyproject.toml"'))["project"]
    ((name, module),) = project["entry-points"]["advsearch"].items()
    site = install(project["name"], None, version=project["version"], entry_points=f"{name} = {module}")
    (site / f"{module}.py").write_text(block('python title="nim_plugin.py"'))
    command, _, shown = block("console").partition("\n")
    spec, searcher = re.findall(r'"(.*?)"', command)
    assert command == f'$ advsearch search "{spec}" --searcher "{searcher}"'
    answer = run("-m", "advsearch", "search", spec, "--searcher", searcher)
    assert answer.stderr == usual_note  # a search this short needs no machine code
    assert _without_clock(answer.stdout) == _without_clock(shown)
    assert (
        '"nim-sum", "summary": "Whether the player can leave an even position"'
        in run("-m", "advsearch", "evaluators", "nim", "--json").stdout
    )


def _without_clock(text: str) -> list[str]:
    return [
        re.sub(r"\d[\d,.]* (ms|s)\b|\d[\d,]*(?= nodes/s)|(?<=\d)  +[\d,]+(?=  \S)|\s+", "", line)
        for line in text.splitlines()
    ]


def test_the_example_of_a_test_works(install: Install, run: Run, tmp_path: Path) -> None:
    """The page's way to make a registry with one plugin works."""
    site = tmp_path / "site"
    site.mkdir(exist_ok=True)
    (site / "nim_plugin.py").write_text(block('python title="nim_plugin.py"'))
    answer = run("-c", block("python") + "print(game.initial())")
    assert (answer.stdout, answer.stderr) == ("((1, 2), 0)\n", "")


def test_the_example_of_a_command_works(install: Install, run: Run) -> None:
    """The page's command runs and reports a typo as built-in commands do, and its ordering is listed."""
    site = install("mine-for-advsearch", None, entry_points="mine = mine.plugin")
    (site / "mine").mkdir()
    (site / "mine" / "__init__.py").touch()
    for name in ("plugin", "cli"):
        (site / "mine" / f"{name}.py").write_text(block(f'python title="mine/{name}.py"'))
    assert run("-m", "advsearch", "hello", "isolation").stdout == "hello, you have 49 actions\n"
    assert run("-m", "advsearch", "hello", "isolation", "--json").stdout == '{"actions": 49}\n'
    built_in = run("-m", "advsearch", "perft", "izolation", "1").stderr
    assert run("-m", "advsearch", "hello", "izolation").stderr == built_in
    assert "centre" in run("-m", "advsearch", "orderings").stdout


def test_specs_in_the_page_are_specs() -> None:
    """Every reference in the page's table can be parsed."""
    for text in ("mine.py:name", "../folder/mine.py:name", '"my file.py:name"', "mine.py:Class(weight=2)"):
        assert text in PAGE
        parse_spec(text)


def test_the_warnings_in_the_page_are_ours(install: Install, run: Run) -> None:
    """The warning and the error in the page are those that are printed."""
    code = block('python title="nim_plugin.py"').replace("def advsearch_games", "def advsearch_game")
    site = install("nim-for-advsearch", None, entry_points="nim = nim_plugin")
    (site / "nim_plugin.py").write_text(code)
    message = run("-m", "advsearch", "games").stderr.strip()
    shown = [line for line in PAGE.splitlines() if line.startswith("warning: ")]
    assert [message] == shown
    code = block('python title="nim_plugin.py"').replace('"nim_plugin:Nim"', '"nim_plugin:Nimm"')
    (site / "nim_plugin.py").write_text(code)
    error = run("-m", "advsearch", "search", "nim").stderr.splitlines()[-1]
    assert f"\n{error}\n" in PAGE
    Path(site.parent / "mine.py").write_text("x = 1\n\ny = undefined\n")
    error = run("-m", "advsearch", "search", "mine.py:y").stderr.splitlines()[-1]
    assert f"\n{error}\n" in PAGE
