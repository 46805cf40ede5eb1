"""The lines of an answer: what Candid has checked, what a model says unchecked, and what the code says of the answer itself."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.assistant.answer import Answer, Citation, Line
from app.gui.chat.citation_strip import small_pictures
from app.gui.chat.flow_layout import FlowLayout
from app.gui.chat.line_marks import FLAGGED, UNCHECKED, Kind, kind_of, marks_of
from app.gui.chat.said import Said, show_all
from app.gui.chat.sign import Sign
from app.gui.chat.wishes import Around
from app.gui.labels import plain_label, smaller

MOST_BESIDE = 8
"""Pictures under one sentence; the strip below has all."""


def beside(column: QVBoxLayout, sign: QWidget) -> QVBoxLayout:
    """A new row at the end of a column, with a sign; the column beside it."""
    row, inner = QHBoxLayout(), QVBoxLayout()
    row.setSpacing(8)
    inner.setSpacing(4)
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(inner, 1)
    column.addLayout(row)
    return inner


def line_widgets(answer: Answer, around: Around) -> Iterator[QWidget | None]:
    """One widget for each line, in their order; what a model says in a row stands in one block. None where others may have their turn."""
    for unchecked, group in groupby(answer.lines, key=lambda line: kind_of(answer, line) is Kind.UNCHECKED):
        lines = list(group)
        if unchecked:
            words = ModelWords()
            for line in lines:
                words.add(answer, line, around)
                yield None
            yield words
        else:
            yield from (_candid_line(answer, line, earlier, around) for earlier, line in pairwise([None, *lines]) if line)


def clickable_in(widget: QWidget) -> list[QAbstractButton]:
    """The pictures of a line, and what opens a text that was cut."""
    return widget.findChildren(QAbstractButton)


class CheckedLine(QWidget):
    """A sentence of Candid's own that was checked, with the photos that it is about."""

    def __init__(self, answer: Answer, line: Line, cited: Sequence[Citation], around: Around) -> None:
        super().__init__()
        self.setObjectName("checkedLine")
        text = _said_of(answer, line)
        text.setObjectName("checkedText")
        column = beside(_column(self), Sign(around.themes, "check", lambda theme: theme.exact, name="Checked"))
        _add_said(column, text, cited, around)


class Note(QWidget):
    """What the code says of the answer: that nothing covers it directly, or what Candid cannot do."""

    def __init__(self, answer: Answer, line: Line, around: Around) -> None:
        super().__init__()
        self.setObjectName("answerNote")
        column = beside(_column(self), Sign(around.themes, "info", lambda theme: theme.muted))
        _add_said(column, _said_of(answer, line), (), around)


class ModelWords(QFrame):
    """Prose of a model: apart from all that was checked, its origin told, and marked where it seems to name a relationship."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("modelWords")
        self.setProperty("kind", "unchecked")
        self.setAccessibleName(UNCHECKED)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(12, 8, 10, 8)
        self._lines.setSpacing(8)
        self._lines.addWidget(_small(UNCHECKED, "warning"))

    def sizeHint(self) -> QSize:  # noqa: N802
        """As it is."""
        return self.size()

    def add(self, answer: Answer, line: Line, around: Around) -> None:
        """One more line."""
        text = _said_of(answer, line)
        text.setObjectName("modelText")
        marks = marks_of(answer, line)
        inner = QVBoxLayout()
        inner.setSpacing(2)
        self._lines.addLayout(inner)
        _add_said(inner, text, _cited(answer, line), around)
        inner.addWidget(_small(marks.origin, "muted"))
        if marks.warning:
            row = QWidget()
            beside(_column(row), Sign(around.themes, "warning", lambda theme: theme.warning)).addWidget(_small(FLAGGED, "warning"))
            row.setObjectName("flagged")
            inner.addWidget(row)


def _candid_line(answer: Answer, line: Line, earlier: Line | None, around: Around) -> QWidget:
    if kind_of(answer, line) is Kind.NOTE:
        return Note(answer, line, around)
    return CheckedLine(answer, line, () if _shown_elsewhere(answer, line, earlier) else _cited(answer, line), around)


def _said_of(answer: Answer, line: Line) -> Said:
    return Said(line.text, spoken=marks_of(answer, line).spoken)


def _shown_elsewhere(answer: Answer, line: Line, earlier: Line | None) -> bool:
    """Whether the photos of a line are those of the line above it, or what the strip right below shows larger."""
    if earlier is not None and set(earlier.photo_ids) == set(line.photo_ids):
        return True
    several = sum(bool(each.photo_ids) for each in answer.lines) > 1
    return not several or len(_cited(answer, line)) == len(answer.cited)


def _cited(answer: Answer, line: Line) -> tuple[Citation, ...]:
    return tuple(each for each in answer.cited if each.id in line.photo_ids)


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    return column


def _add_said(column: QVBoxLayout, text: Said, cited: Sequence[Citation], around: Around) -> None:
    """A text with its photos: one at its side, several below it."""
    pictures = small_pictures(cited[:MOST_BESIDE], around.thumbnails, around.themes)
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(text, 1, Qt.AlignmentFlag.AlignTop)
    column.addLayout(row)
    if text.cut:
        column.addWidget(show_all(text), 0, Qt.AlignmentFlag.AlignLeft)
    if len(pictures) == 1:
        row.addWidget(pictures[0], 0, Qt.AlignmentFlag.AlignTop)
    elif pictures:
        flow = FlowLayout(2)
        for picture in pictures:
            flow.addWidget(picture)
        column.addLayout(flow)


def _small(text: str, kind: str) -> QLabel:
    label = plain_label(text, kind, wrap=True)
    label.setFont(smaller(label))
    return label
