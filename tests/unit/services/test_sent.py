"""What is sent is what was shown, byte for byte, and holds nothing that a switch covers: for all combinations of switches."""

import io
import itertools
import json
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import astuple, fields, replace
from datetime import date
from pathlib import Path
from typing import Any

import exiv2
import pytest
from PIL import Image

from app.assistant.answer import Answer
from app.assistant.claude.replier import ClaudeReplier
from app.assistant.model import LanguageModel, ModelReply
from app.bootstrap import Built, build
from app.config.assistant_settings import AssistantSettings
from app.config.paths import LibraryPaths
from app.domain.errors import Cancelled
from app.domain.evidence import AnswerMode
from app.domain.sharing import Sharing
from app.embedding.sentence import SentenceModel
from app.evidence.reduce import reduced
from app.photos.workers import WorkerReader
from app.services.ask import Connected, Draft
from app.services.cancel import CancelSwitch
from app.services.conversation import Conversation
from tests.messages_server import MessagesServer

TODAY = date(2026, 6, 1)
ALL = [Sharing(*switches) for switches in itertools.product((False, True), repeat=len(fields(Sharing)))]
WRITTEN = {
    "Xmp.photoshop.City": "Placemark",
    "Xmp.iptcExt.PersonInImage": "Personmark",
    "Xmp.dc.title": "Titlemark",
    "Xmp.dc.description": "A captionmark on a wall",
    "Xmp.dc.subject": "Tagmark",
    "Exif.Photo.BodySerialNumber": "Serialmark99",
    "Exif.Photo.DateTimeOriginal": "2019:06:14 10:20:30",
    "Exif.Image.Make": "Makemark",
    "Exif.Image.Model": "Modelmark",
    "Exif.GPSInfo.GPSLatitudeRef": "N",
    "Exif.GPSInfo.GPSLatitude": "43/1 28/1 2771/100",
    "Exif.GPSInfo.GPSLongitudeRef": "E",
    "Exif.GPSInfo.GPSLongitude": "11/1 52/1 5399/100",
}
MARKS = {
    "places": ("Placemark",),
    "people": ("Personmark",),
    "captions": ("Titlemark", "captionmark"),
    "tags": ("Tagmark",),
    "file_names": ("Namemark", "Foldermark"),
    "thumbnails": ('"type":"image"',),
}
"""What is in a request by the switch that lets it through."""
NEVER = ("Serialmark", "43.4", "11.8", "Arezzo", "Rootmark", "Outermark", "XMP", "EXIF")
"""Arezzo is what lies at that position."""
ALWAYS = ("2019-06-14T10:20:30", "Makemark", "Modelmark", "per_year.2019")
QUESTION = "how many photos were taken in 2019?"


