"""Are the pictures of the documentation as new as what they show?"""

from dataclasses import replace
from pathlib import Path

from docs.make_pictures import FOLDER, MAKERS, MANIFEST, ROOT, Entry, entries, hash_of, outdated


def test_every_picture_is_as_new_as_what_it_shows() -> None:
    old = outdated(entries())
    assert not old, (
        f"{', '.join(old)}: what docs/pictures/sources.toml names has changed since they were "
        "made; run `make pictures` and look at them"
    )


def test_the_manifest_names_what_is_there() -> None:
    listed = entries()
    there = {path.name for path in FOLDER.iterdir()} - {MANIFEST.name}
    assert {entry.name for entry in listed} == there
    for entry in listed:
        assert (FOLDER / entry.name).is_file(), entry.name
        assert entry.maker in MAKERS, entry.name
        for path in entry.shows:
            assert (ROOT / path).exists(), f"{entry.name} shows {path}, which is not there"


def test_the_match_in_the_readme_is_small() -> None:
    assert (FOLDER / "match.webp").stat().st_size <= 3_000_000


def test_a_changed_source_makes_a_picture_outdated(tmp_path: Path) -> None:
    (tmp_path / "shown").mkdir()
    source = tmp_path / "shown" / "lens.py"
    source.write_text("focal = 1.0")
    entry = Entry(name="lens.png", maker="cameras", shows=("shown",), sources="")
    made = replace(entry, sources=hash_of(entry.shows, tmp_path))
    assert outdated([made], tmp_path) == []
    source.touch()  # times do not count
    assert outdated([made], tmp_path) == []
    source.write_text("focal = 2.0")
    assert outdated([made], tmp_path) == ["lens.png"]
