"""Penalty mark: from small white regions on the carpet to a cross of the right shape."""

from dataclasses import dataclass

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import Points2, readonly
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    projection_of,
    robot_to_image,
)
from kickabout.perception.colors.relative_colors import carpet_of
from kickabout.perception.landmarks.penalty_mark_candidates import mark_candidates
from kickabout.perception.landmarks.penalty_mark_percept import mark_percept
from kickabout.perception.landmarks.penalty_mark_proof import MarkLimits, found_mark
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    FieldColors,
    FieldDimensions,
    ImageCoordinateSystem,
    PenaltyMarkPercept,
    ScanLineRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyMarkDetectorParameters:
    max_distance: float = param(3.0, unit="m", low=0.0, doc="maximum distance of the mark")
    candidates: int = param(3, low=1, high=20, doc="maximum number of candidates checked per image")
    smallest: float = param(0.5, low=0.0, doc="minimum size of a candidate, in mark sizes")
    largest: float = param(1.7, low=0.0, doc="maximum size of a candidate, in mark sizes")
    taller: float = param(
        3.0, low=0.0, doc="line heights by which regions are extended when grouped"
    )
    noise: float = param(4.0, low=0.0, doc="deviation of Y that counts as no contrast")
    response: float = param(0.30, low=0.0, doc="minimum mean response of the outline")
    green: float = param(0.9, low=0.0, high=1.0, doc="minimum carpet fraction of the ring")
    notches: float = param(1.03, low=0.0, doc="minimum of darkest arm over brightest notch")
    brighter: float = param(1.1, low=1.0, doc="minimum brightness over the carpet around it")
    even: float = param(0.6, low=0.0, high=1.0, doc="minimum of darkest over brightest part")
    blurred_response: float = param(
        0.4, low=0.0, doc="minimum response of marks without visible notches"
    )
    blurred_contrast: float = param(
        1.3, low=1.0, doc="minimum brightness of their middle over carpet"
    )
    blurred_from: float = param(
        0.12, low=0.0, doc="ground height of a row, in marks, that hides notches"
    )
    tilt_deviation: float = param(
        0.0105, unit="rad", low=0.0, doc="deviation of the camera's roll and pitch"
    )
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="deviation of the camera's yaw")
    pixel_deviation: float = param(1.0, unit="px", low=0.0, doc="deviation of points in the image")


@inputs
@frozen
class MarkInputs:
    """Inputs of the search for the mark."""

    image: CameraImage
    info: CameraInfo
    matrix: CameraMatrix
    system: ImageCoordinateSystem
    columns: ScanLineRegions
    colors: FieldColors
    field: FieldDimensions


class PenaltyMarkDetector(Module[PenaltyMarkDetectorParameters]):
    """Selects candidates by size and fits a cross to the contrast-normalized Sobel image.

    After B-Human 2019, sections 4.3.3 and 4.3.4. The limits are strict, because a false mark does
    more harm than a missed one.
    """

    def __init__(self, parameters: PenaltyMarkDetectorParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.limits = MarkLimits(
            noise=p.noise,
            response=p.response,
            green=p.green,
            notches=p.notches,
            brighter=p.brighter,
            even=p.even,
            blurred_response=p.blurred_response,
            blurred_contrast=p.blurred_contrast,
            blurred_from=p.blurred_from,
        )

    def update(self, given: MarkInputs) -> PenaltyMarkPercept:
        p, field = self.parameters, given.field
        usable = given.matrix.valid and given.colors.valid and given.image.height > 0
        if not usable:
            return PenaltyMarkPercept()
        projection = projection_of(given.matrix, given.info, given.system)
        centers = self._candidates(given, projection)
        if len(centers) == 0:
            return PenaltyMarkPercept()
        if canvas := self.debug.image("candidates"):
            for pixel in robot_to_image(centers, projection, 0.0):
                canvas.circle(pixel, 10.0)
        carpet, size = carpet_of(given.colors), field.penalty_mark_size
        pose, response = found_mark(
            given.image.yuyv, centers, projection, carpet, size, field.line_width, self.limits
        )
        if response == 0.0:
            return PenaltyMarkPercept()
        at = pose[:2].reshape(1, 2)
        center = robot_to_image(at, projection, 0.0)[0]
        deviations = (p.tilt_deviation, p.pan_deviation, p.pixel_deviation)
        return mark_percept(center, at, projection, deviations)

    def _candidates(self, given: MarkInputs, projection: CameraProjection) -> Points2:
        """Return ground centers of groups of white regions about as large as the mark."""
        p, columns, size = self.parameters, given.columns, given.field.penalty_mark_size
        centers = mark_candidates(
            columns.columns,
            columns.line_of,
            columns.top,
            columns.bottom,
            columns.color,
            float(columns.spacing),
            projection,
            given.image.height,
            given.field.line_width,
            p.taller,
            readonly((p.smallest * size, p.largest * size, p.max_distance)),
        )
        return centers[: p.candidates]
