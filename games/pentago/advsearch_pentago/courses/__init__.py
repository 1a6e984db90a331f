"""The board that the course program hands to a student's evaluator."""
