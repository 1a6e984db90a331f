"""The board that the course's program passes to a student's evaluator."""
