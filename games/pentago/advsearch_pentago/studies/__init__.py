"""The evaluators and the player of document 004. They work as in the document's program, and not as the document's
text describes them."""
