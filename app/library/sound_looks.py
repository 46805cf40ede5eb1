"""Whether what a model makes of a picture can be kept and read again; asked where it is made, so that one bad look costs only itself."""

from app.domain.look import Look
from app.library.looks_codec import decode_look, encode_look
from app.library.vectors import checked_vectors


def check_look(look: Look, dimension: int | None) -> None:
    """Raises ValueError with the reason where it cannot. `dimension` is that of the model's vectors: 0 for none, None for any."""
    if look.trouble:
        return
    decode_look(encode_look(look))
    size = 0 if look.vector is None else len(look.vector)
    if size != dimension if dimension is not None else not size:
        raise ValueError(f"its vector has {size} numbers and not {dimension or 'any'}")
    if look.vector is not None:
        checked_vectors(look.vector[None, :], 1, size)
