"""`python -m advsearch` is the `advsearch` program."""

from advsearch.cli import main

main()
