"""Writes docs/testing/laws.md from the laws themselves: python tests/testing/law_page.py"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from advsearch.protocol import evaluator
from advsearch.testing.catalogue import LAWS_OF, laws_of_game

PAGE = Path(__file__).parents[2] / "docs" / "testing" / "laws.md"
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

This page lists the laws that `check_game` and `check_searcher` test, in the order of the harm that a violation does.
The first laws find errors that make every other result unreliable. The next laws find wrong values, wrong rules, and
differences between the tiers. The last laws are about refusals and notation. A check reports the first law that is
broken. With `advsearch check --all`, or `keep_going=True`, a check reports every broken law. The column *catches*
names the bug classes that a law is meant to find; [the faults](faults.md) shows which law caught each planted fault.
This page is written by `python tests/testing/law_page.py`.
"""


def table(laws: Any, needs: bool) -> str:
    head = "| law | says | catches |" + (" needs the features |" if needs else "")
    lines = [head, "|---|---|---|" + ("---|" if needs else "")]
    for law in laws:
        cells = [law.name, law.says, ", ".join(law.catches)]
        if needs:
            cells.append(", ".join(law.needs) or "-")
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


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
