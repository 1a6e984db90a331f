"""An example of what others can add to advsearch: a searcher on both tiers, and more; see `plugin`."""
