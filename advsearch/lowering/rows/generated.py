"""The module that generated functions name as their `__module__`. Python imports it when it loads such a function
from the disk.
"""
