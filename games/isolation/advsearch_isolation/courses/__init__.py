"""The boards and states that the two courses' programs pass to a student's evaluator."""
