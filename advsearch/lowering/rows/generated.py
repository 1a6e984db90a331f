"""An empty module, the `__module__` of every generated function.

Numba imports this module when Numba loads a compiled function from disk.
"""
