"""Text in, unit vectors out, with models that are checked against their manifest."""
