"""The compiler: plain Python objects in, machine code out. It knows no game and no search algorithm."""
