"""The rules of the repository that a program can check: layers, names, sizes, wording."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from advsearch.plugins.builtin import COMMANDS

ROOT = Path(__file__).parents[2]
CORE = ROOT / "advsearch"
GAMES = sorted((ROOT / "games").glob("*/advsearch_*"))
STUDIES = ROOT / "plugins" / "studies" / "advsearch_studies"

# A package imports its own layer and lower ones only. A new package needs an entry, a module of the first layer none.
LAYERS = {
    "system": 0,
    "search": 1,
    "compiled": 1,
    "lowering": 1,
    "machine": 1,
    "drawing": 1,
    "plugins": 2,
    "binding": 2,
    "match": 3,
    "ugi": 3,
    "courses": 3,
    "ratings": 3,
    "solving": 3,
    "analysis": 3,
    "tournament": 3,
    "plots": 3,
    **dict.fromkeys(("cli", "web", "notebook"), 4),
    "testing": 3.5,  # beside the others: uses all of them but the faces, and only `advsearch check` uses it
}
# What the packages of the third layer may use of one another.
BESIDE = {
    "match": set(),
    "ugi": {"match"},
    "courses": {"ugi"},
    "ratings": set(),
    "solving": set(),
    "analysis": {"solving"},
    "tournament": {"match", "ugi", "courses", "ratings"},
    "plots": {"analysis", "tournament"},
}
FOR_GAMES = {"courses", "system"}  # what games may import beside the package `advsearch`
FOR_STUDIES = {"cli", "drawing", "match", "plugins", "ratings", "system", "tournament"}
FRONT_DOOR = "advsearch"  # the package itself has the public names of every layer
FIRST_LAYER = {path.stem for path in CORE.glob("*.py")} - {"__init__", "__main__"}

# Who may import what from outside the standard library, whether at the top of a file or inside a function.
THIRD_PARTY = {
    "attrs": {"*"},
    "pluggy": {"hookspecs", "plugins"},
    "click": {"hookspecs", "cli"},
    **{name: {"cli"} for name in ("rich", "textual")},
    "llvmlite": {"compiled", "machine"},
    **{name: {"compiled"} for name in ("numba", "numpy")},
    **{name: {"testing"} for name in ("hypothesis", "pytest", "_pytest")},
    **{name: {"web"} for name in ("starlette", "uvicorn")},
    **{name: {"tournament"} for name in ("distributed", "dask")},
    **{name: {"notebook"} for name in ("anywidget", "traitlets", "IPython")},
}
MAX_FILE_LINES = 600
MAX_FUNCTION_LINES = 80
TEXT = {
    ".py", ".md", ".toml", ".yaml", ".yml", ".txt", ".html", ".css", ".js", ".json", ".cfg", ".sh", ".c", ".tree", "",
}  # fmt: skip


@cache
def files() -> tuple[Path, ...]:
    """Every text file of the project that a reader may open."""
    skipped = {"__pycache__", "build", "dist", "venv", "node_modules"}
    found = []
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") and part not in (".ci", ".pre-commit-config.yaml") for part in parts)
        if path.is_file() and path.suffix in TEXT and not hidden and not skipped.intersection(parts):
            found.append(path)
    return tuple(found)


def sources(*folders: Path) -> list[Path]:
    return [path for path in files() if path.suffix == ".py" and any(path.is_relative_to(top) for top in folders)]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The imports in a file, as (line, absolute module or module.name)."""
    package = ".".join(path.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, node.module] if node.module else above)
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def place(path: Path) -> str:
    """The package of the core to which a file belongs; `advsearch/errors.py` belongs to `errors`."""
    first = path.relative_to(CORE).parts[0]
    return FRONT_DOOR if first in ("__init__.py", "__main__.py") else first.removesuffix(".py")


def layer(name: str) -> float:
    return 0 if name in FIRST_LAYER else LAYERS[name]


