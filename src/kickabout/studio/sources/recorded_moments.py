"""Moments of a recording: from recorded ground truth, or from the robots' own estimates."""

from collections.abc import Mapping

import numpy as np

from kickabout.geometry import FloatArray
from kickabout.recording import Recording
from kickabout.representations import BallModel, RobotPose, TrueWorld
from kickabout.robots.kind import RobotKind
from kickabout.simulation.match.truth import turned_back
from kickabout.studio.sources.estimates import estimate_row, estimated_ball, estimated_body
from kickabout.studio.sources.recorded_transport import FRAME
from kickabout.studio.sources.recorded_values import RecordedValues
from kickabout.studio.sources.source import ESTIMATE, Moment, padded

TRUTH = "truth/TrueWorld"


class RecordedMoments:
    """Reads where everything was at a time of a recording."""

    def __init__(
        self,
        recording: Recording,
        names: Mapping[str, str],
        values: RecordedValues,
        *,
        kinds: Mapping[str, RobotKind | None],
        ball_radius: float,
    ) -> None:
        # In the moment read last:
        self.home_direction = 1.0
        self.seconds_remaining: float | None = None
        self._recording = recording
        self._names = names  # of robots in the recording, by the name that is shown
        self._values = values
        self._kinds = kinds  # by the name that is shown; None for unknown ones
        counts = [len(kind.joints) for kind in kinds.values() if kind is not None]
        self._joints = max(counts, default=0)
        self._ball_radius = ball_radius  # m

    def at(self, time: float) -> Moment:
        if TRUTH not in self._recording.topics:
            return self._estimated(time)
        world = self._world(time)
        self.home_direction = world.home_direction
        self.seconds_remaining = world.seconds_remaining
        torsos, joints = self._bodies(world)
        return Moment(
            time=time,
            ball=np.concatenate((world.ball_position, world.ball_quaternion)),
            torsos=torsos,
            joints=joints,
            estimates=self._estimates(time),
        )

    def _estimated(self, time: float) -> Moment:
        """Return robots where they estimate themselves, as no ground truth was recorded."""
        newest = [
            lambda kind, name=name: self._values.newest(name, kind, time) for name in self._names
        ]
        bodies = [
            estimated_body(of, self._kinds[name])
            for of, name in zip(newest, self._names, strict=True)
        ]
        torsos, joints, estimates = zip(*bodies, strict=True)
        return Moment(
            time=time,
            ball=estimated_ball(newest[0], self._ball_radius),
            torsos=np.stack(torsos),
            joints=padded(joints, self._joints),
            estimates=np.stack(estimates),
        )

    def _world(self, time: float) -> TrueWorld:
        """Return the ground truth then; before the first one, the first."""
        first = self._recording.start + 2.0 * FRAME
        found: TrueWorld | None = self._recording.value(TRUTH, time)
        return found or self._recording.value(TRUTH, first) or TrueWorld()

    def _bodies(self, world: TrueWorld) -> tuple[FloatArray, FloatArray]:
        """Return torsos and joint angles; robots that a cut recording lacks stay in the center."""
        torsos = np.zeros((len(self._names), 7))
        torsos[:, 3] = 1.0
        width = max(self._joints, world.joint_angles.shape[1])
        joints = np.zeros((len(self._names), width))
        for index, name in enumerate(self._names.values()):
            if name in world.robots:
                row = world.robots.index(name)
                torsos[index] = (*world.torso_positions[row], *world.torso_quaternions[row])
                joints[index, : world.joint_angles.shape[1]] = world.joint_angles[row]
        return torsos, joints

    def _estimates(self, time: float) -> FloatArray:
        rows = np.full((len(self._names), ESTIMATE), np.nan)
        for index, name in enumerate(self._names):
            estimate = self._values.newest(name, RobotPose, time)
            if estimate is not None:
                direction = self.home_direction * (1.0 if name.startswith("home") else -1.0)
                pose = turned_back(estimate.robot_to_field, direction)
                ball = self._values.newest(name, BallModel, time)
                known = ball is not None and ball.known
                rows[index] = estimate_row(pose, ball.position_in_robot if known else None)
        return rows
