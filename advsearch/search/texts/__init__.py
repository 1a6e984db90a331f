"""Each search algorithm once, as plain Python that runs as it is and can be compiled as it is."""

from __future__ import annotations

import os


def in_use() -> bool:
    """Whether the reference tier searches with the texts: while both exist, if ADVSEARCH_TEXTS is set to 1."""
    return os.environ.get("ADVSEARCH_TEXTS") == "1"
