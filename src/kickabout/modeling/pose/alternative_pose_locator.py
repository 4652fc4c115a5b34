"""Sensor resetting: from field features over some seconds to a pose for robots that got lost."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Pose2
from kickabout.modeling.pose.alternative_clusters import ObservedPoses, largest_cluster, poses_now
from kickabout.representations import (
    AlternativePose,
    FallState,
    FieldFeaturesPercept,
    GroundContactState,
    Odometry,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativePoseLocatorParameters:
    memory: float = param(6.0, unit="s", low=0.1, doc="observations are kept this long")
    size: int = param(40, low=2, high=200, doc="not more observations are kept")
    fading: float = param(
        1.5, unit="s", low=0.1, doc="observations this old count 1/e of what new ones count"
    )
    distance: float = param(0.5, unit="m", low=0.0, doc="poses of one cluster are this near")
    angle: float = param(0.3, unit="rad", low=0.0, doc="and turned not more than this")
    least: int = param(4, low=1, doc="smaller clusters say nothing")
    min_weight: float = param(
        1.5, low=0.0, doc="clusters whose observations have faded more than this say nothing"
    )
    min_share: float = param(
        0.5, low=0.0, high=1.0, doc="the cluster has to have this share of all weight"
    )


class AlternativePoseLocator(Module[AlternativePoseLocatorParameters]):
    """Clusters the poses that field features told, each moved on by odometry.

    Single false features do not matter that way. The pose is one of two that look the same on
    the field; whoever uses it has to choose. Falls and being carried make old observations
    worthless. Method: B-Human 2019, 5.1.2; sensor resetting after Lenser and Veloso.
    """

    def __init__(self, parameters: AlternativePoseLocatorParameters) -> None:
        super().__init__(parameters)
        self.observed = ObservedPoses(parameters.size)
        self.updated_at = -1e9

    def parameters_changed(self) -> None:
        self.observed = ObservedPoses(self.parameters.size)

    def update(
        self,
        frame: FrameInfo,
        percept: FieldFeaturesPercept,
        odometry: Odometry,
        fall: FallState,
        ground: GroundContactState,
    ) -> AlternativePose:
        if not fall.phase.on_feet or not ground.contact:
            self.observed.clear()
            return AlternativePose(updated_at=self.updated_at)
        p = self.parameters
        self.observed.forget(frame.time - p.memory)
        for feature in percept.features:
            self.observed.add(
                feature.robot_to_field,
                at=frame.time,
                robot_to_start=odometry.robot_to_start,
            )
            self.updated_at = frame.time
        if len(self.observed) < p.least:
            return AlternativePose(updated_at=self.updated_at)
        return self._found(frame.time, odometry)

    def _found(self, now: float, odometry: Odometry) -> AlternativePose:
        p = self.parameters
        if canvas := self.debug.field("observations"):
            for x, y, theta in poses_now(
                self.observed.observations, odometry.robot_to_start.array
            ).tolist():
                canvas.at(x, y, theta).arrow((0.0, 0.0), (0.2, 0.0), color="violet")
        mean, count, weight, total = largest_cluster(
            self.observed.observations,
            odometry.robot_to_start.array,
            now,
            p.fading,
            p.distance,
            p.angle,
        )
        min_weight = max(p.min_weight, p.min_share * total)
        return AlternativePose(
            robot_to_field=Pose2.from_array(mean),
            valid=count >= p.least and weight >= min_weight,
            supporters=count,
            updated_at=self.updated_at,
        )
