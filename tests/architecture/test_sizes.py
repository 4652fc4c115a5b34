"""Files and functions are short, and folders are small."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from tests.architecture.source import PACKAGE, sources

LONGEST_FILE = 400  # lines
LONGEST_FUNCTION = 60  # lines
LARGEST_FOLDER = 25  # Python files, without those of subfolders


@pytest.mark.parametrize("path", sources(), ids=str)
def test_files_and_functions_are_short(path: Path) -> None:
    length = len((PACKAGE / path).read_text(encoding="utf-8").splitlines())
    assert length <= LONGEST_FILE, f"{path} has {length} lines"
    for node in ast.walk(sources()[path]):
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
            lines = node.end_lineno - node.lineno + 1
            assert lines <= LONGEST_FUNCTION, f"{path}: {node.name} has {lines} lines"


def test_no_folder_is_crowded() -> None:
    counts = Counter(path.parent for path in sources())
    crowded = {str(path): count for path, count in counts.items() if count > LARGEST_FOLDER}
    assert not crowded


@pytest.mark.parametrize("path", sources(), ids=str)
def test_every_file_has_a_docstring(path: Path) -> None:
    assert ast.get_docstring(sources()[path]), f"{path} has no docstring"
    assert path.stem not in ("utils", "helpers", "common", "misc")
