"""Arguments in, the window or the terminal out; no work is done here."""

import multiprocessing
import sys


def main() -> int:
    """Start Candid. Returns the exit code: 0 done, 1 failed with one clear line, 2 wrong usage."""
    multiprocessing.freeze_support()
    from app.bootstrap import start

    return start(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
