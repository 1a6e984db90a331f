"""Correct games that use features which cannot be compiled to kernels, such as exceptions and numpy."""
