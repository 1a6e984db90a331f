"""The evaluators and the player of document 004's program, which differ from the descriptions in the document's
text."""
