"""The compiled tier: the built-in searchers, which run a game's kernels as machine code.

No module of this package is imported before a compiled search is requested. numba is imported only by the process
that builds, and for the few builds that numba itself has to load.
"""
