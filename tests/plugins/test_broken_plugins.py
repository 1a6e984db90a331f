"""A plugin that misbehaves causes one warning, and everything else works."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

GOOD = """
    class Game:
        def initial(self): return 0
        def player(self, state): return 0
        def actions(self, state): return [] if state else [1]
        def result(self, state, action): return 1
        def terminal(self, state): return state == 1
        def utility(self, state, player): return 0

    @hookimpl
    def advsearch_games(register):
        register("good-game", Game, summary="works")
"""

BROKEN = {
    "b01-import-error": "import no_such_module_anywhere",
    "b02-exit-at-import": "raise SystemExit(7)",
    "b03-crash-at-import": "1 / 0",
    "b04-syntax-error": "def broken(:",
    "b05-crash-in-hook": """
        @hookimpl
        def advsearch_games(register):
            raise RuntimeError("two\\nlines")
    """,
    "b06-exit-in-hook": """
        @hookimpl
        def advsearch_searchers(register):
            raise SystemExit(3)
    """,
    "b07-misspelt-hook": """
        @hookimpl
        def advsearch_gmaes(register):
            pass

        @hookimpl
        def advsearch_games(register):
            register("from-misspelt", lambda: None)
    """,
    "b08-wrong-argument": """
        @hookimpl
        def advsearch_games(registre):
            pass
    """,
    "b09-duplicate-name": """
        @hookimpl
        def advsearch_searchers(register):
            register("alphabeta", lambda: None)
            register("from-duplicate", lambda: None)
    """,
    "b10-not-callable": """
        @hookimpl
        def advsearch_games(register):
            register("constant", 42)
    """,
    "b11-bad-name": """
        @hookimpl
        def advsearch_games(register):
            register("two words", lambda: None)
    """,
    "b12-no-hooks": "x = 1",
    "b13-crash-in-commands": """
        @hookimpl
        def advsearch_commands(register):
            raise LookupError("no")
    """,
    "b14-odd-exception": """
        class Odd(BaseException):
            def __str__(self):
                raise ValueError
        raise Odd
    """,
    "b15-bad-evaluator": """
        @hookimpl
        def advsearch_evaluators(register):
            register("good-game", "two words", lambda g, s, p: 0)
    """,
    "b16-constant-evaluator": """
        @hookimpl
        def advsearch_evaluators(register):
            register("good-game", "constant", 42)
    """,
}

WARNINGS = {
    "b01-import-error": "failed: b01_import_error.py line 2: ModuleNotFoundError: No module named "
    "'no_such_module_anywhere'",
    "b02-exit-at-import": "failed: b02_exit_at_import.py line 2: SystemExit: 7",
    "b03-crash-at-import": "failed: b03_crash_at_import.py line 2: ZeroDivisionError: division by zero",
    "b04-syntax-error": "failed: SyntaxError: invalid syntax (b04_syntax_error.py, line 2)",
    "b05-crash-in-hook": "failed: b05_crash_in_hook.py line 5: RuntimeError: two lines",
    "b06-exit-in-hook": "failed: b06_exit_in_hook.py line 5: SystemExit: 3",
    "b07-misspelt-hook": ": unknown hook 'advsearch_gmaes'; did you mean advsearch_games?",
    "b08-wrong-argument": ": a hook has the wrong parameters: hookimpl definition: advsearch_games(registre) "
    "Argument(s) "
    "{'registre'} are declared in the hookimpl but can not be found in the hookspec",
    "b09-duplicate-name": ": searcher 'alphabeta' is refused; advsearch 0.1.0 has registered it",
    "b10-not-callable": ": expected game 'constant' to be callable, got 42",
    "b11-bad-name": ": expected the name of a game to be one word without colons, got 'two words'",
    "b12-no-hooks": ": it implements no hook; mark its functions with advsearch.hookimpl",
    "b13-crash-in-commands": "failed: b13_crash_in_commands.py line 5: LookupError: no",
    "b14-odd-exception": "failed: b14_odd_exception.py line 6: Odd",
    "b15-bad-evaluator": ": expected the name of an evaluator of good-game to be one word, got 'two words'",
    "b16-constant-evaluator": ": expected evaluator 'constant' of good-game to be callable, got 42",
    "b17-missing-module": "failed: ModuleNotFoundError: No module named 'nowhere_to_be_found'",
    "b18-bad-entry-point": ": expected the plugin's entry point to name a module, got 'not a module!'",
    "same-module": ": good_plugin is already loaded by good-plugin 2.5",
    "b20-second": ": the distribution offers two plugins with the same name; only the first is used",
}

Install = Callable[..., Path]
Run = Callable[..., subprocess.CompletedProcess[str]]


def _install_all(install: Install) -> None:
    install("good-plugin", GOOD, version="2.5")
    for name, code in BROKEN.items():
        install(name, code)
    install("b17-missing-module", None, entry_points="b17-missing-module = nowhere_to_be_found")
    install("b18-bad-entry-point", None, entry_points="b18-bad-entry-point = not a module!")
    install("same-module", None, entry_points="same-module = good_plugin")
    two = "advsearch_searchers = hookimpl(lambda register: register('{0}', lambda: None))"
    site = install("b20-two", two.format("one"), entry_points="b20-second = b20_two\nb20-second = b20_other")
    (site / "b20_other.py").write_text("from advsearch import hookimpl\n" + two.format("other"))


def test_broken_plugins_cost_one_warning_each(install: Install, run: Run) -> None:
    """With twenty kinds of broken plugin installed together, each gives a one-line warning, and the rest works."""
    _install_all(install)
    answer = run("-m", "advsearch", "--help")
    printed = answer.stderr.splitlines()
    for name, message in WARNINGS.items():
        owner = "b20-two" if name == "b20-second" else name
        expected = f"warning: plugin {name!r} of {owner} 1.0" + (message if message[0] == ":" else f" {message}")
        assert printed.count(expected) == 1, (expected, printed)
    assert len(printed) == len(WARNINGS), printed
    assert answer.returncode == 0
    assert re.search(r"^  search +Search a position", answer.stdout, re.M)


def test_hooks_without_parameters_are_warned_about(install: Install, run: Run) -> None:
    """A hook without the expected parameters gives one warning, which names the distribution, the hook, the parameter
    and the line to write. The plugin's other hooks work.
    """
    good = "    @hookimpl\n    def advsearch_searchers(register): register('fine', lambda: None)\n"
    install("c1-none", "    @hookimpl\n    def advsearch_games(): pass\n" + good)
    install("c2-cli", "    @hookimpl\n    def advsearch_commands(): pass\n")
    install("c3-default", "    @hookimpl\n    def advsearch_evaluators(register=None): pass\n")
    answer = run("-m", "advsearch", "searchers", "--json")
    start = (
        "warning: plugin {0!r} of {0} 1.0: hook {1!r} can register nothing, as it takes no parameter {2!r}{3}; write"
    )
    assert answer.stderr.splitlines() == [
        start.format("c1-none", "advsearch_games", "register", "") + " def advsearch_games(register)",
        start.format("c2-cli", "advsearch_commands", "register", "") + " def advsearch_commands(register)",
        start.format("c3-default", "advsearch_evaluators", "register", " without a default")
        + " def advsearch_evaluators(register)",
    ]
    assert "fine" in [each["name"] for each in json.loads(answer.stdout)]


def test_the_rest_works_beside_broken_plugins(install: Install, run: Run) -> None:
    """Good plugins, the good half of half-broken ones, and the built-in searchers all work."""
    _install_all(install)
    games = run("-m", "advsearch", "games", "--json")
    assert '"good-game"' in games.stdout
    assert '"from-misspelt"' in games.stdout
    searchers = run("-m", "advsearch", "searchers", "--json")
    assert '"from-duplicate"' in searchers.stdout
    assert '"one"' in searchers.stdout
    assert '"other"' not in searchers.stdout
    search = run("-m", "advsearch", "search", "good-game", "--json")
    assert '"action": "1"' in search.stdout
    assert search.returncode == 0


def test_two_plugins_that_claim_a_name(install: Install, run: Run) -> None:
    """If two distributions register the same name, the first in alphabetical order keeps it, and a warning names
    both."""
    install("aaa", GOOD, version="1.0")
    install("zzz", GOOD, version="3.0")
    answer = run("-m", "advsearch", "games", "--json")
    assert (
        answer.stderr == "warning: plugin 'zzz' of zzz 3.0: game 'good-game' is refused; aaa 1.0 has registered it\n"
    )
    assert '"distribution": "aaa 1.0"' in answer.stdout


def test_plugins_can_be_left_out(install: Install, run: Run) -> None:
    """ADVSEARCH_NO_PLUGINS=1 leaves only the built-in entries; with 0 or an empty value all plugins are loaded."""
    install("good-plugin", GOOD)
    install("b03-crash-at-import", "1 / 0")
    without = run("-m", "advsearch", "games", "--json", ADVSEARCH_NO_PLUGINS="1")
    assert "good-game" not in without.stdout
    assert without.stderr == ""
    assert '"alphabeta"' in run("-m", "advsearch", "searchers", "--json", ADVSEARCH_NO_PLUGINS="1").stdout
    assert "good-game" in run("-m", "advsearch", "games", "--json", ADVSEARCH_NO_PLUGINS="0").stdout


def test_unreadable_metadata_is_one_warning(install: Install, run: Run) -> None:
    """A distribution without a name or version, or with metadata that cannot be read, causes one warning."""
    site = install("good-plugin", GOOD)
    nameless = site / "nameless-1.0.dist-info"
    nameless.mkdir()
    (nameless / "METADATA").write_text("Metadata-Version: 2.1\n")
    (nameless / "entry_points.txt").write_text("[advsearch]\nx = nowhere_to_be_found\n")
    unreadable = site / "unreadable-1.0.dist-info"
    unreadable.mkdir()
    (unreadable / "METADATA").write_text("Name: unreadable\nVersion: 1.0\n")
    (unreadable / "entry_points.txt").write_bytes(b"[advsearch]\nx = \xff\n")
    answer = run("-m", "advsearch", "games", "--json")
    printed = sorted(answer.stderr.splitlines())
    assert len(printed) == 2
    assert printed[0].startswith(
        "warning: plugin 'x' of a distribution without a name of unknown version failed: Module"
    )
    assert printed[1].startswith(
        "warning: the metadata of an installed distribution cannot be read: UnicodeDecodeError"
    )
    assert "good-game" in answer.stdout


def test_a_distribution_on_the_path_twice_is_loaded_once(install: Install, run: Run, tmp_path: Path) -> None:
    """If a distribution is on the path twice, the first one is used, as for imports."""
    install("good-plugin", GOOD, version="2.0")
    older = tmp_path / "later" / "good_plugin-1.0.dist-info"
    older.mkdir(parents=True)
    (older / "METADATA").write_text("Name: Good-Plugin\nVersion: 1.0\n")
    (older / "entry_points.txt").write_text("[advsearch]\nx = nowhere_to_be_found\n")
    program = (
        f"import sys; sys.path.append({str(older.parent)!r})\n"
        "from advsearch.plugins.manager import make_plugin_manager\n"
        "names = [name for name, _ in make_plugin_manager().list_name_plugin()]\n"
        "print([name for name in names if 'ood' in name])"
    )
    answer = run("-c", program)
    assert answer.stdout.strip() == "['good-plugin 2.0 good-plugin']"
    assert answer.stderr == ""


def test_a_library_user_gets_warnings_of_their_own_category(install: Install, run: Run) -> None:
    """Outside the command line a broken plugin is a PluginWarning, which filters can silence."""
    install("b03-crash-at-import", "1 / 0")
    program = "import advsearch; print(type(advsearch.load_searcher('greedy')).__name__)"
    loud = run("-c", program)
    assert "PluginWarning: plugin 'b03-crash-at-import' of b03-crash-at-import 1.0 failed: b03_" in loud.stderr
    silent = run("-W", "ignore", "-c", program)
    assert silent.stderr == ""
    assert silent.stdout == loud.stdout


def test_plugins_that_print_do_not_spoil_results(install: Install, run: Run) -> None:
    """The output of a plugin while it is loaded and called goes to standard error, so that JSON stays readable."""
    install("noisy", GOOD.replace('register("', "print('asked'); register(\"") + "\n    print('loaded')\n")
    answer = run("-m", "advsearch", "games", "--json")
    assert "good-game" in {each["name"] for each in json.loads(answer.stdout)}
    assert answer.stderr == "loaded\nasked\n"
