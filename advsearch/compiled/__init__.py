"""The compiled tier: the built-in searchers, which run a game's kernels as machine code.

No module of this package is imported before a compiled search is requested. Only the process that builds machine code
imports numba; other processes import it for the few builds that numba itself has to load.
"""
