"""Field boundary in the upper image: from scan-line regions to the end of the carpet."""

from typing import Annotated

from kickabout.framework import Last, Module
from kickabout.framework.module import From
from kickabout.perception.field.field_boundary_search import (
    BoundaryView,
    FieldBoundaryParameters,
    boundary_in,
)
from kickabout.representations import FieldBoundaryPercept


class FieldBoundaryDetector(Module[FieldBoundaryParameters]):
    """Fits one or two lines by RANSAC, or uses the lower camera's if this image shows none.

    After B-Human 2019, section 4.1.6. It is for robots with two cameras, whose threads are called
    `upper` and `lower`. The two images are so close in time that the robot's motion
    between them does not matter.
    """

    random_stream = "FieldBoundaryFinder"

    def update(
        self,
        view: BoundaryView,
        other: Last[Annotated[FieldBoundaryPercept, From("lower")]],
    ) -> FieldBoundaryPercept:
        return boundary_in(view, other, self.parameters, self.random, self.debug)
