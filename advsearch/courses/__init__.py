"""What a course hands to its students: functions pasted from another program."""
