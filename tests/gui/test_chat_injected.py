"""300 injected orders as captions, tags, names of people and of files, asked about in the panel: they are words, and do nothing.

Once Candid answers alone, once a server echoes all that it is told, as prose and as claims.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from app.assistant.answer import Answer
from app.config.paths import LibraryPaths
from app.domain.evidence import AnswerMode
from app.domain.ids import ContentHash, LocalTime, PhotoId
from app.domain.photo import Fact, FileStamp, PhotoFacts, ReadPhoto, Tag
from app.domain.question import Scope
from app.domain.sharing import Sharing
from app.gui.chat.answer_card import AnswerCard
from app.gui.chat.harmless import harmless
from app.gui.chat.turn_view import TurnView
from app.gui.formatting import file_name
from app.gui.window import MainWindow
from app.library.catalogue import Catalogue
from tests.gui.asked import ask_anew, painted_of, rich, told, too_wide, turned
from tests.gui.chatting import connect_model, open_chat, prose, reply, texts
from tests.gui.conftest import OpenWindow
from tests.messages_server import Kept, MessagesServer, Response, message

ORDERS = [
    json.loads(line).encode("utf-8", "replace").decode()
    for line in (Path(__file__).parents[1] / "redteam" / "injected.txt").read_text("ascii").splitlines()
]
FOLDER = "/photos/injected"
QUESTION = "Tell me about this photo"
ALL = Sharing(places=True, people=True, captions=True, tags=True, file_names=True)
LONGEST_FILE_NAME = 40


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """One photo for each order, which stands in every text that a photo has."""
    with Catalogue(LibraryPaths(tmp_path / "library").catalogue) as catalogue:
        catalogue.store(catalogue.add_folder(FOLDER).id, [_photo(number, order) for number, order in enumerate(ORDERS)])
    return tmp_path / "library"


@pytest.fixture
def injected(open_window: OpenWindow, library: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The panel over it; nothing may be opened from there."""
    opened: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    window = open_window(library)
    open_chat(window)
    before = _all_of(library)
    yield window
    assert opened == []
    assert _all_of(library) == before
    assert len(before) == len(ORDERS) == 300


def test_orders_in_photos_do_nothing_offline(injected: MainWindow) -> None:
    shown = 0
    for number, order in enumerate(ORDERS):
        turn = _ask_about(injected, number)
        assert faults(injected, turn) == [], repr(order)
        answer = turn.exchange.answer
        assert answer is not None
        assert answer.mode is AnswerMode.SOURCED
        assert _all_checked(turn, answer)
        assert not turn.findChildren(QWidget, "modelWords")
        shown += any(harmless(order) in text for text in texts(turn, "checkedText"))
    assert shown > 250, "else nothing was tried"


def test_orders_that_a_server_echoes_do_nothing(injected: MainWindow) -> None:
    shown = 0
    with MessagesServer() as server:
        connect = connect_model(injected, server)
        connect.consent(server.address.host, ALL)
        standing = connect.standing()
        server.script(_echo)
        for number, order in enumerate(ORDERS):
            turn = _ask_about(injected, number)
            assert faults(injected, turn) == [], repr(order)
            shown += _echoed(turn, order)
        assert len(server.requests) == len(ORDERS)
        assert connect.standing() == standing
    assert shown > 250, "else nothing was tried"


def test_what_is_looked_for_would_be_found(qapp: object) -> None:
    label = QLabel("a <b>bold</b> label")
    assert rich(label)
    label.setTextFormat(Qt.TextFormat.PlainText)
    assert not rich(label)
    label.setToolTip("<a href='https://example.org'>here</a>")
    assert rich(label)
    assert [
        turned(each) for each in ("a\u202eb", "a\u2067b", "a\u2069b", "a\x1b[31mb", "a\u2028b", "a\u2067b\u2069", "a\nb", "“a” ✓ é 日")
    ] == ([True] * 5 + [False] * 3)


def faults(window: MainWindow, turn: TurnView) -> list[str]:
    """What in a turn, or in the panel around it, is more than words."""
    for label in turn.findChildren(QLabel):
        QTest.mouseClick(label, Qt.MouseButton.LeftButton)
    found = [*rich(window.desk.panel), *(f"turns {text!r}" for text in told(window.desk.panel) if turned(text))]
    found += [f"wider than its panel: {turn.width()}"] if too_wide(window) else []
    return found if isinstance(turn.body, AnswerCard) else [*found, f"no answer: {texts(turn)}"]


def _ask_about(window: MainWindow, number: int) -> TurnView:
    label = file_name(_photo(number, ORDERS[number]).path)
    return ask_anew(window, QUESTION, Scope(label, (PhotoId(number + 1),)))


def _echoed(turn: TurnView, order: str) -> bool:
    """Whether the order is shown; if so, as the model's words and as a value that was checked, and else the whole reply was discarded."""
    answer = turn.exchange.answer
    assert answer is not None
    assert answer.mode is AnswerMode.SOURCED
    if answer.rejected:
        assert not turn.findChildren(QLabel, "modelText")
        assert not turn.findChildren(QLabel, "checkedText")
        return False
    assert _all_checked(turn, answer)
    return any(harmless(order) in text for text in texts(turn, "modelText"))


def _all_checked(turn: TurnView, answer: Answer) -> bool:
    """Whether nothing else is painted as checked."""
    checked = [harmless(line.text) for line in (*answer.checked, *answer.lines) if line.checked]
    return all(any(painted_of(each, text) for text in checked) for each in texts(turn, "checkedText"))


def _echo(kept: Kept) -> Response:
    """All that the evidence says of the photo: as prose about it, and as claims."""
    photo: dict[str, Any] = kept.evidence["photos"][0]
    values = {name: value for name, value in photo["facts"].items() if name != "folder" and not isinstance(value, dict)}
    words = [photo["file_name"], *(each for value in values.values() for each in (value if isinstance(value, list) else [value]))]
    claims = [{"kind": "fact", "photo_id": photo["id"], "field": name, "value": value} for name, value in values.items()]
    told = [prose(str(each), photo["id"]) for each in words if str(each)]
    references: list[dict[str, object]] = [{"kind": "claim", "ref": number} for number in range(len(claims))]
    return Response(message(reply(*told, *references, cited=[photo["id"]], claims=claims)))


def _photo(number: int, order: str) -> ReadPhoto:
    facts = PhotoFacts(
        taken=Fact(LocalTime(f"2019-06-14T10:{number // 60:02}:{number % 60:02}"), "made"),
        title=Fact(order, "made"),
        caption=Fact(order, "made"),
        tags=Fact((Tag(order),), "made"),
        people=Fact((order,), "made"),
    )
    name = order.replace("/", "∕").replace("\0", "")[:LONGEST_FILE_NAME]
    return ReadPhoto(f"{FOLDER}/{name}{number}.jpg", FileStamp(1, 1), ContentHash(f"{number:064x}"), "JPEG", 640, 480, facts, b"")


def _all_of(library: Path) -> dict[PhotoId, tuple[str, PhotoFacts]]:
    with Catalogue(LibraryPaths(library).catalogue) as catalogue:
        return {
            id_: (each.path, each.facts) for id_, each in catalogue.photos([PhotoId(number + 1) for number in range(len(ORDERS))]).items()
        }
