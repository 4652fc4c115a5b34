"""Camera calibration in simulation: from a robot that looks around to corrections of its cameras.

After B-Human 2021, section 5.2.1: the head turns until enough lines were seen; otherwise the robot
walks to another position nearby and tries again.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kickabout.calibration.camera_calibration_fit import (
    CalibrationFit,
    CalibrationShot,
    fitted_calibration,
)
from kickabout.calibration.camera_calibration_samples import calibration_shot
from kickabout.framework.running.agent import Cycle
from kickabout.geometry import Field, Pose2, Robot
from kickabout.representations import (
    CameraCalibration,
    CameraInfo,
    CameraMatrix,
    FieldDimensions,
    HeadRequest,
    ImageCoordinateSystem,
    LinesPercept,
    Motion,
    MotionRequest,
    Odometry,
    WalkMode,
    WalkRequest,
)
from kickabout.robots.kind import CameraKind
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.faults import Fault
from kickabout.simulation.match.pools.pool import LocalPool
from kickabout.simulation.match.scene import Scene, league_of
from kickabout.soccer.players import DEFAULT_LEAGUE

TEAM = "lookers"
SETTLING = 0.45  # s from a turn of the head until it is still
LOOKING = 0.45  # s, in which each camera takes two images
STANDING_UP = 1.5  # s
WALKING = 12.0  # s at most
NEEDED_LINES = 12.0  # of each camera, over all images
GOOD_DEVIATION = math.radians(0.25)  # of each correction, as estimated by the fit
FINE_DEVIATION = math.radians(0.12)  # with which the first sweep is enough
GOOD_RESIDUAL = math.radians(0.25)
GOOD_INLIERS = 0.5

Turn = tuple[float, float]  # rad: pan, tilt

# Only different tilts separate the cameras' yaw from the robot's heading.
SWEEP_DEG = {
    -28: (-60, -40, -20, 0, 20, 40, 60),
    -8: (70, 45, 20, 0, -20, -45, -70),
    10: (-60, -30, 0, 30, 60),
    26: (70, 45, 25, 0, -25, -45, -70),
}
MORE_DEG = {-18: (-50, -25, 0, 25, 50), 2: (50, 25, 0, -25, -50), 18: (-50, -25, 0, 25, 50)}


def _turns(pans_deg: Mapping[int, tuple[int, ...]]) -> tuple[Turn, ...]:
    return tuple(
        (math.radians(pan), math.radians(tilt)) for tilt, pans in pans_deg.items() for pan in pans
    )


SWEEP, MORE = _turns(SWEEP_DEG), _turns(MORE_DEG)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationRun:
    """Result of a calibration."""

    fit: CalibrationFit | None  # None if too few lines were seen
    good: bool
    seconds: float  # simulated
    images: int  # that showed lines
    positions: int  # tried


class _Collector:
    """Collects samples from images while the head is still."""

    def __init__(self, used: CameraCalibration) -> None:
        self.used = used
        self.open = False
        self.shots: list[CalibrationShot] = []

    def __call__(self, cycle: Cycle) -> None:
        if not self.open or LinesPercept not in cycle.values:
            return
        seen = cycle.values
        shot = calibration_shot(
            seen[LinesPercept],
            matrix=seen[CameraMatrix],
            info=seen[CameraInfo],
            system=seen[ImageCoordinateSystem],
            used=self.used,
        )
        if shot is not None:
            self.shots.append(shot)


def starting_pose(field: FieldDimensions) -> Pose2[Robot, Field]:
    """Return a pose in front of the goal area, whose lines both cameras see from there."""
    return Pose2(field.goal_area_x - 1.0, 0.0, 0.0)


def calibrate_camera(
    *,
    league: str = DEFAULT_LEAGUE,
    field: str = "",
    faults: Sequence[Fault] = (),
    misplaced: tuple[float, float, float] = (0.0, 0.0, 0.0),
    seed: int = 1,
    positions: int = 2,
    blind: tuple[Turn, ...] = (),
) -> CalibrationRun:
    """Look at the goal area until the corrections are accurate enough.

    `misplaced` is the error of the robot's assumed pose; at the first position, images of the
    `blind` turns of the head are not used, as if the view was blocked.
    """
    scene = Scene(league=league, field=field, fidelity="images", faults=tuple(faults))
    dimensions = league_of(scene).field
    pose_in_field = starting_pose(dimensions)
    x, y, theta = misplaced
    true_pose = (pose_in_field.x + x, pose_in_field.y + y, pose_in_field.theta + theta)
    with Drill(TEAM, seed=seed, scene=scene, pose=true_pose) as drill:
        drill.request(MotionRequest(motion=Motion.STAND))
        drill.run(STANDING_UP, fence=math.inf)
        collector = _Collector(CameraCalibration())
        _connect(drill, collector)
        for attempt in range(1, positions + 1):
            collector.shots = []
            fit, good = _looked_around(drill, collector, dimensions, pose_in_field, blind)
            if good or attempt == positions:
                break
            pose_in_field, blind = _walked(drill, attempt, pose_in_field), ()
        return CalibrationRun(
            fit=fit, good=good, seconds=drill.time, images=len(collector.shots), positions=attempt
        )


def _connect(drill: Drill, collector: _Collector) -> None:
    pool = drill.match.pool
    assert isinstance(pool, LocalPool)
    pool.players[0].agent.watch(collector)


def _looked_around(
    drill: Drill,
    collector: _Collector,
    field: FieldDimensions,
    pose_in_field: Pose2[Robot, Field],
    blind: tuple[Turn, ...],
) -> tuple[CalibrationFit | None, bool]:
    """Turn the head to all directions, and to more of them if that is not enough."""
    fit = None
    for turns, limit in ((SWEEP, FINE_DEVIATION), (MORE, GOOD_DEVIATION)):
        for turn in turns:
            drill.request(HeadRequest(pan=turn[0], tilt=turn[1]))
            drill.run(SETTLING, fence=math.inf)
            collector.open = turn not in blind
            drill.run(LOOKING, fence=math.inf)
            collector.open = False
        if _enough(collector.shots, drill.match.snapshot.kinds[0].cameras):
            lines = field.line_segments()
            fit = fitted_calibration(collector.shots, lines=lines, robot_to_field=pose_in_field)
            if is_good(fit, deviation=limit):
                return fit, True
    return fit, False


def _enough(shots: list[CalibrationShot], cameras: Sequence[CameraKind]) -> bool:
    return all(
        sum(float(shot.weights.sum()) for shot in shots if shot.camera == camera.name)
        >= NEEDED_LINES
        for camera in cameras
    )


def is_good(fit: CalibrationFit, *, deviation: float = GOOD_DEVIATION) -> bool:
    return (
        max(fit.deviations) <= deviation
        and fit.residual <= GOOD_RESIDUAL
        and fit.inliers >= GOOD_INLIERS
    )


def _walked(drill: Drill, attempt: int, pose_in_field: Pose2[Robot, Field]) -> Pose2[Robot, Field]:
    """Walk to the other side, left and right in turn; return the pose according to odometry."""
    before: Odometry = drill.robot["Odometry"]
    side = 0.3 if attempt % 2 else -0.6
    target = before.robot_to_start @ Pose2[Robot, Robot](0.0, side, 0.0)
    drill.request(HeadRequest())
    begin = drill.time
    while drill.time < begin + WALKING:
        here: Odometry = drill.robot["Odometry"]
        rest = here.robot_to_start.inverse() @ target
        if math.hypot(rest.x, rest.y) < 0.04:
            break
        walk = WalkRequest(mode=WalkMode.TARGET, target_in_robot=rest, keep_heading=True)
        drill.request(MotionRequest(motion=Motion.WALK, walk=walk))
        drill.run(0.1, fence=math.inf)
    drill.request(MotionRequest(motion=Motion.STAND))
    drill.run(STANDING_UP, fence=math.inf)
    after: Odometry = drill.robot["Odometry"]
    return pose_in_field @ (before.robot_to_start.inverse() @ after.robot_to_start)
