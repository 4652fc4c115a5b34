"""Field boundary in the lower image: from scan-line regions to the end of the carpet."""

from typing import Annotated

from kickabout.framework import Last, Module
from kickabout.framework.module import From
from kickabout.perception.field.field_boundary_search import (
    BoundaryView,
    FieldBoundaryParameters,
    boundary_in,
)
from kickabout.representations import FieldBoundaryPercept


class LowerFieldBoundaryDetector(Module[FieldBoundaryParameters]):
    """As `FieldBoundaryDetector`, but uses the upper camera's boundary if this image shows none."""

    random_stream = "LowerFieldBoundaryFinder"

    def update(
        self,
        view: BoundaryView,
        other: Last[Annotated[FieldBoundaryPercept, From("upper")]],
    ) -> FieldBoundaryPercept:
        return boundary_in(view, other, self.parameters, self.random, self.debug)
