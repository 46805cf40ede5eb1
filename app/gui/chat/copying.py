"""An answer as plain text, for other programs."""

from app.assistant.answer import Answer
from app.gui.chat.harmless import one_line
from app.gui.chat.line_marks import marks_of
from app.gui.chat.mode_chip import label_of
from app.gui.formatting import file_name


def plain_answer(answer: Answer) -> str:
    """Question, label, each statement on a line of its own behind its marks, and the names of the cited files."""
    said = [one_line(answer.question.text), "", one_line(f"{label_of(answer)}. {answer.why}")]
    parts = [*said, *(marks_of(answer, line).written for line in answer.lines)]
    if answer.cited:
        parts += ["", "Photos:", *(f"- {one_line(file_name(each.path))}" for each in answer.cited)]
    return "\n".join(parts)
