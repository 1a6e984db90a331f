"""The commands, one file each. A command parses its arguments, calls the layers below, and prints the result."""
