"""HULKs' localization: from field percepts, odometry and the game to the robot's pose."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Cov3, Field, Mat, Pose2, Robot, Vec3
from kickabout.geometry.pose3 import sealed
from kickabout.modeling.pose.field_model import FieldModel
from kickabout.modeling.pose.hulks_pose_hypotheses import PoseSet
from kickabout.modeling.pose.placed_poses import BodyAndGame, placed_poses, placement_now
from kickabout.modeling.pose.pose_association import AssociationLimits
from kickabout.modeling.pose.pose_correction import PerceptRules, PerceptWeights, corrected_by
from kickabout.modeling.pose.pose_particles import (
    HERE,
    StepNoise,
    mirror_particles,
    move_particles,
)
from kickabout.modeling.pose.pose_percepts import FieldPercepts, frame_percepts
from kickabout.modeling.pose.pose_placement import (
    Placement,
    PlacementDetector,
    Situation,
    situation_of,
)
from kickabout.modeling.pose.pose_symmetry import is_near, like_before
from kickabout.modeling.pose.self_locator_parameters import SelfLocatorParameters
from kickabout.representations import (
    FieldFeaturesPercept,
    InertialState,
    Odometry,
    PoseHypotheses,
    PoseQuality,
    RobotPose,
)

TURNS = np.linspace(-math.pi, math.pi, 8, endpoint=False)  # rad, after a fall


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksSelfLocatorParameters:
    max_gyro: float = param(
        2.5,
        unit="rad/s",
        low=0.0,
        doc="percepts are ignored while the torso turns faster than this",
    )
    error_weight: float = param(
        0.03, low=0.0, high=1.0, doc="weight of a frame in a hypothesis' running error"
    )
    worse_by: float = param(
        0.25,
        low=0.0,
        high=1.0,
        doc="difference to the lowest error above which a hypothesis is eliminated",
    )
    merge_distance: float = param(
        0.25, unit="m", low=0.0, doc="hypotheses nearer to each other than this are merged"
    )
    merge_angle: float = param(
        0.3, unit="rad", low=0.0, doc="maximum difference of headings of merged hypotheses"
    )
    max_hypotheses: int = param(14, low=1, high=50, doc="maximum number of hypotheses")
    lead: float = param(
        0.04,
        low=0.0,
        doc="how much lower the error of another hypothesis has to be to replace the chosen one",
    )
    first_error: float = param(0.5, low=0.0, high=1.0, doc="error of a new hypothesis")
    restart_error: float = param(
        0.35, low=0.0, high=1.0, doc="lowest error above which field features start new hypotheses"
    )
    start_distance: float = param(
        0.4, unit="m", low=0.0, doc="minimum distance of a new hypothesis from all others"
    )
    start_angle: float = param(
        0.35,
        unit="rad",
        low=0.0,
        doc="minimum difference of a new hypothesis' heading from all others",
    )
    start_deviation: float = param(
        0.25, unit="m", low=0.0, doc="standard deviation of a new hypothesis' position"
    )
    start_turn: float = param(
        0.15, unit="rad", low=0.0, doc="standard deviation of a new hypothesis' heading"
    )
    scatter: float = param(
        0.0, low=0.0, high=1.0, doc="random fraction of odometry noise; HULKs use none"
    )
    superb: float = param(0.2, low=0.0, high=1.0, doc="maximum error of superb quality")
    okay: float = param(0.45, low=0.0, high=1.0, doc="maximum error of okay quality")
    okay_deviation: float = param(
        0.4, unit="m", low=0.0, doc="maximum standard deviation of okay quality"
    )


class HulksSelfLocator(Module[HulksSelfLocatorParameters]):
    """A set of unscented Kalman filters without any randomness.

    Predicts by odometry, corrects by percepts, eliminates hypotheses that fit significantly worse
    than the best one and merges similar ones. After HULKs 2021, 5.2; association and noise
    parameters are those of `SelfLocator`. Starting new hypotheses from field features while none
    fits is our addition: without it the robot stays lost after a fall.
    """

    random_stream = "HulksSelfLocator"

    def __init__(self, parameters: HulksSelfLocatorParameters) -> None:
        super().__init__(parameters)
        self.common = SelfLocatorParameters()
        self.poses = PoseSet()
        self.placements = PlacementDetector()
        self.pose: Vec3 = np.zeros(3)
        self.robot_to_start: Pose2[Robot, Robot] | None = None
        self.last_jump_at = -1e9
        self.rules = PerceptRules(
            limits=picked(AssociationLimits, self.common),
            weights=picked(PerceptWeights, self.common),
        )

    def update(
        self,
        frame: FrameInfo,
        percepts: FieldPercepts,
        given: BodyAndGame,
        inertia: InertialState,
    ) -> tuple[RobotPose, PoseHypotheses]:
        situation = situation_of(given.game, given.player)
        self._move(frame, given.odometry)
        expected = self.pose.copy()
        if situation.begins_in_own_half(self.placements.before):
            circle = given.field.center_circle_radius if situation.kicks else 0.0
            beyond = circle + self.common.own_half_margin
            mirror_particles(self.poses.means, self.poses.covariances, HERE, beyond)
        self._place(frame, given, situation)
        calm = float(np.linalg.norm(inertia.gyro)) < self.parameters.max_gyro
        if given.fall.phase.on_feet and given.ground.contact and calm:
            self._correct(percepts, given.model)
        return self._published(frame, expected)

    def _move(self, frame: FrameInfo, odometry: Odometry) -> None:
        now = odometry.robot_to_start
        step = (self.robot_to_start or now).inverse() @ now
        self.robot_to_start = now
        noise = picked(StepNoise, self.common)._replace(scatter=self.parameters.scatter)
        draws = self._draws(len(self.poses))
        means, covariances = self.poses.means, self.poses.covariances
        move_particles(means, covariances, step.array, frame.dt, noise, draws)
        before: Pose2[Robot, Field] = Pose2.from_array(self.pose)
        self.pose = (before @ step).array

    def _draws(self, count: int) -> Mat:
        if self.parameters.scatter <= 0.0:
            return np.zeros((count, 3))
        return self.random.standard_normal((count, 3))

    def _place(self, frame: FrameInfo, given: BodyAndGame, situation: Situation) -> None:
        p, common = self.parameters, self.common
        placement = placement_now(self.placements, frame, given, situation, common.lifted_for)
        if placement is Placement.NONE:
            return
        self.debug.note(f"placed: {placement.value}")
        if placement is Placement.FELL:
            self._turn_about()
            return
        poses = placed_poses(placement, given, common, self.random)
        deviations = np.array(
            (common.placed_deviation, common.placed_deviation, common.placed_turn)
        )
        self.poses.reset(np.unique(poses, axis=0), np.diag(deviations**2), p.first_error)
        self.pose = poses[0].copy()
        nearest = np.abs(self.poses.means - poses[0]).sum(axis=1).argmin()
        self.poses.errors[nearest] -= 2.0 * p.lead  # prefer the usual position

    def _turn_about(self) -> None:
        """Reset the poses after a fall: the position is kept, the heading is unknown."""
        p, common = self.parameters, self.common
        best = self.poses.best()
        here, error = self.poses.means[best].copy(), max(p.first_error, self.poses.errors[best])
        turned = np.tile(here, (len(TURNS), 1))
        turned[:, 2] += TURNS
        deviations = np.array(
            (common.fall_deviation, common.fall_deviation, 0.5 * common.fall_turn)
        )
        self.poses.reset(turned, np.diag(deviations**2), error)
        self.poses.errors[len(TURNS) // 2] -= 2.0 * p.lead

    def _correct(self, percepts: FieldPercepts, model: FieldModel) -> None:
        p = self.parameters
        fractions = corrected_by(
            self.poses.means,
            self.poses.covariances,
            percepts=frame_percepts(percepts, model),
            model=model,
            rules=self.rules,
        )
        if fractions is None:
            return
        self.poses.update_errors(fractions, p.error_weight)
        if self.poses.errors.min() > p.restart_error:
            self._start_from(percepts.features)
        self.poses.eliminate(p.worse_by)
        self.poses.merge(p.merge_distance, p.merge_angle)
        self.poses.limit(p.max_hypotheses)

    def _start_from(self, percept: FieldFeaturesPercept) -> None:
        """Add hypotheses where features suggest one; of two mirrored poses use the likelier."""
        p = self.parameters
        spread: Cov3 = np.diag((p.start_deviation**2, p.start_deviation**2, p.start_turn**2))
        for feature in percept.features:
            observed = feature.robot_to_field.array
            pose = like_before(observed, self.pose, self.common.turn_per_meter)
            if not self.poses.has_near(pose, p.start_distance, p.start_angle):
                self.poses.add(pose, spread, float(self.poses.errors.min()) + p.lead)

    def _published(self, frame: FrameInfo, expected: Vec3) -> tuple[RobotPose, PoseHypotheses]:
        common, poses = self.common, self.poses
        index = self._chosen(expected)
        self.pose = poses.means[index].copy()
        if not is_near(self.pose, expected, common.jump_distance, common.jump_angle):
            self.last_jump_at = frame.time
        covariance, error = poses.covariances[index].copy(), float(poses.errors[index])
        self.debug.plot("hypotheses", float(len(poses)))
        self.debug.plot("error", error)
        pose = RobotPose(
            robot_to_field=Pose2.from_array(self.pose),
            covariance=sealed(covariance),
            quality=self._quality(covariance, error),
            validity=min(1.0, max(0.0, 1.0 - error)),
            last_jump_at=self.last_jump_at,
        )
        return pose, self._hypotheses()

    def _chosen(self, expected: Vec3) -> int:
        """Return the index of the lowest error, with a preference for the last pose."""
        p, poses = self.parameters, self.poses
        best = poses.best()
        apart = np.hypot(*(poses.means[:, :2] - expected[:2]).T)
        apart += np.abs(np.angle(np.exp(1j * (poses.means[:, 2] - expected[2]))))
        nearest = int(apart.argmin())
        keeps = apart[nearest] < 1.0 and poses.errors[nearest] <= poses.errors[best] + p.lead
        return nearest if keeps else best

    def _quality(self, covariance: Cov3, error: float) -> PoseQuality:
        p = self.parameters
        deviation = math.sqrt(covariance[0, 0] + covariance[1, 1])
        if deviation > p.okay_deviation or error > p.okay:
            return PoseQuality.POOR
        return PoseQuality.SUPERB if error <= p.superb else PoseQuality.OKAY

    def _hypotheses(self) -> PoseHypotheses:
        poses = self.poses
        return PoseHypotheses(
            poses=sealed(poses.means.copy()),
            covariances=sealed(poses.covariances.copy()),
            validities=sealed(1.0 - poses.errors),
        )
