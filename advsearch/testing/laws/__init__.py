"""The laws, with one module for each subject. `advsearch.testing.catalogue` lists them in order."""
