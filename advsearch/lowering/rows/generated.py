"""An empty module, which is the `__module__` of every generated function. Python imports it when it loads such a
function from the disk.
"""
