"""Modules that stand in for the modules of AIMA and easyAI which a player's file imports."""
