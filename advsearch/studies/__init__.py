"""Studies: published experiments that can be run again, and what their numbers can and cannot say."""
