"""The module named in `__module__` of generated functions; code that is loaded from the disk looks for it."""
