"""Whistle trials: from whistles and noise in a synthesized hall to detections."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.geometry import FloatArray, normalized_angle
from kickabout.perception.sound.sound_direction_detector import (
    SoundDirectionDetector,
    SoundDirectionDetectorParameters,
)
from kickabout.perception.sound.whistle_detector import (
    WhistleDetector,
    WhistleDetectorParameters,
)
from kickabout.perception.sound.whistle_reference import Sound, loudest_window
from kickabout.representations import (
    AudioFrame,
    BodyModel,
    FieldDimensions,
    GameState,
    GameStateModel,
)
from kickabout.robots.nao.joints import Joint, Link
from kickabout.robots.nao.kind import KIND
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.ears import (
    Crowd,
    Ears,
    Hall,
    Microphones,
    SoundKind,
    Soundscape,
    SoundSettings,
)

FIELD = FieldDimensions()
BLOCK_TIME = 0.05  # s
REFEREE_HEIGHT = 1.6  # m
REFERENCE_RATE = 16_000  # Hz
TORSO_HEIGHT = 0.33  # m above the ground, of a standing NAO
# Much louder than a normal match
NOISY = Crowd(
    cheers_per_minute=3.0, applauses_per_minute=3.0, calls_per_minute=6.0, songs_per_minute=2.0
)
NO_ECHO = Hall(reverberant=False)

NAO_MICROPHONES = Microphones(positions_in_head=KIND.microphones.positions)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistleTrial:
    """The detection of one whistle."""

    detected_after: float  # s, infinite if it was not detected
    direction_error: float  # rad, NaN without a direction


class Listener:
    """A standing robot with turned head that only listens."""

    def __init__(
        self,
        soundscape: Soundscape,
        *,
        place: tuple[float, float] = (0.0, 0.0),
        head: tuple[float, float] = (0.0, 0.0),
        microphones: Microphones | None = None,
        robot: int = 0,
        locator: SoundDirectionDetectorParameters | None = None,
    ) -> None:
        self.recognizer = WhistleDetector(WhistleDetectorParameters())
        self.locator = SoundDirectionDetector(locator or SoundDirectionDetectorParameters())
        self.ears = Ears(soundscape, microphones or NAO_MICROPHONES, robot=robot)
        angles = STAND.copy()
        angles[Joint.HEAD_YAW], angles[Joint.HEAD_PITCH] = head
        poses = nao_kinematics().forward(angles)
        self.body = BodyModel(link_rotations=poses.rotations, link_positions=poses.translations)
        to_torso = poses.link_to_torso(Link.HEAD)
        self.microphones_in_field: FloatArray = self.ears.microphones.in_field(
            rotation=to_torso.rotation,
            translation=to_torso.translation + np.array((*place, TORSO_HEIGHT)),
        )

    def blocks(self, seconds: float, activity: float) -> Iterator[tuple[float, AudioFrame]]:
        """Return blocks of sound with the times of their ends."""
        rate = self.ears.microphones.rate
        size = round(BLOCK_TIME * rate)
        for index in range(round(seconds / BLOCK_TIME)):
            samples = self.ears.listen(
                index * size,
                size,
                microphones_in_field=self.microphones_in_field,
                activity=activity,
            )
            start = index * size / rate
            yield start + BLOCK_TIME, AudioFrame(rate=float(rate), samples=samples, start_at=start)

    def heard(self, seconds: float, *, activity: float = 0.2) -> list[tuple[float, float]]:
        """Return times and directions of all blocks in which a whistle was detected."""
        in_set, found = GameStateModel(state=GameState.SET), []
        for time, block in self.blocks(seconds, activity):
            frame = FrameInfo(time=time, dt=BLOCK_TIME)
            percept = self.recognizer.update(frame, block, in_set)
            direction = self.locator.update(block, percept, self.body)
            if percept.detected:
                found.append((time, direction.angle_in_robot if direction.valid else math.nan))
        return found


def whistle_trial(
    kind: SoundKind,
    distance: float,
    *,
    seed: int,
    settings: SoundSettings | None = None,
    microphones: Microphones | None = None,
    locator: SoundDirectionDetectorParameters | None = None,
) -> WhistleTrial:
    """Simulate one whistle from a random direction, after half a second."""
    random = np.random.default_rng([seed, 7])
    settings = settings or SoundSettings()
    soundscape = Soundscape(settings, seed)
    place, source, bearing = _places(settings.hall, distance, random)
    head = float(random.uniform(-1.5, 1.5)), float(random.uniform(-0.3, 0.4))
    event = soundscape.whistle(0.5, position_in_field=source, kind=kind)
    listener = Listener(
        soundscape, place=place, head=head, microphones=microphones, robot=seed, locator=locator
    )
    heard = listener.heard(0.6 + event.duration + 0.2)
    if not heard:
        return WhistleTrial(detected_after=math.inf, direction_error=math.nan)
    directions = [angle for _, angle in heard if not math.isnan(angle)]
    error = abs(normalized_angle(directions[-1] - bearing)) if directions else math.nan
    return WhistleTrial(detected_after=heard[0][0] - 0.5, direction_error=error)


def _places(
    hall: Hall, distance: float, random: np.random.Generator
) -> tuple[tuple[float, float], tuple[float, float, float], float]:
    """Return positions of robot and referee, and the direction from one to the other."""
    while True:
        x = float(random.uniform(-FIELD.goal_line_x, FIELD.goal_line_x))
        y = float(random.uniform(-FIELD.side_line_y, FIELD.side_line_y))
        bearing = float(random.uniform(-math.pi, math.pi))
        source = x + distance * math.cos(bearing), y + distance * math.sin(bearing), REFEREE_HEIGHT
        if hall.contains(source):
            return (x, y), source, bearing


def false_whistles(seconds: float, *, seed: int, crowd: Crowd = NOISY) -> int:
    """Return how often a whistle is detected although there is none; 1 s separates detections."""
    listener = Listener(Soundscape(SoundSettings(crowd=crowd), seed), robot=seed)
    times = [time for time, _ in listener.heard(seconds)]
    return sum(1 for index, time in enumerate(times) if index == 0 or time - times[index - 1] > 1.0)


def recorded_whistle(kind: SoundKind, *, seed: int, rate: int = REFERENCE_RATE) -> Sound:
    """Return a window of a whistle as a robot records it at one meter without echo."""
    soundscape = Soundscape(SoundSettings(hall=NO_ECHO), seed)
    soundscape.whistle(
        0.1, position_in_field=(1.0, 0.0, 0.6), kind=kind, strength=0.3, duration=0.6
    )
    listener = Listener(soundscape, microphones=replace(NAO_MICROPHONES, rate=rate))
    sound = np.concatenate([block.samples[0] for _, block in listener.blocks(0.8, 0.0)])
    return loudest_window(sound, rate)
