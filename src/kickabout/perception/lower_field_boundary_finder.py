"""Field boundary in the lower image: from scan-line regions to where the carpet ends."""

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


class LowerFieldBoundaryFinder(Module[FieldBoundaryParameters]):
    """As `FieldBoundaryFinder`, with the upper camera's boundary if this image shows none."""

    def update(
        self,
        regions: ScanLineRegions,
        matrix: CameraMatrix,
        info: CameraInfo,
        system: ImageCoordinateSystem,
        other: Last[Annotated[FieldBoundaryPercept, From("upper")]],
    ) -> FieldBoundaryPercept:
        if not matrix.valid or len(regions.columns) == 0:
            return FieldBoundaryPercept()
        eye, p = eye_of(matrix, info, system), self.parameters
        draws = self.random.integers(0, 1 << 30, (p.draws, 3))
        found = found_boundary(regions, eye, draws, limits=p, debug=self.debug)
        return found if found.valid else taken_over(other, eye, info, p.extrapolated_deviation)
