"""What is told before a folder is forgotten, beside what goes."""

from app.bootstrap import Built


def test_files_of_damaged_libraries_that_forgetting_does_not_reach_are_told(built: Built) -> None:
    folder = built.catalogue.add_folder("/p")
    assert built.use_cases.folders.would_forget(folder.id).kept_aside == ()
    root = built.catalogue.journal.path.parent
    kept = [root / name for name in ("catalogue.damaged-2026-11-30T1124-2.sqlite3", "own.damaged-2026-11-30T1124.jsonl")]
    for each in (*kept, root / "catalogue.damaged-2026-11-30T1124-2.sqlite3-wal", root / "catalogue.sqlite3.damaged"):
        each.touch()
    assert built.use_cases.folders.would_forget(folder.id).kept_aside == tuple(kept)
    built.use_cases.folders.forget(folder.id)
    assert all(each.exists() for each in kept)
