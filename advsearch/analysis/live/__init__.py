"""Positions, searches and traces for faces that live while the user looks: a page, a terminal, a notebook.

A face sends an `Ask` to a desk, a process of its own that has loaded one game, and gets messages back: mappings of
JSON values with a `kind`. A game that loops, crashes or eats memory ends its process and no other.
"""
