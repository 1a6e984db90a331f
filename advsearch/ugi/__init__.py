"""Programs that play: the words of the Universal Game Interface, agents that are programs, and a server for ours."""
