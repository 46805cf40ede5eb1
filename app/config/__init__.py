"""Where things are and what the person has set: read once at the start and passed on as values."""
