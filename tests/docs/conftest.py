"""Pages that are run: their files are written, their commands typed, their output compared.

    ```python title="mine.py"      a file to write
    ```python add="mine.py"        lines to add at its end
    ```console                     commands after `$ `, each followed by what it prints

In expected output `...` stands for anything, and runs of blanks count as one. What a clock decides (seconds, nodes
per second) is compared as `#`. After a line `# exit status 2` the command must end with that status.
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
_CLOCK = re.compile(r"\b\d[\d,.]*\s?(?:[kM]?\s?(?:nodes|actions)?/s\b|m?s\b)|(?<=\"seconds\": )[\d.e-]+")
_STATUS = re.compile(r"\n# exit status (\d+)\n")


class Step(NamedTuple):
    """One thing a reader does."""

    kind: str
    """"title": write a file; "add": add to it; "run": type a command."""
    what: str
    text: str
    status: int = 0


def steps(page: str, *, first: str = "", last: str = "") -> Iterator[Step]:
    """What a page tells its reader to do, from the heading `first` up to the heading `last`."""
    text = (ROOT / page).read_text(encoding="utf-8")
    text = text[text.index(f"\n{first}\n") if first else 0 :]
    text = text[: text.index(f"\n{last}\n")] if last else text
    for language, kind, file, body in _BLOCK.findall(text):
        if kind:
            yield Step(kind, file, body)
        elif language == "console":
            for command in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                typed, _, output = command.partition("\n")
                status = _STATUS.search(f"\n{output}")
                output = _STATUS.sub("\n", f"\n{output}")[1:]
                yield Step("run", typed, output, int(status[1]) if status else 0)


def normal(output: str) -> str:
    lines = (" ".join(_CLOCK.sub("#", line).split()) for line in output.splitlines())
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
        environment = os.environ | {"PATH": paths, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
        ran = subprocess.run(
            step.what,
            shell=True,
            cwd=folder,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        assert ran.returncode == step.status, f"$ {step.what}\n{ran.stdout}\nexit status {ran.returncode}"
        return ran.stdout
    return ""


@pytest.fixture
def follow(tmp_path: Path) -> Callable[..., None]:
    """Follow a page from top to bottom, or between two headings, as a reader in an empty folder would."""

    def follow_page(page: str, *, scripts: Path = Path(sys.executable).parent, first: str = "", last: str = "") -> None:
        for step in steps(page, first=first, last=last):
            output = do(step, tmp_path, scripts)
            if step.kind == "run":
                assert matches(step.text, output), f"$ {step.what}\nexpected:\n{step.text}\ngot:\n{output}"

    return follow_page
