"""`python -m advsearch` runs the program `advsearch`."""

from advsearch.cli import main

main()
