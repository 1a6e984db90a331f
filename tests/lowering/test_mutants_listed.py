"""The mutants of the lowering that are listed in `mutants.toml` belong to the present code."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import advsearch

LISTED = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8"))["mutant"]


def test_every_mutant_is_a_change_of_one_place() -> None:
    """The text that an entry of `mutants.toml` replaces occurs exactly once in its file, and differs from the new
    text.
    """
    package = Path(advsearch.__file__).parent
    texts = {file: (package / file).read_text(encoding="utf-8") for file in {one["file"] for one in LISTED}}
    for one in LISTED:
        assert texts[one["file"]].count(one["old"]) == 1, one
        assert one["old"] != one["new"], one


def test_no_two_mutants_are_described_alike() -> None:
    """No two entries for the same file have the same description. A run finds the results of earlier runs by the
    description.
    """
    [(most, times)] = Counter((one["file"], one["what"]) for one in LISTED).most_common(1)
    assert times == 1, most
