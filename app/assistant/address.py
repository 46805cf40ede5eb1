"""Where a model is: an address that a key may be sent to."""

import re
import unicodedata
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import SplitResult, urlsplit

from app.domain.errors import ModelTrouble

LONGEST = 500
"""Characters of an address; real ones are a tenth of it."""

_USUAL_PORTS = {"https": 443, "http": 80}
_IN_BRACKETS = re.compile(r"\[[^\[\]]*\](?::\d*)?\Z", re.ASCII)
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*\Z", re.ASCII)
_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~-]+)*\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Address:
    """`url` is the base URL without a slash at its end; `host` with its port, unless it is the usual one of https, as consent names it."""

    url: str
    host: str


def read_address(text: str) -> Address:
    """The address that a person typed. Raises `ModelTrouble` (kind `address`) with what is wrong.

    https, or http on this machine (loopback) alone; no user name, query or fragment in it. A slash or `/v1` at its end is left out, because
    the client adds it, and a name in other letters is written as the network writes it (`xn--…`), in which no letter looks like another.
    """
    parts = _split(text.strip())
    host, port = _host(parts), _port(parts)
    if parts.scheme == "http" and not _loopback(host):
        raise _fault("The address must begin with https://, because a key would travel in the open; http:// is for this computer alone.")
    path = re.sub(r"(?:/v1)?/*\Z", "", parts.path)
    if not _PATH.match(path):
        raise _fault("The path of the address holds characters that do not belong there: give the address without them.")
    named = f"[{host}]" if ":" in host else host
    port = port or _USUAL_PORTS[parts.scheme]
    # The port tells what is asked in the open from what is not: they are two servers, with a key and a consent each.
    named += "" if port == _USUAL_PORTS["https"] and parts.scheme == "https" else f":{port}"
    return Address(f"{parts.scheme}://{named}{path}", named)


def _split(text: str) -> SplitResult:
    if not text:
        raise _fault("The address is empty: give one that begins with https://.")
    if len(text) > LONGEST:
        raise _fault(f"The address is longer than {LONGEST} characters: give a shorter one.")
    if any(each.isspace() or unicodedata.category(each).startswith("C") for each in text):
        raise _fault("The address holds a space or an invisible character: type it anew.")
    try:
        parts = urlsplit(text)
    except ValueError:
        raise _fault("The address cannot be read: give one such as https://api.anthropic.com.") from None
    if parts.scheme not in _USUAL_PORTS or not parts.netloc:
        raise _fault("The address must begin with https:// and the name of a server, such as https://api.anthropic.com.")
    if "@" in parts.netloc:
        raise _fault("The address must not hold a user name or a password: the key is given apart from it.")
    if "?" in text or "#" in text:
        raise _fault("The address must end with its path: leave out what follows “?” or “#”.")
    return parts


def _host(parts: SplitResult) -> str:
    """In lower case and ASCII; an IPv6 address in its shortest form, without brackets."""
    host = parts.hostname or ""
    try:
        if _IN_BRACKETS.match(parts.netloc) and "%" not in host:
            return str(IPv6Address(host))
        host = "" if "[" in parts.netloc else (host if host.isascii() else _in_ascii(host)).lower()
    except (AddressValueError, UnicodeError):
        host = ""
    if not _NAME.match(host):
        raise _fault("The name of the server in the address is none that the network knows: check how it is written.")
    return host


def _in_ascii(host: str) -> str:
    """As the network writes it. Raises `ModelTrouble` for a name that two programs write in two ways, such as one with “ß”."""
    written = host.encode("idna")
    if written.decode("idna") != unicodedata.normalize("NFC", host).lower():
        raise _fault("The name of the server can be read in two ways: give it in plain letters, as the network writes it.")
    return written.decode("ascii")


def _port(parts: SplitResult) -> int | None:
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise _fault("The port in the address must be a number from 1 to 65535.")
    return port


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return (IPv6Address(host) if ":" in host else IPv4Address(host)).is_loopback
    except AddressValueError:
        return False


def _fault(sentence: str) -> ModelTrouble:
    return ModelTrouble("address", sentence)
