"""Camera calibration: from lines seen in many directions of the head to corrections.

After B-Human 2019, sections 4.1.2 and 2.7.2, and 2021, section 5.2.1: Gauss-Newton with numeric
derivatives over points on lines; the robot's pose is estimated together with the corrections.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import (
    Camera,
    Field,
    FloatArray,
    IndexArray,
    Pose2,
    Pose3,
    Robot,
    Torso,
    Vec,
    rotation_from_roll_pitch_yaw,
)
from kickabout.representations import CameraCalibration
from kickabout.representations.field import Segment

# The unknowns are body roll and pitch, then roll, pitch and yaw of each camera, then x, y and
# heading of the robot. Standard deviations of their prior:
LEAN_PRIOR = math.radians(1.0)
TURN_PRIOR = math.radians(4.0)  # mounts are off by up to 3°
POSE_PRIOR = (0.15, 0.15, 0.1)  # m, m, rad, of a robot placed by hand
STARTS = np.radians((-2.5, 0.0, 2.5))  # pitches from which the search begins
POINT_DEVIATION = math.radians(0.1)  # of a line's position in the image
TOLERANCES = np.radians((2.0, 1.5, 1.0, 0.6, 0.4, 0.3, 0.25, 0.2, 0.2, 0.2, 0.2, 0.2))
STEP = 1e-5  # rad or m, of the numeric derivatives


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CalibrationShot:
    """Lines in one image, and the nominal pose of the camera."""

    camera: str
    mounted: Pose3[Camera, Torso]
    torso_to_robot: Pose3[Torso, Robot]
    rays_in_camera: FloatArray  # (n, 3), unit vectors to points on the middle of painted lines
    along_in_camera: FloatArray  # (n, 3), unit vectors to a second point of the same line
    weights: Vec  # (n,), so that long lines do not dominate short ones


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationFit:
    """The corrections and their quality."""

    calibration: CameraCalibration
    robot_to_field: Pose2[Robot, Field]
    residual: float  # rad, root mean square of the inliers
    inliers: float  # fraction of the points that fit
    deviations: tuple[float, ...]  # rad, of body roll, pitch, then roll, pitch, yaw of each camera


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Samples:
    """All shots in arrays; rows are points."""

    cameras: tuple[str, ...]  # in the order of the unknowns
    shot_of: IndexArray
    rays: FloatArray
    along: FloatArray
    weights: Vec
    starts: FloatArray  # (m, 3) ends of the field's lines on the ground
    ends: FloatArray

    @property
    def prior(self) -> Vec:
        """Standard deviations of all unknowns."""
        turns = [TURN_PRIOR] * (3 * len(self.cameras))
        return np.array((LEAN_PRIOR, LEAN_PRIOR, *turns, *POSE_PRIOR))

    def turn(self, camera: str) -> slice:
        """Return where roll, pitch and yaw of a camera are among the unknowns."""
        first = 2 + 3 * self.cameras.index(camera)
        return slice(first, first + 3)


POSE = slice(-3, None)  # among the unknowns


def fitted_calibration(
    shots: Sequence[CalibrationShot],
    *,
    lines: Sequence[Segment],
    robot_to_field: Pose2[Robot, Field],
) -> CalibrationFit:
    """Return the corrections with which the detected lines fit the field's lines best.

    `robot_to_field` is the approximate pose of the robot, within some 20 cm and 8°.
    """
    if not shots or not sum(len(shot.rays_in_camera) for shot in shots):
        raise ValueError("camera calibration needs images that show lines; there are none")
    samples = _gathered(shots, lines)
    center = np.zeros(len(samples.prior))
    center[POSE] = robot_to_field.x, robot_to_field.y, robot_to_field.theta
    pitches = [samples.turn(camera).start + 1 for camera in samples.cameras]
    starts = []
    for tilts in itertools.product(STARTS, repeat=len(pitches)):
        start = center.copy()
        start[pitches] = tilts
        coarse = _optimized(start, center, shots, samples, TOLERANCES[:4])
        starts.append((_cost(coarse, center, shots, samples, TOLERANCES[3]), coarse))
    best = min(starts, key=lambda pair: pair[0])[1]
    return _result(_optimized(best, center, shots, samples, TOLERANCES), shots, samples)


def _gathered(shots: Sequence[CalibrationShot], lines: Sequence[Segment]) -> _Samples:
    segments = np.array(lines)
    ground = np.zeros(len(segments))
    return _Samples(
        cameras=tuple(dict.fromkeys(shot.camera for shot in shots)),
        shot_of=np.repeat(np.arange(len(shots)), [len(shot.rays_in_camera) for shot in shots]),
        rays=np.concatenate([shot.rays_in_camera for shot in shots]),
        along=np.concatenate([shot.along_in_camera for shot in shots]),
        weights=np.concatenate([shot.weights for shot in shots]),
        starts=np.column_stack((segments[:, 0], segments[:, 1], ground)),
        ends=np.column_stack((segments[:, 2], segments[:, 3], ground)),
    )


def _cameras(
    values: Vec, shots: Sequence[CalibrationShot], samples: _Samples
) -> tuple[FloatArray, FloatArray]:
    """Return rotations and positions of the cameras in the field, for each shot."""
    lean = Pose3[Torso, Torso](rotation_from_roll_pitch_yaw(values[0], values[1], 0.0))
    turns = {
        camera: rotation_from_roll_pitch_yaw(*values[samples.turn(camera)])
        for camera in samples.cameras
    }
    robot = Pose3.from_pose2(Pose2[Robot, Field](*(float(value) for value in values[POSE])))
    rotations, positions = np.empty((len(shots), 3, 3)), np.empty((len(shots), 3))
    for index, shot in enumerate(shots):
        to_field = robot @ shot.torso_to_robot @ lean @ shot.mounted
        rotations[index] = to_field.rotation @ turns[shot.camera]
        positions[index] = to_field.translation
    return rotations, positions


def _rays_in_field(
    values: Vec, shots: Sequence[CalibrationShot], samples: _Samples
) -> tuple[FloatArray, FloatArray, FloatArray]:
    rotations, positions = _cameras(values, shots, samples)
    turn = rotations[samples.shot_of]
    rays = np.einsum("nij,nj->ni", turn, samples.rays)
    along = np.einsum("nij,nj->ni", turn, samples.along)
    return rays, along, positions[samples.shot_of]


def _associated(
    values: Vec, shots: Sequence[CalibrationShot], samples: _Samples
) -> tuple[IndexArray, Vec]:
    """Return for each point the nearest field line of about its direction, and the distance.

    Distances are angles at the camera (rad), infinite where there is no such line.
    """
    rays, along, cameras = _rays_in_field(values, shots, samples)
    here, there = _on_ground(rays, cameras), _on_ground(along, cameras)
    direction = there - here
    direction /= np.maximum(np.linalg.norm(direction, axis=1, keepdims=True), 1e-9)
    span = (samples.ends - samples.starts)[:, :2]
    length = np.linalg.norm(span, axis=1)
    unit = span / length[:, None]
    offset = here[:, None] - samples.starts[None, :, :2]
    ahead = np.clip(np.einsum("nmk,mk->nm", offset, unit), 0.0, length)
    nearest = samples.starts[None, :, :2] + ahead[..., None] * unit
    gap = np.linalg.norm(here[:, None] - nearest, axis=2)
    far2 = np.sum((here - cameras[:, :2]) ** 2, axis=1) + cameras[:, 2] ** 2
    # A radian of tilt moves a point on the ground by far² / height.
    distance = gap * (cameras[:, 2] / far2)[:, None]
    crooked = np.abs(direction @ np.array(((0.0, -1.0), (1.0, 0.0))) @ unit.T) > math.sin(0.35)
    distance[crooked | ~np.isfinite(distance)] = np.inf
    chosen: IndexArray = np.argmin(distance, axis=1)
    return chosen, distance[np.arange(len(chosen)), chosen]


def _on_ground(rays: FloatArray, cameras: FloatArray) -> FloatArray:
    """Return where rays meet the ground; NaN for rays that do not point down."""
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(rays[:, 2] < -0.02, -cameras[:, 2] / rays[:, 2], np.nan)
    points: FloatArray = cameras[:, :2] + reach[:, None] * rays[:, :2]
    return points


def _misses(
    values: Vec, chosen: IndexArray, shots: Sequence[CalibrationShot], samples: _Samples
) -> Vec:
    """Return the angle (rad) from each ray to the plane through its camera and its line."""
    rays, _, cameras = _rays_in_field(values, shots, samples)
    normals = np.cross(samples.starts[chosen] - cameras, samples.ends[chosen] - cameras)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    misses: Vec = np.einsum("ni,ni->n", rays, normals)
    return misses


def _optimized(
    values: Vec,
    center: Vec,
    shots: Sequence[CalibrationShot],
    samples: _Samples,
    tolerances: Vec,
) -> Vec:
    """Iterate with decreasing tolerances; points that miss by more than that get small weights."""
    for tolerance in tolerances:
        chosen, distance = _associated(values, shots, samples)
        usable = np.isfinite(distance)
        slopes, misses = _slopes(values, chosen, shots, samples)
        weights = samples.weights / (1.0 + (misses / tolerance) ** 2) / POINT_DEVIATION**2
        weights = np.where(usable, weights, 0.0)
        normal = slopes.T @ (weights[:, None] * slopes) + np.diag(samples.prior**-2)
        pull = slopes.T @ (weights * misses) + (values - center) / samples.prior**2
        step = np.linalg.solve(normal, pull)
        values = values - step * min(1.0, 0.1 / max(float(np.abs(step).max()), 1e-9))
    return values


def _slopes(
    values: Vec, chosen: IndexArray, shots: Sequence[CalibrationShot], samples: _Samples
) -> tuple[FloatArray, Vec]:
    misses = _misses(values, chosen, shots, samples)
    slopes = np.empty((len(misses), len(values)))
    for index in range(len(values)):
        moved = values.copy()
        moved[index] += STEP
        slopes[:, index] = (_misses(moved, chosen, shots, samples) - misses) / STEP
    return slopes, misses


def _cost(
    values: Vec,
    center: Vec,
    shots: Sequence[CalibrationShot],
    samples: _Samples,
    tolerance: float,
) -> float:
    _, distance = _associated(values, shots, samples)
    missed = np.log1p(np.minimum(distance / tolerance, 20.0) ** 2)
    prior = 0.5 * float(np.sum(((values - center) / samples.prior) ** 2))
    return float(samples.weights @ missed) * (tolerance / POINT_DEVIATION) ** 2 / 2.0 + prior


def _result(values: Vec, shots: Sequence[CalibrationShot], samples: _Samples) -> CalibrationFit:
    chosen, distance = _associated(values, shots, samples)
    slopes, misses = _slopes(values, chosen, shots, samples)
    fits = np.isfinite(distance) & (np.abs(misses) < 2.5 * TOLERANCES[-1])
    weights = np.where(fits, samples.weights, 0.0)
    residual = math.sqrt(float(weights @ misses**2) / max(float(weights.sum()), 1e-9))
    normal = slopes.T @ (weights[:, None] * slopes) / POINT_DEVIATION**2 + np.diag(
        samples.prior**-2
    )
    deviations = np.sqrt(np.diag(np.linalg.inv(normal)))
    roll, pitch, yaw = (values[2:-3].reshape(-1, 3).T).tolist()
    turns = dict(zip(samples.cameras, zip(roll, pitch, yaw, strict=True), strict=True))
    return CalibrationFit(
        calibration=CameraCalibration(
            body_roll=float(values[0]),
            body_pitch=float(values[1]),
            cameras=turns,
        ),
        robot_to_field=Pose2[Robot, Field](*values[POSE].tolist()),
        residual=residual,
        inliers=float(weights.sum() / samples.weights.sum()),
        deviations=tuple(deviations[:-3].tolist()),
    )
