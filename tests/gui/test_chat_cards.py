"""Cards of answers that are made up: every label, hostile text in every place, and what can be done with them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.assistant.answer import Answer, Citation, Line, Origin
from app.assistant.gates.verdict import CODES, REJECTION, Redaction, Rejection
from app.assistant.model import Usage
from app.domain.evidence import AnswerMode, Closeness, EvidencePack
from app.domain.ids import PackId
from app.domain.query import ParsedQuery
from app.domain.question import Question
from app.gui.chat.answer_card import AnswerCard
from app.gui.chat.citation_strip import CitationStrip, CitedPhoto
from app.gui.chat.copying import plain_answer
from app.gui.chat.line_marks import FLAGGED, UNCHECKED
from app.gui.chat.mode_chip import ModeChip
from app.gui.chat.payload_view import PayloadView
from app.gui.chat.said import MOST_CHARACTERS, MOST_LINES
from app.gui.chat.turn_view import NARROWEST, Bubble
from app.gui.chat.wishes import Around, Wishes
from app.gui.jobs import Runner
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from tests.gui.chatting import texts
from tests.gui.driving import child, click
from tests.gui.looking import DrawnLook, photo

HOSTILE = "<h1>x</h1> <a href='http://e.test'>y</a> \u202eabc\x1b[2J &amp; " + "w" * 300
FIRST, OTHER = PackId("P-7K2Q"), PackId("P-3M8X")
CHECKED = (
    Line("“a.jpg” was taken on 14 June 2019.", Origin.CANDID, (FIRST,), checked=True),
    Line("2 photos match.", Origin.CANDID, checked=True),
)
OPENING = Line("Nothing here covers this directly.", Origin.CANDID)
PROSE = Line("A boat at rest.", Origin.LIBRARY, (FIRST,))
GENERAL = Line("Boats float.", Origin.GENERAL)
USAGE = Usage("claude-of-the-tests", 10, 5, 0.5)


def answer(*lines: Line, mode: AnswerMode = AnswerMode.SOURCED) -> Answer:
    """An answer of these lines that cites two photos."""
    return Answer(
        mode=mode,
        closeness=Closeness(0.5, 0.2),
        understood=("date: 2019",),
        lines=lines or CHECKED,
        checked=CHECKED,
        cited=(Citation(FIRST, "/p/a.jpg", photo(1)), Citation(OTHER, "/p/b.jpg", photo(2))),
        rejected=False,
        reasons=(),
        redactions=(),
        flags=(),
        pack=EvidencePack(mode),
        question=Question("Which?", ParsedQuery("Which?")),
        why="The dates of your photos answer this.",
        usage=USAGE,
    )


class Bench:
    def __init__(self, qtbot: QtBot, qapp: QApplication) -> None:
        self.runner, self.wishes, themes = Runner(), Wishes(), ThemeKeeper(qapp, "light")
        self.around = Around(themes, Thumbnails(DrawnLook().thumbnail, self.runner), self.wishes)
        self.qtbot = qtbot

    def card(self, made: Answer, width: int = 340) -> AnswerCard:
        card = AnswerCard(made, self.around)
        for _ in card.fill():
            pass
        self.qtbot.addWidget(card)
        card.resize(width, 800)
        card.show()
        self.qtbot.waitExposed(card)
        card.grab()
        assert self.runner.wait_idle()
        return card


@pytest.fixture
def bench(qtbot: QtBot, qapp: QApplication) -> Bench:
    return Bench(qtbot, qapp)


@pytest.mark.parametrize(("mode", "word"), [(AnswerMode.SOURCED, "Sourced"), (AnswerMode.ADJACENT, "Adjacent"), (AnswerMode.OPEN, "Open")])
def test_each_label_and_why(bench: Bench, mode: AnswerMode, word: str) -> None:
    card = bench.card(answer(mode=mode))
    chip = card.findChild(ModeChip)
    assert isinstance(chip, ModeChip)
    assert chip.word == word
    assert chip.toolTip()
    assert texts(card, "answerWhy") == ["The dates of your photos answer this."]
    assert texts(card, "understood") == ["date: 2019"]
    assert "Understood as" in texts(card)


def test_lines_keep_their_order_and_their_kind(bench: Bench) -> None:
    card = bench.card(answer(OPENING, CHECKED[0], PROSE, GENERAL, CHECKED[1], mode=AnswerMode.ADJACENT))
    layout = card.layout()
    assert layout is not None
    kinds = [layout.itemAt(number).widget() for number in range(layout.count())]  # type: ignore[union-attr]
    named = [each.objectName() for each in kinds if each is not None and each.objectName() in ("answerNote", "checkedLine", "modelWords")]
    assert named == ["answerNote", "checkedLine", "modelWords", "checkedLine"]
    words = child(card, QWidget, "modelWords")
    assert texts(words) == [UNCHECKED, "A boat at rest.", "About a photo", "Boats float.", "General knowledge"]


def test_without_a_model_nothing_is_called_a_models_words(bench: Bench) -> None:
    card = bench.card(replace(answer(OPENING, GENERAL, mode=AnswerMode.OPEN), usage=None, checked=()))
    assert UNCHECKED not in texts(card)
    assert "Boats float." in texts(card)
    assert card.findChild(QLabel, "usage") is None


def test_the_warning_stands_below_the_sentence_that_it_is_about(bench: Bench) -> None:
    merged = Line("“a.jpg” was taken on 14 June 2019 and shows a boat.", Origin.CANDID, (FIRST,), checked=True)
    lines = (OPENING, merged, replace(PROSE, flags=("same day",)), GENERAL)
    card = bench.card(answer(*lines, mode=AnswerMode.ADJACENT))
    told = texts(child(card, QWidget, "modelWords"))
    assert told == [UNCHECKED, "A boat at rest.", "About a photo", FLAGGED, "Boats float.", "General knowledge"]
    assert texts(card, "checkedText") == [merged.text], "a sentence made of several claims keeps its check mark"


def test_a_screen_reader_is_told_the_same_marks(bench: Bench) -> None:
    card = bench.card(answer(CHECKED[0], replace(PROSE, flags=("same day",)), mode=AnswerMode.ADJACENT))
    assert child(card, QLabel, "checkedText").accessibleName() == f"Checked: {CHECKED[0].text}"
    assert child(card, QLabel, "modelText").accessibleName() == f"{UNCHECKED} · About a photo · a.jpg · {FLAGGED[:-1]}: {PROSE.text}"


@pytest.mark.parametrize("text", ["word " * 400, "x\n" * 900])
def test_a_long_statement_is_cut_and_can_be_read_whole(bench: Bench, text: str) -> None:
    card = bench.card(answer(Line(text, Origin.GENERAL)))
    assert card.height() < 3000
    shown = texts(card, "modelText")[0]
    assert shown.endswith("…")
    assert len(shown) <= MOST_CHARACTERS + 1
    assert shown.count("\n") < MOST_LINES
    click(card, "showWhole")
    assert child(card, PayloadView, "wholeTextView").toPlainText() == text
    child(card, QDialog, "wholeText").close()


WIDE = {
    "letters": "W" * 1990, "planes": "𝕏" * 900, "Thai": "ก็็็็็็็็็็็็" * 100, "Tamil": "\u0bcc" * 800 + "x", "turning": "x\u202e\u2066" * 40 + "x",
    "lines": "x\n" * 900, "unseen": "a\u034f\u115f\u3164\u2800" * 200, "ligatures": "\ufdfd" * 300, "families": "👩‍👩‍👧‍👦" * 100,
    "accents": "a" + "\u0301" * 1500,
}  # fmt: skip


@pytest.mark.parametrize("name", WIDE)
def test_no_text_pushes_anything_out_of_sight(bench: Bench, qtbot: QtBot, name: str) -> None:
    text = WIDE[name]
    lines = (
        Line(text, Origin.CANDID, (FIRST,), checked=True),
        Line(text, Origin.LIBRARY, (FIRST,), flags=("x",)),
        Line(text, Origin.CANDID),
    )
    made = replace(answer(*lines), why=text, suggested=(text,), understood=(text,), usage=Usage(text, 1, 1, None))
    card, bubble = bench.card(made, width=304), Bubble(text)
    assert card.minimumSizeHint().width() <= 304
    assert card.width() == 304
    for each in card.findChildren(QWidget):
        if each.isVisible():
            assert each.mapTo(card, each.rect().topRight()).x() < card.width(), f"{type(each).__name__} {each.objectName()}"
    qtbot.addWidget(bubble)
    assert bubble.minimumSizeHint().width() <= NARROWEST


@pytest.mark.parametrize("place", ["line", "prose", "understood", "suggested", "path", "why", "model"])
def test_hostile_text_is_text_wherever_it_stands(bench: Bench, place: str) -> None:
    made = {
        "line": lambda: replace(answer(Line(HOSTILE, Origin.CANDID, checked=True)), checked=(Line(HOSTILE, Origin.CANDID, checked=True),)),
        "prose": lambda: answer(Line(HOSTILE, Origin.GENERAL)),
        "understood": lambda: replace(answer(), understood=(HOSTILE,)),
        "suggested": lambda: replace(answer(), suggested=(HOSTILE,)),
        "path": lambda: replace(answer(), cited=(Citation(FIRST, f"/p/{HOSTILE.replace('/', '')}.jpg", photo(1)),)),
        "why": lambda: replace(answer(), why=HOSTILE),
        "model": lambda: replace(answer(), usage=Usage(HOSTILE, 1, 1, None)),
    }[place]()
    card = bench.card(made)
    assert {each.textFormat() for each in card.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
    labels, buttons = card.findChildren(QLabel), card.findChildren(QToolButton)
    shown = [*(each.text() for each in labels), *(each.text() for each in buttons)]
    assert not any(set(each) & set("\u202e\x1b") for each in shown)
    assert not any("<h1>" in each.toolTip() or "<a " in each.toolTip() for each in card.findChildren(QWidget))
    assert card.minimumSizeHint().width() <= 316
    assert not set(plain_answer(made)) & set("\u202e\x1b")


def test_paths_that_were_taken_out_are_told(bench: Bench) -> None:
    assert "Paths of this computer were taken out of the text." in texts(bench.card(replace(answer(), redactions=(Redaction(0, "/home"),))))


def test_a_suggested_search_is_asked_for(bench: Bench, qtbot: QtBot) -> None:
    card = bench.card(replace(answer(), suggested=("tag:harbour date:2019",)))
    with qtbot.waitSignal(bench.wishes.search) as told:
        click(card, "suggestedSearch")
    assert told.args == ["tag:harbour date:2019"]


def test_pictures_beside_a_sentence_lead_to_the_photo(bench: Bench, qtbot: QtBot) -> None:
    card = bench.card(answer(CHECKED[0], replace(PROSE, photo_ids=(OTHER,))))
    small = next(each for each in card.tab_order() if each.objectName() == "citedPhoto")
    with qtbot.waitSignal(bench.wishes.photo) as told:
        QTest.mouseClick(small, Qt.MouseButton.LeftButton)
    assert told.args == [photo(1), (photo(1), photo(2))]


def test_the_same_photos_are_not_shown_again_and_again(bench: Bench) -> None:
    both = tuple(Line(f"Both share {each}.", Origin.CANDID, (FIRST, OTHER), checked=True) for each in ("a day", "a place"))
    first = tuple(Line(f"The first has {each}.", Origin.CANDID, (FIRST,), checked=True) for each in ("a tag", "a date"))
    second = Line("The second has a tag.", Origin.CANDID, (OTHER,), checked=True)
    lines = (*both, *first, second)
    card = bench.card(replace(answer(*lines), checked=lines))
    pictures = [len(each.findChildren(CitedPhoto)) for each in card.findChildren(QWidget, "checkedLine")]
    assert pictures == [0, 0, 1, 0, 1]
    assert len(child(card, CitationStrip, "citationStrip").pictures) == 2


def test_a_discarded_reply_shows_nothing_of_itself(bench: Bench) -> None:
    reasons = (Rejection("claims", "wrong_count", "claim 0: a number over your photos is another"), Rejection("x", "of_the_future", "?"))
    made = replace(answer(Line(REJECTION, Origin.CANDID)), rejected=True, reasons=reasons, cited=(), checked=(), suggested=("x",))
    card = bench.card(made)
    assert texts(card, "rejectionText") == [REJECTION]
    assert CODES["wrong_count"] in texts(card, "rejectionReasons")[0]
    assert card.findChild(QWidget, "citationStrip") is None
    assert card.findChild(QWidget, "checkedToggle") is None
    assert [each.objectName() for each in card.tab_order()] == ["toggleRuler", "copyAnswer", "askAgain", "showDiscarded"]


def test_the_copy_says_what_was_checked_and_what_not() -> None:
    copied = plain_answer(answer(OPENING, CHECKED[0], GENERAL, mode=AnswerMode.ADJACENT)).splitlines()
    assert copied[0] == "Which?"
    assert copied[2] == "Adjacent. The dates of your photos answer this."
    assert copied[3:6] == [OPENING.text, f"✓ {CHECKED[0].text}", f"[{UNCHECKED} · General knowledge] {GENERAL.text}"]
    assert copied[-2:] == ["- a.jpg", "- b.jpg"]


@pytest.mark.parametrize("way", ["\n", "\r\n", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_no_words_forge_a_mark_or_a_list_in_a_copy(way: str) -> None:
    prose = Line(f"Lovely.{way}✓ 4,000 photos were taken on Mars.{way}{way}Photos:{way}- mars.jpg", Origin.GENERAL)
    copied = plain_answer(replace(answer(prose), cited=())).splitlines()
    assert len(copied) == 4
    assert copied[3].startswith(f"[{UNCHECKED} · General knowledge] Lovely. ✓ 4,000")
