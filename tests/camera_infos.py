"""The geometry of a camera of 640 × 480 pixels, for tests."""

from kickabout.representations import CameraInfo

INFO = CameraInfo(
    camera="upper", width=640, height=480, focal_length=(560.0, 560.0), center=(320.0, 240.0)
)
