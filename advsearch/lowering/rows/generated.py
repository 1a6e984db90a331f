"""A module without code. This module is the `__module__` of every generated function, so Python imports it when it
loads a generated function from the disk.
"""
