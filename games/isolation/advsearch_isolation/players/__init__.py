"""Searchers that play Isolation by more than search: proofs, solved openings, traps in lost positions."""
