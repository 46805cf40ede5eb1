"""One measurement drawn: every question a dot on the axis of closeness, both bands, the gap and the thresholds; on a page or in a file."""

from collections.abc import Sequence
from functools import cache

import pyqtgraph as pg
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from shiboken6 import delete

from app.domain.closeness import Measured, Measurement
from app.domain.errors import AppError
from app.domain.words import shown
from app.evidence.measuring import band
from app.gui.band_layout import LEFT, RIGHT, Frame, Row, heights, swarms
from app.gui.band_marks import BandBar, GapMark, ThresholdLines, Zones, faded
from app.gui.bands import Bands, all_bands, bands_of_words
from app.gui.formatting import count
from app.gui.labels import as_tooltip
from app.gui.measure_texts import LOOK_SIDES, SIDES, question_text
from app.gui.theme import LIGHT, Theme
from app.services.whole_file import write_whole

AXIS = "closeness"
ROOM = (2, 2, 14, 2)
"""Around the axes, in pixels: half of the last number of the axis stands to the right of its end."""
NEAR = 12.0
"""Pixels from a dot within which the pointer means it."""
SIZE = (1600, 900)
RATIO = 2
"""Device pixels per pixel of a saved plot: its texts can be read where it is shown smaller."""
MARGIN = 24


class PlotNotWritten(AppError):
    """The file for a plot cannot be written."""


