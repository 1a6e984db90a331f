"""Players of Isolation that use more than search: proofs, solved openings, and traps in lost positions."""
