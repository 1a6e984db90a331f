"""Code named directly: `file.py:name` and `package.module:name`, and its one-line errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings, PluginError, UnknownName
from advsearch.plugins.manager import cause, new_manager
from advsearch.plugins.outside import load_reference
from advsearch.plugins.registry import Registry
from advsearch.specs import Reference, Spec

GAME = """
    import attrs

    @attrs.frozen
    class Steps:
        length: int = 3
        def initial(self): return 0
        def player(self, state): return state % 2
        def actions(self, state): return [] if state == self.length else [1]
        def result(self, state, action): return state + action
        def terminal(self, state): return state == self.length
        def utility(self, state, player): return 0

    ready = Steps(7)

    def short():
        return Steps(1)

    class Walker:
        def search(self, game, state, **options): ...

    class Half:
        def initial(self): return 0
        def actions(self, state): return []
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working folder. Modules loaded from it are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    path, modules = list(sys.path), set(sys.modules)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


@pytest.fixture
def registry() -> Registry:
    return Registry(new_manager())


def write(name: str, code: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(dedent(code))
    return path


def test_what_code_prints_while_it_is_loaded_is_kept_out_of_results(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Output that a file or a module prints while it is loaded goes to standard error, so that JSON and UGI stay
    readable.
    """
    (here / "noisy.py").write_text("print('from the file')\nvalue = 1\n")
    (here / "loud.py").write_text("print('from the module')\nvalue = 2\n")
    assert (load_reference(Reference("noisy.py", "value")), load_reference(Reference("loud", "value"))) == (1, 2)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "from the file\nfrom the module\n")


def test_games_and_searchers_from_a_file(registry: Registry) -> None:
    """A named object is used as it is; a class or function is called with the settings."""
    write("mine.py", GAME)
    assert registry.game("mine.py:ready").initial() == 0
    assert registry.game("mine.py:ready").length == 7  # type: ignore[attr-defined]
    assert registry.game("mine.py:Steps(length=5)").length == 5  # type: ignore[attr-defined]
    assert registry.game("mine.py:short").length == 1  # type: ignore[attr-defined]
    assert type(registry.searcher("mine.py:Walker")).__name__ == "Walker"


def test_evaluators_from_a_file(registry: Registry) -> None:
    """A named function is the evaluator; a class is called with the settings."""
    write("mine.py", GAME)
    write(
        "rate.py",
        """
        def plain(game, state, player):
            return state

        class Weighted:
            def __init__(self, weight=2):
                self.weight = weight
            def __call__(self, game, state, player):
                return self.weight * state
        """,
    )
    game = registry.game("mine.py:Steps")
    assert registry.evaluator("rate.py:plain", game)(game, 3, 0) == 3
    assert registry.evaluator("rate.py:Weighted(weight=5)", game)(game, 3, 0) == 15


def test_modules_in_the_working_folder(registry: Registry) -> None:
    """`package.module:name` is found on the path and in the working folder."""
    write("kit/__init__.py", "")
    write("kit/games.py", GAME)
    assert registry.game("kit.games:Steps(length=4)").length == 4  # type: ignore[attr-defined]
    assert load_reference(Reference("os", "path.join")) is os.path.join


def test_a_file_imports_its_neighbours(registry: Registry) -> None:
    """The modules in a file's folder can be imported, at the top and inside functions, from any working folder."""
    write("folder/early_neighbour.py", "VALUE = 40")
    write("folder/late_neighbour.py", "VALUE = 2")
    write(
        "folder/mine.py",
        """
        import early_neighbour

        def total(game, state, player):
            import late_neighbour
            return early_neighbour.VALUE + late_neighbour.VALUE
        """,
    )
    write("game.py", GAME)
    evaluate = registry.evaluator("folder/mine.py:total", registry.game("game.py:Steps"))
    assert evaluate(None, None, 0) == 42


def test_neighbours_do_not_stand_in_for_the_library() -> None:
    """After a file is loaded, its folder is at the end of the path, so that its modules hide no library."""
    write("folder/mine.py", "x = 1")
    load_reference(Reference("folder/mine.py", "x"))
    assert sys.path[0] != str(Path("folder").resolve())
    assert sys.path[-1] == str(Path("folder").resolve())


def test_a_file_runs_once_until_it_changes() -> None:
    """Two names from one file share its objects, and a file that has changed is run again."""
    write("mine.py", "here = []\nthere = here")
    here = load_reference(Reference("mine.py", "here"))
    assert load_reference(Reference("mine.py", "there")) is here
    write("mine.py", "here = [1]\nthere = here")
    assert load_reference(Reference("mine.py", "here")) == [1]


def test_files_of_the_same_name_are_different_modules() -> None:
    """Two files called agent.py in two folders are different modules."""
    write("one/agent.py", "x = 1")
    write("two/agent.py", "x = 2")
    assert load_reference(Reference("one/agent.py", "x")) == 1
    assert load_reference(Reference("two/agent.py", "x")) == 2
    assert load_reference(Reference("one/agent.py", "x")) == 1


FAULTS = [
    ("x = 1\n\ny = undefined\n", "y", "bad.py cannot be loaded: line 3: NameError: name 'undefined' is not defined"),
    ("def f(:\n", "f", "bad.py cannot be loaded: line 1: SyntaxError: invalid syntax"),
    ("import sys\nsys.exit('bye')\n", "f", "bad.py cannot be loaded: line 2: SystemExit: bye"),
    (
        "def deep():\n    raise ValueError('two\\nlines')\n\ndeep()\n",
        "f",
        "bad.py cannot be loaded: line 2: ValueError: two lines",
    ),
    ("import json\n\njson.loads('{')\n", "f", "bad.py cannot be loaded: line 3: JSONDecodeError: Expecting property"),
    (
        "import no_such_module\n",
        "f",
        "bad.py cannot be loaded: line 1: ModuleNotFoundError: No module named 'no_such_module'",
    ),
    ("x = '\x00'", "x", "bad.py cannot be loaded: "),
]


@pytest.mark.parametrize(("code", "name", "message"), FAULTS)
def test_a_file_that_fails_is_reported_with_its_line(code: str, name: str, message: str) -> None:
    """A file that raises gives one line: the file, the line in it, and the cause."""
    Path("bad.py").write_text(code)
    with pytest.raises(PluginError) as refused:
        load_reference(Reference("bad.py", name))
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def test_a_module_that_fails_is_reported_with_its_line() -> None:
    """The error of a module that fails also names the file at fault."""
    write("kit/__init__.py", "")
    write("kit/bad.py", "x = 1\ny = 1 / 0")
    with pytest.raises(PluginError) as refused:
        load_reference(Reference("kit.bad", "y"))
    assert str(refused.value) == "module kit.bad cannot be loaded: bad.py line 2: ZeroDivisionError: division by zero"
    write("kit/worse.py", "x = 1\ny = (\n")
    with pytest.raises(PluginError) as refused:
        load_reference(Reference("kit.worse", "y"))
    assert (
        str(refused.value) == "module kit.worse cannot be loaded: worse.py line 2: SyntaxError: '(' was never closed"
    )
    write("kit/lacks.py", "import no_such_module_at_all")
    with pytest.raises(PluginError) as refused:
        load_reference(Reference("kit.lacks", "y"))
    assert str(refused.value) == (
        "module kit.lacks cannot be loaded: lacks.py line 1: "
        "ModuleNotFoundError: No module named 'no_such_module_at_all'"
    )


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (Reference("mine.py", "Stepps"), "unknown name in mine.py 'Stepps'; did you mean Steps?"),
        (
            Reference("mine.py", "zzz"),
            "unknown name in mine.py 'zzz'; it has: Half, Steps, Walker, ready, short",
        ),
        (Reference("mien.py", "Steps"), "unknown file 'mien.py'; did you mean mine.py?"),
        (Reference("nowhere/zzz.py", "x"), "unknown file 'nowhere/zzz.py'; there is no folder 'nowhere'"),
        (
            Reference("no_module_here.inside", "x"),
            "unknown module 'no_module_here'; expected a module that is installed or in the current folder, "
            "or a file such as "
            "path/to/file.py:name",
        ),
    ],
)
def test_what_is_not_there(reference: Reference, message: str) -> None:
    """The error for a missing name, file or module lists what exists."""
    write("mine.py", GAME)
    with pytest.raises(UnknownName) as refused:
        load_reference(reference)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("kind", "spec", "error", "message"),
    [
        ("game", "mine.py:Half", PluginError, "which lacks player, result, terminal, utility"),
        ("game", "mine.py:attrs", PluginError, "which lacks initial, player, actions"),
        ("game", "mine.py:ready(length=3)", InvalidSettings, "ready takes no settings, because mine.py:ready is not"),
        (
            "game",
            "mine.py:Steps(len=3)",
            InvalidSettings,
            "unknown setting 'len' of mine.py:Steps; did you mean 'length'",
        ),
        ("searcher", "mine.py:Steps", PluginError, "to be a searcher with a method `search`, got Steps(length=3)"),
    ],
)
def test_what_is_no_game_or_searcher(
    registry: Registry, kind: str, spec: str, error: type[AdvsearchError], message: str
) -> None:
    """The error for an object of the wrong kind names what it lacks."""
    write("mine.py", GAME)
    with pytest.raises(error) as refused:
        getattr(registry, kind)(spec)
    assert message in str(refused.value)


