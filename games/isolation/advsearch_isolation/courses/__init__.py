"""The board and the state that the two course programs hand to a student's evaluator."""
