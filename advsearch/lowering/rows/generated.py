"""The module that generated functions name as their `__module__`. Python imports this module when it loads a
generated function from the disk.
"""
