"""The module that `__module__` of generated functions names. The module exists so that this name can be imported."""
