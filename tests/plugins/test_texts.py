"""The digest of a text that a user names covers the file, and the modules beside it that it imports."""

import inspect
import os
import py_compile
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import PluginError
from advsearch.plugins.outside import load_reference
from advsearch.plugins.texts import digest_of
from advsearch.specs import reference_in, references_in

FILES = {
    "agent.py": "import weights\nfrom pack import inner\nfrom pack.deep import thing\n\ndef f(g, s, p): return 1\n",
    "weights.py": "import importlib\nTABLE = importlib.import_module('table').VALUES\n",
    "table.py": "VALUES = [1, 2]\n",
    "pack/__init__.py": "",
    "pack/inner.py": "from . import sibling\n",
    "pack/sibling.py": "X = 1\n",
    "pack/deep.py": "from .far import thing\n",
    "pack/far.py": "def thing():\n    import late\n    return late.X\n",
    "late.py": "X = 2\n",
    "other.py": "Y = 'nobody imports this'\n",
    "notes.txt": "text",
}
PARTS = sorted(set(FILES) - {"other.py", "notes.txt"})


def write(folder, files=None):
    for name, text in (FILES if files is None else files).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def digest(folder, spec="agent.py:f"):
    return digest_of([reference_in(f"{folder}/{spec}")])


@given(st.lists(st.sampled_from(sorted(FILES)), max_size=3))
def test_what_is_imported_beside_the_file_is_part_of_its_text(tmp_path_factory, edited):
    """The digest changes exactly if the file or a module beside it that it may import changes: by `import`, from a
    package, in a function, or by a string."""
    folder = write(tmp_path_factory.mktemp("text"))
    before = digest(folder)
    for name in edited:
        (folder / name).write_text(FILES[name] + "\n# edited\n")
    assert (digest(folder) != before) is bool(set(edited) & set(PARTS))


def test_the_digest_does_not_depend_on_the_folder(tmp_path):
    """A folder that is moved or copied has the same digest; so a store can be moved with its files."""
    assert digest(write(tmp_path / "a")) == digest(write(tmp_path / "b" / "c"))


def test_a_default_in_another_file_is_part_of_the_text(tmp_path):
    """A string that names a file beside the file belongs to its text, as `default_evaluator` does."""
    game = "class Nim:\n    default_searcher = 'deepening(evaluator=score.py:moves)'\n"
    write(tmp_path, {"nim.py": game, "score.py": "def moves(g, s, p): return 1\n"})
    before = digest(tmp_path, "nim.py:Nim")
    (tmp_path / "score.py").write_text("def moves(g, s, p): return 2\n")
    assert digest(tmp_path, "nim.py:Nim") != before


def test_a_module_and_a_program_have_texts_too(tmp_path, monkeypatch):
    """A module in the current folder is read like a file, also without an `__init__.py`. A program's text is the
    files in its command line; what is installed has none."""
    write(tmp_path)
    write(tmp_path, {"team/bot.py": "import helper\n", "helper.py": "X = 1\n"})
    monkeypatch.chdir(tmp_path)
    module, named = digest_of([reference_in("pack.inner:f")]), digest_of([reference_in("team.bot:f")])
    program = digest_of((), ["python", "agent.py", "--fast"])
    assert None not in (module, named, program)
    for name in ("pack/sibling.py", "helper.py", "table.py"):
        (tmp_path / name).write_text("X = 3\n")
    assert digest_of([reference_in("pack.inner:f")]) != module
    assert digest_of([reference_in("team.bot:f")]) != named
    assert digest_of((), ["python", "agent.py", "--fast"]) != program
    for nothing in ("os:system", "missing.py:f", "missing:f"):
        assert digest_of([reference_in(nothing)]) is None
    assert digest_of((), [sys.executable, "--version"]) is None
    assert digest_of(references_in("deepening(evaluator=improved)")) is None


def test_a_broken_file_has_a_text(tmp_path):
    """A file that cannot be parsed still has a digest; loading it reports the error."""
    write(tmp_path, {"agent.py": "def f(:\n"})
    before = digest(tmp_path)
    write(tmp_path, {"agent.py": "def f(::\n"})
    assert None not in (before, digest(tmp_path))
    assert digest(tmp_path) != before


# --- loading ----------------------------------------------------------------------------------------------------


def test_two_folders_may_have_modules_of_the_same_name(tmp_path):
    """Two files in two folders each get the `shared_name` beside them, as two students' files do."""
    for name in ("a", "b"):
        write(tmp_path / name, {"agent.py": "import shared_name\nf = shared_name.NAME\n"})
        write(tmp_path / name, {"shared_name.py": f"NAME = {name!r}\n"})
    found = [load_reference(reference_in(f"{tmp_path}/{name}/agent.py:f")) for name in "aba"]
    assert found == ["a", "b", "a"]


def test_an_edited_module_beside_the_file_is_loaded_again(tmp_path):
    """If a module that the file imports through another one is edited, the same process loads the new text."""
    write(tmp_path, {"agent.py": "import through_it\nf = through_it.x\n", "through_it.py": "from the_end import x\n"})
    for value in (1, 2):
        write(tmp_path, {"the_end.py": f"x = {value}\n"})
        assert load_reference(reference_in(f"{tmp_path}/agent.py:f")) == value


def test_kept_bytecode_hides_no_edit(tmp_path, monkeypatch):
    """An edit that keeps the size of a file and the second of its last change is loaded, although Python has kept
    bytecode of the file or would keep it. The lines of functions are new too."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    write(tmp_path, {"agent.py": "import quick\ndef f(): return quick.X, 1\n", "quick.py": "X = 1\n"})
    py_compile.compile(str(tmp_path / "agent.py"))
    for value in (1, 2):
        text = f"import quick\ndef f(): return quick.X, {value}\n"
        write(tmp_path, {"agent.py": text, "quick.py": f"X = {value}\n"})
        for name in ("agent.py", "quick.py"):
            os.utime(tmp_path / name, (1e9, 1e9))
        found = load_reference(reference_in(f"{tmp_path}/agent.py:f"))
        assert found() == (value, value)
        assert inspect.getsource(found) == text.splitlines(keepends=True)[1]


def test_files_of_one_folder_share_their_modules(tmp_path):
    """Two files that import the same module get the same objects, as a game and its evaluator need."""
    write(tmp_path, {"one.py": "import common_part as c\nf = c.X\n", "two.py": "import common_part as c\nf = c.X\n"})
    write(tmp_path, {"common_part.py": "class X: pass\n"})
    one, two = (load_reference(reference_in(f"{tmp_path}/{name}.py:f")) for name in ("one", "two"))
    assert one is two


def test_modules_that_a_function_imports_are_not_confused_in_silence(tmp_path):
    """If a function imports a module, and another folder has a module of this name, the second file is refused with
    the remedy."""
    for name in ("a", "b"):
        write(tmp_path / name, {"agent.py": "def f():\n    import late_name\n    return late_name.X\n"})
        write(tmp_path / name, {"late_name.py": f"X = {name!r}\n"})
    assert load_reference(reference_in(f"{tmp_path}/a/agent.py:f"))() == "a"
    with pytest.raises(PluginError, match=r"imports 'late_name' in a function, and two folders .*isolated = true"):
        load_reference(reference_in(f"{tmp_path}/b/agent.py:f"))
