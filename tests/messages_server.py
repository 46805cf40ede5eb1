"""A server on this machine that speaks the Messages API as the real SDK uses it: scripted replies, failures of every kind, all requests.

    with MessagesServer() as server:
        server.reply_with('{"answer": …}')
        ClaudeReplier(server.address, server.model, server.key).send(…)
        server.requests[-1].body

What was scripted first is given first; the last answer scripted is given again and again. Without any script it is honest.
"""

import json
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from app.assistant.address import Address, read_address

JSON = "application/json"
PORTS: set[int] = set()
"""Of the servers that run now; no test may connect to anything else."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def message(self) -> dict[str, Any]:
        """The body as JSON."""
        return dict(json.loads(self.body))

    @property
    def evidence(self) -> dict[str, Any]:
        """The evidence between its two lines."""
        first, told, last = self.message["messages"][0]["content"][0]["text"].split("\n")
        assert first == last
        return dict(json.loads(told))


@dataclass(frozen=True, slots=True)
class Response:
    """What is sent back. `pause` seconds go by before it and after each of its `parts`; `cut` closes the connection in its middle."""

    body: bytes
    status: int = 200
    content_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    pause: float = 0.0
    parts: int = 1
    cut: bool = False


Script = Callable[[Kept], Response]


def message(
    text: str | Sequence[Mapping[str, object]],
    stop_reason: str | None = "end_turn",
    model: str = "claude-of-the-tests",
    tokens: tuple[int, int] = (1_000, 100),
) -> bytes:
    """The body of a whole message: of a text, or of blocks."""
    content = [{"type": "text", "text": text}] if isinstance(text, str) else list(text)
    return _json(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": content,
            "stop_reason": stop_reason,
            "stop_sequence": None,
            "usage": {"input_tokens": tokens[0], "output_tokens": tokens[1]},
        }
    )


def honest_reply(evidence: Mapping[str, Any]) -> str:
    """A reply as JSON that holds, made of what the evidence says; in every mode."""
    if evidence["mode"] == "open":
        return _text([_prose("This is general knowledge.", None, "general")], [], [])
    claims: list[dict[str, object]] = []
    if isinstance(evidence["library"].get("matching"), int):
        claims.append({"kind": "count", "fact": "matching", "value": evidence["library"]["matching"]})
    for each in evidence["relationships"][:2]:
        claims.append({"kind": "relationship", "relation": each["relation"], "photo_ids": each["photo_ids"]})
    for photo in evidence["photos"][:3]:
        facts = [(name, value) for name, value in photo["facts"].items() if not isinstance(value, dict)]
        claims += [{"kind": "fact", "photo_id": photo["id"], "field": name, "value": value} for name, value in facts[:1]]
    prose = [_prose("This one is close.", photo["id"], "library") for photo in evidence["photos"][:1]]
    cited = [photo["id"] for photo in evidence["photos"][:3]]
    return _text([*({"kind": "claim", "ref": number} for number in range(len(claims))), *prose], cited, claims)


class MessagesServer:
    """Use it in a `with`. `requests` are all that came."""

    key = "sk-tests-0123456789abcdef"
    model = "claude-of-the-tests"

    def __init__(self) -> None:
        self.requests: list[Kept] = []
        self.models: list[dict[str, object]] = [
            {"type": "model", "id": "claude-older", "display_name": "Claude Older", "created_at": "2024-02-29T00:00:00Z"},
            {"type": "model", "id": self.model, "display_name": "Claude of the Tests", "created_at": "2026-02-04T00:00:00Z"},
        ]
        self.page = 20
        self._scripts: list[Script] = []
        self._ended = threading.Event()
        self._http = _Quiet(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> "MessagesServer":
        PORTS.add(self.port)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
        PORTS.discard(self.port)

    @property
    def port(self) -> int:
        """Where it listens, on 127.0.0.1."""
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        """The base URL to connect to."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> Address:
        """The same as Candid reads it."""
        return read_address(self.url)

    def honest(self, tokens: tuple[int, int] = (1_000, 100)) -> None:
        """Reply with what the request's own evidence says."""
        self.script(lambda kept: Response(message(honest_reply(kept.evidence), tokens=tokens)))

    def reply_with(self, text: str | Sequence[Mapping[str, object]], stop_reason: str | None = "end_turn") -> None:
        """Reply with this text, whatever it is, or with these blocks."""
        self.respond(Response(message(text, stop_reason)))

    def refuse(self) -> None:
        """Decline the question, as the model does."""
        self.reply_with("", "refusal")

    def truncate(self) -> None:
        """Break off where the tokens end."""
        self.reply_with('{"answer": [{"kind": "pro', "max_tokens")

    def fail(self, status: int, says: str = "", headers: Mapping[str, str] | None = None, kind: str = "") -> None:
        """Fail with this status, as the API does."""
        body = {"type": "error", "error": {"type": kind or _KINDS.get(status, "api_error"), "message": says}, "request_id": "req_1"}
        self.respond(Response(_json(body), status, headers=headers or {}))

    def slow(self, pause: float, parts: int = 1) -> None:
        """Be honest, after so many seconds before each part of the response."""
        self.script(lambda kept: Response(message(honest_reply(kept.evidence)), pause=pause, parts=parts))

    def cut(self) -> None:
        """Close the connection in the middle of an honest response."""
        self.script(lambda kept: Response(message(honest_reply(kept.evidence)), cut=True))

    def redirect(self, to: str) -> None:
        """Send the client elsewhere."""
        self.respond(Response(b"", 307, headers={"location": to}))

    def html(self) -> None:
        """Answer as a web site does."""
        self.respond(Response(b"<!doctype html><html><body><h1>Sign in</h1></body></html>", content_type="text/html"))

    def respond(self, response: Response) -> None:
        """Give exactly this response."""
        self.script(lambda _: response)

    def script(self, script: Script) -> None:
        """Give what is made of the request."""
        self._scripts.append(script)

    def forget(self) -> None:
        """Drop what was scripted and what came."""
        self._scripts.clear()
        self.requests.clear()

    def response_to(self, kept: Kept) -> Response:
        """The next scripted response; models are listed unless something is scripted."""
        self.requests.append(kept)
        if self._scripts:
            return (self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0])(kept)
        if kept.path.startswith("/v1/models"):
            return self._listed(kept.path)
        return Response(message(honest_reply(kept.evidence)))

    def sleep(self, seconds: float) -> bool:
        """Wait, but not beyond the end of the server; whether it goes on."""
        return not self._ended.wait(seconds)

    def _listed(self, path: str) -> Response:
        after = path.partition("after_id=")[2].partition("&")[0]
        ids = [str(each["id"]) for each in self.models]
        start = ids.index(after) + 1 if after in ids else 0
        page = self.models[start : start + self.page]
        ends = {"first_id": page[0]["id"], "last_id": page[-1]["id"]} if page else {"first_id": None, "last_id": None}
        return Response(_json({"data": page, "has_more": start + self.page < len(ids), **ends}))


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    owner: MessagesServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Quiet

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr."""

    def _answer(self) -> None:
        owner = self.server.owner
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        response = owner.response_to(Kept(self.command, self.path, headers, body))
        if owner.sleep(response.pause):
            self._head(response)
            self._send(owner, response)

    def _head(self, response: Response) -> None:
        self.send_response(response.status)
        for name, value in {
            "content-type": response.content_type,
            "content-length": str(len(response.body)),
            "request-id": "req_1",
            **response.headers,
        }.items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, owner: MessagesServer, response: Response) -> None:
        if response.cut:
            self.wfile.write(response.body[: len(response.body) // 2])
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        size = max(1, -(-len(response.body) // response.parts))
        for start in range(0, len(response.body), size):
            self.wfile.write(response.body[start : start + size])
            self.wfile.flush()
            if start + size < len(response.body) and not owner.sleep(response.pause):
                return


_KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


def _prose(text: str, photo_id: str | None, origin: str) -> dict[str, object]:
    return {"kind": "prose", "text": text, "photo_id": photo_id, "origin": origin}


def _text(answer: Sequence[object], cited: Sequence[str], claims: Sequence[object]) -> str:
    return json.dumps({"answer": answer, "cited_photo_ids": cited, "claims": claims})


def _json(body: object) -> bytes:
    return json.dumps(body).encode()
