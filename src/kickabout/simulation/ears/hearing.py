"""Hearing: from snapshots and whistles to blocks of sound of a robot."""

from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Link, Pose3, Torso
from kickabout.representations import AudioFrame
from kickabout.robots.kind import RobotKind
from kickabout.simulation.ears import Ears, Microphones, Soundscape, SoundSettings, samples_between
from kickabout.simulation.match.faults import FaultKind, Faults
from kickabout.simulation.match.truth import body_poses, torso_to_world
from kickabout.simulation.physics.snapshot import Snapshot

REFEREE_HEIGHT = 1.6  # m, of the whistle
# N·m, sum over all joints at which the motors have maximum loudness: that of a walking NAO. Lighter
# robots need less, and are quieter.
MOTION_TORQUE = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingSettings:
    """The sound in the hall, and the sampling rate."""

    sound: SoundSettings = SoundSettings()
    rate: int = 48_000  # Hz


class Hearing:
    """Samples the sound at the robot's head, whenever a block is requested."""

    def __init__(
        self,
        robot: int,
        *,
        kind: RobotKind,
        settings: HearingSettings,
        faults: Faults,
        seed: int,
    ) -> None:
        self.robot = robot
        self._link = kind.microphones.link
        self.settings = settings
        self.faults = faults
        self.seed = seed
        self._soundscape = Soundscape(settings.sound, seed)
        microphones = Microphones(rate=settings.rate, positions_in_head=kind.microphones.positions)
        self._ears = Ears(self._soundscape, microphones, robot=robot)
        self._listened_until: float | None = None

    def whistle(self, time: float, position: tuple[float, float]) -> None:
        """Add a whistle of the referee at a position in the field."""
        self._soundscape.whistle(time, position_in_field=(*position, REFEREE_HEIGHT))

    def listen(self, snapshot: Snapshot) -> AudioFrame:
        """Return the samples since the last call, at most half a second."""
        begin = snapshot.time if self._listened_until is None else self._listened_until
        begin = max(begin, snapshot.time - 0.5)
        self._listened_until = snapshot.time
        first, count = samples_between(begin, snapshot.time, rate=self.settings.rate)
        poses, row = body_poses(snapshot, self.robot), snapshot.kinds[self.robot].row(self._link)
        to_torso = Pose3[Link, Torso](poses.rotations[row], poses.translations[row])
        head = torso_to_world(snapshot, self.robot) @ to_torso
        positions = self._ears.microphones.in_field(
            rotation=head.rotation, translation=head.translation
        )
        effort = float(np.abs(snapshot.torques_of(self.robot)).sum()) / MOTION_TORQUE
        samples = self._ears.listen(
            first, count, microphones_in_field=positions, activity=min(1.0, effort)
        )
        for microphone in self.faults.of(FaultKind.DEAD_MICROPHONE, snapshot.time):
            samples[int(microphone.value)] = 0.0
        rate = float(self.settings.rate)
        return AudioFrame(rate=rate, samples=samples, start_at=first / rate)
