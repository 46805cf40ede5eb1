"""A question to a model through the real SDK, and back: what goes out, and what is made of what comes."""

import json
from dataclasses import replace
from typing import get_args

import pytest
from pydantic import BaseModel

from app.assistant.claude.patience import Patience
from app.assistant.claude.replier import ClaudeReplier, list_models
from app.assistant.gates.check import check_text
from app.assistant.model import ModelChoice
from app.assistant.reply import AssistantReply, ClaimReference, CountClaim, FactClaim, FoundClaim, Prose, RelationshipClaim
from app.domain.errors import Cancelled, ModelTrouble
from app.domain.evidence import AnswerMode
from app.evidence.graph import relate
from app.services.cancel import CancelSwitch
from tests.messages_server import Kept, MessagesServer, Response, message
from tests.unit.assistant.claude import SOON, asked, question, reduced_pack, replier_of, request_of
from tests.unit.assistant.made import BOAT, codes

JPEG = b"\xff\xd8\xff\xe0 a small picture \xff\xd9"


@pytest.mark.parametrize("mode", AnswerMode)
def test_an_honest_reply_passes_every_gate(mode: AnswerMode) -> None:
    evidence = reduced_pack(mode)
    with MessagesServer() as server:
        replier = replier_of(server)
        request = request_of(replier, evidence)
        came = replier.send(request, CancelSwitch())
    verdict = check_text(came.text, evidence, relate(evidence), request.secrets)
    assert verdict.reasons == ()
    assert (came.usage.input_tokens, came.usage.output_tokens, came.usage.dollars) == (1_000, 100, None)


def test_what_is_sent_is_what_was_shown_byte_for_byte() -> None:
    with MessagesServer() as server:
        replier = replier_of(server)
        request = request_of(replier, asked="Où sont les bateaux ? ‮\u200b\x1b[31m")
        replier.send(request, CancelSwitch())
        assert [each.body for each in server.requests] == [request.body]
        assert f"{server.url}{server.requests[0].path}" == request.url
    assert request.host == f"127.0.0.1:{server.port}"


def test_the_key_and_nothing_needless_is_in_the_headers() -> None:
    with MessagesServer() as server:
        asked(server)
        headers = dict(server.requests[0].headers)
    assert headers.pop("content-length").isdigit()
    assert headers == {
        "host": f"127.0.0.1:{server.port}",
        "authorization": f"Bearer {server.key}",
        "accept": "application/json",
        "accept-encoding": "identity",
        "anthropic-version": "2023-06-01",
        "connection": "close",
        "content-type": "application/json",
        "user-agent": "candid",
    }


def test_the_body_asks_for_a_reply_of_our_form() -> None:
    with MessagesServer() as server:
        asked(server)
        body = server.requests[0].message
    assert sorted(body) == ["max_tokens", "messages", "model", "output_config", "system"]
    assert body["model"] == server.model
    schema = body["output_config"]["format"]["schema"]
    assert body["output_config"]["format"]["type"] == "json_schema"
    assert all(each["additionalProperties"] is False for each in (schema, *schema["$defs"].values()))


def test_a_request_that_was_altered_is_not_sent() -> None:
    with MessagesServer() as server:
        replier = replier_of(server)
        request = request_of(replier)
        spaced = json.dumps(json.loads(request.body)).encode()
        with pytest.raises(ModelTrouble, match="Nothing was sent") as caught:
            replier.send(replace(request, body=spaced), CancelSwitch())
        assert server.requests == []
    assert caught.value.kind == "altered"


def test_a_request_for_another_host_is_not_sent() -> None:
    with MessagesServer() as server:
        replier = replier_of(server)
        with pytest.raises(ValueError, match="another host"):
            replier.send(replace(request_of(replier), host="api.anthropic.com"), CancelSwitch())
        assert server.requests == []


def test_pictures_stand_behind_the_id_of_their_photo() -> None:
    with MessagesServer() as server:
        replier, evidence = replier_of(server), reduced_pack()
        replier.send(replier.request(question(), evidence, relate(evidence), (), {BOAT: JPEG}), CancelSwitch())
        content = server.requests[0].message["messages"][0]["content"]
    assert [each["type"] for each in content] == ["text", "text", "image"]
    assert BOAT in content[1]["text"]
    assert content[2]["source"] == {"type": "base64", "media_type": "image/jpeg", "data": "/9j/4CBhIHNtYWxsIHBpY3R1cmUg/9k="}


def test_a_server_without_a_key_gets_none() -> None:
    with MessagesServer() as server:
        replier = replier_of(server, key="")
        replier.send(request_of(replier), CancelSwitch())
        assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize("key", ["sk ant", "sk-ant-\n", "sk-ant-ключ", "sk-ant-\x00", "sk-\u200bant"])
def test_a_key_that_no_header_takes_is_refused(key: str) -> None:
    with MessagesServer() as server:
        with pytest.raises(ModelTrouble, match="give it anew") as caught:
            ClaudeReplier(server.address, server.model, key)
        assert caught.value.kind == "key"
        assert key not in str(caught.value)


@pytest.mark.parametrize("key", ["ollama", "x", ""])
def test_a_word_for_a_key_may_stand_in_replies(key: str) -> None:
    with MessagesServer() as server:
        assert request_of(replier_of(server, key=key)).secrets.keys == ()
        assert request_of(replier_of(server)).secrets.keys == (server.key,)


def test_blocks_of_text_are_joined_and_thoughts_left_out() -> None:
    with MessagesServer() as server:
        server.reply_with(
            [
                {"type": "thinking", "thinking": "Hm.", "signature": "x"},
                {"type": "redacted_thinking", "data": "x"},
                {"type": "text", "text": '{"answer"'},
                {"type": "text", "text": ": []}"},
            ]
        )
        assert asked(server).text == '{"answer": []}'


