"""Looking at photos from the terminal, after they were indexed."""

from app.cli.output import ProgressLine, human_seconds, printable
from app.cli.toolbox import interruptible
from app.domain.errors import AppError
from app.services.events import SeeProgress, SeeSummary
from app.services.seeing_choices import SeeingStanding
from app.services.use_cases import UseCases

PHASE = "looking at photos"
NOT_LOOKED = SeeSummary(0, 0, 0.0)
"""Of a run that was to look at nothing."""


def look_with_progress(candid: UseCases) -> SeeSummary:
    """Look at what is pending, to the end or to Ctrl+C, with progress on stderr."""
    line = ProgressLine()
    with interruptible() as switch:
        for event in candid.see.run(switch):
            if isinstance(event, SeeProgress):
                line.tell(PHASE, printable(event.counts), event.seconds_left)
            elif isinstance(event, SeeSummary):
                line.end()
                return event
    raise AppError("Looking at photos ended without a result.")


def look_object(summary: SeeSummary) -> dict[str, object]:
    """How many photos were looked at now, how many could not be, and why a model did not look."""
    return {"looked": summary.looked, "look_troubles": summary.troubled, "look_notice": summary.missing}


def look_lines(summary: SeeSummary) -> list[str]:
    """The same for people; nothing where there was nothing to do."""
    counts = f"{summary.looked:,} looked at in {human_seconds(summary.seconds)}"
    troubles = f", {summary.troubled:,} could not be" if summary.troubled else ""
    lines = [counts + troubles] if summary.looked or summary.troubled else []
    stopped = ["Looking at photos was stopped before the end; the next index goes on with it."] if summary.cancelled else []
    return [*lines, *stopped, *([printable(summary.missing)] if summary.missing else [])]


def looked_object(standing: SeeingStanding) -> dict[str, object]:
    """How many photos any model has looked at, and how many for each purpose."""
    return {"looked": standing.looked, "looks": [{"purpose": part.purpose, "looked": part.looked} for part in standing.parts]}
