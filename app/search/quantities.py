"""Amounts as they are written: f/2.8, 1/250 s, 50 mm, ISO 400; as ranges, and ranges in words."""

import re

from app.domain.query import FilterField, NumberRange

QUANTITIES = frozenset({FilterField.ISO, FilterField.APERTURE, FilterField.SHUTTER, FilterField.FOCAL})

_WORDS = {
    "a": 1.0, "an": 1.0, "one": 1.0, "half a": 0.5, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0,
    "eight": 8.0, "nine": 9.0, "ten": 10.0, "twenty": 20.0, "thirty": 30.0, "sixty": 60.0,
}  # fmt: skip
_DIGITS = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,9})?)(?:/(\d{1,9}))?", re.ASCII)
_UNITS = re.compile(r"iso|(?<!\w)[fƒ]/?(?=[ \d])|mm|-?seconds?|-?secs?|(?<![^\W\d_])s\b|-?stars?|of a second")
_SIGNED = re.compile(r"(>=|<=|>|<|=)?(.+?)(\+)?")
_PAIR = re.compile(r"(.+?)(?:\.\.|-|–)(.+)")
_UNIT = {
    FilterField.ISO: "{}",
    FilterField.PEOPLE: "{}",
    FilterField.FACES: "{}",
    FilterField.APERTURE: "f/{}",
    FilterField.SHUTTER: "{} s",
    FilterField.FOCAL: "{} mm",
}
_OPEN = {
    # At least, at most, over, under.
    FilterField.APERTURE: ("{} or narrower", "{} or wider", "narrower than {}", "wider than {}"),
    FilterField.SHUTTER: ("{} or longer", "{} or shorter", "longer than {}", "shorter than {}"),
}
_OPEN_ANY = ("at least {}", "at most {}", "over {}", "under {}")


def amount(text: str) -> float | None:
    """The number in `f/2.8`, `1/250 s`, `half a second`, `ISO 1,600`; None if there is none."""
    bare = _UNITS.sub(" ", text.casefold()).strip()
    match = _DIGITS.fullmatch(bare)
    if match is None:
        return _WORDS.get(" ".join(bare.split()))
    below = int(match[2]) if match[2] else 1
    return float(match[1].replace(",", "")) / below if below else None


def number_range(text: str) -> NumberRange | None:
    """The value of a filter: `1600`, `>=1600`, `1600+`, `f/2..f/4`, `<1/500`; None if it is none."""
    pair = _PAIR.fullmatch(text)
    if pair:
        return between(amount(pair[1]), amount(pair[2]))
    signed = _SIGNED.fullmatch(text)
    value = amount(signed[2]) if signed else None
    if signed is None or value is None:
        return None
    sign = signed[1] or (">=" if signed[3] else "=")
    strict = sign in ("<", ">")
    return NumberRange(None if "<" in sign else value, None if ">" in sign else value, strict)


def between(one: float | None, other: float | None) -> NumberRange | None:
    """The range between two amounts in any order."""
    return None if one is None or other is None else NumberRange(min(one, other), max(one, other))


def describe_numbers(field: FilterField, numbers: NumberRange) -> str:
    """A range in words: `at least 1600`, `f/2 or wider`, `1/250 s`, `24 mm to 70 mm`."""
    least, most = (None if each is None else _shown(field, each) for each in (numbers.least, numbers.most))
    if least is not None and most is not None:
        return least if least == most else f"{least} to {most}"
    at_least, at_most, over, under = _OPEN.get(field, _OPEN_ANY)
    if least is not None:
        return (over if numbers.strict else at_least).format(least)
    return (under if numbers.strict else at_most).format(most)


def _shown(field: FilterField, number: float) -> str:
    if field is FilterField.SHUTTER and 0 < number < 0.4:
        return f"1/{1 / number:g} s"
    return _UNIT[field].format(f"{number:.6g}")
