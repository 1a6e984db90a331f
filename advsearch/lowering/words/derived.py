"""An empty module. The name of this module is the `__module__` of all generated functions."""
