"""What `candid info` tells of one file: every fact with its source, and what the library guesses of it; the objects' keys are stable."""

from collections.abc import Iterator

from app.cli.output import printable
from app.domain.photo import PhotoFacts, Position, Tag
from app.services.inspect_file import InspectedFile
from app.services.seen import Seen

_GUESS, _MARKED = "a guess of this machine", "marked by another program"
_NOT_LOOKED_AT = "Candid has not looked at it yet, so it guesses nothing."


def info_object(inspected: InspectedFile) -> dict[str, object]:
    """Every known fact with its source; unknown facts are absent. `guesses` is null where the library has not looked at the photo."""
    photo, seen = inspected.photo, inspected.seen
    return {
        "path": photo.path,
        "format": photo.format,
        "width": photo.width,
        "height": photo.height,
        "content_hash": photo.content_hash,
        "perceptual_hash": photo.perceptual_hash,
        "facts": facts_object(photo.facts),
        "notes": list(photo.notes),
        "faces_marked": len(photo.regions),
        "guesses": None if seen is None else _guesses_object(seen),
    }


def facts_object(facts: PhotoFacts) -> dict[str, dict[str, object]]:
    """`{name: {"value", "source"}}`; hierarchical tags appear by name in `tags` and whole in `tag_paths`."""
    known: dict[str, dict[str, object]] = {name: {"value": _plain(fact.value), "source": fact.source} for name, fact in facts.known()}
    if facts.tags and any(tag.parents for tag in facts.tags.value):
        known["tag_paths"] = {"value": [tag.path for tag in facts.tags.value], "source": facts.tags.source}
    return known


def _plain(value: object) -> object:
    if isinstance(value, Position):
        return {"lat": value.latitude, "lon": value.longitude, **({} if value.altitude is None else {"alt": value.altitude})}
    if isinstance(value, tuple):
        return list(dict.fromkeys(each.name if isinstance(each, Tag) else each for each in value))
    return value


def _guesses_object(seen: Seen) -> dict[str, object]:
    return {
        "looks_like": [{"name": name, "likely": likely} for name, likely in _looks_like(seen)],
        "faces": len(seen.faces),
        "text": list(seen.text),
    }


def _looks_like(seen: Seen) -> Iterator[tuple[str, bool]]:
    """What the picture may show, and whether that is more often right than wrong."""
    if seen.people:
        yield seen.people, True
    for each in seen.guesses:
        yield each.name, each.is_sure


def info_text(inspected: InspectedFile) -> str:
    """A line a fact, its source in brackets; guesses behind them, called so."""
    photo = inspected.photo
    lines = [printable(photo.path), f"{photo.format}, {photo.width} × {photo.height} pixels"]
    lines += [_line(name, _words(fact["value"]), str(fact["source"])) for name, fact in facts_object(photo.facts).items()]
    return "\n".join([*lines, *_guesses_lines(inspected), *(printable(note) for note in photo.notes)])


def _line(name: str, value: str, source: str) -> str:
    return f"{name + ':':14}{printable(value)}  [{printable(source)}]"


def _guesses_lines(inspected: InspectedFile) -> Iterator[str]:
    seen, marked = inspected.seen, len(inspected.photo.regions)
    if seen is not None and (seen.guesses or seen.people):
        yield _line("looks like", ", ".join(f"{name} ({'likely' if likely else 'perhaps'})" for name, likely in _looks_like(seen)), _GUESS)
    if marked or (seen is not None and seen.faces):
        yield _line("faces", str(marked or len(seen.faces if seen else ())), _MARKED if marked else _GUESS)
    if seen is not None and seen.text:
        yield _line("text read", " / ".join(seen.text), _GUESS)
    if seen is not None and seen.trouble:
        yield printable(seen.trouble)
    if seen is None and inspected.in_library:
        yield _NOT_LOOKED_AT


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return str(value)
