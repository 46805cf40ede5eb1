"""The SDK, with everything that it would take from the environment given to it. Imported on the loop thread alone: it takes over a second.

What goes out passes `Wire`: the body that the person could see or none, and no header but those listed here. Of what comes in
it lets the status through, the bytes, and the seconds that a server asks to wait.
"""

import json
import logging
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from app.assistant.address import Address
from app.assistant.claude.patience import Patience
from app.assistant.claude.prompt import Prompt
from app.assistant.reply import AssistantReply

_handlers = logging.root.handlers[:]
logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
import anthropic  # noqa: E402
import httpx2  # noqa: E402

# ANTHROPIC_LOG makes the SDK write whole requests to stderr, and tracing complains there of its variables.
logging.root.handlers[:] = _handlers
for _name in ("anthropic", "httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.WARNING)

MOST_TOKENS = 16_000
"""Of a reply, with the thinking that newer models put before it; a long answer has 2,000."""
MOST_BYTES = 8_000_000
"""Of a response; a long one has 40,000."""

_WAIT = "retry-after"
_HEADERS = {
    "accept": "application/json",
    "accept-encoding": "identity",
    "anthropic-version": "2023-06-01",
    "connection": "close",
    "content-type": "application/json",
    "user-agent": "candid",
}


class AlteredRequest(Exception):
    """What would have gone out is not what was shown; nothing was sent."""


class UnreadableResponse(Exception):
    """A response that is too long, in another form, nested too deeply, or packed though no packing was asked for."""


class Recorder(httpx2.AsyncBaseTransport):
    """Keeps the body of a request and sends nothing."""

    body = b""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Keep the body and give an empty response."""
        self.body = await request.aread()
        return httpx2.Response(200, json={})


class Wire(httpx2.AsyncBaseTransport):
    """Sends a request if it is the expected one, with headers of our own."""

    def __init__(self, body: bytes, headers: Mapping[str, str]) -> None:
        self._body = body
        self._headers = headers
        self._network = httpx2.AsyncHTTPTransport(verify=_trusted(), trust_env=False, http1=True, http2=False, retries=0)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send it. Raises `AlteredRequest` before anything leaves, `UnreadableResponse` after."""
        if await request.aread() != self._body:
            raise AlteredRequest
        ours = httpx2.Request(
            request.method, request.url, headers={**_HEADERS, **self._headers}, content=self._body, extensions=request.extensions
        )
        response = await self._network.handle_async_request(ours)
        if response.headers.get("content-encoding", "identity") != "identity":
            raise UnreadableResponse
        return httpx2.Response(response.status_code, headers=_let_in(response.headers), stream=_Bounded(response))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._network.aclose()


@cache
def _trusted() -> ssl.SSLContext:
    """What a certificate is checked against: read once, as it takes longer (40 ms) than all else of a request to a near server."""
    return httpx2.create_ssl_context(trust_env=False)


def _let_in(headers: httpx2.Headers) -> dict[str, str]:
    """The headers that the SDK is given in place of a server's: by those it would choose codecs, and more."""
    wait = {_WAIT: headers[_WAIT]} if _WAIT in headers else {}
    return {"content-type": "application/json", **wait}


class _Bounded(httpx2.AsyncByteStream):
    """The bytes of a response up to `MOST_BYTES`."""

    def __init__(self, response: httpx2.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._response.aiter_raw():
            size += len(part)
            if size > MOST_BYTES:
                raise UnreadableResponse
            yield part

    async def aclose(self) -> None:
        await self._response.aclose()


async def body_of(address: Address, key: str, model: str, prompt: Prompt) -> bytes:
    """The bytes that the SDK makes of a question."""
    recorder = Recorder()
    async with _client(address, key, recorder, Patience()) as client:
        await _create(
            client,
            {
                "model": model,
                "max_tokens": MOST_TOKENS,
                "system": prompt.system,
                "messages": [{"role": "user", "content": list(prompt.content)}],
                "output_config": {"format": {"type": "json_schema", "schema": anthropic.transform_schema(AssistantReply)}},
            },
        )
    return recorder.body


async def answer(address: Address, key: str, body: bytes, patience: Patience) -> bytes:
    """The response to exactly this body. Raises what the SDK and the network raise, `UnreadableResponse` for another form."""
    message = json.loads(body)
    async with _connected(address, key, body, patience) as client:
        with _reading():
            return await _create(client, message)


async def models(address: Address, key: str, patience: Patience, most: int) -> list[anthropic.types.ModelInfo]:
    """Up to `most` models, page by page. Raises what the SDK and the network raise, `UnreadableResponse` for another form."""
    found: list[anthropic.types.ModelInfo] = []
    async with _connected(address, key, b"", patience) as client:
        with _reading():
            async for each in client.models.list(limit=100):
                found.append(each)
                if len(found) == most:
                    break
    return found


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except (anthropic.AnthropicError, httpx2.HTTPError, UnreadableResponse):
        raise
    except Exception as error:
        # The SDK reads bytes that a stranger chose, and of what its parsers raise there is no list: missing fields, recursion, codecs.
        raise UnreadableResponse from error


def _connected(address: Address, key: str, body: bytes, patience: Patience) -> anthropic.AsyncAnthropic:
    own = {"authorization": f"Bearer {key}"} if key else {}
    return _client(address, key, Wire(body, own), patience)


def _client(address: Address, key: str, transport: httpx2.AsyncBaseTransport, patience: Patience) -> anthropic.AsyncAnthropic:
    timeout = httpx2.Timeout(patience.total, connect=patience.connect)
    return anthropic.AsyncAnthropic(
        api_key=key,
        webhook_key="",
        base_url=address.url,
        timeout=timeout,
        max_retries=0,
        default_headers={},
        default_query={},
        open_telemetry={"traces": False, "propagation": False},
        http_client=httpx2.AsyncClient(transport=transport, trust_env=False, follow_redirects=False, timeout=timeout),
        middleware=(),
    )


async def _create(client: anthropic.AsyncAnthropic, message: Mapping[str, Any]) -> bytes:
    """The bytes of the response, which the SDK would take for a message whatever they are."""
    response = await client.messages.with_raw_response.create(**message)
    return bytes(response.http_response.content)
