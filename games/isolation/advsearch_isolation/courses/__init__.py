"""The board and the state that the two courses' programs pass to a student's evaluator."""
