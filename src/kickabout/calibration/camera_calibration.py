"""Camera calibration in simulation: from a robot that looks around to corrections of its cameras.

After B-Human 2021, section 5.2.1: the head turns until all that is needed was seen; if it is not,
the robot goes to another place nearby and tries again.
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
    CameraName,
    FieldDimensions,
    HeadRequest,
    ImageCoordinateSystem,
    LinesPercept,
    Motion,
    MotionRequest,
    Odometry,
    WalkMode,
    WalkRequest,
    load_field,
)
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.faults import Fault
from kickabout.simulation.match.scene import Scene
from kickabout.simulation.match.workers import LocalPool

TEAM = "lookers"
SETTLING = 0.45  # s from a turn of the head until it is still
LOOKING = 0.45  # s, in which each camera takes two images
STANDING_UP = 1.5  # s
WALKING = 12.0  # s at most
NEEDED_LINES = 12.0  # of each camera, over all images
GOOD_DEVIATION = math.radians(0.25)  # of each correction, by the fit's own account
FINE_DEVIATION = math.radians(0.12)  # with which there is no need to look any longer
GOOD_RESIDUAL = math.radians(0.25)
GOOD_INLIERS = 0.5

Turn = tuple[float, float]  # rad: pan, tilt

# Tilts differ much, as only then the cameras' yaw can be told from the robot's own direction.
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
    """How a calibration went."""

    fit: CalibrationFit | None  # None if too few lines were seen
    good: bool
    seconds: float  # of the robot's time
    images: int  # that showed lines
    places: int  # that were tried


class _Collector:
    """Takes a sample of each image while the head is still."""

    def __init__(self, used: CameraCalibration) -> None:
        self.used = used
        self.open = False
        self.shots: list[CalibrationShot] = []

    def __call__(self, cycle: Cycle) -> None:
        if not self.open or cycle.thread not in {camera.value for camera in CameraName}:
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


def starting_place(field: FieldDimensions) -> Pose2[Robot, Field]:
    """Before the goal area, whose lines both cameras see from there."""
    return Pose2(field.goal_area_x - 1.0, 0.0, 0.0)


def calibrate_camera(
    *,
    field: str = "spl2019",
    faults: Sequence[Fault] = (),
    misplaced: tuple[float, float, float] = (0.0, 0.0, 0.0),
    seed: int = 1,
    places: int = 2,
    blind: tuple[Turn, ...] = (),
) -> CalibrationRun:
    """Look at the goal area until the corrections are known well enough.

    `misplaced` is by how much the robot stands elsewhere than it thinks; images of the `blind`
    turns of the head are not used at the first place, as if somebody stood in the way.
    """
    dimensions = load_field(field)
    place = starting_place(dimensions)
    scene = Scene(field=field, fidelity="images", faults=tuple(faults))
    x, y, theta = misplaced
    stands = (place.x + x, place.y + y, place.theta + theta)
    with Drill(TEAM, seed=seed, scene=scene, pose=stands) as drill:
        drill.tell(MotionRequest(motion=Motion.STAND))
        drill.run(STANDING_UP, fence=math.inf)
        collector = _Collector(CameraCalibration())
        _watch(drill, collector)
        for tried in range(1, places + 1):
            collector.shots = []
            fit, good = _looked_around(drill, collector, dimensions, place, blind)
            if good or tried == places:
                break
            place, blind = _walked(drill, tried, place), ()
        return CalibrationRun(
            fit=fit, good=good, seconds=drill.time, images=len(collector.shots), places=tried
        )


def _watch(drill: Drill, collector: _Collector) -> None:
    pool = drill.match.pool
    assert isinstance(pool, LocalPool)
    pool.players[0].agent.watch(collector)


def _looked_around(
    drill: Drill,
    collector: _Collector,
    field: FieldDimensions,
    place: Pose2[Robot, Field],
    blind: tuple[Turn, ...],
) -> tuple[CalibrationFit | None, bool]:
    """Turn the head to all postures, and to more of them if that was not enough."""
    fit = None
    for turns, limit in ((SWEEP, FINE_DEVIATION), (MORE, GOOD_DEVIATION)):
        for turn in turns:
            drill.tell(HeadRequest(pan=turn[0], tilt=turn[1]))
            drill.run(SETTLING, fence=math.inf)
            collector.open = turn not in blind
            drill.run(LOOKING, fence=math.inf)
            collector.open = False
        if _enough(collector.shots):
            lines = field.line_segments()
            fit = fitted_calibration(collector.shots, lines=lines, robot_to_field=place)
            if is_good(fit, deviation=limit):
                return fit, True
    return fit, False


def _enough(shots: list[CalibrationShot]) -> bool:
    return all(
        sum(float(shot.weights.sum()) for shot in shots if shot.camera is camera) >= NEEDED_LINES
        for camera in CameraName
    )


def is_good(fit: CalibrationFit, *, deviation: float = GOOD_DEVIATION) -> bool:
    return (
        max(fit.deviations) <= deviation
        and fit.residual <= GOOD_RESIDUAL
        and fit.inliers >= GOOD_INLIERS
    )


def _walked(drill: Drill, tried: int, place: Pose2[Robot, Field]) -> Pose2[Robot, Field]:
    """To another place within 40 cm, in turn left and right, as far as the own steps tell."""
    before: Odometry = drill.robot["Odometry"]
    side = 0.3 if tried % 2 else -0.6
    target = before.robot_to_start @ Pose2[Robot, Robot](0.0, side, 0.0)
    drill.tell(HeadRequest())
    begin = drill.time
    while drill.time < begin + WALKING:
        here: Odometry = drill.robot["Odometry"]
        rest = here.robot_to_start.inverse() @ target
        if math.hypot(rest.x, rest.y) < 0.04:
            break
        walk = WalkRequest(mode=WalkMode.TARGET, target_in_robot=rest, keep_heading=True)
        drill.tell(MotionRequest(motion=Motion.WALK, walk=walk))
        drill.run(0.1, fence=math.inf)
    drill.tell(MotionRequest(motion=Motion.STAND))
    drill.run(STANDING_UP, fence=math.inf)
    after: Odometry = drill.robot["Odometry"]
    return place @ (before.robot_to_start.inverse() @ after.robot_to_start)