class BandPlot(QWidget):
    """Draws a measurement. It never zooms; dots are reached by the pointer and by the arrow keys."""

    pointed = Signal(object)
    """The person points at a dot: its question, a `Measured`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._questions: tuple[Measured, ...] = ()
        self._crossing: frozenset[Measured] = frozenset()
        self._bands: Bands | None = None
        self._places: tuple[QPointF, ...] = ()
        self._current: int | None = None
        self.setObjectName("bandPlot")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(480, 300)
        self._view = pg.PlotWidget()
        self._prepare_view()
        self._make_marks()
        around = QVBoxLayout(self)
        around.setContentsMargins(3, 3, 3, 3)
        around.addWidget(self._view)
        self.set_theme(theme)

    @property
    def current(self) -> Measured | None:
        """The question that the person points at."""
        return None if self._current is None else self._questions[self._current]

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text that stands in the plot, for tests and screen readers."""
        marks = (*self._zones.words, *self._lines.labels, *self._bars[1].edges, *self._bars[0].edges, self._gap.label)
        return tuple(each.text for each in marks if each.text)

    def place_of(self, question: Measured) -> QPoint:
        """Where the dot of a question is on this widget."""
        scene = self._box.mapToScene(self._places[self._questions.index(question)])
        return QPoint(self._view.mapTo(self, self._view.mapFromScene(scene)))

    def show_measurement(self, measurement: Measurement) -> None:
        """Show what this one says of words."""
        self.show_bands(bands_of_words(measurement))

    def show_bands(self, bands: Bands) -> None:
        """Show these."""
        self._bands = bands
        self._questions = bands.questions
        self._crossing = frozenset(bands.crossing)
        self._current = None
        self._name_axis(bands.axis)
        self.setAccessibleName(f"Plot of closeness, {bands.about}")
        self._draw()
        self.setAccessibleDescription(". ".join((*self.texts, bands.explained)))

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self._view.setBackground(theme.surface)
        for name in ("left", "bottom"):
            axis = self._view.getAxis(name)
            axis.setPen(QPen(theme.edge) if name == "bottom" else QPen(Qt.PenStyle.NoPen))
            axis.setTextPen(QPen(theme.text if name == "left" else theme.muted))
        self._name_axis(self._bands.axis if self._bands else AXIS)
        self._draw()

    def _name_axis(self, name: str) -> None:
        axis = self._view.getAxis("bottom")
        axis.setLabel(name, color=self._theme.muted.name())
        # It puts its name into the middle when its size changes, not when the name does.
        axis.resizeEvent()

    # Building

    def _prepare_view(self) -> None:
        view, plot = self._view, self._view.getPlotItem()
        self._box = plot.getViewBox()
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.setMouseEnabled(x=False, y=False)
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.layout.setContentsMargins(*ROOM)
        self._box.setXRange(LEFT, RIGHT, padding=0)
        self._prepare_axes()
        self._box.sigResized.connect(lambda _: self._draw())
        scene = view.scene()
        scene.sigMouseMoved.connect(self._point_near)
        scene.sigMouseClicked.connect(lambda event: self._point_near(event.scenePos()))

    def _prepare_axes(self) -> None:
        left, bottom = self._view.getAxis("left"), self._view.getAxis("bottom")
        widest = max(QFontMetricsF(self.font()).horizontalAdvance(each) for each in (*SIDES, *LOOK_SIDES))
        left.setStyle(tickLength=0, tickAlpha=0, tickTextOffset=10)
        left.setWidth(widest + 16)
        bottom.setTicks([[(tenth / 10, f"{tenth / 10:.1f}") for tenth in range(11)]])
        bottom.setStyle(tickLength=-4, hideOverlappingLabels=False)
        bottom.enableAutoSIPrefix(False)

    def _make_marks(self) -> None:
        # Parts are made once and moved: pyqtgraph's are caught in rings, and what is collected may be collected on any thread.
        self._zones, self._lines, self._gap = Zones(self._box), ThresholdLines(self._box), GapMark(self._box)
        self._bars = (BandBar(self._box), BandBar(self._box))
        self._dots, self._ring = (pg.ScatterPlotItem(antialias=True, useCache=False) for _ in range(2))
        for item in (self._dots, self._ring):
            self._box.addItem(item, ignoreBounds=True)

    # Drawing

    def _draw(self) -> None:
        frame = Frame(self._box.width(), self._box.height(), QFontMetricsF(self.font()).height() + 4)
        self._places = ()
        if self._bands is None or frame.width < 1 or frame.height < 1:
            return
        self._box.setYRange(0, frame.height, padding=0)
        high, theme, limits = heights(frame.height, frame.line), self._theme, self._bands.limits
        bands = [band(self._questions, on_topic=side) for side in (False, True)]
        self._zones.draw(limits, frame, frame.height - high.zones, theme)
        self._lines.draw(limits, frame, frame.height - high.thresholds, theme)
        self._bars[0].draw(bands[0], high.off, high.off_edges, frame, side_color(theme, on_topic=False), theme)
        self._bars[1].draw(bands[1], high.on, high.on_edges, frame, side_color(theme, on_topic=True), theme)
        self._gap.draw(bands[0], bands[1], frame, high.gap, theme)
        self._draw_dots((high.off, high.on), frame)
        self._name_rows((high.off, high.on), self._bands.sides)

    def _draw_dots(self, rows: Sequence[Row], frame: Frame) -> None:
        sides = [[frame.x(each.cosine) for each in self._questions if each.on_topic is bool(side)] for side in range(2)]
        ups, diameter = swarms(sides, min(row.half for row in rows))
        self._places = tuple(
            QPointF(x, frame.height - row.middle - up)
            for row, across, side_ups in zip(rows, sides, ups, strict=True)
            for x, up in zip(across, side_ups, strict=True)
        )
        self._dots.setData(spots=[self._spot(*each, diameter) for each in zip(self._questions, self._places, strict=True)])
        self._draw_ring()

    def _spot(self, question: Measured, place: QPointF, diameter: float) -> dict[str, object]:
        """A dot as pyqtgraph wants it: one that crosses has the colour of a warning and a ring."""
        theme, crosses = self._theme, question in self._crossing
        if crosses:
            return self._circle(place, diameter + 1, theme.warning, 2, faded(theme.warning, 0.35))
        return self._circle(place, diameter, theme.surface, 1, side_color(theme, on_topic=question.on_topic))

    def _circle(self, place: QPointF, diameter: float, edge: QColor, width: float, inside: QColor) -> dict[str, object]:
        at = self._box.mapToView(place)
        # A circle is drawn in units of its own size, its edge too.
        return {"pos": (at.x(), at.y()), "size": diameter, "pen": QPen(edge, width / diameter), "brush": inside, "symbol": "o"}

    def _draw_ring(self) -> None:
        spots: list[dict[str, object]] = []
        if self._current is not None and self._places:
            spots = [self._circle(self._places[self._current], 16, self._theme.text, 2, QColor(0, 0, 0, 0))]
        self._ring.setData(spots=spots)

    def _name_rows(self, rows: Sequence[Row], sides: tuple[str, str]) -> None:
        ticks = []
        for on_topic, row in enumerate(rows):
            number = sum(each.on_topic is bool(on_topic) for each in self._questions)
            ticks.append((row.middle, f"{count(number, 'question')}\n{sides[on_topic]}"))
        self._view.getAxis("left").setTicks([ticks])

    # Pointing

    def _point_near(self, scene: QPointF) -> None:
        here = self._box.mapFromScene(scene)
        distances = [(each - here).manhattanLength() for each in self._places]
        nearest = min(range(len(distances)), key=distances.__getitem__, default=None)
        near = nearest is not None and distances[nearest] <= NEAR
        self._view.setToolTip(as_tooltip(self._text(nearest)) if nearest is not None and near else "")
        if nearest is not None and near:
            self._point_at(nearest)

    def _text(self, number: int) -> str:
        return question_text(self._questions[number], self._bands.sides if self._bands else SIDES)

    def _point_at(self, number: int) -> None:
        if number != self._current:
            self._current = number
            self._draw_ring()
            self.pointed.emit(self._questions[number])

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Left and right go through a side in order of closeness, up and down to the other side."""
        target = self._target(Qt.Key(event.key()))
        if target is None:
            super().keyPressEvent(event)
        else:
            self._point_at(target)

    def _target(self, key: Qt.Key) -> int | None:
        on = [number for number, each in enumerate(self._questions) if each.on_topic]
        off = range(len(self._questions) - len(on))
        here = self._current if self._current is not None else (on or [*off, 0])[0]
        side = on if here in on else off
        if not self._places or not side:
            return None
        steps = {Qt.Key.Key_Left: here - 1, Qt.Key.Key_Right: here + 1, Qt.Key.Key_Home: side[0], Qt.Key.Key_End: side[-1]}
        if key in steps:
            return here if self._current is None else max(side[0], min(side[-1], steps[key]))
        across = {Qt.Key.Key_Up: on, Qt.Key.Key_Down: off}.get(key)
        if not across:
            return None
        return min(across, key=lambda each: abs(self._places[each].x() - self._places[here].x()))

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show that the keyboard is here."""
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show that it is not any more."""
        self.update()
        super().focusOutEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw the frame of the focus around the plot."""
        if self.hasFocus():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(self._theme.accent, 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)


