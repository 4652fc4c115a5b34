"""Video: H.264 in MP4 and VP9 in WebM, which browsers play."""

import importlib.util
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from kickabout.framework import ConfigurationError
from kickabout.pictures.codec import Pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """A format of videos."""

    container: str
    encoder: str
    options: dict[str, str]  # of the encoder
    container_options: dict[str, str]


# The numbers trade size for time: with these, encoding takes a few milliseconds per picture.
# The index of an MP4 comes first, so that a browser plays it while it loads.
KINDS: dict[str, _Kind] = {
    ".mp4": _Kind(
        container="mp4",
        encoder="libx264",
        options={"crf": "21", "preset": "veryfast"},
        container_options={"movflags": "+faststart"},
    ),
    ".webm": _Kind(
        container="webm",
        encoder="libvpx-vp9",
        options={"crf": "32", "b": "0", "deadline": "realtime", "cpu-used": "6", "row-mt": "1"},
        container_options={},
    ),
}
BT709, LIMITED = 1, 1  # codes of color space and range in both formats


def check_library(target: Path) -> None:
    """Refuse a video if the library that encodes it is not installed."""
    if target.suffix in KINDS and importlib.util.find_spec("av") is None:
        raise ConfigurationError(
            f"{target.suffix} needs PyAV, which comes with the extra 'film': "
            "pip install -e '.[film]' in the clone; .webp, .gif and .png do not",
            file=target,
        )


class Video:
    """A file to which pictures are added."""

    def __init__(self, path: Path, ending: str, size: tuple[int, int], *, rate: float) -> None:
        import av

        kind = KINDS[ending]
        self.file = av.open(path, "w", format=kind.container, options=kind.container_options)
        exact_rate = Fraction(rate).limit_denominator(1000)
        self.stream = self.file.add_stream(kind.encoder, rate=exact_rate, options=kind.options)
        self.stream.width, self.stream.height = size
        self.stream.pix_fmt = "yuv420p"  # browsers play no other
        context = self.stream.codec_context
        context.colorspace = context.color_primaries = context.color_trc = BT709
        context.color_range = LIMITED

    def add(self, picture: Pixels) -> None:
        import av

        frame = av.VideoFrame.from_ndarray(picture, "rgb24")
        converted = frame.reformat(format="yuv420p", dst_colorspace=BT709, dst_color_range=LIMITED)
        self.file.mux(self.stream.encode(converted))

    def finish(self) -> None:
        """Write the pictures that the encoder still has."""
        self.file.mux(self.stream.encode(None))

    def end(self) -> None:
        """Complete the file and release it."""
        self.file.close()
