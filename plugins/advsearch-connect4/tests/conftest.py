"""Sets how many examples Hypothesis tries."""

from hypothesis import settings

settings.register_profile("connect4", deadline=None, derandomize=True, database=None)
settings.load_profile("connect4")
