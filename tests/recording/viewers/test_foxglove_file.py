"""The standard topics of Foxglove say the same as ours, in the frames that viewers expect."""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from tests.recording.format.doctor import complaints

from kickabout.geometry import FloatArray, matrix_from_quaternion
from kickabout.recording import Recording, RecordingError, Replay
from kickabout.recording.format.messages import jpeg_of
from kickabout.recording.format.rewriting import cut
from kickabout.recording.viewers import LAYOUT
from kickabout.representations import CameraImage, CameraInfo
from kickabout.representations.percepts import Seen


@pytest.fixture
def recording(with_standard_topics: Path) -> Iterator[Recording]:
    with Recording(with_standard_topics) as opened:
        yield opened


def decoded(recording: Recording, topic: str) -> list[tuple[float, Any]]:
    """Return times and messages of a topic in the schema that the file has."""
    kind = message_class(recording.schema(topic), recording.topics[topic].kind)
    return [(m.time, kind.FromString(m.data)) for m in recording.messages(topic)]


def converted(message: Any) -> Any:
    """Return a message of the library, whose fields cannot be read, by its bytes and schema."""
    schema = type(message).get_schema()
    return message_class(schema.data, schema.name).FromString(message.encode())


def message_class(schema: bytes, name: str) -> Any:
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(schema).file:
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


def matrices(recording: Recording, time: float) -> dict[str, tuple[str, Any]]:
    """Return the newest transform of each frame at a time: its parent and a 4×4 matrix."""
    found = {}
    for topic, about in recording.topics.items():
        if about.kind != "foxglove.FrameTransforms":
            continue
        for at, message in decoded(recording, topic):
            if at <= time + 1e-9:
                for each in message.transforms:
                    q, p = each.rotation, each.translation
                    matrix = np.eye(4)
                    matrix[:3, :3] = matrix_from_quaternion(np.array((q.w, q.x, q.y, q.z)))
                    matrix[:3, 3] = p.x, p.y, p.z
                    found[each.child_frame_id] = (each.parent_frame_id, matrix)
    return found


def in_frame(point: FloatArray, child: str, ancestor: str, known: Any) -> FloatArray:
    while child != ancestor:
        child, matrix = known[child]
        point = matrix[:3, :3] @ point + matrix[:3, 3]
    return point


def test_the_file_is_healthy_and_still_a_recording(
    with_standard_topics: Path, recording: Recording, tmp_path: Path
) -> None:
    assert complaints(with_standard_topics) == []
    assert Replay(recording, "home/1", only=["BallTracker"]).run().is_equal
    cut(recording, tmp_path / "cut.mcap", keep=["foxglove/*"])
    assert complaints(tmp_path / "cut.mcap") == []
    with Recording(tmp_path / "cut.mcap") as part:
        assert part.topics["foxglove/field"].encoding == "protobuf"
        assert part.counts() == {n: c for n, c in recording.counts().items() if n in part.topics}


def test_all_kinds_of_standard_topics_are_there(recording: Recording) -> None:
    kinds = {about.kind for name, about in recording.topics.items() if name.startswith("foxglove/")}
    assert kinds >= {
        "foxglove.FrameTransforms",
        "foxglove.SceneUpdate",
        "foxglove.CameraCalibration",
        "foxglove.ImageAnnotations",
        "foxglove.PoseInFrame",
        "foxglove.Log",
        "EstimateErrors",
    }


def test_frames_lead_from_the_cameras_to_the_field(recording: Recording) -> None:
    known = matrices(recording, 0.9)
    for robot in ("home/1", "away/1"):
        for camera in ("upper", "lower"):
            height = in_frame(np.zeros(3), f"{robot}/{camera}", "field", known)[2]
            assert 0.4 < height < 0.6
    ball = in_frame(np.zeros(3), "truth/ball", "field", known)
    world = recording.value("truth/TrueWorld", 0.9)
    assert ball.tolist() == world.ball_position.tolist()
    for robot in ("home/1", "away/1"):
        torso = in_frame(np.zeros(3), f"{robot}/torso", "field", known)
        true_torso = in_frame(np.zeros(3), f"truth/{robot}/torso", "field", known)
        assert np.hypot(*(torso - true_torso)[:2]) < 0.5


