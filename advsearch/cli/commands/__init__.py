"""The commands, a file for each: it parses, calls the layers below, and shows what they return."""