def at(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def none_of(faults: list[str]) -> None:
    assert faults == [], "\n".join(["", *faults])


# --- layers ---------------------------------------------------------------------------------------------------


def test_every_package_of_the_core_has_a_layer() -> None:
    """Each package in advsearch/ has a layer in the table above, so that the rules apply to it."""
    packages = {path.name for path in CORE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert packages - set(LAYERS) == set()


def test_imports_point_downwards() -> None:
    """A module of the core imports its own layer and lower ones only."""
    faults = []
    for path in sources(CORE):
        here = place(path)
        for line, name in imports(path):
            parts = name.split(".")
            if here == FRONT_DOOR or parts[0] != "advsearch" or len(parts) < 2:
                continue
            there = parts[1]
            known = there in FIRST_LAYER or there in LAYERS
            if known and layer(there) > layer(here) and (here, there) != ("cli", "testing"):
                faults.append(f"{at(path, line)}: {here} imports {name}, of a higher layer")
    none_of(faults)


def test_packages_of_the_third_layer_use_those_they_name() -> None:
    """Packages of the third layer import only declared packages of this layer, which come before them."""
    assert set(BESIDE) == {name for name, number in LAYERS.items() if number == 3}
    used: dict[str, set[str]] = {name: set() for name in BESIDE}
    for path in sources(CORE):
        here = place(path)
        for _, name in imports(path) if here in BESIDE else ():
            there = name.split(".")[1] if name.startswith("advsearch.") else ""
            if there in BESIDE and there != here:
                used[here].add(there)
    assert used == BESIDE
    names = list(BESIDE)
    assert all(others <= set(names[: names.index(name)]) for name, others in BESIDE.items())


def test_each_command_has_a_file() -> None:
    """In cli/commands/ there is a file for each command, and nothing else; no file imports another."""
    assert {path.stem for path in (CORE / "cli" / "commands").glob("*.py")} - {"__init__"} == set(COMMANDS)
    none_of(
        [
            f"{at(path, line)}: imports {name}"
            for path in sources(CORE / "cli")
            for line, name in imports(path)
            if name.startswith("advsearch.cli.commands")
        ]
    )


def test_faces_and_the_kit_are_imported_by_no_layer_below() -> None:
    """Only `advsearch.cli` imports the test kit and the packages that face users."""
    faults = []
    for path in sources(CORE):
        here = place(path)
        for line, name in imports(path):
            there = name.split(".")[1] if name.startswith("advsearch.") else ""
            face = there in ("cli", "web", "notebook") and here not in ("cli", there)
            kit = there == "testing" and here not in ("testing", "cli")
            if here != FRONT_DOOR and (face or kit):
                faults.append(f"{at(path, line)}: {here} imports {name}")
    none_of(faults)


def test_reference_searchers_stand_without_the_compiled_tier() -> None:
    """search/ never imports compiled/."""
    none_of(
        [
            f"{at(path, line)}: imports {name}"
            for path in sources(CORE / "search")
            for line, name in imports(path)
            if name.startswith("advsearch.compiled")
        ]
    )


def test_each_outside_library_is_used_in_one_place() -> None:
    """The core imports numba and numpy only in compiled/, hypothesis only in testing/, rich only in cli/."""
    faults = []
    for path in sources(CORE):
        for line, name in imports(path):
            allowed = THIRD_PARTY.get(name.split(".")[0])
            if allowed is not None and not allowed & {"*", place(path)}:
                faults.append(f"{at(path, line)}: {place(path)} imports {name}")
    none_of(faults)


def test_numba_stays_unloaded_until_a_compiled_search() -> None:
    """Importing the core, command line included, loads neither numba nor numpy nor hypothesis."""
    program = (
        "import sys, advsearch, advsearch.plugins, advsearch.search, advsearch.cli\n"
        "print(sorted({'numba', 'numpy', 'llvmlite', 'hypothesis'} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_games_and_studies_use_public_names_only() -> None:
    """Games import `advsearch`, the lowest layer and `FOR_GAMES`, and no other game. Studies also import games."""
    faults = []
    for package in (CORE, *GAMES, STUDIES):
        studies, allowed = package == STUDIES, FOR_STUDIES if package == STUDIES else FOR_GAMES
        for path in sources(package):
            for line, name in imports(path):
                first, *rest = name.split(".")
                foreign = first.startswith("advsearch_") and first != package.name and not studies
                heavy = first in THIRD_PARTY and first not in ({"attrs", "click"} if studies else {"attrs"})
                private = first == "advsearch" and any(part.startswith("_") for part in rest)
                inner = first == "advsearch" and rest[:1] and rest[0] in LAYERS.keys() - allowed
                if (foreign and path != CORE / "__init__.py") or (package != CORE and (heavy or private or inner)):
                    faults.append(f"{at(path, line)}: {package.name} imports {name}")
    none_of(faults)


# --- names ----------------------------------------------------------------------------------------------------

# sqlite3 calls a setting of transactions isolation_level, which is not the game
GAME_NAMES = re.compile(
    r"(?<![a-z])(isolation(?!_level)|pentago|connect[ _-]?(4|four)|tic[ _-]?tac[ _-]?toe)(?![a-z])", re.I
)


def test_the_core_names_no_game() -> None:
    """No identifier, string or comment in advsearch/ names a game: games come in as plugins."""
    none_of(
        [
            f"{at(path, number)}: {line.strip()}"
            for path in files()
            if path.is_relative_to(CORE)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if GAME_NAMES.search(line)
        ]
    )


def test_every_module_is_named_for_what_it_holds() -> None:
    """No module or package is called utils, helpers, base or common."""
    vague = {"utils", "util", "helpers", "helper", "base", "common", "misc"}
    none_of([at(path, 1) for path in files() if path.suffix == ".py" and vague & {*path.parts, path.stem}])


def test_only_the_clock_module_reads_time() -> None:
    """Searches and commands take the time from advsearch.limits, so that one clock applies to a search."""
    clocks = {"time.perf_counter", "time.perf_counter_ns", "time.monotonic", "time.monotonic_ns", "time.process_time"}
    faults = []
    for path in sources(CORE):
        called = [(n.lineno, ast.unparse(n.func)) for n in ast.walk(tree_of(path)) if isinstance(n, ast.Call)]
        for line, name in [*imports(path), *called]:
            if name in clocks and place(path) != "limits":
                faults.append(f"{at(path, line)}: {name}")
    none_of(faults)


# --- size -----------------------------------------------------------------------------------------------------


def test_files_are_short() -> None:
    """No Python file has more than 600 lines."""
    long = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in sources(ROOT)}
    assert {name: lines for name, lines in long.items() if lines > MAX_FILE_LINES} == {}


def length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_functions_fit_a_screen() -> None:
    """No function is longer than a screen, docstring included; nested functions are counted separately."""
    faults = []
    for path in sources(ROOT):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                inner = [each for each in node.body if isinstance(each, ast.FunctionDef)]
                lines = length(node) - sum(map(length, inner))
                if lines > MAX_FUNCTION_LINES:
                    faults.append(f"{at(path, node.lineno)}: {node.name} has {lines} lines")
    none_of(faults)


# --- wording --------------------------------------------------------------------------------------------------

# Spelt in pieces, so that this file does not find itself.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:" + "home|Users|root|work|opt" + r")/\w|\b[A-Z]:\\\\?(?:Users|Windows)\b")
REGISTRY = re.compile(
    "py" + r"pi\.org|python" + r"hosted\.org|artif" + r"actory|index" + r"-url|anaconda\.org/\w", re.I
)
MARKER = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|HA" + r"CK)\b")
MARKER_XXX = re.compile(r"\bX" + r"XX\b")


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY, MARKER], ids=["machine path", "registry host", "marker"])
def test_nothing_is_left_behind(pattern: re.Pattern[str]) -> None:
    """No file has an absolute path of a user's machine, the host of a package registry, or a marker for later."""
    none_of(
        [
            f"{at(path, number)}: {line.strip()[:100]}"
            for path in files()
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if pattern.search(line)
        ]
    )


