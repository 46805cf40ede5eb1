"""What every failure of the client is called: a kind, one sentence for the person, and whether asking again may help."""

import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import anthropic
import httpx2

from app.assistant.claude.prompt import secret_keys
from app.assistant.claude.wire import AlteredRequest, UnreadableResponse
from app.assistant.gates.leaks import WITHHELD, Secrets, without_secrets
from app.domain.errors import ModelTrouble
from app.domain.written import quoted

LONGEST_EXTRACT = 160
"""Characters of what a server says of its refusal."""


@dataclass(frozen=True, slots=True)
class Failure:
    """`again`: the same request may succeed soon, after `wait` seconds if the server names them."""

    trouble: ModelTrouble
    again: bool = False
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """Of whom something was asked, for the sentences; the key is here so that no sentence repeats it."""

    host: str
    model: str
    key: str


def failure_of(error: Exception, asked: Asked) -> Failure | None:
    """The failure that an exception of the client means; None for one that is a fault of Candid's own."""
    chain = tuple(_chain(error))
    if any(isinstance(each, AlteredRequest) for each in chain):
        return _final("altered", "Nothing was sent: the question to be sent was not the one that was shown. Ask again.")
    if any(isinstance(each, UnreadableResponse | httpx2.DecodingError) for each in chain):
        return _final("not_json", _NO_REPLY.format(host=asked.host))
    if isinstance(error, anthropic.APIStatusError):
        return _refused(error, asked)
    if isinstance(error, anthropic.APIConnectionError | httpx2.TransportError):
        return _unconnected(chain, asked.host)
    return _final("not_json", _NO_REPLY.format(host=asked.host)) if isinstance(error, anthropic.AnthropicError) else None


def out_of_time(seconds: float, host: str) -> ModelTrouble:
    """The whole wait is over."""
    return ModelTrouble("timeout", f"{host} gave no answer within {_time(seconds)}: ask again later.")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _final(kind: str, sentence: str) -> Failure:
    return Failure(ModelTrouble(kind, sentence))


def _passing(kind: str, sentence: str, wait: float | None = None) -> Failure:
    return Failure(ModelTrouble(kind, sentence), again=True, wait=wait)


def _unconnected(chain: tuple[BaseException, ...], host: str) -> Failure:
    """By what lies at the bottom of it."""
    for types, kind, sentence, again in _UNCONNECTED:
        if any(isinstance(each, types) for each in chain):
            return Failure(ModelTrouble(kind, sentence.format(host=host)), again)
    return _passing("cut", f"The connection to {host} broke off before the answer was there: ask again.")


def _refused(error: anthropic.APIStatusError, asked: Asked) -> Failure:
    """By the status of the response."""
    status, says = error.status_code, _extract(error, asked.key)
    if status == 404:
        return _not_found(error, asked, says)
    if status == 429:
        return _limited(error, asked)
    if status in _BY_STATUS:
        kind, sentence, again = _BY_STATUS[status]
        return Failure(ModelTrouble(kind, sentence.format(host=asked.host, says=says)), again, _wait(error))
    if status >= 500:
        return _passing("server", f"{asked.host} has a fault of its own (status {status}): ask again later.{says}", _wait(error))
    if 300 <= status < 400:
        return _final("redirect", f"{asked.host} points to another address, and Candid sends nothing on: check the address of the server.")
    return _final("bad_request", f"{asked.host} refused the question (status {status}).{says}")


def _not_found(error: anthropic.APIStatusError, asked: Asked, says: str) -> Failure:
    """A model that is not there, where the Messages API says so; else it is not spoken there."""
    if error.type is None or not asked.model:
        return _final("address", f"{asked.host} does not speak the Messages API at this address: check it.{says}")
    return _final("model", f"{asked.host} knows no model {quoted(asked.model)}: choose another.{says}")


def _limited(error: anthropic.APIStatusError, asked: Asked) -> Failure:
    wait = _wait(error)
    when = "in a few minutes" if wait is None else f"in {_time(wait)}, as it says"
    return _passing("rate_limit", f"{asked.host} has had too many questions with this key: ask again {when}.", wait)


def _wait(error: anthropic.APIStatusError) -> float | None:
    """Seconds that the server asks to wait; of other forms of the header nothing is read."""
    asked = error.response.headers.get("retry-after", "")
    return float(asked) if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", asked, re.ASCII) else None


def _time(seconds: float) -> str:
    whole = max(1, round(seconds))
    number, one = (whole, "second") if whole < 120 else (round(whole / 60), "minute") if whole < 7200 else (round(whole / 3600), "hour")
    return f"{number} {one}{'' if number == 1 else 's'}"


def _extract(error: anthropic.APIStatusError, key: str) -> str:
    """What the server says of it, in quotes and cut; nothing of what could hold a key."""
    said = error.api_message
    if not isinstance(said, str) or not said.strip():
        return ""
    safe = without_secrets(said, Secrets(keys=secret_keys(key)))
    if safe == WITHHELD:
        return ""
    cut = safe if len(safe) <= LONGEST_EXTRACT else safe[:LONGEST_EXTRACT] + "…"
    return f" It says: {quoted(cut)}"


_NO_REPLY = "{host} answered with something that is no reply of a model: check the address of the server."
_UNREACHED = "{host} cannot be reached: check the connection to the internet, or the address."
_SLOW = "{host} took too long to answer: ask again later."

_UNCONNECTED: tuple[tuple[type[BaseException], str, str, bool], ...] = (
    (httpx2.ConnectTimeout, "no_connection", _UNREACHED, True),
    (httpx2.TimeoutException, "timeout", _SLOW, True),
    (socket.gaierror, "name", "No server of the name {host} was found: check the address, and the connection to the internet.", True),
    (ssl.SSLCertVerificationError, "tls", "The certificate of {host} cannot be trusted: nothing was sent.", False),
    (ssl.SSLError, "tls", "No encrypted connection to {host} came about: check the address, and its port.", False),
    (ConnectionRefusedError, "refused", "Nothing answers at {host}: check the address, and that the server runs.", True),
    (httpx2.ConnectError, "no_connection", _UNREACHED, True),
)
"""What keeps a connection from being made or used: the exception, its kind and sentence, and whether asking again may help."""

_BY_STATUS: Mapping[int, tuple[str, str, bool]] = {
    400: ("bad_request", "{host} cannot do anything with this question; the model may be too old for it.{says}", False),
    401: ("key", "{host} does not accept the key: check it, or give another.", False),
    402: ("credit", "{host} asks for payment: check the credit of the account.{says}", False),
    403: ("forbidden", "{host} does not allow this with the key: check what the key may be used for.{says}", False),
    408: ("timeout", _SLOW, True),
    413: ("too_large", "The question is too large for {host}: ask about fewer photos, or send no pictures.", False),
    504: ("timeout", _SLOW, True),
    529: ("overloaded", "{host} is overloaded at the moment: ask again in a few minutes.", True),
}
"""What a status means: its kind and sentence, and whether asking again may help."""
