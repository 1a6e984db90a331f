"""The module that `__module__` of generated functions names, because code that is loaded from the disk looks for
it.
"""
