"""The module named in `__module__` of functions that the lowering writes, so that it can be imported."""