def side_color(theme: Theme, *, on_topic: bool) -> QColor:
    """The colour of a side's dots and band."""
    return theme.accent if on_topic else theme.muted


def draw_bands(measurement: Measurement, path: str) -> None:
    """Write the plot of a measurement as PNG, that of looks below; needs no screen. Raises `PlotNotWritten`."""
    save_bands(measurement, path, SIZE)


def save_bands(measurement: Measurement, path: str, size: tuple[int, int]) -> None:
    """The same of `size` pixels for each plot, in the light theme. Raises `PlotNotWritten`."""
    picture = _picture(all_bands(measurement), QSize(*size))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    try:
        write_whole(path, bytes(buffer.data().data()))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "its name is not possible"
        raise PlotNotWritten(f"The plot cannot be written to “{shown(path)}”: {why}. Choose another file.") from error


def _picture(plots: Sequence[Bands], size: QSize) -> QImage:
    if QApplication.instance() is None:
        _application_without_screen()
    picture = _blank(QSize(size.width(), size.height() * len(plots)))
    with QPainter(picture) as painter:
        room = QRectF(QPointF(), picture.deviceIndependentSize())
        high = room.height() / len(plots)
        for number, bands in enumerate(plots):
            part = QRectF(0, number * high, room.width(), high)
            _paint(painter, bands, part.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN))
    return picture


@cache
def _application_without_screen() -> QApplication:
    """Kept until the program ends; the platform of a desktop would end it here where there is no screen."""
    return QApplication(["candid", "-platform", "offscreen"])


def _blank(size: QSize) -> QImage:
    image = QImage(size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(RATIO)
    image.fill(LIGHT.surface)
    return image


def _paint(painter: QPainter, bands: Bands, room: QRectF) -> None:
    """Heading, what was measured, the plot, and what it came to, from top to bottom."""
    line = QFontMetricsF(painter.font()).height()
    explained = room.adjusted(0, room.height() - 2.2 * line, 0, 0)
    plot = _plot_image(bands, room.size().toSize() - QSize(0, round(6 * line)))
    painter.drawImage(room.topLeft() + QPointF(0, 3 * line), plot)
    painter.setPen(LIGHT.text)
    painter.drawText(explained, int(Qt.TextFlag.TextWordWrap), bands.explained)
    painter.setPen(LIGHT.muted)
    painter.drawText(room.translated(0, 1.4 * line), 0, " · ".join((bands.about, *_across(bands))))
    painter.save()
    painter.setPen(LIGHT.text)
    painter.setFont(_bold(painter.font()))
    painter.drawText(room, 0, bands.title)
    painter.restore()


def _across(bands: Bands) -> tuple[str, ...]:
    number = len(bands.crossing)
    return (count(number, "question with a ring lies", "questions with a ring lie") + " in the other band",) if number else ()


def _plot_image(bands: Bands, size: QSize) -> QImage:
    plot = BandPlot(LIGHT)
    plot.resize(size)
    plot.show_bands(bands)
    image = _blank(size * RATIO)
    plot.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    # It is caught in rings, as the parts of pyqtgraph are: let it end here, not whenever they are collected.
    delete(plot)
    return image


def _bold(font: QFont) -> QFont:
    result = QFont(font)
    result.setBold(True)
    return result
