"""GermanTeam's localization: from edges of flags and goals and odometry to the robot's pose."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Mat, Pose2, Robot, Vec, Vec3
from kickabout.geometry.pose3 import sealed
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.modeling.pose.monte_carlo import (
    ClusterEstimate,
    MonteCarloRules,
    is_certain,
    localize,
)
from kickabout.modeling.pose.pose_symmetry import is_near
from kickabout.modeling.pose.seen_edges import (
    KnownField,
    LandmarkPercepts,
    OwnMotion,
    extent_of,
    observation,
)
from kickabout.representations import (
    FallPhase,
    PoseHypotheses,
    PoseQuality,
    RobotPose,
)

LYING = (FallPhase.FALLING, FallPhase.FALLEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamSelfLocatorParameters:
    particles: int = param(200, low=10, high=5000, doc="number of particles")
    forward_error: float = param(
        0.1, low=0.0, doc="maximum error of odometry forward, as a fraction of the distance"
    )
    sideways_error: float = param(
        0.02, low=0.0, doc="maximum error of odometry sideways, as a fraction of the distance"
    )
    turn_by_distance: float = param(
        2.0, unit="rad/m", low=0.0, doc="maximum error of odometry's turn per distance"
    )
    turn_by_turn: float = param(
        0.2, low=0.0, doc="maximum error of odometry's turn, as a fraction of the turn"
    )
    sharpness: float = param(
        100.0, low=1.0, doc="factor of the squared difference of bearings, in units of half a turn"
    )
    max_change: float = param(
        0.1, low=0.001, high=1.0, doc="maximum change of a particle's probability in one image"
    )
    moved_fraction: float = param(
        0.2, low=0.0, high=1.0, doc="fraction of the particles that move to the most probable one"
    )
    ranks_now: bool = param(
        True, doc="rank particles by the probabilities of this image instead of filtered ones"
    )
    max_shift: float = param(
        0.1, unit="m", low=0.0, doc="maximum random shift of a particle with probability 0"
    )
    max_turn: float = param(
        0.5, unit="rad", low=0.0, doc="maximum random turn of a particle with probability 0"
    )
    certain_fraction: float = param(
        0.9, low=0.0, high=1.0, doc="minimum part of the particles in the cluster of a certain pose"
    )
    certain_probability: float = param(
        0.8, low=0.0, high=1.0, doc="probability above which all particles of that cluster must be"
    )
    okay_validity: float = param(
        0.4, low=0.0, high=1.0, doc="minimum validity of a pose that is uncertain but usable"
    )
    reset_after_lift: bool = param(
        True, doc="forget everything when the robot is put down after it was lifted"
    )
    jump_distance: float = param(
        0.3, unit="m", low=0.0, doc="change of the pose, beyond odometry, that counts as a jump"
    )
    jump_angle: float = param(0.6, unit="rad", low=0.0, doc="the same for the heading")


class GermanTeamSelfLocator(Module[GermanTeamSelfLocatorParameters]):
    """Monte-Carlo localization by the bearings of vertical edges of flags and goals.

    Each image changes the probability of a particle by at most `max_change`. The pose is certain,
    and of superb quality, if nearly all particles are in one cluster and probable. The switch
    `reset`, a change of sides and being put down after a lift reset it.

    Method: GermanTeam 2001, section 5.2. Our choices, where the report is silent: nothing is known
    at first, and the particles are ranked by the probabilities of the newest image.
    """

    random_stream = "GermanTeamSelfLocator"

    def __init__(self, parameters: GermanTeamSelfLocatorParameters) -> None:
        super().__init__(parameters)
        self.particles: Mat = np.empty((0, 3))
        self.probabilities: Vec = np.empty(0)
        self.increment = OdometryIncrement()
        self.pose: Vec3 = np.zeros(3)
        self.direction: float | None = None
        self.was_lifted = False
        self.reset_at = 0.0
        self.last_jump_at = -1e9
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.rules = picked(MonteCarloRules, self.parameters)

    def update(
        self, frame: FrameInfo, seen: LandmarkPercepts, known: KnownField, motion: OwnMotion
    ) -> tuple[RobotPose, PoseHypotheses]:
        if self._starts_anew(known, motion):
            self._reset(frame, known)
        step = self.increment.step(motion.odometry)
        expected = (Pose2[Robot, Field].from_array(self.pose) @ step).array
        found = localize(
            self.particles,
            self.probabilities,
            step.array,
            observation(seen, known),
            self.random.uniform(-1.0, 1.0, (len(self.particles), 6)),
            self.rules,
            extent_of(known.field),
        )
        self.pose = found.pose
        p = self.parameters
        if not is_near(found.pose, expected, p.jump_distance, p.jump_angle):
            self.last_jump_at = frame.time
        self.debug.plot("seconds since the reset", frame.time - self.reset_at)
        return self._published(found)

    def _starts_anew(self, known: KnownField, motion: OwnMotion) -> bool:
        p, direction = self.parameters, known.attack.along_world_x
        has_turned = direction != self.direction
        self.direction = direction
        is_lifted = not motion.ground.contact and motion.fall.phase not in LYING
        is_put_down = self.was_lifted and not is_lifted
        self.was_lifted = is_lifted
        return (
            len(self.particles) != p.particles
            or has_turned
            or (is_put_down and p.reset_after_lift)
            or self.debug.once("reset")
        )

    def _reset(self, frame: FrameInfo, known: KnownField) -> None:
        """Spread all particles over the field; nothing is known about them."""
        count, extent = self.parameters.particles, extent_of(known.field)
        high = np.array((extent.x, extent.y, np.pi))
        self.particles = self.random.uniform(-high, high, (count, 3))
        self.probabilities = np.zeros(count)
        self.reset_at = frame.time
        self.debug.note("reset")

    def _published(self, found: ClusterEstimate) -> tuple[RobotPose, PoseHypotheses]:
        size = len(self.particles)
        fraction = found.size / size
        self.debug.plot("part of the particles in the cluster", fraction)
        self.debug.plot("lowest probability in the cluster", found.min_probability)
        validity = fraction * found.mean_probability
        pose = RobotPose(
            robot_to_field=Pose2.from_array(found.pose),
            covariance=sealed(found.covariance),
            quality=self._quality(found, validity),
            validity=validity,
            last_jump_at=self.last_jump_at,
        )
        hypotheses = PoseHypotheses(
            poses=sealed(self.particles.copy()), validities=sealed(self.probabilities.copy())
        )
        return pose, hypotheses

    def _quality(self, found: ClusterEstimate, validity: float) -> PoseQuality:
        p = self.parameters
        if is_certain(found, len(self.particles), p.certain_fraction, p.certain_probability):
            return PoseQuality.SUPERB
        return PoseQuality.OKAY if validity >= p.okay_validity else PoseQuality.POOR
