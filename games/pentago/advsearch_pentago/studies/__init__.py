"""What document 004 used, as its program ran rather than as its text describes it."""
