"""What machine code needs at run time, as functions over words: memory, equality, order, hashes, containers, strings.

`raw.py` compiles these functions; they never run as Python. A function with the result `Word` returns 0 exactly if
it failed, with the error in `ERR`, and one without a result of its own returns `NONE`. The others return numbers.
"""
