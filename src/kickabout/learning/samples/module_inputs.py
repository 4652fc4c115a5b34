"""Inputs of perception modules: from a labeled picture to camera data and ball candidates."""

from typing import TypeVar

import numpy as np

from kickabout.framework import Module
from kickabout.framework.module import declaration_of
from kickabout.geometry import FloatArray
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.scenes import OWN_INSTANCE
from kickabout.perception.ball.ball_candidate_generator import (
    BallCandidateGenerator,
    rough_candidates,
)
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.relative_color_segmenter import RelativeColorSegmenter
from kickabout.representations import (
    BodyContour,
    CameraImage,
    FieldBoundaryPercept,
    FieldColors,
    ScanLineRegions,
)
from kickabout.robots.nao.configuration import NAO

# Types: a module with any parameters.
M = TypeVar("M", bound=Module)  # type: ignore[type-arg]
BOUNDARY_COLUMNS = 40
CONTOUR_SPACING = 8  # px


def made(module: type[M]) -> M:
    """Return a module of a NAO with its default parameters."""
    made: M = module.made(declaration_of(module).parameters(), NAO)
    return made


def true_boundary(picture: LabeledPicture) -> FieldBoundaryPercept:
    rows = picture.boundary_rows(BOUNDARY_COLUMNS)
    seen = np.flatnonzero(~np.isnan(rows))
    columns = (seen + 0.5) * picture.optics.width / BOUNDARY_COLUMNS
    points = np.column_stack((columns, rows[seen]))
    return FieldBoundaryPercept(valid=len(seen) >= 2, points_in_image=points)


def true_contour(picture: LabeledPicture) -> BodyContour:
    own = picture.labels.instances[:, ::CONTOUR_SPACING] == OWN_INSTANCE
    rows = np.where(own.any(axis=0), own.argmax(axis=0), picture.optics.height)
    return BodyContour(spacing=CONTOUR_SPACING, rows=rows.astype(np.int32))


def camera_inputs_of(picture: LabeledPicture, error: FloatArray | None = None) -> CameraInputs:
    return CameraInputs(
        image=CameraImage(camera=picture.camera, yuyv=picture.yuyv),
        info=picture.info,
        matrix=picture.matrix(error),
        system=picture.system,
    )


class CandidateSampler:
    """Segmenter and candidate generator of a robot, with true boundary and body contour."""

    def __init__(self) -> None:
        self.segmenter = made(RelativeColorSegmenter)
        self.generator = made(BallCandidateGenerator)

    def segmented(
        self, picture: LabeledPicture, inputs: CameraInputs
    ) -> tuple[ScanLineRegions, FieldColors]:
        regions, _, colors = self.segmenter.update(inputs, true_contour(picture), picture.field)
        return regions, colors

    def candidates(self, picture: LabeledPicture, error: FloatArray) -> FloatArray:
        """Return the candidates to be ranked as rows (x, y, radius)."""
        inputs = camera_inputs_of(picture, error)
        regions, colors = self.segmented(picture, inputs)
        if len(regions.top) == 0:
            return np.zeros((0, 3))
        rules = self.generator.rules(inputs.image, picture.field)
        parameters = self.generator.parameters
        boundary = true_boundary(picture)
        return rough_candidates(
            inputs,
            regions,
            colors,
            boundary,
            rules=rules,
            max_count=parameters.max_ranked,
            separation=parameters.separation,
        )
