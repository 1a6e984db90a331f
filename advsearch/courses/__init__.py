"""Players and functions that were written for the program of a course or for another library."""
