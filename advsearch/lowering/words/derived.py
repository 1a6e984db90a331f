"""The module that generated functions name as their `__module__`. The module is empty, and exists so that this name
can be imported.
"""
