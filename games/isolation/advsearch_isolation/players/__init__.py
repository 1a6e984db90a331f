"""Players of Isolation that do more than search: they use proofs, solved openings, and traps in lost positions."""
