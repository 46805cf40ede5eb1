"""Answers as PDF. The document is put together from texts and pictures, never read from markup, so that no text can be a link or a tag."""

from collections.abc import Mapping, Sequence
from datetime import date

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)  # fmt: skip

from app.assistant.answer import Answer, Citation
from app.domain.ids import PhotoId
from app.gui.chat.export_words import (
    TITLE,
    Thumbnails,
    Turns,
    answered_by,
    caption,
    label,
    made_by,
    not_exported,
    pictures_of,
    reasons,
)  # fmt: skip
from app.gui.chat.harmless import one_line
from app.gui.chat.line_marks import CHECK, Marks, marks_of
from app.gui.pictures import image_of_jpeg
from app.gui.theme import LIGHT, mode_color
from app.services.whole_file import check_place, write_whole

RESOLUTION = 300
MARGINS = QMarginsF(20, 18, 20, 14)
"""Millimetres."""
A_ROW = 3
"""Pictures side by side."""
PICTURE = QSizeF(196, 147)
"""The most that a picture takes, in pixels of 1/96 inch."""
APART = 18
"""Pixels by which a model's words are moved in."""
FOOT = 0.05
"""The share of a page's height for its number."""
_BREAK = QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore
_IMAGE = QTextDocument.ResourceType.ImageResource


def write_pdf(turns: Turns, path: str, thumbnail: Thumbnails, made_on: date) -> None:
    """Write the file. For a job: makes thumbnails, and needs no screen. Raises `NotExported`; then no file is left."""
    try:
        check_place(path)
        write_whole(path, to_pdf(turns, pictures_of(turns, thumbnail), made_on))
    except (OSError, ValueError) as error:
        raise not_exported(path, error) from error


