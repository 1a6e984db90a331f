"""Playing and analysing in the whole terminal, by keys and mouse, with the library Textual.

`Opened` is what a command opens. Textual is imported only when it is run, and only where `runs_here` says so.
"""
