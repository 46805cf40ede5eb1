"""Sentences of numbers: of groups of photos by a relation, of others that are related to a photo, and of photos that were left out."""

from collections.abc import Callable, Mapping

from app.domain.evidence import Relation


def number_of_related(kind: str, relation: str, number: int | str) -> str:
    """The sentence of the library fact `kind.relation`, in which `{hours}` and `{seconds}` are to be filled in; empty if it is none."""
    if kind not in _ABOUT_RELATIONS or not isinstance(number, int) or relation not in _PHRASES:
        return ""
    phrase = _TO_IT.get(relation, _PHRASES[relation]) if kind == "related" else _PHRASES[relation]
    return _ABOUT_RELATIONS[kind](number, phrase)


def _photos(count: int) -> str:
    return "No photo" if count == 0 else "1 photo" if count == 1 else f"{count:,} photos"


def _grouped(count: int, phrase: str) -> str:
    if count == 0:
        return f"No two of these photos {phrase}."
    return f"There {'is 1 group' if count == 1 else f'are {count:,} groups'} of photos that {phrase}."


def _in_groups(count: int, phrase: str) -> str:
    return f"{_photos(count)} in all {phrase}."


def _others(count: int, phrase: str) -> str:
    phrase = phrase.replace("of each other", "of it")
    if count > 1:
        return f"{count:,} other photos {phrase}."
    verb, _, rest = phrase.partition(" ")
    return f"{'1 other photo' if count else 'No other photo'} {_SINGULAR.get(verb, verb)} {rest}."


def _not_compared(count: int, _phrase: str) -> str:
    return f"{_photos(count)} more were not looked at for this, because there are too many; ask about fewer photos."


_ABOUT_RELATIONS: Mapping[str, Callable[[int, str], str]] = {
    "groups": _grouped,
    "grouped": _in_groups,
    "related": _others,
    "not_compared": _not_compared,
}
"""Numbers of groups by a relation, of photos in them, of others that are related to a photo, and of those that were left out."""

_SINGULAR = {"were": "was", "are": "is", "share": "shares", "look": "looks"}

_PHRASES: Mapping[str, str] = {
    Relation.SAME_CAMERA: "were taken with the same camera model",
    Relation.SAME_LENS: "were taken with the same lens model",
    Relation.SAME_DAY: "were taken on the same day",
    Relation.SAME_EVENT: "were taken within {hours} hours of each other",
    Relation.BURST: "were taken in a burst: with the same camera model within {seconds} seconds of each other",
    Relation.SAME_PLACE: "were taken at the same place",
    Relation.SAME_FOLDER: "are in the same folder",
    Relation.SHARES_TAG: "share a tag",
    Relation.SAME_PERSON: "are marked as showing the same person",
    Relation.NEAR_DUPLICATE: "look nearly the same",
    Relation.IDENTICAL_FILE: "are identical, byte for byte",
    Relation.VARIANT_OF: "are versions of one picture, by their names and times",
    "same_month": "were taken in the same month",
    "same_year": "were taken in the same year",
}

_TO_IT: Mapping[str, str] = {
    Relation.NEAR_DUPLICATE: "look nearly the same as it",
    Relation.IDENTICAL_FILE: "are identical to it, byte for byte",
    Relation.VARIANT_OF: "are other versions of it, by their names and times",
}
"""What other photos are to one, where that is said otherwise than of two."""
