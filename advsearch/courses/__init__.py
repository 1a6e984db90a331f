"""Support for functions that students write for the program of a course."""
