"""What the text of a search stands on: plain Python that runs as it is, and that can be compiled as it is."""