NAMES = st.text(alphabet="abc~/.:\\\x00\udc80 ()é", max_size=12)


@given(NAMES, NAMES, st.sampled_from(["{0}", "{0}.py:{1}", "{0}:{1}", "{0}:{1}.py:x", "~{0}/{1}.py:x", "{0}({1}=1)"]))
@example("a" * 3_000, "", "{0}.py:x")
@example("~no-such-user-anywhere/x", "", "{0}.py:x")
@example("\x00", "", "{0}.py:x")
@example("\ud800", "", "{0}.py:x")
def test_whatever_is_named_only_our_own_errors_come_out(first: str, second: str, form: str) -> None:
    """Impossible names of files and modules are refused in the same way as missing ones."""
    registry = Registry(new_manager())
    name = form.format(first, second)
    for spec in (Spec(name), name):
        for look_up in (registry.game, registry.searcher):
            with pytest.raises(AdvsearchError) as refused:
                look_up(spec)
            assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("source", "message"), [("a" * 3_000 + ".py", "File name too long"), ("~nobody-at-all/x.py", "home")]
)
def test_files_that_cannot_be_looked_at(source: str, message: str) -> None:
    """The system's reason for refusing an impossible path is in the error."""
    with pytest.raises(UnknownName, match=message):
        load_reference(Reference(source, "x"))


