"""Studies: reported experiments that can be run again, and what their numbers can and cannot show."""
