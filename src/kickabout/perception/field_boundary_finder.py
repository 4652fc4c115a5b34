"""Field boundary in the upper image: from scan-line regions to where the carpet ends."""

from typing import Annotated

from kickabout.framework import Last, Module
from kickabout.framework.module import From
from kickabout.perception.eye import eye_of
from kickabout.perception.field_boundary_search import (
    FieldBoundaryParameters,
    found_boundary,
    taken_over,
)
from kickabout.representations import (
    CameraInfo,
    CameraMatrix,
    FieldBoundaryPercept,
    ImageCoordinateSystem,
    ScanLineRegions,
)


class FieldBoundaryFinder(Module[FieldBoundaryParameters]):
    """One or two straight lines by RANSAC; the lower camera's if this image shows none.

    After B-Human 2019, section 4.1.6. The two images are so close in time that the way walked in
    between does not matter.
    """

    def update(
        self,
        regions: ScanLineRegions,
        matrix: CameraMatrix,
        info: CameraInfo,
        system: ImageCoordinateSystem,
        other: Last[Annotated[FieldBoundaryPercept, From("lower")]],
    ) -> FieldBoundaryPercept:
        if not matrix.valid or len(regions.columns) == 0:
            return FieldBoundaryPercept()
        eye, p = eye_of(matrix, info, system), self.parameters
        draws = self.random.integers(0, 1 << 30, (p.draws, 3))
        found = found_boundary(regions, eye, draws, limits=p, debug=self.debug)
        return found if found.valid else taken_over(other, eye, info, p.extrapolated_deviation)
