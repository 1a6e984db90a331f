"""docs/python.md has every public name of `advsearch`, from its docstring. `python tests/docs/test_python_page.py`
updates the page.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import advsearch

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
MARK = "<!-- The rest of this page is written by `python tests/docs/test_python_page.py`. -->\n"
WIDTH = 118


def public() -> set[str]:
    return {name for name in advsearch.__all__ if not name.startswith("_")}


def told() -> dict[str, list[str]]:
    """The names that the first part of the page lists, by heading of their group."""
    groups = re.findall(r"^\| \*\*(.*?)\*\* \| (.*) \|$", PAGE.read_text(encoding="utf-8").partition(MARK)[0], re.M)
    return {title: re.findall(r"\[`(\w+)`\]", names) for title, names in groups}


def paragraphs(text: str) -> str:
    """A docstring as Markdown: paragraphs on lines of their own width, examples as code."""
    parts = []
    for part in re.split(r"\n\s*\n", text):
        if part.lstrip().startswith(">>>"):
            parts.append(f"```pycon\n{textwrap.dedent(part)}\n```")
        elif part.startswith("    "):
            parts.append(f"```python\n{textwrap.dedent(part)}\n```")
        else:
            parts.append(textwrap.fill(" ".join(part.split()), WIDTH, break_long_words=False, break_on_hyphens=False))
    return "\n\n".join(parts)


def first(text: str) -> str:
    """The first paragraph, as one line of a table."""
    return " ".join(re.split(r"\n\s*\n", text.strip())[0].split()).replace("|", "\\|")


def members(cls: type) -> Iterator[tuple[str, str]]:
    """The public fields, properties and methods that a class defines itself, with what each is, in order."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(tree, ast.ClassDef)
    body = tree.body
    for here, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if (
            isinstance(here, ast.AnnAssign)
            and isinstance(here.target, ast.Name)
            and not here.target.id.startswith("_")
        ):
            if "ClassVar" in ast.unparse(here.annotation):
                continue
            documented = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            said = first(inspect.cleandoc(after.value.value)) if documented else ""  # type: ignore[attr-defined]
            yield f"{here.target.id}: {ast.unparse(here.annotation)}{default(here.value)}", said
        elif isinstance(here, ast.FunctionDef) and not here.name.startswith("_"):
            if any(isinstance(way, ast.Name) and way.id == "overload" for way in here.decorator_list):
                continue
            is_property = any(isinstance(way, ast.Name) and way.id == "property" for way in here.decorator_list)
            given = "" if is_property else f"({arguments(here.args)})"
            yield f"{here.name}{given}", first(inspect.cleandoc(ast.get_docstring(here) or ""))


def default(value: ast.expr | None) -> str:
    if isinstance(value, ast.Call):  # attrs.field(default=...)
        (value,) = [each.value for each in value.keywords if each.arg == "default"] or [None]
    return f" = {ast.unparse(value)}" if isinstance(value, ast.Constant | ast.Tuple | ast.UnaryOp) else ""


def arguments(given: ast.arguments) -> str:
    """Names and defaults of arguments, without their types and without `self`."""
    for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))):
        each.annotation = None
    return re.sub(r"^(self|cls)(, /)?(, )?", "", ast.unparse(given))


def entry(name: str) -> str:
    """The section on one name."""
    thing: Any = getattr(advsearch, name)
    another = inspect.isfunction(thing) and any(each != name and each.lower() == name for each in public())
    parts = [f"### {name}" + " (a function)" * another]
    if inspect.isfunction(thing):
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
        assert isinstance(tree, ast.FunctionDef)
        if not name.startswith("null"):
            parts.append(f"```python\n{name}({arguments(tree.args)})\n```")
    parts.append(f"<small>`{thing.__module__}`</small>" if hasattr(thing, "__module__") else "")
    parts.append(paragraphs(inspect.getdoc(thing) or ""))
    if inspect.isclass(thing) and (rows := list(members(thing))):
        said = [f"| `{what.replace('|', chr(92) + '|')}` | {text} |" for what, text in rows]
        parts.append("\n".join(["| | |", "|---|---|", *said]))
    return "\n\n".join(filter(None, parts)) + "\n"


def page() -> str:
    """The text that the page should have."""
    by_hand, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    assert mark
    sections = [f"## {title}\n\n" + "\n".join(entry(name) for name in names) for title, names in told().items()]
    return by_hand + mark + "\n" + "\n".join(sections)


def test_the_page_has_every_public_name_once() -> None:
    """Each public name of the package stands in one group of the page's table, and no other name does."""
    names = [name for group in told().values() for name in group]
    assert sorted(names) == sorted(public())


def test_the_page_is_up_to_date() -> None:
    """What the page says of a name is what the name's docstring says."""
    assert PAGE.read_text(encoding="utf-8").split() == page().split(), "run: python tests/docs/test_python_page.py"


@pytest.mark.parametrize("name", sorted(public()))
def test_a_public_name_says_what_it_is(name: str) -> None:
    """`help(advsearch.NAME)` is of use: each public name has a docstring of its own."""
    assert len((inspect.getdoc(getattr(advsearch, name)) or "").split()) >= 4


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
