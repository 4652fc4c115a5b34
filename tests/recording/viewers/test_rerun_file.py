"""Rerun opens exports of recordings."""

import subprocess
import sys
from pathlib import Path

import pytest

from kickabout.recording import Recording

pytest.importorskip("rerun", reason="exports for Rerun need the extra 'viz'")


def test_rerun_reads_the_export_of_a_recording(recorded: Path, tmp_path: Path) -> None:
    from kickabout.recording.viewers.rerun_file import write_rerun

    target = tmp_path / "match.rrd"
    with Recording(recorded) as recording:
        assert write_rerun(recording, target) > 200
    program = Path(sys.executable).with_name("rerun")
    shown = subprocess.run(
        [program, "rrd", "print", "-v", target], capture_output=True, text=True, check=True
    ).stdout
    for entity in ("/field/home/1/torso/upper", "/field/truth/robots", "/errors/home/1/position"):
        assert entity in shown
    for kind in ("Transform3D", "Pinhole", "Scalars", "TextLog", "LineStrips3D", "Boxes3D"):
        assert kind in shown
