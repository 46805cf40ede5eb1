"""How long Cancel takes: from the person's wish to the end of `send`, while a server keeps a real client waiting.

`python -m tests.benchmarks.cancelling [--json] [--times N]` cancels N questions at different moments of each kind of wait (for the first
byte, between parts, between tries) and prints p50 and the longest; beside them the import of the SDK, and a whole question.
"""

import argparse
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from app.assistant.claude.loop import LOOP
from app.assistant.claude.patience import Patience
from app.assistant.claude.replier import ClaudeReplier
from app.domain.errors import Cancelled
from app.services.cancel import CancelSwitch
from tests.messages_server import MessagesServer
from tests.unit.assistant.claude import request_of

PATIENT = Patience(longest_wait=600.0, pauses=(600.0, 600.0))

WAITS: dict[str, Callable[[MessagesServer], None]] = {
    "first byte": lambda server: server.slow(600.0),
    "between parts": lambda server: server.slow(0.01, parts=10_000),
    "between tries": lambda server: server.fail(529),
}
IMPORT = """
import threading, time
from app.assistant.address import read_address
from app.assistant.claude.replier import list_models
from app.domain.errors import Cancelled
from app.services.cancel import CancelSwitch
cancel, asked = CancelSwitch(), []
threading.Timer(0.3, lambda: (asked.append(time.perf_counter()), cancel.cancel())).start()
try:
    list_models(read_address("http://127.0.0.1:9"), "k", cancel)
except Cancelled:
    print((time.perf_counter() - asked[0]) * 1000, flush=True)
"""


def cancelled(replier: ClaudeReplier, after: float) -> float:
    """Milliseconds from the wish, `after` seconds into a question, to its end."""
    cancel, asked = CancelSwitch(), [0.0]

    def wish() -> None:
        asked[0] = time.perf_counter()
        cancel.cancel()

    request = request_of(replier)
    threading.Timer(after, wish).start()
    try:
        replier.send(request, cancel)
    except Cancelled:
        return (time.perf_counter() - asked[0]) * 1000
    raise RuntimeError("the server answered")


def of_wait(wait: Callable[[MessagesServer], None], times: int) -> dict[str, float]:
    """p50 and the longest, in milliseconds."""
    with MessagesServer() as server:
        wait(server)
        replier = ClaudeReplier(server.address, server.model, server.key, PATIENT)
        took = sorted(cancelled(replier, 0.05 + 0.007 * number) for number in range(times))
    return {"p50": round(took[len(took) // 2], 1), "longest": round(took[-1], 1)}


def whole_question() -> dict[str, float]:
    """Milliseconds of one honest question, the request made and the reply read, without the import; p50 and the longest of 20."""
    took = []
    with MessagesServer() as server:
        replier = ClaudeReplier(server.address, server.model, server.key)
        for _ in range(21):
            start = time.perf_counter()
            replier.send(request_of(replier), CancelSwitch())
            took.append((time.perf_counter() - start) * 1000)
    took = sorted(took[1:])
    return {"p50": round(took[len(took) // 2], 1), "longest": round(took[-1], 1)}


def importing() -> dict[str, float]:
    """Milliseconds that the import of the SDK takes, and that Cancel takes in the middle of it, in processes of their own."""
    code = "import time; start = time.perf_counter(); import app.assistant.claude.wire; print((time.perf_counter() - start) * 1000)"
    imports = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    cancels = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True).stdout
    return {"import": round(float(imports)), "cancel": round(float(cancels), 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description="How long Cancel takes.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--times", type=int, default=30)
    options = parser.parse_args()
    found = {"import": importing(), "question": whole_question()}
    found |= {name: of_wait(wait, options.times) for name, wait in WAITS.items()}
    LOOP.close()
    if options.json:
        print(json.dumps(found))
        return
    for name, numbers in found.items():
        print(f"{name:14}", ", ".join(f"{what} {value} ms" for what, value in numbers.items()))


if __name__ == "__main__":
    main()
