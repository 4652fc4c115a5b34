"""Exports: files that other tools open."""

import csv
import math
import wave
from pathlib import Path

import msgspec
import numpy as np
import pytest

from kickabout.geometry.arrays import readonly
from kickabout.pictures.codec import decoded, read_rgb
from kickabout.recording import (
    Recorder,
    Recording,
    RecordingError,
    columns,
    frames,
    joined,
    write_tables,
)
from kickabout.recording.contact_sheet import contact_sheet
from kickabout.recording.export import exported, pictures
from kickabout.recording.format.messages import COMPRESSED_IMAGE, CompressedImage, jpeg_of
from kickabout.recording.format.schema import schema_text
from kickabout.recording.picture_file import write_picture
from kickabout.representations import AudioFrame, CameraImage, RobotPose, WalkOutput

POSE = "home/1/cognition/RobotPose"


def test_csv_has_a_row_per_message(recording: Recording, tmp_path: Path) -> None:
    count = exported(recording, POSE, tmp_path / "pose.csv")
    with (tmp_path / "pose.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == count == len(list(recording.messages(POSE)))
    first = next(recording.values(POSE))[1]
    assert float(rows[0]["robot_to_field.x"]) == first.robot_to_field.x


def test_parquet_and_json_lines_have_the_same_values(recording: Recording, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars", reason="tables need the extra 'data'")
    assert exported(recording, POSE, tmp_path / "pose.parquet") == exported(
        recording, POSE, tmp_path / "pose.jsonl"
    )
    lines = (tmp_path / "pose.jsonl").read_bytes().splitlines()
    table = polars.read_parquet(tmp_path / "pose.parquet")
    value = msgspec.json.decode(lines[5])["value"]
    assert table["robot_to_field.theta"][5] == value["robot_to_field"]["theta"]


def test_columns_have_vectors_matrices_and_numbers_that_are_not_finite(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.mcap")
    angles = readonly((0.1, math.nan))
    recorder.record("WalkOutput", 0.5, WalkOutput(angles=angles))
    recorder.record("RobotPose", 0.5, RobotPose(validity=math.inf))
    recorder.close()
    with Recording(tmp_path / "a.mcap") as recording:
        walk, pose = columns(recording, "WalkOutput"), columns(recording, "RobotPose")
    assert (walk["angles[0]"].tolist(), np.isnan(walk["angles[1]"]).tolist()) == ([0.1], [True])
    assert pose["covariance[1][1]"].tolist() == [1.0]
    assert pose["validity"].tolist() == [math.inf]


def test_several_topics_are_read_in_one_call(recording: Recording) -> None:
    pytest.importorskip("polars", reason="tables need the extra 'data'")
    ball, motion = "home/1/cognition/BallModel", "home/1/motion/MotionState"
    tables = frames(recording, ["home/1/*/BallModel", motion])
    assert tables.keys() == {ball, motion, "home/1/motion/BallModel"} & recording.topics.keys()
    assert tables[ball]["time"].to_list() == columns(recording, ball)["time"].tolist()
    together = joined(recording, [ball, motion])
    assert together.height == tables[ball].height
    known = dict(recording.values(motion))
    for row in together.iter_rows(named=True):
        newest = max((time for time in known if time <= row["time"]), default=None)
        expected = None if newest is None else known[newest].motion.value
        assert row["MotionState.motion"] == expected


def test_a_folder_gets_a_table_for_each_topic(recording: Recording, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars", reason="tables need the extra 'data'")
    count = write_tables(recording, tmp_path, "home/1/*")
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.parquet")}
    counts = recording.counts()
    assert files == {f"{name}.parquet" for name in recording.matching("home/1/*") if counts[name]}
    assert count == len(files) > 20
    table = polars.read_parquet(tmp_path / f"{POSE}.parquet")
    assert table["time"].to_list() == [message.time for message in recording.messages(POSE)]


def test_unknown_endings_and_unsuitable_topics_are_refused(
    recording: Recording, tmp_path: Path
) -> None:
    with pytest.raises(RecordingError, match=r"cannot export to '\.xls'"):
        exported(recording, POSE, tmp_path / "pose.xls")
    with pytest.raises(RecordingError, match="holds no sound"):
        exported(recording, POSE, tmp_path / "pose.wav")
    with pytest.raises(RecordingError, match="holds no images"):
        exported(recording, POSE, tmp_path / "pose.png")


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_exports_that_cannot_be_written_are_refused_with_a_clear_error(
    recording: Recording, tmp_path: Path, ending: str
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RecordingError, match="cannot be written: "):
        exported(recording, POSE, tmp_path / "file" / f"pose.{ending}")


def test_the_field_fits_on_a_contact_sheet(recording: Recording, tmp_path: Path) -> None:
    assert contact_sheet(recording, "field", tmp_path / "sheet.png", moments=4) == 4
    sheet = read_rgb(tmp_path / "sheet.png")
    assert sheet is not None
    assert sheet.shape[1] == 640
    with pytest.raises(RecordingError, match="holds no images"):
        contact_sheet(recording, POSE, tmp_path / "none.png")


def test_pictures_that_cannot_be_written_are_refused_with_a_clear_error(tmp_path: Path) -> None:
    pixels = np.zeros((8, 8, 3), np.uint8)
    write_picture(pixels, tmp_path / "new" / "folder" / "a.png")
    assert read_rgb(tmp_path / "new" / "folder" / "a.png") is not None
    with pytest.raises(RecordingError, match=r"a\.xyz: cannot be written as a picture"):
        write_picture(pixels, tmp_path / "a.xyz")
    (tmp_path / "file").touch()
    with pytest.raises(RecordingError, match=r"b\.png: cannot be written: "):
        write_picture(pixels, tmp_path / "file" / "b.png")


def camera_image() -> CameraImage:
    yuyv = np.full((240, 320, 2), 128, np.uint8)
    yuyv[:, :160, 0] = 40
    return CameraImage(yuyv=yuyv)


def test_pictures_and_sound_are_exported(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.mcap")
    recorder.record("home/1/upper/CameraImage", 0.1, camera_image())
    sound = np.sin(np.linspace(0.0, 50.0, 800, dtype=np.float32))[np.newaxis]
    recorder.record("home/1/audio/AudioFrame", 0.2, AudioFrame(rate=8000.0, samples=sound))
    recorder.close()
    with Recording(tmp_path / "a.mcap") as recording:
        exported(recording, "home/1/audio/AudioFrame", tmp_path / "sound.wav")
        assert exported(recording, "home/1/upper/CameraImage", tmp_path / "image.png") == 1
        ((time, pixels),) = pictures(recording, "home/1/upper/CameraImage")
    assert time == 0.1
    written = read_rgb(tmp_path / "image_00001.png")
    assert written is not None
    assert np.array_equal(written, pixels)
    with wave.open(str(tmp_path / "sound.wav")) as file:
        assert file.getnframes() == 800
        assert file.getframerate() == 8000


def test_jpeg_images_have_the_standard_schema_and_similar_pixels(tmp_path: Path) -> None:
    image = jpeg_of(camera_image(), 1_500_000_000, width=160, quality=90)
    assert (image.timestamp.sec, image.timestamp.nsec) == (1, 500_000_000)
    pixels = decoded(image.data)
    assert pixels is not None
    assert pixels.shape == (120, 160, 3)
    assert pixels[60, 20].max() == pytest.approx(40, abs=3)
    assert pixels[60, 140].min() == pytest.approx(128, abs=3)
    assert COMPRESSED_IMAGE.startswith("foxglove.")
    assert b'"frame_id"' in schema_text(CompressedImage)
