"""The laws, with one module per topic. `advsearch.testing.catalogue` lists them in order."""
