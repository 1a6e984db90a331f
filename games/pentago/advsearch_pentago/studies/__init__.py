"""The evaluators and the player of document 004's program. The document's text describes them differently."""