@pytest.mark.parametrize("response", [Response(b"{}", pause=600), Response(b"{}", 529)], ids=["slow", "overloaded"])
def test_cancel_ends_every_wait(response: Response) -> None:
    cancel = CancelSwitch()

    def scripted(_: object) -> Response:
        cancel.cancel()
        return response

    with MessagesServer() as server:
        server.script(scripted)
        replier = replier_of(server, Patience(total=600, longest_wait=600, pauses=(600.0,)))
        with pytest.raises(Cancelled):
            replier.send(request_of(replier), cancel)
        assert len(server.requests) == 1


def test_nothing_is_sent_for_who_has_cancelled_before() -> None:
    cancel = CancelSwitch()
    cancel.cancel()
    with MessagesServer() as server:
        replier = replier_of(server)
        with pytest.raises(Cancelled):
            replier.send(request_of(replier), cancel)
        assert server.requests == []


def test_models_are_listed_newest_first_over_all_pages() -> None:
    with MessagesServer() as server:
        server.page = 1
        server.models.append({"type": "model", "id": "nameless", "created_at": "2025-01-01T00:00:00Z"})
        found = list_models(server.address, server.key, CancelSwitch(), SOON)
        assert len(server.requests) == 3
    assert found == (
        ModelChoice(server.model, "Claude of the Tests"),
        ModelChoice("nameless", "nameless"),
        ModelChoice("claude-older", "Claude Older"),
    )


def test_names_of_models_steer_nothing() -> None:
    listed = [
        {"id": "a", "display_name": "\u202eA\x1b[31m\nB" + "x" * 500},
        {"id": "b\n"},
        {"id": 3, "display_name": "C"},
        {"display_name": "D"},
    ]
    with MessagesServer() as server:
        server.respond(Response(json.dumps({"data": listed}).encode()))
        found = list_models(server.address, server.key, CancelSwitch(), SOON)
    assert [each.id for each in found] == ["a"]
    assert found[0].name.startswith("A[31m")
    assert found[0].name.isprintable()
    assert len(found[0].name) == 100


def test_a_list_of_models_without_end_ends() -> None:
    with MessagesServer() as server:
        server.respond(Response(b'{"data": [{"id": "a"}, {"id": "b"}], "has_more": true, "last_id": "b"}'))
        assert len(list_models(server.address, server.key, CancelSwitch(), SOON)) == 500


def test_a_local_list_of_models_is_read() -> None:
    with MessagesServer() as server:
        server.respond(Response(b'{"object": "list", "data": [{"id": "llama", "object": "model", "created": 1}]}'))
        assert list_models(server.address, server.key, CancelSwitch(), SOON) == (ModelChoice("llama", "llama"),)


@pytest.mark.parametrize("secret", ["mark", "line"])
def test_a_reply_that_tells_the_prompt_is_discarded(secret: str) -> None:
    evidence = reduced_pack(AnswerMode.OPEN)

    def telling(kept: Kept) -> Response:
        body = kept.message
        mark = body["system"].split()[-1]
        line = body["messages"][0]["content"][0]["text"].split("\n")[0]
        told = {"kind": "prose", "text": f"It is {mark if secret == 'mark' else line}.", "origin": "general"}
        return Response(message(json.dumps({"answer": [told], "cited_photo_ids": [], "claims": []})))

    with MessagesServer() as server:
        server.script(telling)
        replier = replier_of(server)
        request = request_of(replier, evidence)
        came = replier.send(request, CancelSwitch())
    verdict = check_text(came.text, evidence, relate(evidence), request.secrets)
    assert codes(verdict.reasons) == ["leak"]


def test_a_reply_that_tells_the_key_is_discarded() -> None:
    evidence = reduced_pack(AnswerMode.OPEN)
    told = {"kind": "prose", "text": f"The key is {MessagesServer.key}.", "origin": "general"}
    with MessagesServer() as server:
        server.reply_with(json.dumps({"answer": [told], "cited_photo_ids": [], "claims": []}))
        replier = replier_of(server)
        request = request_of(replier, evidence)
        came = replier.send(request, CancelSwitch())
    assert codes(check_text(came.text, evidence, relate(evidence), request.secrets).reasons) == ["leak"]


@pytest.mark.parametrize("part", [AssistantReply, Prose, ClaimReference, RelationshipClaim, FactClaim, CountClaim, FoundClaim])
def test_the_schema_has_every_field_and_asks_for_those_without_a_default(part: type[BaseModel]) -> None:
    with MessagesServer() as server:
        schema = json.loads(request_of(replier_of(server)).body)["output_config"]["format"]["schema"]
    told = schema["$defs"].get(part.__name__, schema)
    assert set(told["properties"]) == set(part.model_fields)
    assert set(told["required"]) == {name for name, each in part.model_fields.items() if each.is_required()}
    kind = part.model_fields.get("kind")
    assert kind is None or told["properties"]["kind"]["const"] == get_args(kind.annotation)[0]


def test_replies_are_scripted_in_order_and_the_last_one_stays() -> None:
    with MessagesServer() as server:
        server.reply_with("one")
        server.refuse()
        server.truncate()
        server.honest()
        replier = replier_of(server)
        request = request_of(replier)
        assert replier.send(request, CancelSwitch()).text == "one"
        for kind in ("refusal", "truncated"):
            with pytest.raises(ModelTrouble) as caught:
                replier.send(request, CancelSwitch())
            assert caught.value.kind == kind
        assert replier.send(request, CancelSwitch()) == replier.send(request, CancelSwitch())
        server.forget()
        assert server.requests == []
