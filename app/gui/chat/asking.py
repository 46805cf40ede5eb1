"""Asks in jobs, one question at a time: gathers the evidence, lets the person see what would be sent, waits for the answer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.assistant.answer import Answer
from app.domain.closeness import Measurement
from app.domain.errors import AppError
from app.domain.ids import PhotoId
from app.domain.ports import CancelToken
from app.domain.question import Scope
from app.gui.jobs import Job, Runner
from app.services.ask import Draft
from app.services.connect import Connection
from app.services.conversation import Conversation
from app.services.use_cases import UseCases

E = TypeVar("E")

UNEXPECTED = "Something unexpected happened, and there is no answer to this question: ask again."


@dataclass(eq=False, slots=True)
class Exchange:
    """A question and what came of it: an answer, a trouble, nothing after a cancel, or nothing yet.

    `alone` asks no model, whatever the settings are.
    `pointed` is the one photo that was selected then, which "this photo" may mean.
    `replier` says who is waited for. `measurement` was in use then; None for the numbers that Candid comes with.
    """

    text: str
    scope: Scope | None = None
    alone: bool = False
    pointed: PhotoId | None = None
    replier: str = ""
    answer: Answer | None = None
    measurement: Measurement | None = None
    trouble: AppError | None = None
    cancelled: bool = False

    @property
    def open(self) -> bool:
        """Whether something may still come of it."""
        return self.answer is None and self.trouble is None and not self.cancelled


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft that is ready to be sent, or to be shown first."""

    draft: Draft
    standing: Connection
    show_first: bool


class Asking(QObject):
    """One conversation. All signals come on the GUI thread."""

    began = Signal(object)
    """A new `Exchange`."""
    ended = Signal(object)
    """Something has come of an `Exchange`."""
    consent_asked = Signal(object)
    """A `Draft` must be shown before it may be sent: then `go_on` or `cancel`."""
    standing_known = Signal(object)
    """Who replies: a `Connection`."""
    scope_changed = Signal()

    def __init__(self, use_cases: UseCases, runner: Runner, today: Callable[[], date], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ask = use_cases.ask
        self._connect = use_cases.connect
        self._measure = use_cases.measure
        self._runner = runner
        self._today = today
        self._conversation = Conversation()
        self._scope: Scope | None = None
        self._current: Exchange | None = None
        self._job: Job | None = None
        self._waits = False
        self.exchanges: list[Exchange] = []
        self.pointed: Callable[[], PhotoId | None] = lambda: None
        """The one photo that is selected now, if it is one."""

    @property
    def scope(self) -> Scope | None:
        """The photos that the next question is about; None for all."""
        return self._scope

    @property
    def running(self) -> bool:
        """Whether an answer is waited for."""
        return self._current is not None

    def set_scope(self, scope: Scope | None) -> None:
        """Ask about these from now on."""
        self._scope = scope
        self.scope_changed.emit()

    def ask(self, text: str, *, alone: bool = False) -> None:
        """Ask, unless an answer is being waited for; `alone` without the model, this once."""
        if self._current is not None or not text.strip():
            return
        self._current = exchange = Exchange(text.strip(), self._scope, alone, self.pointed())
        self.exchanges.append(exchange)
        self.began.emit(exchange)
        # A conversation is used by one job at a time: one that was cancelled may still be ending.
        self._waits = self._job is not None and not self._job.ended
        if not self._waits:
            self._start(exchange)

    def cancel(self) -> None:
        """Wait no longer: what comes late is dropped."""
        exchange = self._current
        if exchange is None:
            return
        exchange.cancelled = True
        if self._job is not None:
            self._job.cancel()
        self._end(exchange)

    def go_on(self, draft: Draft) -> None:
        """Send what the person has seen and agreed to."""
        if self._current is not None:
            self._send(self._current, draft, agreed=True)

    def start_anew(self) -> None:
        """Forget what was asked, and of what photos."""
        self.cancel()
        self.exchanges.clear()
        self._conversation = Conversation()
        self.set_scope(None)

    def look_who_replies(self) -> None:
        """Find out, and tell."""
        self._runner.run(self._connect.standing, self.standing_known.emit, lambda _: None, key="who replies")

    def _start(self, exchange: Exchange) -> None:
        self._conversation.set_scope(exchange.scope)
        self._conversation.point_at(exchange.pointed)
        work = partial(self._drafted, exchange.text, exchange.alone, self._today(), self._conversation)
        self._run(exchange, work, self._take_draft)

    def _drafted(self, text: str, alone: bool, today: date, conversation: Conversation, token: CancelToken) -> Iterator[Drafted]:
        """What a job does before anything is sent."""
        standing = self._connect.standing(with_key=False if alone else None)
        connected = None if alone else self._connect.connected(to_show=True)
        draft = self._ask.draft(text, today, conversation, connected)
        if not token.cancelled:
            yield Drafted(draft, standing, show_first=draft.request is not None and (standing.settings.preview or not standing.consented))

    def _take_draft(self, exchange: Exchange, drafted: Drafted) -> None:
        self.standing_known.emit(drafted.standing)
        if drafted.show_first:
            self.consent_asked.emit(drafted.draft)
        else:
            self._send(exchange, drafted.draft, agreed=False)

    def _send(self, exchange: Exchange, draft: Draft, *, agreed: bool) -> None:
        exchange.replier = draft.request.host if draft.request else ""
        self._run(exchange, partial(self._answered, draft, agreed), self._take_answer)

    def _answered(self, draft: Draft, agreed: bool, token: CancelToken) -> Iterator[tuple[Answer, Measurement | None]]:
        """What a job does with a draft; what the person has just agreed to is kept first, and not after they stopped it."""
        token.check()
        if agreed and draft.connected is not None:
            draft = replace(draft, connected=self._connect.agree(draft.connected))
        answer = self._ask.answer(draft, token)
        yield answer, next((each.measurement for each in self._measure.history() if each.applied), None)

    def _take_answer(self, exchange: Exchange, come: tuple[Answer, Measurement | None]) -> None:
        exchange.answer, exchange.measurement = come
        self._end(exchange)

    def _fail(self, exchange: Exchange, error: AppError) -> None:
        if exchange is self._current:
            exchange.trouble = error
            self._end(exchange)

    def _run(self, exchange: Exchange, work: Callable[[CancelToken], Iterator[E]], take: Callable[[Exchange, E], None]) -> None:
        """Run a step of an exchange; nothing comes of it any more once the exchange has ended."""
        taken: list[E] = []

        def each(event: E) -> None:
            if exchange is self._current:
                take(exchange, event)
            taken.append(event)

        def ended() -> None:
            if not taken:
                # It broke off in a way that nobody foresaw, of which the crash reporter tells.
                self._fail(exchange, AppError(UNEXPECTED))
            self._step_ended()

        self._job = self._runner.stream(work, each, ended, partial(self._fail, exchange), lane=False)

    def _step_ended(self) -> None:
        if self._waits and self._current is not None:
            self._waits = False
            self._start(self._current)

    def _end(self, exchange: Exchange) -> None:
        self._current = None
        self._waits = False
        self.ended.emit(exchange)
