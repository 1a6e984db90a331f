"""Counts the statements of the Python files in each given folder, without docstrings.

python tests/repo/counts/statements.py advsearch games
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path


def statements(folder: Path) -> int:
    """The number of statements, including imports, in the files of a folder."""
    found = (node for path in sorted(folder.rglob("*.py")) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return sum(isinstance(node, ast.stmt) and not _is_docstring(node) for node in found)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, statements(Path(name)))
