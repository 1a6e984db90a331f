"""The pages about the kit are right: their code runs, their output is what is printed, and their tables are
complete.
"""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from advsearch.cli.program import program
from advsearch.testing import Report, check_game, check_searcher, read_answers, read_tree
from advsearch.testing.oracle import Oracle

DOCS = Path(__file__).parents[2] / "docs" / "testing"
BLOCKS = re.compile(r"<!-- (file|run): (\S+) -->\n```\w+\n(.*?)```", flags=re.S)


def test_the_tutorial_finds_the_planted_fault_live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file and command of the tutorial gives the output that the page shows."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    runs = 0
    for kind, what, text in BLOCKS.findall((DOCS / "tutorial.md").read_text(encoding="utf-8")):
        if kind == "file":
            (tmp_path / what).write_text(text, encoding="utf-8")
            continue
        command, _, expected = text.partition("\n")
        words = shlex.split(command.removeprefix("$ advsearch "))
        done = CliRunner().invoke(program, words)
        assert done.exit_code == int(what), done.output
        assert expected in done.output
        runs += 1
    assert runs == 3


def test_the_page_of_laws_is_complete() -> None:
    """docs/testing/laws.md and the table of declarations are what `python tests/testing/law_page.py` writes."""
    file = Path(__file__).with_name("law_page.py")
    spec = importlib.util.spec_from_file_location("law_page", file)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.page() == module.PAGE.read_text(encoding="utf-8"), "run python tests/testing/law_page.py"
    assert module.readme() == module.README.read_text(encoding="utf-8"), "run python tests/testing/law_page.py"


def test_the_example_tree_of_the_readme_reads_as_it_says() -> None:
    """The tree in docs/testing/README.md has the value and the best action that the page gives."""
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```\n(# Max is better.*?)```", text, flags=re.S)
    assert example is not None
    found = Oracle(read_tree(example[1]), distances=False).full()
    assert {"value": str(found.value), "best": ",".join(found.best)} == read_answers(example[1])


def test_names_load_when_used_and_others_are_errors() -> None:
    """`advsearch.testing` has exactly the names that it lists."""
    import advsearch.testing as kit

    assert all(getattr(kit, name) is not None for name in kit.__all__)
    assert kit.Report is Report
    assert (kit.check_game, kit.check_searcher) == (check_game, check_searcher)
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        kit.no_such_name  # noqa: B018
    assert "hypothesis" in sys.modules  # this test run has loaded it; test_architecture shows that the core does not
