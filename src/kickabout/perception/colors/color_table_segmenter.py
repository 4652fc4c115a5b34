"""Segmentation by a color table: from an image to runs of one class and blobs."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.perception.colors.color_runs import blobs_of, segmented
from kickabout.perception.colors.color_table import cached_table
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import BlobsPercept, CameraImage, ColorRuns


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorTableSegmenterParameters:
    table: str = param("legged2001", doc="name of the color table, in `color_tables` of the robot")
    min_pixels: int = param(4, unit="px", low=1, doc="minimum number of pixels of a blob")


class ColorTableSegmenter(Module[ColorTableSegmenterParameters]):
    """Looks up the class of each pixel and codes runs in the same pass; then connects runs.

    After GermanTeam 2001, sections 4.1 and 4.3. The table is read before the first image.
    """

    def __init__(self, parameters: ColorTableSegmenterParameters) -> None:
        super().__init__(parameters)
        self.table: ByteArray | None = None

    def parameters_changed(self) -> None:
        self.table = None

    def update(self, image: CameraImage) -> tuple[ColorRuns, BlobsPercept]:
        if image.width < 2 or image.height < 1:
            return ColorRuns(), BlobsPercept()
        if self.table is None:
            self.table = cached_table(self.robot.color_table_file(self.parameters.table))
        runs = segmented(image.pairs, self.table)
        blobs = blobs_of(runs, self.parameters.min_pixels)
        for array in (*runs, *blobs):
            array.setflags(write=False)
        return (
            ColorRuns(
                width=image.width,
                height=image.height,
                row=runs.row,
                left=runs.left,
                right=runs.right,
                color=runs.color,
            ),
            BlobsPercept(
                width=image.width,
                height=image.height,
                color=blobs.color,
                pixels=blobs.pixels,
                box=blobs.box,
                points=blobs.points,
            ),
        )