def write(path: Path, colour: int) -> None:
    """A photo that has every fact that a switch covers."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.linear_gradient("L").rotate(colour).convert("RGB").save(path)
    image = exiv2.ImageFactory.open(str(path))
    xmp, exif = exiv2.XmpData(), exiv2.ExifData()
    for key, value in WRITTEN.items():
        if key.startswith("Xmp"):
            xmp[key] = exiv2.XmpArrayValue([value]) if key.endswith(("subject", "PersonInImage")) else value
        else:
            exif[key] = value
    image.setXmpData(xmp)
    image.setExifData(exif)
    image.writeMetadata()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    """Two photos in a folder whose every name is a mark."""
    place = tmp_path_factory.mktemp("Rootmark")
    for number in (1, 2):
        write(place / "Outermark" / "Foldermark" / f"Namemark{number}.jpg", number * 30)
    with build(LibraryPaths(place / "library"), embedder, reader) as built:
        list(built.use_cases.index.run([str(place / "Outermark")], CancelSwitch()))
        yield built


@pytest.fixture(scope="module")
def server() -> Iterator[MessagesServer]:
    """An honest one."""
    with MessagesServer() as running:
        yield running


def connected(server: MessagesServer, sharing: Sharing) -> Connected:
    return Connected(ClaudeReplier(server.address, server.model, server.key), sharing)


def sent(built: Built, draft: Draft, server: MessagesServer) -> tuple[bytes, Answer]:
    """The one body that comes to the server, and the answer."""
    server.requests.clear()
    answer = built.use_cases.ask.answer(draft, CancelSwitch())
    (kept,) = server.requests
    return kept.body, answer


@pytest.mark.parametrize("sharing", ALL, ids=lambda sharing: "".join("01"[each] for each in astuple(sharing)))
def test_what_is_sent_is_what_was_shown(library: Built, server: MessagesServer, sharing: Sharing) -> None:
    ask = library.use_cases.ask
    draft = ask.draft(QUESTION, TODAY, connected=connected(server, sharing))
    assert draft.request is not None
    body, answer = sent(library, draft, server)
    assert body == draft.request.body
    assert not answer.rejected
    told, everything = server.requests[0].evidence, body.decode()
    assert [mark for mark in NEVER if mark in json.dumps(told)] == []
    assert "Rootmark" not in everything
    for name, marks in MARKS.items():
        assert [mark in everything for mark in marks] == [getattr(sharing, name)] * len(marks), name
    assert [mark for mark in ALWAYS if mark not in everything] == []


def test_an_honest_reply_about_folders_is_accepted_in_their_own_names(library: Built, server: MessagesServer) -> None:
    draft = library.use_cases.ask.draft(QUESTION, TODAY, connected=connected(server, Sharing(file_names=True)))
    photos, pack = draft.full.pack.photos, draft.evidence.pack
    folder = pack.photos[0].folder
    assert folder
    assert "/" not in folder.value
    assert photos[0].folder
    assert photos[0].folder.value.endswith(f"/{folder.value}")
    claims: list[dict[str, object]] = [
        {"kind": "fact", "photo_id": photos[0].id, "field": "folder", "value": folder.value},
        {"kind": "relationship", "relation": "same_folder", "photo_ids": [each.id for each in photos], "value": folder.value},
        {"kind": "count", "fact": f"per_folder.{folder.value}", "value": len(photos)},
    ]
    answer = [{"kind": "claim", "ref": number} for number in range(len(claims))]
    server.reply_with(json.dumps({"answer": answer, "cited_photo_ids": [], "claims": claims}))
    _, told = sent(library, draft, server)
    server.forget()
    assert told.reasons == ()
    assert all(f"“{folder.value}”" in line.text for line in told.checked)


def lying(server: MessagesServer) -> None:
    """From now on."""
    server.reply_with("Nothing but lies.")


@pytest.mark.parametrize("clear", [False, True])
def test_a_lie_is_kept_unless_the_log_was_erased_since_its_evidence_was_gathered(
    library: Built, server: MessagesServer, clear: bool
) -> None:
    ask, connect = library.use_cases.ask, library.use_cases.connect
    connect.clear_discarded()
    draft = ask.redraft(ask.draft(QUESTION, TODAY, connected=connected(server, Sharing())), connected(server, Sharing(places=False)))
    if clear:
        connect.clear_discarded()
    lying(server)
    _, answer = sent(library, draft, server)
    server.forget()
    assert answer.rejected
    assert len(connect.discarded()) == (0 if clear else 1)


def test_of_a_question_that_was_cancelled_nothing_is_noted(library: Built, server: MessagesServer) -> None:
    """The reply is there and is being read when the person asks to stop."""
    cancel, connect, conversation = CancelSwitch(), library.use_cases.connect, Conversation()
    connect.clear_discarded()
    lying(server)
    to = connected(server, Sharing())
    draft = library.use_cases.ask.draft(QUESTION, TODAY, conversation, Connected(_CancelsBehind(to.model, cancel), Sharing()))
    with pytest.raises(Cancelled):
        library.use_cases.ask.answer(draft, cancel)
    server.forget()
    assert connect.discarded() == ()
    assert conversation.context == Conversation().context


class _CancelsBehind:
    """A model behind whose reply the person asks to stop."""

    def __init__(self, model: LanguageModel, cancel: CancelSwitch) -> None:
        self._model, self._cancel = model, cancel
        self.host, self.request = model.host, model.request

    def send(self, *given: Any) -> ModelReply:
        """Its reply, which comes too late."""
        came = self._model.send(*given)
        self._cancel.cancel()
        return came


def test_other_switches_make_another_request_of_the_same_question(library: Built, server: MessagesServer) -> None:
    ask = library.use_cases.ask
    first = ask.draft(QUESTION, TODAY, Conversation(), connected(server, Sharing()))
    second = ask.redraft(first, connected(server, Sharing(people=True)))
    assert first.request is not None
    assert second.request is not None
    assert b"Personmark" not in first.request.body
    assert b"Personmark" in second.request.body
    body, _ = sent(library, second, server)
    assert body == second.request.body
    third = ask.redraft(second, connected(server, Sharing(captions=False)))
    assert third.request is not None
    assert b"Personmark" not in third.request.body
    assert b"captionmark" not in third.request.body
    assert third.full == first.full


def test_the_picture_that_is_sent_says_nothing_of_its_own(library: Built, server: MessagesServer) -> None:
    draft = library.use_cases.ask.draft(QUESTION, TODAY, connected=connected(server, replace(Sharing(), thumbnails=True)))
    body, _ = sent(library, draft, server)
    blocks = json.loads(body)["messages"][0]["content"]
    pictures = [b64decode(block["source"]["data"]) for block in blocks if block["type"] == "image"]
    assert len(pictures) == 2
    for each in pictures:
        with Image.open(io.BytesIO(each)) as opened:
            assert opened.format == "JPEG"
            assert not {"exif", "xmp", "comment", "photoshop", "icc_profile"} & opened.info.keys()
        assert b"mark" not in each


def test_nothing_is_drafted_for_whom_nothing_is_connected(library: Built, server: MessagesServer) -> None:
    server.requests.clear()
    draft = library.use_cases.ask.draft(QUESTION, TODAY)
    assert draft.request is None
    assert library.use_cases.ask.answer(draft, CancelSwitch()).mode is AnswerMode.SOURCED
    assert server.requests == []


def test_a_model_that_was_connected_through_the_dialogs_is_asked(library: Built, server: MessagesServer) -> None:
    connect = library.use_cases.connect
    standing = connect.save(AssistantSettings(use_model=True, base_url=f"{server.url}/", model=server.model))
    connect.keep_key(standing.host, server.key)
    assert server.model in {each.id for each in connect.models(server.url, None, CancelSwitch())}
    connect.consent(standing.host, Sharing(places=False))
    draft = library.use_cases.ask.draft(QUESTION, TODAY, connected=connect.connected())
    body, answer = sent(library, draft, server)
    assert b"Placemark" not in body
    assert any(server.key in value for value in server.requests[0].headers.values())
    assert answer.usage is not None
    connect.forget(standing.host)
    assert connect.connected() is None


def test_every_library_fact_has_its_switch_or_needs_none(library: Built) -> None:
    pack = library.use_cases.ask.gather(QUESTION, TODAY).pack
    assert {name.partition(".")[0] for name in pack.library} >= {"per_place", "per_person", "per_tag", "per_camera", "first", "last"}
    own_names = {name.replace("Outermark/", ""): value for name, value in pack.library.items()}
    assert reduced(pack, Sharing(*[True] * 6)).library == own_names
