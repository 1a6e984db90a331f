"""The evaluators and the player of document 004's program, which differs from the description in the document."""
