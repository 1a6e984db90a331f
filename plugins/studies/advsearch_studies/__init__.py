"""Repeat published experiments (studies), and test which of their claims the new results support."""
