"""Counts the modules of advsearch and of its games that one command loads and enters.

    python tests/repo/counts/modules.py search pentago --depth 2            how many, by package
    python tests/repo/counts/modules.py --names search pentago --depth 2    and which

A module is loaded if it is in `sys.modules` at the end. (`-X importtime` misses modules that
`importlib.import_module` loads.) A module is entered if one of its functions is called in any thread, as
`sys.setprofile` reports. Calls while a module is being imported do not count, and calls in machine code are not seen.
"""

from __future__ import annotations

import collections
import contextlib
import io
import sys
import threading
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

IMPORTING = "<frozen importlib._bootstrap>"


def counted(run: Callable[[], object]) -> tuple[list[str], list[str]]:
    """The modules that are loaded after a call, and those that the call enters, in the order of their first call."""
    entered: dict[str, None] = {}

    def on_call(frame: FrameType, event: str, _: Any) -> None:
        name = str(frame.f_globals.get("__name__"))
        if event == "call" and name not in entered and is_ours(name) and not is_importing(frame):
            entered[name] = None

    threading.setprofile(on_call)
    sys.setprofile(on_call)
    try:
        run()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return sorted(filter(is_ours, sys.modules)), [*entered]


def is_importing(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_filename != IMPORTING:
        frame = frame.f_back
    return frame is not None


def is_ours(module: str) -> bool:
    return module.partition(".")[0].startswith("advsearch")


def by_package(modules: Iterable[str]) -> dict[str, int]:
    """How many modules each package of the framework has among these, and each game."""
    parts = (name.split(".") for name in modules)
    names = (".".join(each[:2]) if each[0] == "advsearch" and len(each) > 2 else each[0] for each in parts)
    return dict(collections.Counter(names))


def command(arguments: list[str]) -> None:
    """Run a command of the program without its output."""
    from advsearch.cli.program import program

    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        program.main(arguments, standalone_mode=False)


def main() -> None:
    arguments = sys.argv[1:]
    names = arguments[:1] == ["--names"]
    for word, found in zip(("loaded", "entered"), counted(lambda: command(arguments[names:])), strict=True):
        packages = by_package(found)
        framework = sum(each.partition(".")[0] == "advsearch" for each in found)
        print(f"{word} {len(found)}, of the framework {framework}", *(found if names else [packages]))


if __name__ == "__main__":
    main()
