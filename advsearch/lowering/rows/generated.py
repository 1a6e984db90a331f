"""The module that generated functions say they are of: what is loaded from the disk asks for it."""
