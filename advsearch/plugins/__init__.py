"""Plugins, each loaded separately and guarded, and the registry that makes objects from specs."""
