"""The card of an answer: its label and why, its lines, the photos it cites, what was checked, and what may be asked or searched next."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.assistant.answer import Answer
from app.assistant.gates.verdict import CODES
from app.assistant.model import Usage
from app.domain.closeness import Measurement
from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.domain.question import Aggregate, Question
from app.gui.chat.answer_lines import beside, clickable_in, line_widgets
from app.gui.chat.chip import Chip
from app.gui.chat.citation_strip import CitationStrip, CitedPhoto
from app.gui.chat.copying import plain_answer
from app.gui.chat.flow_layout import FlowLayout
from app.gui.chat.harmless import breakable, harmless, one_line
from app.gui.chat.mode_chip import ModeChip
from app.gui.chat.ruler import Ruler
from app.gui.chat.said import said
from app.gui.chat.sign import Sign
from app.gui.chat.wishes import Around
from app.gui.formatting import count
from app.gui.labels import IconButton, as_tooltip, plain_label, smaller
from app.services.whole_result import whole_number

WIDEST_PILL = 230
"""Logical pixels of a part of the question as it was understood: the narrowest panel has room for it."""
NOT_KNOWN = "the reply broke a rule that this version of Candid does not know by name"


class AnswerCard(QFrame):
    """Shows one answer, accepted or discarded, once it is filled."""

    def __init__(self, answer: Answer, around: Around, measurement: Measurement | None = None) -> None:
        super().__init__()
        self._answer = answer
        self._around = around
        self._measurement = measurement
        self._order: list[QWidget] = []
        self._ruler: Ruler | None = None
        self.setObjectName("answerCard")
        self.setProperty("kind", "card")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 10, 12, 12)
        self._column.setSpacing(10)
        self._chip = ModeChip(around.themes, None if answer.rejected else answer.mode)
        self.setAccessibleName(f"Answer, {self._chip.word}")

    @property
    def answer(self) -> Answer:
        """What is shown."""
        return self._answer

    def fill(self) -> Iterator[None]:
        """Make what is shown, piece by piece: a long answer all at once would halt the window."""
        self._add_head()
        yield
        if self._answer.rejected:
            self._add_rejection()
        else:
            yield from self._add_answer()
        self._add_usage(self._answer.usage)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As it is: for any other width, all its texts would be laid out for nothing."""
        return self.size()

    def tab_order(self) -> tuple[QWidget, ...]:
        """Where the keyboard goes, from the top."""
        return tuple(self._order)

    def note_gone(self, gone: frozenset[PhotoId]) -> None:
        """These photos are in the library no more."""
        for strip in self.findChildren(CitationStrip):
            strip.note_gone(gone)
        for picture in self.findChildren(CitedPhoto):
            photo = picture.citation.photo
            picture.set_gone(photo is None or photo.id in gone)

    # The head

    def _add_head(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self._chip)
        row.addStretch(1)
        copy = IconButton(self._around.themes, "copy", "Copy this answer as text", self._copy)
        copy.setObjectName("copyAnswer")
        ruler = IconButton(self._around.themes, "ruler", "How close the question lies to your photos", lambda: None)
        ruler.setObjectName("toggleRuler")
        ruler.setCheckable(True)
        ruler.toggled.connect(self._show_ruler)
        for button in (ruler, copy):
            row.addWidget(button)
            self._order.append(button)
        self._column.addLayout(row)
        if self._answer.why and not self._answer.rejected:
            why = said(self._answer.why, "muted")
            why.setObjectName("answerWhy")
            self._column.addWidget(why)
        if self._answer.understood:
            self._column.addLayout(_pills(self._answer.understood))

    def _show_ruler(self, wanted: bool) -> None:
        if self._ruler is None:
            self._ruler = Ruler(self._around.themes)
            self._ruler.show_answer(self._answer, self._measurement)
            self._column.insertWidget(2 if self._answer.why and not self._answer.rejected else 1, self._ruler)
        self._ruler.setVisible(wanted)

    def _copy(self) -> None:
        self._around.wishes.copy.emit(plain_answer(self._answer))

    # An answer

    def _add_answer(self) -> Iterator[None]:
        for widget in line_widgets(self._answer, self._around):
            if widget is not None:
                self._add_line(widget)
            yield
        if self._answer.redactions:
            self._column.addWidget(_small("Paths of this computer were taken out of the text.", "muted"))
        whole = self._whole()
        if self._answer.cited or whole:
            self._add_citations(whole)
            yield
        if self._answer.checked:
            yield from self._add_checked()
        if self._answer.suggested:
            self._add_suggested()

    def _add_line(self, widget: QWidget) -> None:
        self._column.addWidget(widget)
        for button in clickable_in(widget):
            if isinstance(button, CitedPhoto):
                button.chosen.connect(self._go_to)
            self._order.append(button)

    def _whole(self) -> int:
        """How many photos the answer is about, where those are more than it cites."""
        question = self._answer.question
        found = [each for each in self._answer.cited if each.photo is None or each.photo.id not in _asked_about(question)]
        whole = whole_number(question, self._answer.pack.library)
        return whole if whole > len(found) else 0

    def _add_citations(self, whole: int) -> None:
        strip = CitationStrip(self._answer.cited, self._around.thumbnails, self._around.themes, whole)
        strip.chosen.connect(self._go_to)
        strip.show_asked.connect(self._around.wishes.show_photos)
        strip.all_asked.connect(lambda: self._around.wishes.show_all.emit(self._answer.question))
        strip.compare_asked.connect(self._around.wishes.compare)
        self._column.addWidget(strip)
        self._order.extend(strip.tab_order())

    def _go_to(self, photo: Photo) -> None:
        cited = tuple(each.photo for each in self._answer.cited if each.photo is not None)
        self._around.wishes.photo.emit(photo, cited or (photo,))

    def _add_checked(self) -> Iterator[None]:
        button = Disclosure(self._around, f"Checked ({len(self._answer.checked)})")
        button.setObjectName("checkedToggle")
        self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        inner = QWidget()
        inner.setObjectName("checkedList")
        column = QVBoxLayout(inner)
        column.setContentsMargins(4, 0, 0, 0)
        column.setSpacing(6)
        for sentence in self._answer.verified:
            beside(column, Sign(self._around.themes, "check", lambda theme: theme.exact)).addWidget(said(sentence))
            yield
        self._column.addWidget(inner)
        inner.hide()
        button.toggled.connect(inner.setVisible)
        self._order.append(button)

    def _add_suggested(self) -> None:
        self._column.addWidget(_small("Search instead", "muted"))
        flow = FlowLayout(6)
        for query in self._answer.suggested:
            button = Chip(self._around.themes, "search", query)
            button.setObjectName("suggestedSearch")
            button.setAccessibleName(f"Search for {harmless(query)}")
            button.clicked.connect(partial(self._search, query))
            flow.addWidget(button)
            self._order.append(button)
        self._column.addLayout(flow)

    def _search(self, query: str, *_: object) -> None:
        self._around.wishes.search.emit(query)

    # A discarded answer

    def _add_rejection(self) -> None:
        for line in self._answer.lines:
            text = said(line.text)
            text.setObjectName("rejectionText")
            self._column.addWidget(text)
        told = dict.fromkeys(CODES.get(each.code, NOT_KNOWN) for each in self._answer.reasons)
        reasons = said("Why: " + "; ".join(told) + ".", "muted")
        reasons.setObjectName("rejectionReasons")
        self._column.addWidget(reasons)
        again, log = QPushButton("Ask again"), QPushButton("Discarded replies…")
        again.setObjectName("askAgain")
        log.setObjectName("showDiscarded")
        again.clicked.connect(lambda: self._around.wishes.ask.emit(self._answer.question.text))
        log.clicked.connect(self._around.wishes.discarded)
        row = FlowLayout(8)
        for button in (again, log):
            button.setProperty("kind", "small")
            row.addWidget(button)
            self._order.append(button)
        self._column.addLayout(row)

    def _add_usage(self, usage: Usage | None) -> None:
        if usage is not None:
            label = _small(breakable(usage_text(usage)), "muted")
            label.setObjectName("usage")
            self._column.addWidget(label)


