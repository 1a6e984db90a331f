"""The module that `__module__` of generated functions names. It exists so that this name can be imported."""
