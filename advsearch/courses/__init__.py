"""Support for functions that students wrote for the program of a course."""
