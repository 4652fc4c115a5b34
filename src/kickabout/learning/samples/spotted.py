"""Spotted places: from a labeled picture to the spots that a robot itself would look at."""

from typing import TypeVar

import numpy as np

from kickabout.framework import Module
from kickabout.framework.module import declaration_of
from kickabout.geometry import FloatArray
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.scenes import OWN_INSTANCE
from kickabout.perception.ball.ball_candidate_generator import BallCandidateGenerator, rough_spots
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.relative_color_segmenter import RelativeColorSegmenter
from kickabout.representations import (
    BodyContour,
    CameraImage,
    FieldBoundaryPercept,
    FieldColors,
    ScanLineRegions,
)

# Types: whatever its parameters are.
M = TypeVar("M", bound=Module)  # type: ignore[type-arg]
BOUNDARY_COLUMNS = 40
CONTOUR_SPACING = 8  # px


def made(module: type[M]) -> M:
    """With its default parameters."""
    return module(declaration_of(module).parameters())


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


def sight_of(picture: LabeledPicture, error: FloatArray | None = None) -> CameraInputs:
    return CameraInputs(
        image=CameraImage(camera=picture.camera, yuyv=picture.yuyv),
        info=picture.info,
        matrix=picture.matrix(error),
        system=picture.system,
    )


class Spotter:
    """Scanner and spotter as a robot has them, but with the true boundary and own body."""

    def __init__(self) -> None:
        self.scanner = made(RelativeColorSegmenter)
        self.spotter = made(BallCandidateGenerator)

    def scanned(
        self, picture: LabeledPicture, sight: CameraInputs
    ) -> tuple[ScanLineRegions, FieldColors]:
        regions, _, colors = self.scanner.update(
            sight.image,
            sight.info,
            sight.matrix,
            sight.system,
            true_contour(picture),
            picture.field,
        )
        return regions, colors

    def spots(self, picture: LabeledPicture, error: FloatArray) -> FloatArray:
        """Rows (x, y, radius) that would get a glance."""
        sight = sight_of(picture, error)
        regions, colors = self.scanned(picture, sight)
        if len(regions.top) == 0:
            return np.zeros((0, 3))
        rules = self.spotter.rules(sight.image, picture.field)
        parameters = self.spotter.parameters
        boundary = true_boundary(picture)
        return rough_spots(
            sight,
            regions,
            colors,
            boundary,
            rules=rules,
            most=parameters.max_ranked,
            separation=parameters.separation,
        )
