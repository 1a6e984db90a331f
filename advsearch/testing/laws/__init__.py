"""The laws, with one module per topic. `advsearch.testing.catalogue` lists the laws in the order in which they are
tried."""
