"""The evaluators of four student reports, both as printed and as described.

The package's README.md lists the differences. Each module is for the document of one report: `tie_breaks` for 000,
`pressure` for 001, `between` for 002, `place_values` for 003.
"""
