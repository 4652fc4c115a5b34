"""Sensor resetting: from field features of some seconds to a pose for a robot that got lost."""

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
    memory: float = param(6.0, unit="s", low=0.1, doc="how long observations are kept")
    size: int = param(40, low=2, high=200, doc="maximum number of observations")
    fading: float = param(
        1.5, unit="s", low=0.1, doc="age at which an observation has 1/e of its first weight"
    )
    distance: float = param(0.5, unit="m", low=0.0, doc="radius of a cluster")
    angle: float = param(
        0.3, unit="rad", low=0.0, doc="maximum difference of headings within a cluster"
    )
    min_count: int = param(4, low=1, doc="minimum number of observations in a cluster")
    min_weight: float = param(1.5, low=0.0, doc="minimum weight of a cluster")
    min_fraction: float = param(
        0.5, low=0.0, high=1.0, doc="minimum fraction of all weight in the cluster"
    )


class AlternativePoseLocator(Module[AlternativePoseLocatorParameters]):
    """Clusters poses computed from field features, each moved along by odometry.

    Single false features therefore have no effect. The pose is one of two that look the same on
    the field; the module that uses it has to choose. If the robot falls or is carried, all
    observations are dropped. Method: B-Human 2019, 5.1.2; sensor resetting after Lenser and Veloso.
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
        if len(self.observed) < p.min_count:
            return AlternativePose(updated_at=self.updated_at)
        return self._clustered(frame.time, odometry)

    def _clustered(self, now: float, odometry: Odometry) -> AlternativePose:
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
        min_weight = max(p.min_weight, p.min_fraction * total)
        return AlternativePose(
            robot_to_field=Pose2.from_array(mean),
            valid=count >= p.min_count and weight >= min_weight,
            supporters=count,
            updated_at=self.updated_at,
        )
