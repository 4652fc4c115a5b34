"""Images of the cameras and the geometry of their lenses."""

from foxglove.messages import CameraCalibration, CompressedImage

from kickabout.pictures.codec import decoded
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.messages import CompressedImage as RecordedImage
from kickabout.recording.viewers.shapes import stamp
from kickabout.representations import CameraInfo


def of_image(time: int, frame: str, image: RecordedImage) -> CompressedImage:
    return CompressedImage(
        timestamp=stamp(time), frame_id=frame, data=image.data, format=image.format
    )


def width_of(image: RecordedImage) -> int:
    """Return the width of a compressed image in px."""
    pixels = decoded(image.data)
    if pixels is None:
        raise RecordingError("a recorded JPEG image is damaged")
    return int(pixels.shape[1])


def of_camera(time: int, frame: str, info: CameraInfo, scale: float) -> CameraCalibration:
    """Return the geometry of a camera for images that are recorded at a scale."""
    fx, fy = (scale * length for length in info.focal_length)
    cx, cy = (scale * place for place in info.center)
    return CameraCalibration(
        timestamp=stamp(time),
        frame_id=frame,
        width=round(scale * info.width),
        height=round(scale * info.height),
        distortion_model="plumb_bob",
        D=[0.0] * 5,
        K=[fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0],
        R=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        P=[fx, 0.0, cx, 0.0, 0.0, fy, cy, 0.0, 0.0, 0.0, 1.0, 0.0],
    )
