"""Correct games that use what no compiler of kernels takes, such as exceptions, numpy and printing."""
