"""An empty module, which is the `__module__` of every generated function. Python imports this module when a generated
function is loaded from the disk.
"""
