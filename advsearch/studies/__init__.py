"""Studies: published experiments that can be repeated, with an analysis of what their numbers can show."""
