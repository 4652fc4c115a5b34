"""Rerun opens exports of recordings."""

from pathlib import Path

import pytest

from kickabout.recording import Recording

pytest.importorskip("rerun", reason="exports for Rerun need the extra 'viz'")


def test_rerun_reads_the_export_of_a_recording(recorded: Path, tmp_path: Path) -> None:
    from rerun.chunk import RrdReader

    from kickabout.recording.viewers.rerun_file import write_rerun

    target = tmp_path / "match.rrd"
    with Recording(recorded) as recording:
        assert write_rerun(recording, target) > 200
    kinds: dict[str, str] = {}
    for each in RrdReader(target).stream().to_chunks():
        kinds[each.entity_path] = kinds.get(each.entity_path, "") + str(each)
        assert each.is_static or "match time" in str(each)
    robot = "/field/home/1"
    for entity, component in (
        ("/field/lines", "LineStrips3D"),
        ("/field/truth/robots", "Boxes3D"),
        ("/field/truth/ball", "Points3D"),
        (robot, "Transform3D"),
        (f"{robot}/torso", "Transform3D"),
        (f"{robot}/torso/upper", "Pinhole"),
        (f"{robot}/torso/upper/lines", "LineStrips2D"),
        (f"{robot}/ball", "Points3D"),
        ("/errors/home/1/position", "Scalars"),
        ("/log/referee", "TextLog"),
    ):
        assert component in kinds[entity], entity
