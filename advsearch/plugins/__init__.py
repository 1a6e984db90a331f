"""Plugins, each of which is loaded separately, and the registry that makes objects from specs."""
