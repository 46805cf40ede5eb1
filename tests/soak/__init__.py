"""Long runs, each by its own command: `python -m pytest tests/soak -m soak`."""