class Disclosure(Chip):
    """A line that shows or hides what is below it."""

    def __init__(self, around: Around, text: str) -> None:
        super().__init__(around.themes, "right", text, "quiet")
        self.setCheckable(True)
        self.toggled.connect(lambda shown: self.show_sign("down" if shown else "right"))


def usage_text(usage: Usage) -> str:
    """`claude-… · 1,234 tokens in, 210 out · $0.0123`."""
    parts = [harmless(usage.model)]
    if usage.input_tokens is not None and usage.output_tokens is not None:
        parts.append(f"{count(usage.input_tokens, 'token')} in, {usage.output_tokens:,} out")
    if usage.dollars is not None:
        parts.append(f"${usage.dollars:.4f}")
    return " · ".join(parts)


def _asked_about(question: Question) -> frozenset[PhotoId]:
    """What is cited beside the photos that were found: those that others are related to."""
    return frozenset(question.about) if question.aggregate is Aggregate.RELATED else frozenset()


def _pills(texts: tuple[str, ...]) -> FlowLayout:
    flow = FlowLayout(4)
    title = _small("Understood as", "muted")
    title.setWordWrap(False)
    title.setContentsMargins(0, 2, 2, 2)
    flow.addWidget(title)
    for text in texts:
        line = one_line(text)
        pill = plain_label("", "pill")
        pill.setObjectName("understood")
        pill.setFont(smaller(pill))
        pill.setText(pill.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, WIDEST_PILL))
        pill.setToolTip("" if pill.text() == line else as_tooltip(breakable(line)))
        flow.addWidget(pill)
    return flow


def _small(text: str, kind: str) -> QLabel:
    label = plain_label(text, kind, wrap=True)
    label.setFont(smaller(label))
    return label
