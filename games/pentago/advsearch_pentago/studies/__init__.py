"""The evaluators and the player of document 004, as its program works and not as its text describes them."""
