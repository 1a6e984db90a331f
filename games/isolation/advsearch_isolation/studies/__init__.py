"""The evaluators of four published student reports, as printed and as described.

README.md beside this package says for each what differs. A report is named by the number of its document:
000 `tie_breaks`, 001 `pressure`, 002 `between`, 003 `place_values`.
"""
