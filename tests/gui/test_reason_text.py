"""Reasons stay on one line, keep the words that matched in sight, and are never read as markup."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.match import Reason
from app.gui.reason_text import BEFORE, ReasonLabel, fitted, line_of, paint_reason, shortened
from app.gui.theme import LIGHT, ThemeKeeper

LONG = "a morning walk along the old town wall until at last there were fishing boats in the harbour"
AT = LONG.index("fishing")


def bold_words(reason: Reason) -> list[str]:
    line = line_of(reason)
    return [line.text[start:end] for start, end in line.bold]


def ink(reason: Reason, width: int) -> list[int]:
    """The columns that are painted, in a strip wider than the room."""
    image = QImage(width + 200, 24, QImage.Format.Format_RGB32)
    image.fill(LIGHT.surface)
    with QPainter(image) as painter:
        paint_reason(painter, QRectF(0, 0, width, 24), reason, LIGHT)
    return [x for x in range(image.width()) if any(image.pixelColor(x, y) != LIGHT.surface for y in range(24))]


def test_lines_read_like_plain_reasons() -> None:
    for reason in (
        Reason("tag", "harbour", ((0, 7),)),
        Reason("caption", "fishing boats"),
        Reason("meaning only"),
        Reason("looks like", "canoe", guessed=True),
        Reason("looks alike", guessed=True),
    ):
        assert line_of(reason).text == reason.plain


def test_bold_spans_fall_on_the_words() -> None:
    assert bold_words(Reason("tag", "harbour", ((0, 7),))) == ["harbour"]
    assert bold_words(Reason("caption", "🐈 fishing boats", ((2, 9), (10, 15)))) == ["fishing", "boats"]


def test_line_breaks_and_markup_are_text() -> None:
    line = line_of(Reason("caption", "<b>one</b>\ntwo\u2028three"))
    assert line.text == "caption: <b>one</b> two three"


def test_a_long_text_begins_shortly_before_its_first_bold_word() -> None:
    line = shortened(line_of(Reason("caption", LONG, ((AT, AT + 7),))))
    assert line.text.startswith("caption: …")
    assert line.text[slice(*line.bold[0])] == "fishing"
    assert line.bold[0][0] <= len("caption: …") + BEFORE


def test_nothing_is_left_out_where_the_word_is_near() -> None:
    line = line_of(Reason("caption", LONG, ((2, 9),)))
    assert shortened(line) == line


def test_what_is_guessed_is_called_so_where_the_rest_is_cut(qapp: QApplication) -> None:
    reason = Reason("looks like", "canoe, lake shore, a very long name of a class", guessed=True)
    for width in (140, 200, 260):
        laid, fits = fitted(line_of(reason), QFont(), width, LIGHT)
        assert not fits
        assert laid.text().startswith("looks")
        assert laid.text().endswith("… (a guess)")
        assert max(ink(reason, width)) < width + 2
    laid, _ = fitted(line_of(reason), QFont(), 60, LIGHT)
    assert laid.text().endswith("…")
    assert line_of(reason).tail
    assert not line_of(Reason("looks like", "canoe (a guess)")).tail, "it is not told by its words"


def test_painting_stays_in_its_room(qapp: QApplication) -> None:
    columns = ink(Reason("caption", LONG, ((AT, AT + 7),)), 160)
    assert columns
    assert max(columns) < 164
    assert max(columns) > 100


def test_bold_is_painted_bold(qapp: QApplication) -> None:
    plain, bold = (ink(Reason("tag", "harbour", spans), 400) for spans in ((), ((0, 7),)))
    heavy = QFont(qapp.font())
    heavy.setBold(True)
    wider = QFontMetricsF(heavy).horizontalAdvance("harbour") - QFontMetricsF(qapp.font()).horizontalAdvance("harbour")
    assert max(bold) - max(plain) > wider / 2 > 0


def test_the_widget_shows_and_names_it(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    label = ReasonLabel(ThemeKeeper(qapp, "light"), None, window)
    window.show()
    assert not label.isVisible()
    label.show_reason(Reason("tag", "harbour", ((0, 7),)))
    assert label.isVisible()
    assert label.accessibleName() == "tag harbour"
    label.show_reason(None)
    assert not label.isVisible()


SPANS = st.lists(st.tuples(st.integers(-5, 500), st.integers(-5, 500)), max_size=4).map(tuple)


@given(st.text(max_size=600), SPANS)
def test_any_text_makes_a_line(text: str, spans: tuple[tuple[int, int], ...]) -> None:
    for line in (line_of(Reason("caption", text, spans)), shortened(line_of(Reason("caption", text, spans)))):
        assert "\n" not in line.text
        assert all(0 <= start < end <= len(line.text) for start, end in line.bold)


@given(st.text(max_size=60), st.integers(1, 300))
def test_any_text_is_painted(qapp: QApplication, text: str, width: int) -> None:
    image = QImage(320, 24, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint_reason(painter, QRectF(0, 0, width, 24), Reason("caption", text, ((1, 5),)), LIGHT)
