"""Our searchers, registered through the public hooks."""
