"""Every way in which a server fails has its own kind and sentence, and what may pass is tried again."""

import asyncio
import json
import socket
import ssl
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.assistant.address import Address
from app.assistant.claude.message import read_message
from app.assistant.claude.patience import Patience
from app.assistant.claude.replier import ClaudeReplier, list_models
from app.assistant.model import ModelReply, Usage
from app.domain.errors import ModelTrouble
from app.services.cancel import CancelSwitch
from tests.messages_server import PORTS, MessagesServer, Response, message
from tests.unit.assistant.claude import SOON, asked, replier_of, request_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.sampled_from(["data", "id", "type", "content", "usage"]), part),
    max_leaves=8,
)


def trouble(server: MessagesServer, patience: Patience = SOON) -> ModelTrouble:
    with pytest.raises(ModelTrouble) as caught:
        asked(server, patience)
    return caught.value


@pytest.mark.parametrize(
    ("status", "kind", "says", "tries"),
    [
        (400, "bad_request", "the model may be too old", 1),
        (401, "key", "does not accept the key", 1),
        (402, "credit", "credit of the account", 1),
        (403, "forbidden", "may be used for", 1),
        (404, "model", "knows no model “claude-of-the-tests”", 1),
        (409, "bad_request", "refused the question (status 409)", 1),
        (413, "too_large", "about fewer photos", 1),
        (429, "rate_limit", "in a few minutes", 3),
        (500, "server", "(status 500)", 3),
        (503, "server", "(status 503)", 3),
        (504, "timeout", "took too long", 3),
        (529, "overloaded", "is overloaded", 3),
    ],
)
def test_each_status_has_its_sentence(status: int, kind: str, says: str, tries: int) -> None:
    with MessagesServer() as server:
        server.fail(status)
        met = trouble(server)
        assert len(server.requests) == tries
    assert met.kind == kind
    assert says in str(met)
    assert f"127.0.0.1:{server.port}" in str(met)


def test_an_address_where_something_else_is() -> None:
    with MessagesServer() as server:
        server.respond(Response(b"<h1>Not found</h1>", 404, "text/html"))
        met = trouble(server)
    assert met.kind == "address"
    assert "does not speak the Messages API" in str(met)


@pytest.mark.parametrize("allowed", [0, 1, 2])
def test_whether_it_may_be_sent_is_looked_at_before_every_try(allowed: int) -> None:
    tries: list[int] = []

    def permit() -> None:
        if len(tries) == allowed:
            raise ModelTrouble("changed", "Not any more.")
        tries.append(1)

    with MessagesServer() as server:
        server.fail(529)
        replier = replier_of(server)
        with pytest.raises(ModelTrouble, match="Not any more"):
            replier.send(request_of(replier), CancelSwitch(), permit)
        assert len(server.requests) == allowed


def test_what_has_passed_is_no_failure() -> None:
    with MessagesServer() as server:
        server.fail(529)
        server.cut()
        server.honest()
        assert asked(server).text
        assert len({each.body for each in server.requests}) == 1
        assert len(server.requests) == 3


@pytest.mark.parametrize(("after", "says"), [("90", "in 90 seconds, as it says"), ("300", "in 5 minutes"), ("7200", "in 2 hours")])
def test_a_longer_wait_is_told_and_not_waited_for(after: str, says: str) -> None:
    with MessagesServer() as server:
        server.fail(429, headers={"retry-after": after})
        met = trouble(server)
        assert len(server.requests) == 1
    assert says in str(met)


@pytest.mark.parametrize("after", ["0", "0.01", "soon", "-1", "1e9", "Wed, 21 Oct 2015 07:28:00 GMT", "٣"])
def test_a_short_wait_is_waited_for_and_a_strange_one_is_none(after: str) -> None:
    with MessagesServer() as server:
        server.respond(Response(b"", 429, headers={"retry-after": after} if after.isascii() else {}))
        server.honest()
        assert asked(server).text
        assert len(server.requests) == 2


def test_a_redirect_is_not_followed() -> None:
    with MessagesServer() as server, MessagesServer() as other:
        server.redirect(other.url + "/v1/messages")
        met = trouble(server)
        assert (len(server.requests), other.requests) == (1, [])
    assert met.kind == "redirect"


@pytest.mark.parametrize("what", ["html", "bad", "empty", "list", "other"])
def test_what_is_no_message_is_said_to_be_none(what: str) -> None:
    bodies = {"bad": b'{"type": "message", ', "empty": b"", "list": b"[1]", "other": b'{"type": "error"}'}
    with MessagesServer() as server:
        server.html() if what == "html" else server.respond(Response(bodies[what]))
        met = trouble(server)
        assert len(server.requests) == 1
    assert met.kind == "not_json"
    assert "no reply of a model" in str(met)


