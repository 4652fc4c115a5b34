"""The penalty mark: from small white spots on the carpet to a cross of the right shape."""

from dataclasses import dataclass

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import Points2, Vector2, readonly
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    projection_of,
    robot_to_image,
    spreads_on_ground,
)
from kickabout.perception.colors.relative_colors import carpet_of
from kickabout.perception.landmarks.penalty_mark_candidates import mark_candidates
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
    farthest: float = param(3.0, unit="m", low=0.0, doc="marks farther away are not looked for")
    candidates: int = param(3, low=1, high=20, doc="that are looked at in one image")
    smallest: float = param(0.5, low=0.0, doc="size of a candidate, in sizes of the mark")
    largest: float = param(1.7, low=0.0, doc="size of a candidate, in sizes of the mark")
    taller: float = param(3.0, low=0.0, doc="line heights by which regions reach their neighbors")
    noise: float = param(4.0, low=0.0, doc="deviation of Y that counts as no contrast")
    response: float = param(0.30, low=0.0, doc="least mean response of the outline")
    green: float = param(0.9, low=0.0, high=1.0, doc="share of the ring that must be carpet")
    notches: float = param(1.03, low=0.0, doc="darkest arm over the brightest notch between arms")
    brighter: float = param(1.1, low=1.0, doc="the mark is brighter than the carpet around it")
    even: float = param(0.6, low=0.0, high=1.0, doc="darkest over brightest part of the mark")
    blurred_response: float = param(0.4, low=0.0, doc="of marks too far to show their notches")
    blurred_contrast: float = param(1.3, low=1.0, doc="of these, middle over carpet")
    blurred_from: float = param(0.12, low=0.0, doc="height of a row on the ground, in marks")
    tilt_deviation: float = param(0.0105, unit="rad", low=0.0, doc="of the camera's roll and pitch")
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="of the camera's direction")
    pixel_deviation: float = param(1.0, unit="px", low=0.0, doc="of what is seen in the image")


@inputs
@frozen
class MarkInputs:
    """What the search looks at."""

    image: CameraImage
    info: CameraInfo
    matrix: CameraMatrix
    system: ImageCoordinateSystem
    columns: ScanLineRegions
    colors: FieldColors
    field: FieldDimensions


class PenaltyMarkDetector(Module[PenaltyMarkDetectorParameters]):
    """Candidates by size, then the cross's outline in the contrast-normalized Sobel image.

    After B-Human 2019, sections 4.3.3 and 4.3.4. It is enough to see the mark at times; to see
    one where there is none would do harm.
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
        place, response = found_mark(
            given.image.yuyv, centers, projection, carpet, size, field.line_width, self.limits
        )
        if response == 0.0:
            return PenaltyMarkPercept()
        at = place[:2].reshape(1, 2)
        deviations = (p.tilt_deviation, p.pan_deviation, p.pixel_deviation)
        return PenaltyMarkPercept(
            seen=True,
            center_in_image=Vector2.from_array(robot_to_image(at, projection, 0.0)[0]),
            position_in_robot=Vector2.from_array(place[:2]),
            covariance=sealed(spreads_on_ground(at, projection, *deviations)[0]),
        )

    def _candidates(self, given: MarkInputs, projection: CameraProjection) -> Points2:
        """Centers on the ground of groups of white regions about as large as the mark."""
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
            readonly((p.smallest * size, p.largest * size, p.farthest)),
        )
        return centers[: p.candidates]
