"""The checks that a reply must pass before anyone sees it: each looks things up, and none repairs."""
