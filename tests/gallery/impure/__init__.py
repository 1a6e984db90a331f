"""Games whose rules are not functions of their arguments: they count, or look at clocks or at a set's order."""
