"""What is dropped on the window: local paths from a list of addresses, byte for byte, and the highlight while something is held over it."""

import os
import socket
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QMimeData, QRectF, Qt, QUrl
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.gui.icons import paint_icon
from app.gui.theme import ThemeKeeper

URI_LIST = "text/uri-list"


@dataclass(frozen=True, slots=True)
class Dropped:
    """Absolute paths (surrogateescape) without repetitions, and the addresses that are not of this computer."""

    paths: tuple[str, ...]
    refused: tuple[str, ...]


def dropped(mime: QMimeData) -> Dropped:
    """What a drop carries. Read from the raw list: `QUrl.toLocalFile` loses names that are not UTF-8."""
    return parse_uri_list(bytes(mime.data(URI_LIST).data()))


def parse_uri_list(raw: bytes) -> Dropped:
    """The paths of a `text/uri-list` (RFC 2483): an address a line, comments begin with a number sign."""
    lines = [line.strip(b" \t\r\0") for line in raw.split(b"\n")]
    paths: dict[str, None] = {}
    refused = []
    for line in lines:
        if not line or line.startswith(b"#"):
            continue
        path = local_path(line)
        if path is None:
            refused.append(line.decode("utf-8", "replace"))
        else:
            paths[path] = None
    return Dropped(tuple(paths), tuple(refused))


def local_path(address: bytes) -> str | None:
    """The path of a `file:` address (RFC 8089), or None if it is no file of this computer."""
    scheme, colon, rest = address.partition(b":")
    if not colon or scheme.lower() != b"file":
        return None
    if os.name == "nt":
        return QUrl.fromEncoded(address).toLocalFile() or None
    if rest.startswith(b"//"):
        host, slash, below = rest[2:].partition(b"/")
        if not slash or not _is_here(host):
            return None
        rest = b"/" + below
    raw = unquote_to_bytes(rest)
    if not raw.startswith(b"/") or b"\0" in raw:
        return None
    return os.path.abspath(os.fsdecode(raw))


def _is_here(host: bytes) -> bool:
    return host.lower() in (b"", b"localhost", b"127.0.0.1", socket.gethostname().lower().encode())


class DropHighlight(QWidget):
    """Covers the window while files are held over it; a drop goes to the window below it."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._covered = parent
        self.setObjectName("dropHighlight")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self) -> None:
        """Show over the whole window."""
        self.setGeometry(self._covered.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """A veil, a dashed frame and one sentence."""
        theme = self._themes.theme
        veil = QColor(theme.window)
        veil.setAlphaF(0.86)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), veil)
            painter.setPen(QPen(theme.accent, 2, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(16, 16, -16, -16), 12, 12)
            font = QFont(self.font())
            font.setPointSizeF(font.pointSizeF() * 1.6)
            painter.setFont(font)
            painter.setPen(theme.text)
            painter.drawText(QRectF(self.rect()).translated(0, 36), Qt.AlignmentFlag.AlignCenter, "Drop to add these photos")
            center = QRectF(self.rect()).center()
            paint_icon(painter, "add-folder", QRectF(center.x() - 24, center.y() - 48, 48, 48), theme.accent)
