"""Names with an underscore stay in the file that defines them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("advsearch", "plugins", "benchmarks", "tests/outside")

# Names that only look private: the standard library's, and numba's for the machine code of a build.
KNOWN = {"_exit", "_getframe", "_fields", "_final_module", "_tm"}


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_private_names_stay_in_their_file() -> None:
    """No module imports a name with an underscore, or reads such a name of an object that another file defines."""
    faults = []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom):
                parts = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
                faults += [
                    f"{path.relative_to(ROOT)}:{node.lineno}: imports {each}" for each in parts if private(each)
                ]
            elif isinstance(node, ast.Attribute) and private(node.attr) and node.attr not in KNOWN:
                name = re.escape(node.attr)
                if not re.search(rf"(self|cls)\.{name}\b|def {name}\b|^ +{name}: ", text, re.M):
                    faults.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert faults == [], "\n".join(["", *faults])
