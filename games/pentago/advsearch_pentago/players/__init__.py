"""The strongest player of Pentago in this package."""
