"""Modules that stand in for the modules of the courses which a student's file imports."""
