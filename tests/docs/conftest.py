"""Pages that are run: their files are written, their commands typed, their output compared.

    ```python title="mine.py"      a file to write (in any language)
    ```python add="mine.py"        lines to add at its end
    ```console                     commands after `$ `, each followed by what it prints

`pytest tests/docs --rewrite-docs` puts what was printed into the page wherever it is not what the page says.

In expected output `...` stands for anything, and runs of blanks count as one. What a clock decides (seconds, nodes
per second) is compared as `#`. A command followed by `  # exit status 2` must end so.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r'^```(\w+)(?: (title|add)="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_CLOCK = re.compile(
    r"\b\d[\d,.]*(?: ms| s| min|s)\b"  # a duration
    r"|\b\d[\d,.]*[kM]?(?= \w+/s\b)"  # a rate
    r"|(?<=\"seconds\": )[\d.e-]+"  # in JSON
)
_SPEED_COLUMN = re.compile(r"(?<=\d)(  +)[\d,]+(?=  \S)")  # nodes/s, between nodes and the line


class Step(NamedTuple):
    """One step that a page asks its reader to take."""

    kind: str
    """"title": write a file; "add": add to it; "run": type a command."""
    what: str
    """The file, or the command."""
    text: str
    """The lines of the file, or the expected output of the command."""
    status: int = 0


def steps(page: str, *, first: str = "", last: str = "") -> Iterator[Step]:
    """The steps on a page, from the heading `first` to the heading `last`."""
    text = (ROOT / page).read_text(encoding="utf-8")
    text = text[text.index(f"\n{first}\n") if first else 0 :]
    text = text[: text.index(f"\n{last}\n")] if last else text
    for language, kind, file, body in _BLOCK.findall(text):
        if kind:
            yield Step(kind, file, body)
        elif language == "console":
            for command in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                typed, _, output = command.partition("\n")
                typed, _, status = typed.partition("  # exit status ")
                yield Step("run", typed, output, int(status or 0))


def normal(output: str) -> str:
    lines = (" ".join(_SPEED_COLUMN.sub(" #", _CLOCK.sub("#", line)).split()) for line in output.splitlines())
    return "\n".join(line for line in lines if line)


def matches(expected: str, got: str) -> bool:
    pattern = ".*".join(map(re.escape, normal(expected).split("...")))
    return re.fullmatch(pattern, normal(got), re.DOTALL) is not None


def do(step: Step, folder: Path, scripts: Path) -> str:
    """Do one step and return what the reader would see."""
    if step.kind == "title":
        (folder / step.what).write_text(step.text, encoding="utf-8")
    elif step.kind == "add":
        with (folder / step.what).open("a", encoding="utf-8") as file:
            file.write(step.text)
    else:
        paths = os.pathsep.join([str(scripts), os.environ["PATH"]])
        environment = os.environ | {
            "PATH": paths,
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "TERM": "dumb",
            "PIP_QUIET": "2",
        }
        ran = subprocess.run(
            step.what,
            shell=True,
            cwd=folder,
            env=environment,
            text=True,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        said = f"$ {step.what}\n{ran.stdout}{ran.stderr}\nexit status {ran.returncode}"
        assert ran.returncode == step.status, said
        return ran.stdout + (ran.stderr if step.status else "")  # otherwise progress and notes
    return ""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-docs", action="store_true", help="put what commands print into the pages")


def rewrite(page: str, step: Step, output: str) -> None:
    path = ROOT / page
    text = path.read_text(encoding="utf-8")
    typed = f"$ {step.what}{f'  # exit status {step.status}' if step.status else ''}\n"
    old = typed + step.text
    assert text.count(old) == 1, f"expected this once in {page}:\n{old}"
    printed = "".join(f"{line.rstrip()}\n" for line in output.strip("\n").splitlines())
    path.write_text(text.replace(old, typed + printed), encoding="utf-8")


@pytest.fixture
def follow(tmp_path: Path, pytestconfig: pytest.Config) -> Callable[..., None]:
    """Follow a page, or the part between two headings, as a reader in an empty folder would."""

    def follow_page(page: str, *, first: str = "", last: str = "", scripts: Path | None = None) -> None:
        for step in steps(page, first=first, last=last):
            output = do(step, tmp_path, scripts or Path(sys.executable).parent)
            if step.kind != "run" or matches(step.text, output):
                continue
            assert pytestconfig.getoption("rewrite_docs", False), (
                f"$ {step.what}\nexpected:\n{step.text}\ngot:\n{output}"
            )
            rewrite(page, step, output)

    return follow_page
