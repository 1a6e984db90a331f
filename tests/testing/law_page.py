"""Writes docs/testing/laws.md from the laws, and the table of declarations in docs/testing/README.md from the class
`Declared`: python tests/testing/law_page.py
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs

from advsearch.protocol import evaluator
from advsearch.testing.catalogue import LAWS_OF, laws_of_game
from advsearch.testing.settings import Declared

PAGE = Path(__file__).parents[2] / "docs" / "testing" / "laws.md"
README = PAGE.with_name("README.md")
DECLARATIONS = "| declaration | what it says |\n|---|---|\n"
TITLES = {
    "minimax": "Laws of searchers",
    "one-ply": "Laws of searchers that look one ply ahead",
    "legal": "Laws of searchers that promise a legal action",
    "play": "Laws of searchers that promise a legal action in the games they play",
    "sampling": "Laws of searchers that sample",
    "prover": "Laws of provers",
    "table": "Laws of tables of every position",
}
HEAD = """# The laws

This page lists the laws that `check_game` and `check_searcher` test. Laws whose violations do the most harm come
first: they find errors that make every other result unreliable. In the middle of a list are the laws that find wrong
values, wrong rules, and differences between the tiers. Laws about refusals and notation come last.

A check reports the first law that is broken. With `advsearch check --all`, or `keep_going=True`, a check reports
every broken law. The column *catches* names the classes of faults that a law is meant to find. The page
[Faults and what catches them](faults.md) describes these classes, and shows which law caught each planted fault.
This page is written by `python tests/testing/law_page.py`.
"""


def named(one: str, names: Any, several: str) -> str:
    """The cell for some names, such as `fault classes F2, F10`."""
    return f"{one if len(names) == 1 else several} {', '.join(names)}" if names else "-"


def table(laws: Any, needs: bool) -> str:
    head = "| law | catches |" + (" needed features |" if needs else "")
    lines = [head, "|---|---|" + ("---|" if needs else "")]
    for law in laws:
        cells = [f"*{law.name}*: {law.says}", named("fault class", law.catches, "fault classes")]
        if needs:
            cells.append(", ".join(f"`{need}`" for need in law.needs) or "-")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def page() -> str:
    @evaluator(antisymmetric=True, terms=lambda *_: {})
    def example(*_: Any) -> int:
        return 0

    parts = [HEAD, "## Laws of games", table(laws_of_game(object(), {"X": example}), needs=False)]  # type: ignore[arg-type]
    for kind, laws in LAWS_OF.items():
        parts += [f"## {TITLES[kind]}", table(laws, needs=kind in ("minimax", "one-ply", "legal", "play"))]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def written(field: Any) -> str:
    """How a declaration is written, such as `ties="first"`."""
    if choices := field.metadata["choices"]:
        values = ["True", '"strict"'] if field.name == "prunes" else [f'"{choice}"' for choice in choices]
    else:
        values = ["30"] if field.name == "patience_s" else ["True", "False"]
    return ", ".join([f"`{field.name}={values[0]}`", *(f"`{value}`" for value in values[1:])])


def readme() -> str:
    """docs/testing/README.md with the table of declarations, and with those that cannot be options."""
    fields = [field for field in attrs.fields(Declared) if "says" in field.metadata and field.name != "kind"]
    rows = [f"| {written(field)} | {field.metadata['says']} |\n" for field in fields]
    head, rest = README.read_text(encoding="utf-8").split(DECLARATIONS)
    after = re.sub(r"\A(\| .*\n)+", "", rest)
    return head + DECLARATIONS + "".join(rows) + ENTRIES + after


ENTRIES = (
    "| `entries=...` | The search has a table, and the function `entries` lists its entries as "
    "`(state, depth, lower, upper)`. |\n"
)


if __name__ == "__main__":
    README.write_text(readme(), encoding="utf-8")
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
