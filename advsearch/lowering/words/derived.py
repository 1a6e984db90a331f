"""The home of functions that are written by the lowering: their `__module__`, so that they have an importable one."""
