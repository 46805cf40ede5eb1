"""Every kind of input that broke other indexers, and the right value for each."""
