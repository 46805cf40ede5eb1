"""The advisory lock by which one program at a time brings a library in step with folders. The system frees it when its holder dies."""

from pathlib import Path


class IndexLock:
    """A lock on a file of the library, taken by one run. Where locks are impossible it is as good as held: SQLite protects the rows."""

    def __init__(self, path: Path) -> None:
        from filelock import FileLock  # Loaded by who indexes: no start need wait for it.

        # A run may be ended by another thread than the one that began it.
        self._lock = FileLock(path, timeout=0, thread_local=False)

    def take(self) -> bool:
        """Take the lock if it is free; False while another program, or another run of this one, has it."""
        from filelock import Timeout

        try:
            self._lock.acquire()
        except Timeout:
            return False
        except (OSError, NotImplementedError):
            return True
        return True

    def release(self) -> None:
        """Let others take it; nothing where it is not held."""
        self._lock.release(force=True)
