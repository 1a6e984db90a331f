"""The contents of the wheel, which may differ from those of the tree."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import advsearch

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "-qq", "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.slow
def test_the_wheel_installs_four_packages(wheel: zipfile.ZipFile) -> None:
    """At top level there are exactly advsearch, its two games and its studies."""
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "advsearch",
        "advsearch_isolation",
        "advsearch_pentago",
        "advsearch_studies",
    }


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_packages(wheel: zipfile.ZipFile) -> None:
    """The wheel contains every file of the packages, including data files, and nothing that a build left behind."""
    folders = [
        ROOT / "advsearch",
        *sorted((ROOT / "games").glob("*/advsearch_*")),
        ROOT / "plugins/studies/advsearch_studies",
    ]
    expected = {
        str(path.relative_to(folder.parent))
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts)
    }
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == expected


@pytest.mark.slow
def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile, project: dict[str, Any]) -> None:
    """The wheel's metadata names the licence, the Python versions it was tested with, and each dependency."""
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = Parser().parsestr(wheel.read(name).decode())
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    required = {re.split(r"[^\w-]", line, maxsplit=1)[0] for line in metadata.get_all("Requires-Dist", [])}
    optional = {
        re.split(r"[^\w-]", line, maxsplit=1)[0]
        for lines in project["optional-dependencies"].values()
        for line in lines
    }
    of_the_page = {"starlette", "uvicorn", "websockets"}
    assert required - optional == {"attrs", "click", "hypothesis", "pluggy", "rich", "numba"} | of_the_page
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())


@pytest.mark.slow
def test_the_page_is_small(wheel: zipfile.ZipFile) -> None:
    """The page with its vendored libraries adds less than 150 KB to the wheel."""
    parts = ("advsearch/web/", "advsearch/analysis/live/", "advsearch/drawing/")
    added = sum(each.compress_size for each in wheel.infolist() if each.filename.startswith(parts))
    vendored = sum(each.compress_size for each in wheel.infolist() if "/static/vendor/" in each.filename)
    print(f"the page adds {added:,} bytes to the wheel, of which {vendored:,} are vendored")
    assert 0 < vendored < added < 150_000


def test_the_version_is_reported_once(project: dict[str, Any]) -> None:
    """The changelog's newest section, the package and the distribution agree on the version."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (newest, *_) = re.findall(r"^## (\S+)", changelog, re.MULTILINE)
    assert newest == advsearch.__version__ == project["version"]


def test_each_plugin_of_ours_can_be_loaded(project: dict[str, Any]) -> None:
    """Every module in the entry-point group exists, and an installed advsearch names the same modules."""
    declared = project["entry-points"]["advsearch"]
    for module in declared.values():
        import_module(module)
    ours = {
        point.name: point.value
        for point in entry_points(group="advsearch")
        if point.dist and point.dist.name == "advsearch"
    }
    assert ours == declared


def test_each_dependency_is_justified(project: dict[str, Any]) -> None:
    """docs/decisions.md gives the purpose of every dependency, including optional ones."""
    decisions = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    lines = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    names = {re.split(r"[^\w-]", line, maxsplit=1)[0] for line in lines} - {project["name"]}
    assert {name for name in names if f"`{name}`" not in decisions} == set()
