"""Self-localization: from field percepts, odometry and the game to the robot's pose."""

import numpy as np

from kickabout.framework import FrameInfo, Module
from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Pose2, Robot, Vec2, Vec3
from kickabout.geometry.pose3 import sealed
from kickabout.modeling.pose.field_model import FieldModel
from kickabout.modeling.pose.placed_poses import BodyAndGame, placed_poses, placement_now
from kickabout.modeling.pose.pose_association import AssociationLimits
from kickabout.modeling.pose.pose_correction import PerceptRules, PerceptWeights, corrected_by
from kickabout.modeling.pose.pose_particles import HERE, Estimate, PoseParticles, StepNoise
from kickabout.modeling.pose.pose_percepts import FieldPercepts, frame_percepts
from kickabout.modeling.pose.pose_placement import (
    Placement,
    PlacementDetector,
    Situation,
    situation_of,
)
from kickabout.modeling.pose.pose_symmetry import from_own_half, is_near, like_before, pose_distance
from kickabout.modeling.pose.self_locator_parameters import SelfLocatorParameters
from kickabout.representations import (
    AlternativePose,
    Odometry,
    PoseHypotheses,
    PoseQuality,
    RobotPose,
    Side,
    SideState,
)

NEW = 0.5  # validity of new particles


class SelfLocator(Module[SelfLocatorParameters]):
    """A particle filter whose few particles are unscented Kalman filters.

    Each cycle: mirror if teammates' balls show so, move by odometry, react to being placed,
    associate and correct by percepts, resample by validity, insert the alternative pose if it is
    far from the estimate, publish the heaviest cluster. Method: B-Human 2019, 5.1; parameters that
    the report leaves open are our own. Assumes that the covariances of percepts are realistic.
    """

    random_stream = "SelfLocator"

    def __init__(self, parameters: SelfLocatorParameters) -> None:
        super().__init__(parameters)
        self.particles = PoseParticles(parameters.particles)
        self.placements = PlacementDetector()
        self.pose: Vec3 = np.zeros(3)
        self.robot_to_start: Pose2[Robot, Robot] | None = None
        self.placed_to_start: Pose2[Robot, Robot] | None = None
        self.own_half_until = 0.0
        self.last_jump_at = -1e9
        self.mirrored_at = -1e9
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.rules = PerceptRules(
            limits=picked(AssociationLimits, self.parameters),
            weights=picked(PerceptWeights, self.parameters),
        )
        self.noise = picked(StepNoise, self.parameters)

    def update(
        self,
        frame: FrameInfo,
        percepts: FieldPercepts,
        given: BodyAndGame,
        alternative: AlternativePose,
        side: SideState,
    ) -> tuple[RobotPose, PoseHypotheses]:
        situation = situation_of(given.game, given.player)
        self._mirror_if_reported(frame, side)
        self._move(frame, given.odometry)
        expected = self.pose.copy()
        if situation.begins_in_own_half(self.placements.before):
            circle = given.field.center_circle_radius if situation.kicks else 0.0
            self.particles.mirror(circle + self.parameters.own_half_margin)
        self._place(frame, given, situation)
        if frame.time > self.own_half_until:
            self.placed_to_start = None
        if given.fall.phase.on_feet and given.ground.contact:
            self._correct(frame, percepts, given.model)
            self._reset_by(alternative, self._is_in_own_half(frame, situation))
        return self._published(frame, expected)

    def _mirror_if_reported(self, frame: FrameInfo, side: SideState) -> None:
        """Mirror once, then wait: teammates need a while to agree again."""
        pause_over = frame.time - self.mirrored_at > self.parameters.mirror_pause
        if side.side is Side.MIRRORED and pause_over:
            self.particles.mirror()
            self.mirrored_at = frame.time
            self.own_half_until = frame.time  # the own-half assumption was wrong
            self.debug.note("mirrored, because teammates see the ball elsewhere")

    def _move(self, frame: FrameInfo, odometry: Odometry) -> None:
        now = odometry.robot_to_start
        previous = self.robot_to_start or now
        self.robot_to_start = now
        step = previous.inverse() @ now
        self.particles.move(step.array, frame.dt, self.noise, self.random)
        pose: Pose2[Robot, Field] = Pose2.from_array(self.pose)
        self.pose = (pose @ step).array

    def _place(self, frame: FrameInfo, given: BodyAndGame, situation: Situation) -> None:
        p = self.parameters
        placement = placement_now(self.placements, frame, given, situation, p.lifted_for)
        if placement is Placement.NONE:
            return
        self.debug.note(f"placed: {placement.value}")
        if placement is Placement.FELL:
            deviations = np.array((p.fall_deviation, p.fall_deviation, p.fall_turn))
            self.particles.scatter(deviations, p.fall_validity_factor, self.random)
            return
        poses = placed_poses(placement, given, p, self.random)
        deviations = np.array((p.placed_deviation, p.placed_deviation, p.placed_turn))
        poses[1:] += self.random.standard_normal(poses[1:].shape) * deviations
        self.particles.reset(poses, np.diag(deviations * deviations), NEW)
        self.pose = poses[0].copy()
        anywhere = placement is Placement.AS_STRIKER
        self.own_half_until = frame.time + (0.0 if anywhere else p.own_half_for)
        self.placed_to_start = self.robot_to_start

    def _is_in_own_half(self, frame: FrameInfo, situation: Situation) -> bool:
        return frame.time < self.own_half_until or situation.waits_in_own_half

    def _correct(self, frame: FrameInfo, percepts: FieldPercepts, model: FieldModel) -> None:
        p = self.parameters
        fractions = corrected_by(
            self.particles.means,
            self.particles.covariances,
            percepts=frame_percepts(percepts, model),
            model=model,
            rules=self.rules,
        )
        if fractions is not None:
            self.particles.update_validities(fractions, p.frames)
            self.particles.resample(p.base_weight, self.random)
        if frame.time < self.own_half_until:
            self.particles.mirror(p.put_down_margin, self._put_down_in_robot())

    def _put_down_in_robot(self) -> Vec2:
        """Return where the robot was put down; if that was long ago, its current position."""
        if self.placed_to_start is None or self.robot_to_start is None:
            return HERE
        return (self.robot_to_start.inverse() @ self.placed_to_start).position.array

    def _reset_by(self, alternative: AlternativePose, own_half: bool) -> None:
        """Insert the alternative pose as a particle if it is far from the estimate."""
        p = self.parameters
        if not alternative.valid:
            return
        pose = alternative.robot_to_field.array
        chosen = like_before(pose, self.pose, p.turn_per_meter)
        if is_near(chosen, self.pose, p.reset_distance, p.reset_angle):
            return
        if own_half or pose_distance(chosen, self.pose) > p.carried_distance:
            chosen = from_own_half(pose, self._put_down_in_robot())
        if self.particles.has_near(chosen, p.reset_distance, p.reset_angle):
            return
        covariance = np.diag((p.reset_deviation**2, p.reset_deviation**2, p.reset_turn**2))
        self.particles.insert(chosen, covariance, float(self.particles.validities.mean()))

    def _published(self, frame: FrameInfo, expected: Vec3) -> tuple[RobotPose, PoseHypotheses]:
        p = self.parameters
        estimate = self.particles.estimate(
            self.pose,
            base=p.base_weight,
            distance=p.cluster_distance,
            angle=p.cluster_angle,
            hysteresis=p.hysteresis,
        )
        self.pose = estimate.pose
        if not is_near(self.pose, expected, p.jump_distance, p.jump_angle):
            self.last_jump_at = frame.time
        self.debug.plot("validity", estimate.validity)
        pose = RobotPose(
            robot_to_field=Pose2.from_array(estimate.pose),
            covariance=sealed(estimate.covariance),
            quality=self._quality(estimate),
            validity=estimate.validity,
            last_jump_at=self.last_jump_at,
        )
        return pose, _hypotheses(self.particles)

    def _quality(self, estimate: Estimate) -> PoseQuality:
        p = self.parameters
        deviation = float(np.sqrt(estimate.covariance[0, 0] + estimate.covariance[1, 1]))
        if estimate.validity >= p.superb_validity and deviation <= p.superb_deviation:
            return PoseQuality.SUPERB
        if estimate.validity >= p.okay_validity and deviation <= p.okay_deviation:
            return PoseQuality.OKAY
        return PoseQuality.POOR


def _hypotheses(particles: PoseParticles) -> PoseHypotheses:
    return PoseHypotheses(
        poses=sealed(particles.means.copy()),
        covariances=sealed(particles.covariances.copy()),
        validities=sealed(particles.validities.copy()),
    )
