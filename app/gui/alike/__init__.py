"""The page of duplicates and bursts: photos of the library that are alike, what to keep of them, and the way to the trash."""
