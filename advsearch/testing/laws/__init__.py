"""The laws, one module for each thing they check. `advsearch.testing.catalogue` has them in order."""
