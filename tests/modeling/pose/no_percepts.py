"""Percepts of an image without any field element."""

from kickabout.modeling.pose.field_model import field_model
from kickabout.modeling.pose.pose_percepts import FieldPercepts, frame_percepts
from kickabout.representations import (
    CenterCirclePercept,
    FieldDimensions,
    FieldFeaturesPercept,
    IntersectionsPercept,
    LinesPercept,
    PenaltyMarkPercept,
)

NO_FIELD_PERCEPTS = FieldPercepts(
    lines=LinesPercept(),
    circle=CenterCirclePercept(),
    mark=PenaltyMarkPercept(),
    intersections=IntersectionsPercept(),
    features=FieldFeaturesPercept(),
)
NO_PERCEPTS = frame_percepts(NO_FIELD_PERCEPTS, field_model(FieldDimensions()))
