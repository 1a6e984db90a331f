"""The Universal Game Interface (UGI), a text protocol: its commands, agents that are programs, and a server for
advsearch's own agents."""
