"""What is dropped on the window: local paths from a list of addresses, byte for byte, and the highlight while something is held over it."""

import os
import socket
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.gui.formatting import count
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


class DropTarget(QObject):
    """Lets files be dropped anywhere on a window."""

    paths = Signal(tuple)
    """Absolute paths that were dropped."""
    refused = Signal(str)
    """Why something was not taken, in one sentence."""

    def __init__(self, themes: ThemeKeeper, window: QWidget) -> None:
        super().__init__(window)
        self._highlight = DropHighlight(themes, window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Heed what is dragged over the window; the window gets everything else."""
        if isinstance(event, QDragEnterEvent) and event.type() is QEvent.Type.DragEnter:
            return self._enter(event)
        if event.type() is QEvent.Type.DragLeave:
            self._highlight.hide()
        elif isinstance(event, QDropEvent) and event.type() is QEvent.Type.Drop:
            return self._drop(event)
        return super().eventFilter(watched, event)

    def _enter(self, event: QDragEnterEvent) -> bool:
        """Welcome files, but not the window's own photos."""
        if not event.mimeData().hasFormat(URI_LIST) or event.source() is not None:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self._highlight.cover()
        return True

    def _drop(self, event: QDropEvent) -> bool:
        self._highlight.hide()
        drop = dropped(event.mimeData())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if drop.refused:
            self.refused.emit(refusal(drop.refused))
        if drop.paths:
            self.paths.emit(drop.paths)
        return True


def refusal(addresses: tuple[str, ...]) -> str:
    """Why addresses were not taken."""
    first = addresses[0] if len(addresses[0]) <= 120 else addresses[0][:119] + "…"
    more = f" (and {count(len(addresses) - 1, 'other')})" if len(addresses) > 1 else ""
    return f"Only files and folders of this computer can be added, not {first}{more}. Save it here first and drop it again."


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
