"""The compiled tier, which runs the built-in searchers and the rules of a game as machine code.

No module of this package is imported before a compiled search is requested. The process that builds machine code
imports numba. Other processes import numba only for the few builds that numba itself has to load.
"""
