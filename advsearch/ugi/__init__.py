"""The Universal Game Interface: its commands, agents that are programs, and a server for advsearch's own agents."""
