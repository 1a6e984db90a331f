"""A module without code. It is the `__module__` of every generated function: Python imports this module when it loads
a generated function from the disk.
"""
