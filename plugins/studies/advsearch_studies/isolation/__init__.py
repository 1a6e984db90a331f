"""The evaluators of four student reports. If a report's code differs from its description, the package has an
evaluator for each of the two (see README.md).

The modules and the numbers of their reports: `tie_breaks` 000, `pressure` 001, `between` 002, `place_values` 003.
"""
