"""Our best player of Pentago."""
