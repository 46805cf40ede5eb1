"""The window, in PySide6; asks services in jobs and never waits."""
