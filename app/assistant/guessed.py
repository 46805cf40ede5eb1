"""What Candid tells of pictures as its guess: of one photo, and of how many. No reply can say it, and no claim can be made of it."""

from collections.abc import Sequence

from app.domain.written import listed, quoted

NO_FACES_YET = "Candid has not looked for faces in these photos yet, so it cannot tell."
BY_FACES_NONE = "No photo matches, going by the faces that Candid found, which is a guess."


def not_looked_at(name: str) -> str:
    """That nothing can be guessed of a photo."""
    return f"Candid has not looked at {quoted(name)} yet, so it guesses nothing of it."


def shows(name: str, likely: Sequence[str], perhaps: Sequence[str]) -> str:
    """What a photo seems to show, the likeliest first."""
    start = f"By its look, which is a guess, {quoted(name)}"
    if likely:
        return f"{start} shows {listed([quoted(each) for each in likely])}."
    return f"{start} may show {_either(perhaps)}." if perhaps else f"Candid recognised nothing in {quoted(name)} by its look."


def faces(name: str, found: int, *, marked: bool = False) -> str:
    """How many faces there are in a photo; `marked` by another program."""
    number = "no face" if found == 0 else "1 face" if found == 1 else f"{found:,} faces"
    if marked:
        return f"Another program has marked {number} in {quoted(name)}."
    return f"Candid found {number} in {quoted(name)} (a guess){'; people who turn away may be in it' if found == 0 else ''}."


def comes_near(name: str, thing: str, *, near: bool) -> str:
    """Whether the look of a photo comes near to a thing."""
    comes = "comes near to" if near else "does not come near to"
    return f"By its look, which is a guess, {quoted(name)} {comes} {quoted(thing)}."


def more_with_people(found: int) -> str:
    """In how many photos beside those that say so people seem to be."""
    if found == 0:
        return "Candid found faces or a look of people in no other photo (a guess)."
    number = "1 more photo" if found == 1 else f"about {found:,} more photos"
    return f"Candid found faces or a look of people in {number} (a guess); a search for “has:faces” lists those with faces."


def by_faces(found: int) -> str:
    """How many photos match by their faces."""
    return f"{found:,} photo{' matches' if found == 1 else 's match'}, going by the faces that Candid found, which is a guess."


def by_text(found: int) -> str:
    """How many photos match by the text in them."""
    number = f"{found:,} photo{' matches' if found == 1 else 's match'}" if found else "No photo matches"
    return f"{number}, going by the text that Candid read in pictures, which is a guess."


def nobody(found: int) -> str:
    """How many photos seem to show nobody."""
    one = found == 1
    return (
        f"In {found:,} photo{'' if one else 's'} nobody is named or told of and Candid found no face, which is a guess: "
        f"people who turn away may be in {'it' if one else 'them'}."
    )


def _either(texts: Sequence[str]) -> str:
    *others, last = [quoted(each) for each in texts]
    return f"{', '.join(others)} or {last}" if others else last