def to_pdf(turns: Turns, pictures: Mapping[PhotoId, bytes], made_on: date) -> bytes:
    """All turns on pages of A4, with the JPEG pictures of the photos that they cite."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
    writer.setTitle(TITLE)
    writer.setCreator("Candid")
    _print(document_of(turns, pictures, made_on, writer), writer, made_by(made_on))
    buffer.close()
    return bytes(content.data())


def document_of(turns: Turns, pictures: Mapping[PhotoId, bytes], made_on: date, writer: QPdfWriter) -> QTextDocument:
    """What stands on the pages of a writer."""
    return _Document(turns, pictures, made_on, writer).document


class _Document:
    """Writes the turns into a document, from top to bottom."""

    def __init__(self, turns: Turns, pictures: Mapping[PhotoId, bytes], made_on: date, writer: QPdfWriter) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        font = QFont()
        font.setPointSizeF(10)
        self.document.setDefaultFont(font)
        self.document.documentLayout().setPaintDevice(writer)
        self.document.setPageSize(QSizeF(writer.width(), writer.height() * (1 - FOOT)))
        self._cursor = QTextCursor(self.document)
        self._pictures = {photo_id: image_of_jpeg(jpeg) for photo_id, jpeg in pictures.items()}
        self._block(TITLE, _font(18, bold=True), above=0)
        self._block(made_by(made_on), _font(9, LIGHT.muted), above=2)
        for number, (question, answer) in enumerate(turns, 1):
            self._turn(f"{number}. {one_line(question)}", answer)

    def _turn(self, question: str, answer: Answer) -> None:
        self._block(question, _font(13, bold=True), above=22)
        color = LIGHT.danger if answer.rejected else mode_color(LIGHT, answer.mode)
        self._block(label(answer), _font(10, color, bold=True), above=4)
        if answer.why:
            self._cursor.insertText(f" — {one_line(answer.why)}", _font(10, LIGHT.muted))
        for line in answer.lines:
            self._line(marks_of(answer, line))
        for each in reasons(answer):
            self._block(f"• {each}", _font(10), above=4)
        if answer.checked:
            self._block("Checked by Candid", _font(11, bold=True), above=12)
            for line in answer.checked:
                self._block(f"{CHECK} {one_line(line.text)}", _font(10), above=6)
        if answer.cited:
            self._block("Photos", _font(11, bold=True), above=12)
            self._photos(answer.cited)
        self._block(answered_by(answer), _font(9, LIGHT.muted), above=8)

    def _line(self, marks: Marks) -> None:
        """A model's words stand apart, below what is to be known of them."""
        if marks.warned:
            self._block(marks.before, _font(8.5, LIGHT.warning, bold=True), above=8, left=APART)
            self._block(marks.text, _font(10), above=1, left=APART)
        else:
            self._block(marks.written, _font(10), above=6)

    def _photos(self, cited: Sequence[Citation]) -> None:
        """A table for each row of pictures, so that no page ends within one."""
        heading = self._cursor.block()
        form = QTextTableFormat()
        form.setBorder(0)
        form.setCellPadding(4)
        form.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, 100 / A_ROW)] * A_ROW)
        for start in range(0, len(cited), A_ROW):
            table = self._cursor.insertTable(1, A_ROW, form)
            for column, each in enumerate(cited[start : start + A_ROW]):
                cursor = table.cellAt(0, column).firstCursorPosition()
                self._picture(cursor, each)
                cursor.insertText(caption(each), _font(8.5, LIGHT.muted))
            self._cursor.movePosition(QTextCursor.MoveOperation.End)
            self._keep_whole(table, heading if start == 0 else None)

    def _keep_whole(self, table: QTextTable, heading: QTextBlock | None) -> None:
        """Begin a page with a row that would be cut, or with the heading above it."""
        bounds, height = self.document.documentLayout().frameBoundingRect(table), self.document.pageSize().height()
        if int(bounds.top() / height) == int((bounds.bottom() - 1) / height):
            return
        if heading is None:
            form = table.format().toTableFormat()
            form.setPageBreakPolicy(_BREAK)
            table.setFormat(form)
        else:
            block = heading.blockFormat()
            block.setPageBreakPolicy(_BREAK)
            QTextCursor(heading).setBlockFormat(block)

    def _picture(self, cursor: QTextCursor, citation: Citation) -> None:
        picture = self._pictures.get(citation.photo.id) if citation.photo else None
        if picture is None or picture.isNull():
            return
        name = f"photo-{citation.id}"
        self.document.addResource(_IMAGE, QUrl(name), picture)
        size = QSizeF(picture.size()).scaled(PICTURE, Qt.AspectRatioMode.KeepAspectRatio)
        form = QTextImageFormat()
        form.setName(name)
        form.setWidth(size.width())
        form.setHeight(size.height())
        cursor.insertImage(form)
        cursor.insertBlock()

    def _block(self, text: str, font: QTextCharFormat, *, above: float, left: float = 0) -> None:
        """A paragraph, `above` pixels below the one before, moved in by `left`."""
        form = QTextBlockFormat()
        form.setTopMargin(above)
        form.setLeftMargin(left)
        if self.document.isEmpty():
            self._cursor.setBlockFormat(form)
        else:
            self._cursor.insertBlock(form)
        self._cursor.insertText(text, font)


def _print(document: QTextDocument, writer: QPdfWriter, foot: str) -> None:
    """Draw page after page, each with its number."""
    size, pages = document.pageSize(), document.pageCount()
    with QPainter(writer) as painter:
        for page in range(pages):
            if page:
                writer.newPage()
            painter.save()
            painter.translate(0, -page * size.height())
            document.drawContents(painter, QRectF(0, page * size.height(), size.width(), size.height()))
            painter.restore()
            _print_foot(painter, QRectF(0, size.height(), writer.width(), writer.height() - size.height()), foot, f"{page + 1} of {pages}")


def _print_foot(painter: QPainter, room: QRectF, left: str, right: str) -> None:
    font = painter.font()
    font.setPointSizeF(8.5)
    painter.setFont(font)
    painter.setPen(LIGHT.muted)
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, left)
    painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, right)


def _font(points: float, color: QColor = LIGHT.text, *, bold: bool = False) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setFontPointSize(points)
    form.setForeground(color)
    form.setFontWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    return form
