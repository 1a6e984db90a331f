"""What is installed: plugins, loaded one at a time and guarded, and the registry that makes objects from specs."""
