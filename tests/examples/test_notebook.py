"""The notebook runs: its cells in their order, in one namespace, as in Jupyter."""

import json
from pathlib import Path
from typing import Any

import pytest

matplotlib = pytest.importorskip("matplotlib", reason="plots need the extra 'notebook'")

NOTEBOOK = Path(__file__).parents[2] / "examples" / "first_look.ipynb"


def run(notebook: Path) -> dict[str, Any]:
    """Run all cells with code; return the variables."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    variables: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), cell["id"], "exec"), variables)
    return variables


@pytest.mark.slow
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    matplotlib.use("agg")
    variables = run(NOTEBOOK)
    assert len(variables["truth"]) > 100
    assert len(variables["pose"]["robot_to_field.x"]) > 100
    assert variables["picture"].std() > 10.0
    assert variables["lines"]
    variables["plt"].close("all")


def test_the_notebook_is_kept_without_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") for cell in cells)
