"""What every layer needs of the machine that it runs on: files, forks, memory, and the tables of files."""
