"""An answer as plain text, for other programs."""

from app.assistant.answer import Answer, Line, Origin
from app.gui.chat.answer_lines import UNCHECKED
from app.gui.chat.harmless import harmless
from app.gui.chat.mode_chip import label_of
from app.gui.formatting import file_name


def plain_answer(answer: Answer) -> str:
    """Question, label, lines with a mark where they were checked or are a model's, and the names of the cited files."""
    parts = [answer.question.text, "", f"{label_of(answer)}. {answer.why}".strip(), *(_marked(answer, line) for line in answer.lines)]
    if answer.cited:
        parts += ["", "Photos:", *(f"- {file_name(each.path)}" for each in answer.cited)]
    return "\n".join(harmless(part) for part in parts)


def _marked(answer: Answer, line: Line) -> str:
    if line in answer.checked:
        return f"✓ {line.text}"
    if line.origin is not Origin.CANDID and answer.usage is not None:
        return f"[{UNCHECKED}] {line.text}"
    return line.text
