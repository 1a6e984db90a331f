"""Self-contained report pages for a browser."""
