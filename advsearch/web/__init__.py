"""What a browser shows: boards as SVG, charts, and self-contained report pages."""
