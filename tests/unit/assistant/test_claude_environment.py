"""Nothing in the environment changes where a question goes, what it says, who pays for it, or what is written down of it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ASKS = """
import json, sys
from tests.messages_server import MessagesServer
from tests.no_network import TRIED, refuse_network
from tests.unit.assistant.claude import SOON, question, reduced_pack
from app.assistant.claude import prompt
from app.assistant.claude.replier import ClaudeReplier, list_models
from app.evidence.graph import relate
from app.services.cancel import CancelSwitch

refuse_network()
prompt.token_hex = lambda size: "0" * 2 * size
with MessagesServer() as server:
    for key in (server.key, ""):
        evidence = reduced_pack()
        replier = ClaudeReplier(server.address, server.model, key, SOON)
        request = replier.request(question(), evidence, relate(evidence))
        replier.send(request, CancelSwitch())
        list_models(server.address, key, CancelSwitch(), SOON)
    sent = [[each.method, each.path, {**each.headers, "host": ""}, each.body.decode()] for each in server.requests]
json.dump({"sent": sent, "tried": TRIED}, sys.stdout)
"""
"""Asks and lists with a key and without; everything that was sent goes to stdout."""

ELSEWHERE = "http://192.0.2.1:1"


def hostile(folder: Path) -> dict[str, str]:
    """Everything that the SDK, its HTTP client, its tracing and Python's TLS read, as somebody might have set it."""
    (folder / "configs").mkdir()
    (folder / "configs" / "default.json").write_text(json.dumps({"base_url": ELSEWHERE, "api_key": "stolen"}))
    token = folder / "token"
    token.write_text("stolen")
    headers = "X-Evil: 1\nAuthorization: Bearer stolen\nauthorization: Bearer stolen\nX-Api-Key: stolen\nHost: evil\nUser-Agent: evil"
    return {
        "ANTHROPIC_API_KEY": "stolen",
        "ANTHROPIC_AUTH_TOKEN": "stolen",
        "ANTHROPIC_BASE_URL": ELSEWHERE,
        "ANTHROPIC_CUSTOM_HEADERS": headers + "\nanthropic-version: 1\nContent-Type: text/evil\nContent-Length: 1\nAccept-Encoding: gzip",
        "ANTHROPIC_LOG": "debug",
        "ANTHROPIC_PROFILE": "default",
        "ANTHROPIC_CONFIG_DIR": str(folder),
        "ANTHROPIC_IDENTITY_TOKEN": "stolen",
        "ANTHROPIC_IDENTITY_TOKEN_FILE": str(token),
        "ANTHROPIC_FEDERATION_RULE_ID": "rule",
        "ANTHROPIC_ORGANIZATION_ID": "organization",
        "ANTHROPIC_SERVICE_ACCOUNT_ID": "account",
        "ANTHROPIC_WORKSPACE_ID": "workspace",
        "ANTHROPIC_SCOPE": "scope",
        "ANTHROPIC_WEBHOOK_SIGNING_KEY": "stolen",
        "ANTHROPIC_OPEN_TELEMETRY": "true",
        "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE": "content",
        "ANTHROPIC_OPEN_TELEMETRY_PROPAGATION": "true",
        "ANTHROPIC_OPEN_TELEMETRY_TRACES_MAX_CONTENT_BYTES": "1000000",
        "DEFER_PYDANTIC_BUILD": "false",
        "OTEL_PYTHON_TRACER_PROVIDER": "nobody",
        "OTEL_PYTHON_CONTEXT": "nobody",
        "OTEL_PROPAGATORS": "nobody",
        "OTEL_EXPORTER_OTLP_ENDPOINT": ELSEWHERE,
        "OTEL_TRACES_EXPORTER": "console",
        **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"), ELSEWHERE),
        "all_proxy": "socks5://192.0.2.1:1",
        "NO_PROXY": "",
        "SSL_CERT_FILE": str(token),
        "SSL_CERT_DIR": str(folder),
        "SSLKEYLOGFILE": str(folder / "keys.log"),
        "NETRC": str(token),
    }


def sent(environment: dict[str, str]) -> tuple[dict[str, Any], str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("ANTHROPIC_", "OTEL_"))}
    ran = subprocess.run(
        [sys.executable, "-c", ASKS], env={**clean, **environment}, capture_output=True, text=True, check=False, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout), ran.stderr


@pytest.fixture(scope="module")
def ordinary() -> dict[str, Any]:
    return sent({})[0]


def test_a_hostile_environment_changes_nothing(tmp_path: Path, ordinary: dict[str, Any]) -> None:
    came, written = sent(hostile(tmp_path))
    assert came == ordinary
    assert came["tried"] == []
    assert "stolen" not in json.dumps(came)
    assert not (tmp_path / "keys.log").exists()
    assert "boats" not in written
    assert written == ""


def test_two_asked_and_two_listed(ordinary: dict[str, Any]) -> None:
    assert [each[:2] for each in ordinary["sent"]] == [["POST", "/v1/messages"], ["GET", "/v1/models?limit=100"]] * 2
