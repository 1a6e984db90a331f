"""The compiled tier: the searchers once more, over kernels, at the speed of C.

Nothing here is imported before a compiled search is asked for, and numba only when one is built or loaded.
"""
