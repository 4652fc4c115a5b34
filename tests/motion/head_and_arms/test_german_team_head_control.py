"""GermanTeam's head control: tracking, a lost ball, scans, the automatic choice, and overrides."""

import math

import pytest
from tests.modules import made

from kickabout.framework import FrameInfo
from kickabout.geometry import Vector2
from kickabout.motion.head_and_arms.german_team_head_control import (
    GermanTeamHeadControl,
    SeenBall,
)
from kickabout.representations import (
    BallModel,
    BallPercept,
    HeadMode,
    HeadRequest,
    HeadState,
    HeadTask,
    HeadTaskRequest,
    PoseQuality,
    RobotPose,
    Seen,
    load_field,
)

FIELD = load_field("legged2001")
DT = 0.04  # s
CERTAIN = RobotPose(quality=PoseQuality.SUPERB)
UNCERTAIN = RobotPose(quality=PoseQuality.OKAY)
AUTOMATIC = HeadTaskRequest()


class Head:
    """A head that follows its requests at their speed."""

    def __init__(self) -> None:
        self.control = made(GermanTeamHeadControl)
        self.pan, self.tilt, self.time = 0.0, 0.0, 0.0
        self.last_seen_at = -1e9
        self.at: Vector2 = Vector2()  # type: ignore[type-arg]

    def run(
        self,
        seconds: float,
        *,
        bearing: float | None = None,
        pose: RobotPose = CERTAIN,
        task: HeadTaskRequest = AUTOMATIC,
    ) -> list[HeadRequest]:
        """Run with a ball that is seen at a bearing, or unseen."""
        requests = []
        for _ in range(max(round(seconds / DT), 1)):
            if bearing is not None:
                self.last_seen_at = self.time
                self.at = Vector2.from_polar(0.8, bearing)
            seen = Seen.YES if bearing is not None else Seen.NO
            ball = SeenBall(
                percept=BallPercept(seen=seen, position_in_robot=self.at),
                model=BallModel(
                    known=self.last_seen_at >= 0.0,
                    position_in_robot=self.at,
                    last_seen_at=self.last_seen_at,
                ),
            )
            frame, head = FrameInfo(time=self.time, dt=DT), HeadState(pan=self.pan, tilt=self.tilt)
            requests.append(self.control.update(frame, ball, pose, head, FIELD, task))
            self._follow(requests[-1])
            self.time += DT
        return requests

    def _follow(self, request: HeadRequest) -> None:
        pan, tilt = request.pan, request.tilt
        if request.mode is HeadMode.TARGET_IN_ROBOT:
            x, y, _ = request.target_in_robot
            pan, tilt = math.atan2(y, x), 0.3
        most = request.speed * DT
        self.pan += max(-most, min(most, pan - self.pan))
        self.tilt += max(-most, min(most, tilt - self.tilt))


def is_tracking(request: HeadRequest) -> bool:
    return request.mode is HeadMode.TARGET_IN_ROBOT


def test_a_seen_ball_is_kept_in_the_middle_of_the_image() -> None:
    head = Head()
    (*_, last) = head.run(1.0, bearing=0.5)
    assert is_tracking(last)
    assert last.target_in_robot == pytest.approx(
        (0.8 * math.cos(0.5), 0.8 * math.sin(0.5), FIELD.ball.radius)
    )
    assert head.pan == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_lost_ball_is_first_searched_where_it_was_moving(side: float) -> None:
    head = Head()
    for step in range(20):
        head.run(DT, bearing=side * (-0.3 + 0.03 * step))
    before = head.pan
    lost = head.run(1.2)
    follow = [request for request in lost if not is_tracking(request)]
    assert follow[0].pan == pytest.approx(side * head.control.parameters.search_range)
    assert max(side * (request.pan) for request in follow[:5]) > side * before
    assert all(side * request.pan > 0.0 for request in follow[:10])


def test_if_that_fails_all_rows_are_searched_again_and_again() -> None:
    head = Head()
    head.run(0.5, bearing=0.2)
    head.run(3.0)
    places = {(round(r.pan, 1), round(r.tilt, 2)) for r in head.run(8.0)}
    p = head.control.parameters
    assert places == {
        (round(side * p.search_range, 1), tilt) for side in (1.0, -1.0) for tilt in p.search_tilts
    }


def test_a_ball_that_was_never_seen_is_searched_in_all_rows() -> None:
    head = Head()
    assert not any(is_tracking(request) for request in head.run(4.0))
    assert len({request.tilt for request in head.run(4.0)}) == 2


def test_a_scan_goes_back_and_forth_at_the_requested_speed() -> None:
    head = Head()
    scan = HeadTaskRequest(task=HeadTask.SCAN_LANDMARKS, scan_speed=0.5)
    pans = []
    for _ in range(500):
        (request,) = head.run(DT, task=scan, bearing=0.1)
        assert request.speed == 0.5 * head.control.parameters.scan_speed
        pans.append(head.pan)
    edge = head.control.parameters.scan_range - head.control.parameters.reached_within
    assert max(pans) > edge
    assert min(pans) < -edge
    turns = [i for i in range(1, 499) if (pans[i] - pans[i - 1]) * (pans[i + 1] - pans[i]) < 0.0]
    sweep = 2.0 * head.control.parameters.scan_range / (0.5 * head.control.parameters.scan_speed)
    assert len(turns) == pytest.approx(20.0 / sweep, abs=1.5)


@pytest.mark.parametrize("bearing", [0.4, -0.4])
def test_an_uncertain_pose_makes_it_scan_for_one_complete_sweep(bearing: float) -> None:
    head = Head()
    assert is_tracking(head.run(1.0, bearing=bearing)[-1])
    assert is_tracking(head.run(0.12, bearing=bearing, pose=UNCERTAIN)[-1])
    assert not is_tracking(head.run(0.4, bearing=bearing, pose=UNCERTAIN)[-1])
    pans = []
    while not is_tracking(head.run(DT, bearing=bearing)[-1]):
        pans.append(head.pan)
        assert len(pans) < 200
    edge = head.control.parameters.scan_range - head.control.parameters.reached_within
    assert max(pans) > edge - 0.1
    assert min(pans) < -edge + 0.1


def test_it_scans_as_long_as_the_pose_is_uncertain() -> None:
    head = Head()
    assert not any(is_tracking(r) for r in head.run(12.0, bearing=0.2, pose=UNCERTAIN)[10:])


@pytest.mark.parametrize("pose", [CERTAIN, UNCERTAIN])
def test_a_forced_task_persists_until_it_is_released(pose: RobotPose) -> None:
    head = Head()
    fixed = HeadTaskRequest(task=HeadTask.FIXED, pan=0.3, tilt=-0.1)
    assert {(r.pan, r.tilt) for r in head.run(3.0, bearing=0.2, pose=pose, task=fixed)} == {
        (0.3, -0.1)
    }
    track = HeadTaskRequest(task=HeadTask.TRACK_BALL)
    assert all(is_tracking(r) for r in head.run(3.0, bearing=0.2, pose=pose, task=track))
    assert is_tracking(head.run(1.0, bearing=0.2, pose=pose)[-1]) is (pose is CERTAIN)


def test_a_blocked_head_turns_to_the_other_side_after_a_while() -> None:
    head = Head()
    scan = HeadTaskRequest(task=HeadTask.SCAN_LANDMARKS)
    targets = set()
    for _ in range(400):
        head.pan = 0.3
        targets.add(head.run(DT, task=scan)[0].pan)
    assert len(targets) == 2