def test_cameras_see_the_ball_where_it_is_marked(recording: Recording) -> None:
    """Frames, calibration and marks fit each other."""
    percepts = [
        (time, ball)
        for time, ball in recording.values("home/1/upper/BallPercept")
        if ball.seen is Seen.YES
    ]
    time, ball = percepts[-1]
    known = matrices(recording, time)
    center = np.array((*ball.position_in_robot, 0.05))
    chain = np.linalg.inv(known["home/1/torso"][1] @ known["home/1/upper"][1])
    seen = chain[:3, :3] @ center + chain[:3, 3]
    (_, camera), *_ = decoded(recording, "foxglove/home/1/upper/calibration")[::-1]
    pixel = np.array(camera.K).reshape(3, 3) @ (seen / seen[2])
    marks = [m for at, m in decoded(recording, "foxglove/home/1/upper/marks/ball") if at == time]
    (ring,) = marks[0].circles
    assert seen[2] > 0.3
    assert math.hypot(pixel[0] - ring.position.x, pixel[1] - ring.position.y) < 8.0


def test_images_and_their_marks_have_one_scale() -> None:
    foxglove = pytest.importorskip("foxglove", reason="viewers need the extra 'viz'")
    from kickabout.recording.viewers.standard import StandardTopics

    assert foxglove
    topics = StandardTopics({})
    info = CameraInfo(camera="upper", width=640, height=480, focal_length=(600.0, 600.0))
    pixels = CameraImage(camera="upper", yuyv=np.full((480, 640, 2), 128, np.uint8))
    image = jpeg_of(pixels, 0, width=320, quality=80)
    before = dict(topics.derived("home/1/upper/CameraInfo", 0, info))
    after = dict(topics.derived("home/1/upper/image", 1, image))
    name = "foxglove/home/1/upper"
    assert before.keys() >= {f"{name}/calibration"}
    assert after.keys() == {f"{name}/calibration", f"{name}/image"}
    scaled = converted(after[f"{name}/calibration"])
    assert (scaled.width, scaled.height, scaled.K[0]) == (320, 240, 300.0)
    assert converted(after[f"{name}/image"]).data == image.data


def test_errors_of_estimates_can_be_plotted(recording: Recording) -> None:
    values = [m.plain for m in recording.messages("foxglove/home/1/errors")]
    assert len(values) > 30
    assert all(0.0 <= value["position"] < 0.5 for value in values)
    assert all(0.0 <= value["heading"] < 0.3 for value in values)
    assert any(value["ball"] is not None and value["ball"] < 0.5 for value in values)


def test_the_log_has_the_decisions_of_the_referee(recording: Recording) -> None:
    found = decoded(recording, "foxglove/log")
    assert "playing" in " ".join(message.message for _, message in found)


def test_a_recording_gets_standard_topics_once(recording: Recording, tmp_path: Path) -> None:
    from kickabout.recording.viewers.foxglove_file import add_standard_topics

    with pytest.raises(RecordingError, match="has the topics of Foxglove already"):
        add_standard_topics(recording, tmp_path / "again.mcap")


def test_the_layout_shows_topics_that_exist(recording: Recording) -> None:
    layout = json.loads(LAYOUT.read_text())
    panels = re.findall(r'"(?:first|second)": "([^"]+)"', json.dumps(layout["layout"]))
    assert sorted(panels) == sorted(layout["configById"])
    named = set(re.findall(r'"((?:foxglove|home)/[^".]+)', json.dumps(layout)))
    of_this_match = {name for name in named if re.search(r"(home|away)/[2-9]", name) is None}
    rare = {name for name in of_this_match if name.endswith(("boundary", "/image"))}  # of images
    assert of_this_match - rare <= recording.topics.keys()
    assert len(of_this_match) > 20
