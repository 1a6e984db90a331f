"""The compiled tier: the built-in searchers, which run a game's kernels as machine code.

No module of this package is imported before a compiled search is requested. The process that builds machine code
imports numba. Any other process imports numba only if it uses one of the few builds that numba itself has to load.
"""
