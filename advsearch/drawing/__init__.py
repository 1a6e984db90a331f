"""Pictures as SVG text: boards, charts and plots."""
