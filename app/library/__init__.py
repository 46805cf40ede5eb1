"""What is stored: the catalogue (SQLite), the words (FTS5), the vectors (hnswlib and its exact twin)."""
