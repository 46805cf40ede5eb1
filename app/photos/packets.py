"""XMP packets as text: what is dangerous or broken in them, before and after libexiv2 has tried them."""

import re
import xml.parsers.expat

DEEPEST = 100
"""Elements inside one another. Real packets need some ten."""
MOST_PARTS = 300_000
"""Elements and attributes. Real packets need thousands; keywords, strokes of a brush and histories tens of thousands."""
MOST_BESIDE = 5_000
"""Properties of one element beside each other, items of lists apart: libexiv2 compares each with all others."""
MOST_NAMESPACES = 1_000
"""Different ones, each of which libexiv2 looks for among all."""

_FRAME = frozenset({"xmpmeta", "xapmeta", "RDF", "Description"})
_NO_PROPERTIES = ("xmlns:", "rdf:", "xml:")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_DECLARATION = re.compile(r"\s*<\?xml.*?\?>", re.DOTALL)
_HEAD = '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'


def packet_text(content: bytes) -> str:
    """The text of a file that holds a packet: by its byte order mark, the encoding that it declares, UTF-8, else cp1252."""
    declared = _DECLARED.match(content)
    encodings = [name for mark, name in _BOMS if content.startswith(mark)] + ([declared[1].decode()] if declared else []) + ["utf-8"]
    for encoding in encodings:
        try:
            return _CONTROL.sub(" ", content.decode(encoding)).lstrip("\ufeff")
        except (UnicodeError, LookupError):
            continue
    return _CONTROL.sub(" ", content.decode("cp1252", "replace"))


def packet_bytes(text: str) -> bytes:
    """The same as libexiv2 knows it: in UTF-8, behind a packet's head."""
    return (_HEAD + _DECLARATION.sub("", text, count=1)).encode("utf-8", "replace")


def danger(text: str) -> str:
    """What is dangerous about a packet, as `declares entities, …`, or nothing: it would be larger or deeper than any real one."""
    return _parsed(text, _Bounds())[0]


def problem(text: str) -> str:
    """Why a packet of which libexiv2 made nothing gave nothing: a danger, where it is not well-formed, or what breaks the rules of XMP.

    Nothing, if it has nothing to say.
    """
    dangerous, broken = _parsed(text, bounds := _Bounds())
    return dangerous or broken or ("breaks the rules of XMP" if bounds.properties else "")


class _Refused(Exception):
    """Ends the reading of a packet that is not to be read."""


class _Bounds:
    """Counts the parts of a packet, those beside each other in what is open, and the properties that it states."""

    def __init__(self) -> None:
        self._parts = self.properties = 0
        self._beside = [[0]]
        self._namespaces: set[str] = set()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Raises `_Refused` where there are too many."""
        local = name.rpartition(":")[2]
        stated = sum(":" in each and not each.startswith(_NO_PROPERTIES) for each in attributes)
        is_frame = local in _FRAME
        self.properties += (stated if local == "Description" else 0) + (not is_frame)
        self._parts += 1 + len(attributes)
        self._beside[-1][0] += not is_frame and local != "li"
        # What is stated in several descriptions of one thing lies beside each other.
        self._beside.append(self._beside[-1] if is_frame else [0])
        self._beside[-1][0] += stated
        self._namespaces |= {value for each, value in attributes.items() if each.startswith("xmlns")}
        if len(self._beside) > DEEPEST + 1 or self._are_too_many():
            raise _Refused("holds more elements, or more of them inside one another, than any real one")

    def end(self, name: str) -> None:
        """One element less is open."""
        del name
        self._beside.pop()

    def _are_too_many(self) -> bool:
        is_wide = any(beside > MOST_BESIDE for (beside,) in self._beside[-2:])
        return is_wide or self._parts > MOST_PARTS or len(self._namespaces) > MOST_NAMESPACES


def _parsed(text: str, bounds: _Bounds) -> tuple[str, str]:
    """What is dangerous about it, else where it is not well-formed."""
    parser = xml.parsers.expat.ParserCreate("utf-8")
    parser.StartDoctypeDeclHandler = _refuse_entities
    parser.StartElementHandler, parser.EndElementHandler = bounds.start, bounds.end
    try:
        parser.Parse(_DECLARATION.sub("", text, count=1).encode("utf-8", "replace"), True)
    except _Refused as refused:
        return str(refused), ""
    except xml.parsers.expat.ExpatError as error:
        return "", f"is not well-formed ({error})"
    return "", ""


def _refuse_entities(*_: object) -> None:
    raise _Refused("declares entities, which are not expanded")
