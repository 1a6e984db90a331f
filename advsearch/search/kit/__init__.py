"""What the text of a search stands on: plain Python that runs as it is, and that can be compiled as it is.

A text is a subclass of `Tree` with a method `visit`:

    class AlphaBeta(Tree):
        def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value):
            best, sure = self.scale.bottom, True
            self.line.end(ply)
            for action in self.game.actions(state):
                self.budget.enter()
                child = self.game.result(state, action)
                value, final = self.below(child, mover, depth - 1, ply + 1, alpha, beta)
                ...

Whatever changes while it runs is declared: the annotated fields of a `Machine`, and the records of an `Arena`
(`fields`). Everything else is a constant. The other parts are written in the same way:

    budget      nodes, the clock and the stop signal: `budget.enter()` before each node
    line        lines of play by ply
    scale       values: whole numbers or floats, wins and losses in n plies
    table       an exact transposition table of bounded size
    bounds      the same for proofs
    orders      killers, history, actions by falling weight
    numbers     the content of a state or an action as a key and as a number, the same in every process
    tree        children, leaves and the root
    session     the part around a text that is never compiled
"""
