"""Arguments in, the window or the terminal out; no work is done here but to stop quietly at Ctrl+C."""

import os
import signal
import sys
from types import FrameType

STOPPED = "candid: Stopped.\n"


def main() -> int:
    """Start Candid. Returns the exit code: 0 done, 1 failed or stopped with one clear line, 2 wrong usage."""
    # Until the modules are loaded nothing has begun that would have to be put away, and some of them survive no exception.
    signal.signal(signal.SIGINT, _end_at_once)
    import multiprocessing

    multiprocessing.freeze_support()
    from app.bootstrap import start

    signal.signal(signal.SIGINT, _stop)
    try:
        return start(sys.argv[1:])
    except BaseException:  # What Ctrl+C cuts short may fail in any way.
        if signal.getsignal(signal.SIGINT) is not _end_at_once:
            raise
        sys.stderr.write(STOPPED)
        return 1
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # All is done, and the interpreter would complain of being disturbed while it ends.


def _stop(_signal: int, _frame: FrameType | None) -> None:
    """Leave everything as one leaves it after a failure; who presses Ctrl+C again does not wait for that."""
    signal.signal(signal.SIGINT, _end_at_once)
    sys.unraisablehook = lambda _: None
    raise KeyboardInterrupt


def _end_at_once(_signal: int, _frame: FrameType | None) -> None:
    os.write(2, STOPPED.encode())
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
