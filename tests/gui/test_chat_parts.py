"""The small parts of the panel: harmless text, suggestions, lines of widgets, the label's chip, the question's box, pictures of photos."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.assistant.answer import Citation
from app.assistant.model import Usage
from app.cli.answer_views import LABELS
from app.domain.evidence import AnswerMode
from app.domain.ids import PackId, PhotoId
from app.domain.photo import Photo
from app.gui.chat.answer_card import usage_text
from app.gui.chat.chip import LONGEST, Chip
from app.gui.chat.citation_strip import CitationStrip, CitedPhoto
from app.gui.chat.column_layout import ColumnLayout
from app.gui.chat.flow_layout import FlowLayout
from app.gui.chat.harmless import UNBROKEN, breakable, harmless
from app.gui.chat.mode_chip import MEANINGS, SIGNS, WORDS, ModeChip
from app.gui.chat.question_box import LONGEST_QUESTION, QuestionEdit
from app.gui.chat.suggestions import Facts, suggested_questions
from app.gui.icons import icon_path
from app.gui.jobs import Runner
from app.gui.theme import DARK, LIGHT, ThemeKeeper, mode_color
from app.gui.thumbnails import Thumbnails
from tests.gui.driving import PATIENCE_MS
from tests.gui.looking import DrawnLook, color_of, near, photo, pixel

TURNING = "\u202a\u202b\u202c\u202d\u202e\u200e\u200f\u061c"
FACTS: Facts = {
    "matching": 40, "undated": 3, "first": "2011-01-02T10:00:00", "last": "2019-05-05T11:00:00", "cameras": 2,
    "per_year.2015": 12, "per_year.2019": 20,
    "per_place.Arezzo, Tuscany": 9, "per_place.Porto": 4, "per_person.Ada": 5, "per_tag.harbour": 7,
}  # fmt: skip


# Harmless text


@given(st.text())
def test_nothing_steers_what_is_around_it(text: str) -> None:
    shown = harmless(text)
    assert all(each.isprintable() or each in "\n\u200c\u200d\u2066\u2067\u2068\u2069" for each in shown)
    assert not set(shown) & set(TURNING)
    for line in shown.split("\n"):
        depth = 0
        for each in line:
            depth += (each in "\u2066\u2067\u2068") - (each == "\u2069")
            assert depth >= 0
        assert depth == 0


@given(st.text())
def test_making_harmless_twice_is_making_it_once(text: str) -> None:
    assert harmless(harmless(text)) == harmless(text)


@given(st.text(st.characters(categories=("L", "N", "Z", "P", "C"))))
def test_every_line_can_be_broken(text: str) -> None:
    assert max(map(len, breakable(text).replace("\u200b", " ").split()), default=0) <= UNBROKEN
    assert breakable(text).replace("\u200b", "") == harmless(text)


@pytest.mark.parametrize("text", ["Zoë’s “first” – 1/250 s", "line\nline", "👩\u200d👩\u200d👧", "“\u2068שלום.jpg\u2069”", "日本語"])
def test_what_people_write_stays(text: str) -> None:
    assert harmless(text) == text


def test_what_hides_or_turns_goes() -> None:
    assert harmless("a\u202eb") == "a\N{REPLACEMENT CHARACTER}b"
    assert harmless("a\u200bb\u00adc") == "abc"
    assert harmless("a\tb\r\nc") == "a b\nc"
    assert harmless("\udcff") == "\N{REPLACEMENT CHARACTER}"


# Suggestions


def test_suggestions_are_made_of_what_there_is() -> None:
    assert suggested_questions(FACTS) == (
        "How many photos were taken in 2019?",
        "Show photos from Arezzo",
        "Which camera took the most photos?",
        "Which photos have no capture date?",
        "Show photos of Ada",
    )


@pytest.mark.parametrize("without", ["per_place.Arezzo, Tuscany", "undated", "cameras", "per_person.Ada"])
def test_a_suggestion_needs_its_fact(without: str) -> None:
    facts = {name: value for name, value in FACTS.items() if name != without}
    assert suggested_questions(facts) != suggested_questions(FACTS)


def test_an_empty_library_suggests_nothing() -> None:
    assert suggested_questions({"matching": 0}) == ()
    assert suggested_questions({}) == ()


def test_names_that_make_no_question_are_left_out() -> None:
    hostile = {"matching": 5, "per_place.<b>x</b>": 9, "per_place.line\nbreak": 8, f"per_place.{'w' * 80}": 7, "per_place.Porto": 1}
    assert "Show photos from Porto" in suggested_questions(hostile)


@given(st.dictionaries(st.sampled_from(list(FACTS)) | st.text(), st.integers(0, 9) | st.text()))
def test_any_facts_give_at_most_five_questions(facts: dict[str, int | str]) -> None:
    made = suggested_questions(facts)
    assert len(made) <= 5
    assert all(each and "\n" not in each for each in made)


# Lines of widgets


def squares(number: int, side: int = 20) -> tuple[QWidget, list[QLabel]]:
    around, made = QWidget(), []
    flow = FlowLayout(5, around)
    for _ in range(number):
        label = QLabel()
        label.setFixedSize(side, side)
        flow.addWidget(label)
        made.append(label)
    return around, made


@pytest.mark.parametrize(("width", "lines"), [(120, 1), (119, 2), (45, 3), (20, 5), (5, 5)])
def test_widgets_go_on_in_the_next_line(qtbot: QtBot, width: int, lines: int) -> None:
    around, made = squares(5)
    qtbot.addWidget(around)
    layout = around.layout()
    assert layout is not None
    assert layout.heightForWidth(width) == lines * 20 + (lines - 1) * 5
    layout.setGeometry(around.rect().adjusted(0, 0, width - around.width(), 0))
    assert len({each.y() for each in made}) == lines


def test_hidden_widgets_take_no_room(qtbot: QtBot) -> None:
    around, made = squares(5)
    qtbot.addWidget(around)
    made[0].hide()
    layout = around.layout()
    assert layout is not None
    assert layout.sizeHint() == QSize(4 * 20 + 3 * 5, 20)


class Tall(QWidget):
    """Twice as high as it is narrow."""

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        return 400 - width


def test_a_column_gives_each_widget_its_height_whatever_its_own(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    column, made = ColumnLayout(around, 10, 5), [Tall() for _ in range(3)]
    for each in made:
        column.addWidget(each)
    made[1].hide()
    around.resize(120, 50)
    around.show()
    qtbot.waitExposed(around)
    assert [(each.x(), each.y(), each.width(), each.height()) for each in (made[0], made[2])] == [(10, 10, 100, 300), (10, 315, 100, 300)]
    assert column.heightForWidth(120) == 625
    assert column.minimumSize().height() == 0


# The label


def test_every_label_has_word_icon_colour_and_meaning(qtbot: QtBot, qapp: QApplication) -> None:
    assert set(WORDS) == set(SIGNS) == set(MEANINGS) == set(AnswerMode)
    assert len(set(WORDS.values())) == len(set(SIGNS.values())) == 3
    assert all(icon_path(name).is_file() for name in SIGNS.values())
    for theme in (LIGHT, DARK):
        assert len({mode_color(theme, mode).name() for mode in AnswerMode}) == 3


def test_adjacent_denies_no_answer_that_a_caption_may_give() -> None:
    for told in (MEANINGS[AnswerMode.ADJACENT], LABELS[AnswerMode.ADJACENT]):
        assert "come near to this" in told
        assert "whether they answer it, Candid cannot tell." in told


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("mode", [*AnswerMode, None])
def test_the_word_can_be_read_on_its_ground(qtbot: QtBot, qapp: QApplication, mode: AnswerMode | None, dark: bool) -> None:
    themes = ThemeKeeper(qapp, "dark" if dark else "light")
    color, ground = QColor(ModeChip(themes, mode).color), themes.theme.raised
    mixed = [0.1 * one + 0.9 * other for one, other in zip(color.getRgbF()[:3], ground.getRgbF()[:3], strict=True)]  # type: ignore[index]
    assert _contrast(list(color.getRgbF()[:3]), mixed) >= 4.5  # type: ignore[index]


def _contrast(first: list[float], other: list[float]) -> float:
    """WCAG 2.2, contrast ratio."""
    lights = sorted(
        sum(share * _linear(part) for share, part in zip((0.2126, 0.7152, 0.0722), each, strict=True)) for each in (first, other)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


# Chips, the question, usage


def test_a_chip_shows_text_as_text(qtbot: QtBot, qapp: QApplication) -> None:
    chip = Chip(ThemeKeeper(qapp, "light"), "search", "R&D \u202e<b>" + "x" * 80)
    qtbot.addWidget(chip)
    assert chip.text().startswith("R&&D \N{REPLACEMENT CHARACTER}<b>")
    assert len(chip.text()) <= LONGEST + 1
    assert "&lt;b&gt;" in chip.toolTip()


def test_a_question_is_bounded(qtbot: QtBot) -> None:
    edit = QuestionEdit()
    qtbot.addWidget(edit)
    edit.setPlainText("x" * (LONGEST_QUESTION + 50))
    assert len(edit.toPlainText()) == LONGEST_QUESTION


def test_pasted_markup_stays_text(qtbot: QtBot) -> None:
    edit = QuestionEdit()
    qtbot.addWidget(edit)
    edit.insertPlainText("<b>x</b>")
    assert edit.toPlainText() == "<b>x</b>"


def test_usage_is_told_with_its_price_if_that_is_known() -> None:
    assert usage_text(Usage("m", 1_234, 5, 0.01234)) == "m · 1,234 tokens in, 5 out · $0.0123"
    assert usage_text(Usage("m", 1, 5, None)) == "m · 1 token in, 5 out"
    assert usage_text(Usage("m", None, None, None)) == "m"


# Pictures


class Bench:
    def __init__(self, qtbot: QtBot, qapp: QApplication, *unreadable: int) -> None:
        self.runner, self.themes = Runner(), ThemeKeeper(qapp, "light")
        self.thumbnails = Thumbnails(DrawnLook(*unreadable).thumbnail, self.runner)
        self.qtbot = qtbot

    def shown(self, widget: QWidget) -> None:
        self.qtbot.addWidget(widget)
        widget.show()
        self.qtbot.waitExposed(widget)
        widget.grab()
        assert self.runner.wait_idle(PATIENCE_MS)


def citation(number: int, of: Photo | None = None) -> Citation:
    return Citation(PackId(f"P-0A0{number}"), f"/photos/picture {number}.jpg", of or photo(number))


def test_a_picture_is_the_middle_of_its_photo(qtbot: QtBot, qapp: QApplication) -> None:
    bench = Bench(qtbot, qapp)
    picture = CitedPhoto(citation(3), bench.thumbnails, bench.themes)
    bench.shown(picture)
    assert near(pixel(picture, 0.3, 0.5), color_of(3), 30)
    with qtbot.waitSignal(picture.chosen) as told:
        QTest.mouseClick(picture, Qt.MouseButton.LeftButton)
    assert told.args == [picture.citation.photo]


def test_a_photo_that_is_gone_cannot_be_chosen(qtbot: QtBot, qapp: QApplication) -> None:
    bench = Bench(qtbot, qapp)
    strip = CitationStrip([citation(1), citation(2), Citation(PackId("P-0A09"), "/photos/lost.jpg")], bench.thumbnails, bench.themes)
    bench.shown(strip)
    assert [each.gone for each in strip.pictures] == [False, False, True]
    strip.note_gone(frozenset({PhotoId(1)}))
    assert [each.gone for each in strip.pictures] == [True, False, True]
    assert not strip.compare.isEnabled()
    with qtbot.assertNotEmitted(strip.chosen):
        QTest.mouseClick(strip.pictures[0], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(strip.show_asked) as told:
        strip.show_these.click()
    assert told.args == [(strip.pictures[1].citation.photo,)]


def test_a_picture_that_cannot_be_read_is_a_frame(qtbot: QtBot, qapp: QApplication) -> None:
    bench = Bench(qtbot, qapp, 4)
    picture = CitedPhoto(citation(4), bench.thumbnails, bench.themes)
    bench.shown(picture)
    assert near(pixel(picture, 0.2, 0.2), bench.themes.theme.bar_track)
