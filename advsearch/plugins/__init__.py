"""Plugins, and the registry that makes objects from specs. Each plugin is loaded separately."""
