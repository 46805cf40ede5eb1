"""Every reply of tests/redteam through the real panel: nothing unchecked is painted as checked, and of a discarded reply nothing at all.

One window serves all rows. The evidence of a row stands in place of what its question would gather, its secrets in place of those of the
request; from there on all is the program's own: what may leave, the gates, the label, the panel. The first rows of every attack come
through the real client from a real server, the others straight from a model: a client takes longer than all the rest of a row.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import cycle
from pathlib import Path
from shutil import copytree

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.assistant.answer import Answer, Origin
from app.assistant.claude.message import read_message
from app.assistant.claude.replier import ClaudeReplier, list_models
from app.assistant.gates.check import check_text
from app.assistant.gates.verdict import CODES, REJECTION
from app.assistant.model import LanguageModel, ModelReply, ModelRequest, always
from app.assistant.offline import OfflineReplier
from app.bootstrap import Built, build
from app.config.assistant_settings import AssistantSettingsFile
from app.config.keys import Keys
from app.config.paths import LibraryPaths, shipped
from app.domain.evidence import EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.photo import Photo
from app.domain.ports import CancelToken
from app.domain.question import NO_CONTEXT, Context, Question
from app.domain.sharing import Sharing
from app.embedding.sentence import SentenceModel
from app.evidence.graph import relate
from app.evidence.reduce import reduced
from app.gui.application import build_window
from app.gui.chat.citation_strip import CitedPhoto
from app.gui.chat.harmless import harmless
from app.gui.chat.turn_view import TroubleCard, TurnView
from app.gui.window import MainWindow
from app.library.discarded import DiscardedReplies
from app.photos.workers import WorkerReader
from app.services.ask import AskPhotos
from app.services.connect import ConnectModel
from app.services.evidence import Evidence, GatherEvidence
from app.services.pack_ids import PackIds
from app.services.pack_names import names_of
from tests.gui.asked import ask_anew, painted_of, rich, told, too_wide
from tests.gui.chatting import connect_model, open_chat, texts
from tests.gui.conftest import SAMPLE, TODAY
from tests.messages_server import MessagesServer, Response, message
from tests.redteam.table import Expected, Row, evidence, rows

QUESTION = "How many photos were taken in 2019?"
ALL = Sharing(places=True, people=True, captions=True, tags=True, file_names=True)
ATTACKS = sorted({row.attack for row in rows()})
SERVED = 3
"""Rows of each attack that a server gives."""
SHORT = 3
"""Strings up to this length stand anywhere by chance."""


@dataclass(slots=True)
class Turn:
    """Which row is being asked about."""

    row: Row = rows()[0]

    @property
    def served(self) -> bool:
        """Whether its reply comes from the server."""
        return int(self.row.id.split("/")[1]) <= SERVED


class EvidenceOfRow(GatherEvidence):
    """Gives the pack of the row in place of what the question would find."""

    def __init__(self, real: Evidence, records: Sequence[Photo], turn: Turn) -> None:
        self._real, self._records, self._turn = real, records, turn

    def run(self, text: str, today: date, ids: PackIds, context: Context = NO_CONTEXT) -> Evidence:
        pack, graph = evidence(self._turn.row.pack)
        paths = {each.id: each.path for each in pack.photos}
        photos = {id_: replace(record, path=path) for (id_, path), record in zip(paths.items(), cycle(self._records), strict=False)}
        return replace(self._real, pack=pack, graph=graph, photos=photos, names=names_of({str(id_): path for id_, path in paths.items()}))


class ModelOfRow:
    """A real client whose requests hold the secrets of the row; or none, and the reply is there at once."""

    def __init__(self, real: LanguageModel, turn: Turn) -> None:
        self._real, self._turn = real, turn

    @property
    def host(self) -> str:
        return self._real.host

    def request(
        self,
        question: Question,
        pack: EvidencePack,
        graph: Relationships,
        earlier: Sequence[str] = (),
        thumbnails: Mapping[PackId, bytes] | None = None,
    ) -> ModelRequest:
        secrets = self._turn.row.secrets
        if self._turn.served:
            return replace(self._real.request(question, pack, graph, earlier, thumbnails), secrets=secrets)
        return ModelRequest(self.host, "", MessagesServer.model, b"", secrets)

    def send(self, request: ModelRequest, cancel: CancelToken, permit: Callable[[], None] = always) -> ModelReply:
        if self._turn.served:
            return self._real.send(request, cancel)
        return read_message(message(self._turn.row.text), request.host, request.model)


class Panel:
    """The window, its server, and what the first discarded reply looked like."""

    def __init__(self, window: MainWindow, server: MessagesServer, turn: Turn) -> None:
        self.window, self.server, self._turn = window, server, turn
        self.of_rejected: list[str] = []
        self.pictures: dict[str, bytes] = {}

    def ask(self, row: Row) -> TurnView:
        """Ask, and let the server reply with the row."""
        self._turn.row = row
        self.server.forget()
        self.server.respond(Response(message(row.text)))
        turn = ask_anew(self.window, QUESTION)
        assert [each.path for each in self.server.requests] == ["/v1/messages"] * self._turn.served
        return turn


@pytest.fixture(scope="module")
def panel(
    qapp: QApplication, indexed: LibraryPaths, embedder: SentenceModel, reader: WorkerReader, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Panel]:
    """One panel for all rows, connected to one server, with everything shared that can be."""
    place, turn = tmp_path_factory.mktemp("redteam"), Turn()
    library = Path(copytree(indexed.root, place / "library"))
    with MessagesServer() as server, build(LibraryPaths(library), embedder, reader) as built:
        window = _window(built, place, turn)
        connect_model(window, server).consent(server.address.host, ALL)
        yield Panel(window, server, turn)
        assert window.shut_down()
        window.close()
        window.deleteLater()


def _window(built: Built, place: Path, turn: Turn) -> MainWindow:
    cases, discarded = built.use_cases, DiscardedReplies(place / "discarded.json")
    real = cases.ask.gather(QUESTION, TODAY)
    gather = EvidenceOfRow(real, tuple(real.photos.values()), turn)
    connect = ConnectModel(
        AssistantSettingsFile(place / "assistant.json"),
        Keys(),
        lambda address, model, key: ModelOfRow(ClaudeReplier(address, model, key), turn),
        list_models,
        discarded,
    )
    ask = AskPhotos(built.catalogue, gather, OfflineReplier(), cases.look.thumbnail, discarded, datetime.now)
    cases = replace(cases, ask=ask, connect=connect)
    window = build_window(cases, shipped("resources"), SAMPLE, settings_file=place / "window.ini", today=lambda: TODAY)
    window.resize(1280, 800)
    window.show()
    assert window.runner.wait_idle()
    open_chat(window)
    return window


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_reply_is_painted_as_far_as_it_was_checked(panel: Panel, attack: str) -> None:
    faults = [f"{row.id}: {fault}" for row in rows() if row.attack == attack for fault in _faults(panel, row)]
    assert faults == []


def _faults(panel: Panel, row: Row) -> Iterator[str]:
    turn = panel.ask(row)
    answer = turn.exchange.answer
    yield from rich(turn)
    if too_wide(panel.window):
        yield "the panel is pushed wider"
    if isinstance(turn.body, TroubleCard):
        yield from _faults_of_no_reply(turn, row)
    elif answer is None:
        yield f"nothing came of it: {told(turn)}"
    elif answer.rejected:
        yield from _faults_of_rejected(panel, turn, answer, row)
    else:
        yield from _faults_of_accepted(turn, answer, row)


# Replies that are discarded


def _faults_of_no_reply(turn: TurnView, row: Row) -> Iterator[str]:
    """A reply of no letters never comes to the gates."""
    if row.text.strip():
        yield f"no reply to the client: {texts(turn, 'troubleText')}"
    if len(told(turn)) > 8:
        yield f"more than a sentence: {told(turn)}"


def _faults_of_rejected(panel: Panel, turn: TurnView, answer: Answer, row: Row) -> Iterator[str]:
    if row.expected is not Expected.REJECTED and _verdict_of_what_left(row):
        yield f"discarded: {answer.reasons}"
    reasons = "; ".join(dict.fromkeys(CODES[each.code] for each in answer.reasons))
    if texts(turn, "rejectionText") != [REJECTION] or texts(turn, "rejectionReasons") != [f"Why: {reasons}."]:
        yield f"says {texts(turn)}"
    if turn.findChildren(CitedPhoto):
        yield "cites photos"
    yield from _faults_of_dependence(panel, turn, reasons)
    yield from (f"holds {each!r}" for each in _strings_of(row) if any(each in text for text in told(turn)))


def _faults_of_dependence(panel: Panel, turn: TurnView, reasons: str) -> Iterator[str]:
    """But for its reasons, a discarded reply looks and reads like every other: nothing of it can be there."""
    others = [each for each in told(turn) if each != f"Why: {reasons}."]
    panel.of_rejected = panel.of_rejected or others
    if others != panel.of_rejected:
        yield f"tells {sorted(set(others) ^ set(panel.of_rejected))}"
    image = turn.grab().toImage()
    picture = f"{image.width()} {image.height()} ".encode() + bytes(image.constBits())
    if panel.pictures.setdefault(reasons, picture) != picture:
        yield "looks otherwise than another that was discarded for the same"


def _strings_of(row: Row) -> set[str]:
    """What stands in a reply, whole strings and words, and in nothing that Candid or the person said."""
    pack, _ = evidence(row.pack)
    ours = " ".join(
        [QUESTION, repr(pack), REJECTION, *CODES.values(), "Ask again Discarded replies Understood as tokens checked against"]
    ).casefold()
    found = {*re.findall(r"\w+", row.text[:20_000]), *_leaves(row.text)}
    return {each for each in found if len(each) > SHORT and each.casefold() not in ours}


def _leaves(text: str) -> Iterator[str]:
    try:
        waiting = [json.loads(text)]
    except (ValueError, RecursionError):
        return
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict | list):
            waiting += each.values() if isinstance(each, dict) else each


def _verdict_of_what_left(row: Row) -> bool:
    """Whether the row holds over the part of its pack that may leave the machine, with every switch on."""
    pack = reduced(evidence(row.pack)[0], ALL)
    return check_text(row.text, pack, relate(pack), row.secrets).accepted


# Replies that are shown


def _faults_of_accepted(turn: TurnView, answer: Answer, row: Row) -> Iterator[str]:
    if row.expected is Expected.REJECTED:
        yield f"accepted, though {row.why}"
        return
    verified = {harmless(line.text) for line in (*answer.checked, *answer.lines) if line.checked and line.origin is Origin.CANDID}
    yield from (
        f"painted as checked: {each!r}" for each in texts(turn, "checkedText") if not any(painted_of(each, text) for text in verified)
    )
    if len(answer.verified) > len({json.dumps(each, sort_keys=True) for each in json.loads(row.text.removeprefix("\ufeff"))["claims"]}):
        yield "more sentences than claims"
    yield from _faults_of_prose(turn, row)
    ids = {each.citation.id for each in turn.findChildren(CitedPhoto)}
    if not ids <= {each.id for each in evidence(row.pack)[0].photos} or not ids <= _named_in(row):
        yield f"cites {ids}"
    yield from (f"still holds {gone!r}" for gone in row.gone if any(gone in text for text in texts(turn)))


def _are_shown(said: list[str], painted: list[str]) -> bool:
    """Whether each text is painted in its place."""
    return len(said) == len(painted) and all(map(painted_of, painted, said))


def _faults_of_prose(turn: TurnView, row: Row) -> Iterator[str]:
    """A model's own words stand in their own part, all of them, and nowhere else."""
    prose = [each["text"] for each in json.loads(row.text.removeprefix("\ufeff"))["answer"] if each["kind"] == "prose"]
    labels = turn.findChildren(QLabel, "modelText")
    if not row.statements and not _are_shown(list(map(harmless, prose)), texts(turn, "modelText")):
        yield f"prose is shown as {texts(turn, 'modelText')}"
    if len(labels) != len(prose) or not all(_apart(each) for each in labels):
        yield "prose stands among what was checked"
    elsewhere = [each.text() for each in turn.findChildren(QLabel) if each.objectName() != "modelText"]
    yield from (f"prose stands elsewhere: {each!r}" for each in prose if len(each) > SHORT and any(each in text for text in elsewhere))


def _apart(label: QWidget) -> bool:
    above = label.parentWidget()
    return above is not None and (above.objectName() == "modelWords" or _apart(above))


def _named_in(row: Row) -> set[str]:
    return {each for each in _leaves(row.text.removeprefix("\ufeff")) if each.startswith("P-")}


def test_what_may_leave_is_enough_for_honest_replies() -> None:
    """Else the rows above would pass because all is discarded. Some name whole folders or positions, which stay."""
    honest = [row for row in rows() if row.attack.startswith("honest-")]
    assert sum(map(_verdict_of_what_left, honest)) > len(honest) * 0.9