def test_comments_hold_no_marker() -> None:
    """No comment contains three X as a marker for later (boards may contain them, so only comments are searched)."""
    faults = []
    for path in (each for each in sources(ROOT) if MARKER_XXX.search(each.read_text(encoding="utf-8"))):
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            if token.type == tokenize.COMMENT and MARKER_XXX.search(token.string):
                faults.append(f"{at(path, token.start[0])}: {token.string}")
    none_of(faults)


def test_every_test_says_what_it_proves() -> None:
    """Each test function has a docstring: the claim it proves."""
    none_of(
        [
            f"{at(path, node.lineno)}: {node.name}"
            for path in files()
            if path.suffix == ".py" and "tests" in path.parts
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
        ]
    )


def _errors() -> dict[str, ast.ClassDef]:
    body = tree_of(CORE / "errors.py").body
    return {node.name: node for node in body if isinstance(node, ast.ClassDef)}


def test_every_error_is_documented() -> None:
    """Each error class has a docstring that says what to do, and a line in docs/glossary.md."""
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    none_of(
        [
            f"advsearch/errors.py:{node.lineno}: {name}"
            for name, node in _errors().items()
            if not ast.get_docstring(node) or f"`{name}`" not in glossary
        ]
    )


def test_error_messages_are_written_alike() -> None:
    """An error message starts in lower case and ends without a full stop, wherever it is raised."""
    faults = []
    for path in sources(CORE, *GAMES, ROOT / "plugins"):
        if "tests" in path.relative_to(ROOT).parts:
            continue
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call) or not node.exc.args:
                continue
            message = node.exc.args[0]
            pieces = message.values if isinstance(message, ast.JoinedStr) else [message]
            name = ast.unparse(node.exc.func).split(".")[-1]
            if name not in _errors():
                continue
            first, last = pieces[0], pieces[-1]
            capital = isinstance(first, ast.Constant) and re.match(r"[A-Z][a-z]", str(first.value)) is not None
            stop = isinstance(last, ast.Constant) and str(last.value).rstrip().endswith(".")
            if capital or stop:
                faults.append(f"{at(path, node.lineno)}: {ast.unparse(message)}")
    none_of(faults)
