"""The module that generated functions have as their `__module__`. This module is empty, and exists so that its name
can be imported.
"""
