"""Writes the counts of docs/architecture.md: python tests/repo/counts/page.py

This script contains the numbers of the column "before". The numbers of the column "now" are those that the other
scripts of this folder print for this tree. In the table of packages, only the numbers of the column "now" are
replaced. Every command runs twice: the first run stores the rules and the machine code, and the second is counted.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "architecture.md"
PACKAGES = "| package | before | now |"
LAYER_0 = "modules of layer 0"
BEGIN, END = "<!-- counts -->\n", "<!-- end of counts -->\n"
COMPARE = ("compare", "pentago", "straights", "null", "--searcher", "minimax", "--depth", "1", "--pairs", "2")

COMMANDS: dict[tuple[str, ...], tuple[int, int]] = {
    ("search", "pentago", "--depth", "2"): (108, 53),
    ("search", "isolation", "--depth", "2"): (111, 56),
    (*COMPARE, "--workers", "0"): (143, 65),
    ("check", "isolation", "--profile", "fast"): (143, 47),
    ("solve", "isolation(width=4,height=4)"): (120, 41),
    ("perft", "isolation", "2"): (113, 36),
    ("games",): (105, 13),
    ("--help",): (103, 11),
}
"""For each command, the numbers of modules that it loaded and entered in the old tree."""
FORMS_BEFORE = 8
BINDS_BEFORE = {"tier decided": 3, "evaluator bound": 5, "deepening bound": 3}
"""How often one search of the old tree decided a tier, bound an evaluator and bound `deepening`. These calls were
counted by reading the code, because they were in several places."""
BIND_ROWS = {
    "tier decided": "how often one search decides a tier",
    "evaluator bound": "how often one search looks up an evaluator",
    "deepening bound": "how often one search binds `deepening`",
}
STATEMENTS_BEFORE = {"advsearch": 15419, "games": 2785, "plugins/advsearch-connect4": 705, "plugins/studies": 1078}


def output(script: str, *arguments: str) -> str:
    command = [sys.executable, str(HERE / script), *arguments]
    return subprocess.run(command, cwd=HERE.parents[2], capture_output=True, text=True, check=True).stdout


def warm(script: str, *command: str) -> str:
    """The output of a script for a command whose rules and machine code are stored."""
    output(script, *command)
    return output(script, *command)


def number(pattern: str, text: str) -> int:
    found = re.search(pattern, text, re.MULTILINE)
    assert found is not None, (pattern, text)
    return int(found[1])


def lines() -> list[str]:
    """The rows of the table."""
    rows = ["| | before | now |", "|---|---|---|"]
    for command, (loaded, entered) in COMMANDS.items():
        printed = warm("modules.py", *command)
        now = number(r"^loaded (\d+)", printed), number(r"^entered (\d+)", printed)
        rows.append(f"| modules loaded by `{' '.join(command)}` | {loaded} | {now[0]} |")
        rows.append(f"| and entered | {entered} | {now[1]} |")
    printed = warm("binds.py", "search", "pentago", "--depth", "2")
    for what, before in BINDS_BEFORE.items():
        rows.append(f"| {BIND_ROWS[what]} | {before} | {number(rf'^{what} ([0-9]+)', printed)} |")
    forms = number(r"^forms (\d+)", output("forms.py", *COMPARE, "--workers", "0"))
    rows.append(f"| types of objects that represent one searcher in `compare` | {FORMS_BEFORE} | {forms} |")
    printed = output("statements.py", *STATEMENTS_BEFORE)
    for folder, before in STATEMENTS_BEFORE.items():
        now_here = number(rf"^{folder} (\d+)", printed)
        rows.append(f"| statements in {folder} | {before:,} | {now_here:,} |")
    return rows


def statements_of_packages() -> dict[str, int]:
    """The number of statements in each package of `advsearch`, and in the modules that are in no package."""
    folders = sorted(path.parent.name for path in (PAGE.parents[1] / "advsearch").glob("*/__init__.py"))
    printed = output("statements.py", "advsearch", *(f"advsearch/{name}" for name in folders))
    found = {name: number(rf"^advsearch/{name} (\d+)", printed) for name in folders}
    return {**found, LAYER_0: number(r"^advsearch (\d+)", printed) - sum(found.values())}


def with_packages(text: str) -> str:
    """The page with new numbers in the table of packages. A row may count several packages together."""
    now = statements_of_packages()

    def row(found: re.Match[str]) -> str:
        names = [LAYER_0] if found["names"] == LAYER_0 else re.findall(r"`(\w+)`", found["names"])
        return f"| {found['names']} | {found['before']} | {sum(map(now.pop, names)):,} |"

    head, title, table = text.partition(PACKAGES)
    table, end, rest = table.partition("\n\n")
    table = re.sub(r"^\| (?P<names>[^|]+) \| (?P<before>[\d,]+) \| [\d,]+ \|", row, table, flags=re.MULTILINE)
    assert not now, f"the table of packages lacks {', '.join(now)}"
    return head + title + table + end + rest


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    table = "".join(f"{line}\n" for line in lines())
    after = with_packages(rest.partition(END)[2])
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
