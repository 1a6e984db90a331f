"""Join modules of the page into one, because a notebook loads a widget as one module.

Only the forms of `import` and `export` that the page's files have are understood; anything else is refused.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

_IMPORT: Final = re.compile(r'^\s*import\s*(?:(\w+)|\{([^}]*)\})\s*from\s*"([^"]+)";?', re.M)
_AGAIN: Final = re.compile(r'^export\s*\{([^}]*)\}\s*from\s*"([^"]+)";?', re.M)
_NAMES: Final = re.compile(r"(?:^|(?<=[;}]))export\s*\{([^}]*)\};?", re.M)
_DECLARED: Final = re.compile(r"^export\s+(?=(?:async\s+)?(?:function|const|class)\s+(\w+))", re.M)
_DEFAULT: Final = re.compile(r"(?:^|(?<=[;}]))export\s+default\s+", re.M)
_LEFT: Final = re.compile(r"^\s*(?:import|export)\b.*", re.M)


@cache
def joined(entry: str) -> str:
    """Return one module with a file of the notebook, and with the files of the page that it imports."""
    found: dict[str, str] = {}
    _add(entry, found)
    pieces = [f"const {_variable(name)} = (() => {{\n{text}\n}})();" for name, text in found.items()]
    return "\n".join([*pieces, f"export default {_variable(entry)}.default;", ""])


def _variable(name: str) -> str:
    return "_" + re.sub(r"\W", "_", name)


def _parts(names: str) -> list[tuple[str, str]]:
    """The names between braces, each with its name on the other side: `a, b as c` is a and a, b and c."""
    pairs = [part.split() for part in names.split(",") if part.strip()]
    return [(words[0], words[-1]) for words in pairs]


def _add(name: str, found: dict[str, str]) -> None:
    """Add a file after the files that it imports."""
    if name in found:
        return
    folder = name.rpartition("/")[0]
    exported: list[tuple[str, str]] = []

    def again(each: re.Match[str]) -> str:
        exported.extend((outside, outside) for _, outside in _parts(each[1]))
        return f'import {{{each[1]}}} from "{each[2]}";'

    def imported(each: re.Match[str]) -> str:
        file = each[3].removeprefix("./")
        inner = f"{folder}/{file}" if folder else file
        _add(inner, found)
        if each[1]:
            return f"const {each[1]} = {_variable(inner)}.default;"
        names = ", ".join(f"{outside}: {here}" for outside, here in _parts(each[2]))
        return f"const {{ {names} }} = {_variable(inner)};"

    def named(each: re.Match[str]) -> str:
        exported.extend((outside, here) for here, outside in _parts(each[1]))
        return ""

    def declared(each: re.Match[str]) -> str:
        exported.append((each[1], each[1]))
        return ""

    def default(_: re.Match[str]) -> str:
        exported.append(("default", "_default"))
        return "const _default = "

    text = _text(name)
    for form, write in (
        (_AGAIN, again),
        (_IMPORT, imported),
        (_NAMES, named),
        (_DECLARED, declared),
        (_DEFAULT, default),
    ):
        text = form.sub(write, text)
    left = _LEFT.search(text)
    if left is not None:
        raise ValueError(f"expected {name} to import and export by name, got {left[0][:80]!r}")
    found[name] = f"{text}\nreturn {{ {', '.join(f'{outside}: {here}' for outside, here in exported)} }};"


def _text(name: str) -> str:
    """The text of a file of the notebook, or else of the page."""
    own = resources.files("advsearch.notebook") / name
    return (own if own.is_file() else resources.files("advsearch.web") / "static" / name).read_text("utf-8")