def test_a_file_alone_is_reported_with_what_it_has(registry: Registry) -> None:
    """If a user names a file without a name in it, the error lists the file's classes and functions, without running
    it.
    """
    write("mine.py", "import os\nclass Steps: ...\ndef moves(game, state, player): ...\ndef _y(): ...\nos.no_such")
    write("game.py", GAME)
    game = registry.game("game.py:Steps")
    for look_up in (registry.game, registry.searcher, lambda name: registry.evaluator(name, game)):
        with pytest.raises(
            InvalidNotation, match=r"such as file.py:name, got 'mine.py'; the file has: Steps, moves$"
        ):
            look_up("mine.py")


def test_objects_are_reported_without_their_places(registry: Registry) -> None:
    """A message quotes a user's object by name, not by its address in memory."""
    write("mine.py", "class Half:\n    def initial(self): return 0\nthing = Half()\n")
    with pytest.raises(PluginError, match=r"mine\.py:thing to be a game, got <mine\.Half object>, which lacks"):
        registry.game("mine.py:thing")
    with pytest.raises(PluginError, match=r"with a method `search`, got <mine\.Half object>;"):
        registry.searcher("mine.py:Half")


def test_an_evaluator_beside_the_game_is_suggested(registry: Registry) -> None:
    """If a user names an evaluator without its file, the error suggests file.py:name, if this name exists."""
    write("mine.py", GAME + "\n    def rate(game, state, player): return 0")
    game = registry.game("mine.py:Steps")
    with pytest.raises(UnknownName, match=r"^unknown evaluator of Steps 'rate'; did you mean mine\.py:rate\?$"):
        registry.evaluator("rate", game)
    with pytest.raises(UnknownName, match=r"^unknown evaluator of Steps 'rat'; installed: null$"):
        registry.evaluator("rat", game)


def test_evaluators_and_searches_are_distinguished_from_what_makes_games(registry: Registry) -> None:
    """A function that takes a state is not taken for one that takes settings."""
    write("mine.py", "def rate(game, state, player): return 0\ndef search(tree, depth): return 0, None\n")
    with pytest.raises(PluginError, match=r"expected mine\.py:rate to be a game, got a function of a game's states"):
        registry.game("mine.py:rate")
    with pytest.raises(PluginError, match=r"to be a searcher with a method `search`, got a function of"):
        registry.searcher("mine.py:search")


def test_a_misspelt_attribute_is_reported_with_what_was_meant() -> None:
    """If a user's code uses a wrong attribute of a game, the error suggests the nearest name, if any."""

    class Shy:
        def __dir__(self) -> list[str]:
            raise RuntimeError("no")

    printed = []
    for misspelt in (lambda: Path("x").parnet, lambda: Path("x").zzz, lambda: Shy().parnet, lambda: None.x):  # type: ignore[attr-defined]
        with pytest.raises(AttributeError) as caught:
            misspelt()
        printed.append(cause(caught.value).rpartition("attribute ")[2])
    assert printed == ["'parnet'; did you mean parent?", "'zzz'", "'parnet'", "'x'"]


def test_long_lists_of_names_are_cut() -> None:
    """If a file has many names, the error lists the first ones, and the number of the others."""
    write("many.py", "\n".join(f"def f{number:02}(): ..." for number in range(25)))
    with pytest.raises(UnknownName) as caught:
        load_reference(Reference("many.py", "zzz"))
    listed = ", ".join(f"f{number:02}" for number in range(20))
    assert str(caught.value) == f"unknown name in many.py 'zzz'; it has: {listed} and 5 more"
