"""The distributions in this folder are not installed in the tests' own process; `test_from_outside.py` runs their
tests.
"""

collect_ignore = ["pebbles", "scout"]
