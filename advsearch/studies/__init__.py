"""Studies: published experiments that can be repeated, with an analysis of the claims that their numbers support."""