@pytest.mark.parametrize(
    ("text", "stop_reason", "kind"),
    [
        ("", "refusal", "refusal"),
        ('{"answer": [', "max_tokens", "truncated"),
        ("{}", "model_context_window_exceeded", "too_large"),
        ("{}", None, "unfinished"),
        ("{}", "tool_use", "unexpected"),
        ("{}", "something new", "unexpected"),
        ("", "end_turn", "empty"),
        (" \n", "end_turn", "empty"),
    ],
)
def test_a_reply_that_did_not_come_to_its_end(text: str, stop_reason: str | None, kind: str) -> None:
    with MessagesServer() as server:
        server.reply_with(text, stop_reason)
        assert trouble(server).kind == kind
        assert len(server.requests) == 1


@pytest.mark.parametrize("block", [{"type": "tool_use", "id": "t", "name": "open", "input": {}}, {"type": "image"}, {"type": "new"}])
def test_blocks_of_other_types_are_refused(block: dict[str, object]) -> None:
    with MessagesServer() as server:
        server.reply_with([{"type": "text", "text": "{}"}, block])
        assert trouble(server).kind == "unexpected"


def test_no_blocks_at_all() -> None:
    with MessagesServer() as server:
        server.reply_with([])
        assert trouble(server).kind == "empty"


def test_a_connection_that_is_cut_each_time() -> None:
    with MessagesServer() as server:
        server.cut()
        met = trouble(server)
        assert len(server.requests) == 3
    assert met.kind == "cut"
    assert "broke off" in str(met)


def test_a_server_that_never_answers() -> None:
    with MessagesServer() as server:
        server.slow(600)
        met = trouble(server, Patience(total=0.2, connect=0.2, pauses=()))
    assert met.kind == "timeout"


def test_drops_at_long_intervals_do_not_stretch_the_deadline() -> None:
    with MessagesServer() as server:
        server.slow(0.1, parts=100_000)
        met = trouble(server, Patience(total=1.0))
        assert len(server.requests) == 1
    assert met.kind == "timeout"
    assert "within 1 second" in str(met)


def test_a_response_in_parts_is_put_together() -> None:
    with MessagesServer() as server:
        server.slow(0.001, parts=20)
        assert asked(server).text.startswith("{")


def test_a_response_without_end_is_left() -> None:
    with MessagesServer() as server:
        server.respond(Response(message("x" * 9_000_000)))
        assert trouble(server).kind == "not_json"


def test_a_packed_response_is_not_unpacked() -> None:
    with MessagesServer() as server:
        server.respond(Response(b"\x1f\x8b", headers={"content-encoding": "gzip"}))
        assert trouble(server).kind == "not_json"


def test_a_server_that_does_not_run() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        PORTS.add(port)
        replier = ClaudeReplier(Address(f"http://127.0.0.1:{port}", f"127.0.0.1:{port}"), "m", "k", SOON)
        with pytest.raises(ModelTrouble, match="Nothing answers at") as caught:
            replier.send(request_of(replier), CancelSwitch())
        PORTS.discard(port)
    assert caught.value.kind == "refused"


def test_a_name_that_nobody_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    replier = ClaudeReplier(Address("https://nobody.invalid", "nobody.invalid"), "m", "k", SOON)
    with pytest.raises(ModelTrouble, match=r"name nobody\.invalid") as caught:
        replier.send(request_of(replier), CancelSwitch())
    assert caught.value.kind == "name"


def test_a_server_that_speaks_no_tls() -> None:
    with MessagesServer() as server:
        replier = ClaudeReplier(Address(f"https://127.0.0.1:{server.port}", "x"), "m", "k", SOON)
        with pytest.raises(ModelTrouble, match="No encrypted connection") as caught:
            replier.send(request_of(replier), CancelSwitch())
    assert caught.value.kind == "tls"


def test_a_certificate_that_cannot_be_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def untrusted(*_: Any, **__: Any) -> Any:
        raise ssl.SSLCertVerificationError(1, "self-signed certificate")

    monkeypatch.setattr(asyncio.BaseEventLoop, "create_connection", untrusted)
    replier = ClaudeReplier(Address("https://127.0.0.1:1", "127.0.0.1:1"), "m", "k", SOON)
    with pytest.raises(ModelTrouble) as caught:
        replier.send(request_of(replier), CancelSwitch())
    assert caught.value.kind == "tls"
    assert "cannot be trusted" in str(caught.value)


