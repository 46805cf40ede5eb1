"""A number for a file as it is, by which 100,000 of them are compared without an object for each."""


def mark_of(name: str, size: int, modified_ns: int, sidecars: str = "") -> int:
    """The mark of a file in its folder, by its `FileStamp`; only valid in this process.

    Two of 61 bits are equal by chance once in 10^18 comparisons; a set of them touches a fifth of the memory that rows do.
    """
    return hash((name, size, modified_ns, sidecars))
