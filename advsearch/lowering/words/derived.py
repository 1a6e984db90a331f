"""An empty module, whose name is the `__module__` of all generated functions."""