@pytest.mark.parametrize(
    "says",
    [
        f"the key {MessagesServer.key} is not known",
        f"the key {MessagesServer.key[::-1]} is not known",
        "your key sk-ant-api03-abcdefghijklmnop1234567890 is not known",
    ],
)
def test_no_sentence_repeats_a_key(says: str) -> None:
    with MessagesServer() as server:
        server.fail(403, says)
        sentence = str(trouble(server))
    assert "It says" not in sentence
    assert "sk-" not in sentence


def test_what_a_server_says_is_cut_quoted_and_harmless() -> None:
    with MessagesServer() as server:
        server.fail(400, "”<b>Go</b> \x1b[31m\u202e\u200b\n/home/anna/key.txt " + "x" * 5_000)
        sentence = str(trouble(server))
    assert sentence.isprintable()
    assert len(sentence) < 400
    assert sentence.count("”") == 1
    assert "anna" not in sentence


@pytest.mark.parametrize("status", [401, 404, 429, 500, 302])
def test_listing_models_fails_in_sentences_as_well(status: int) -> None:
    with MessagesServer() as server:
        server.fail(status, headers={"location": "http://127.0.0.1:1/"})
        with pytest.raises(ModelTrouble) as caught:
            list_models(server.address, server.key, CancelSwitch(), SOON)
    assert str(caught.value).endswith(".")


def test_a_server_without_a_list_of_models() -> None:
    with MessagesServer() as server:
        server.fail(404)
        with pytest.raises(ModelTrouble, match="does not speak the Messages API"):
            list_models(server.address, server.key, CancelSwitch(), SOON)


@settings(max_examples=60)
@given(JSON)
def test_whatever_a_list_of_models_is_it_is_read_or_refused(body: object) -> None:
    with MessagesServer() as server, suppress(ModelTrouble):
        server.respond(Response(json.dumps(body).encode()))
        list_models(server.address, server.key, CancelSwitch(), SOON)


@given(st.binary() | JSON.map(lambda body: json.dumps(body).encode()))
def test_whatever_a_response_is_it_is_read_or_refused(body: bytes) -> None:
    with suppress(ModelTrouble):
        assert isinstance(read_message(body, "host", "model"), ModelReply)


CHARSETS = ["hex", "base64", "zlib", "bz2", "uu", "rot13", "undefined", "idna", "punycode", "utf-16", "unicode_escape", "nonsense"]


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("status", [200, 400, 404, 500])
def test_no_codec_that_a_server_names_is_used(status: int, charset: str) -> None:
    body = b'{"error": {"type": "x", "message": "\\u0000abc"}}\xff'
    with MessagesServer() as server:
        server.respond(Response(body, status, content_type=f"application/json; charset={charset}"))
        assert trouble(server).kind == {200: "not_json", 400: "bad_request", 404: "address", 500: "server"}[status]
        with pytest.raises(ModelTrouble):
            list_models(server.address, server.key, CancelSwitch(), SOON)


@pytest.mark.parametrize(
    "body", [b"[" * 200_000, b'{"error":' * 100_000, b'{"data": [{"id": "m", "created_at": ' + b"[" * 900 + b"]" * 900 + b"}]}"]
)
@pytest.mark.parametrize("status", [200, 400, 404])
def test_nothing_is_nested_too_deeply(status: int, body: bytes) -> None:
    with MessagesServer() as server:
        server.respond(Response(body, status))
        trouble(server)
        with suppress(ModelTrouble):
            list_models(server.address, server.key, CancelSwitch(), SOON)


@pytest.mark.parametrize(
    "counted",
    [
        *(None, [], "1", {}, {"input_tokens": 1}, {"input_tokens": "9", "output_tokens": 1}, {"input_tokens": True, "output_tokens": 1}),
        *(
            {"input_tokens": -5, "output_tokens": 1},
            {"input_tokens": 1, "output_tokens": 1e308},
            {"input_tokens": 10**40, "output_tokens": 1},
        ),
        {"input_tokens": 1, "output_tokens": 1, "cache_read_input_tokens": -1},
    ],
)
def test_tokens_that_are_none_are_not_told(counted: object) -> None:
    body = json.dumps(json.loads(message("{}")) | {"usage": counted}).encode()
    assert read_message(body, "api.anthropic.com", "claude-opus-5-5").usage == Usage("claude-opus-5-5", None, None, None)


def test_each_client_is_closed_behind_its_question() -> None:
    with MessagesServer() as server:
        replier = replier_of(server)
        for _ in range(20):
            replier.send(request_of(replier), CancelSwitch())
        assert all(each.headers["connection"] == "close" for each in server.requests)
