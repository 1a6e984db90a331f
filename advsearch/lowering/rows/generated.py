"""An empty module, the `__module__` of every generated function.

Python imports it when a generated function is loaded from disk.
"""
