"""Single motions: from a request to metrics, pictures and joint angles."""

import csv
import math
from collections.abc import Callable
from pathlib import Path

from kickabout.evaluation.trials.drill_plan import DrillPlan
from kickabout.evaluation.trials.four_legged_ball_trials import prepare_kick
from kickabout.evaluation.trials.four_legged_trials import lay_down
from kickabout.evaluation.trials.kick_trials import KickObserver, kick_request
from kickabout.evaluation.trials.motion_strip import MotionStrip, write_strip
from kickabout.evaluation.trials.motion_trials import STAND, walk_request
from kickabout.geometry import Vector2
from kickabout.motion.kick.bezier_kick import load_kick
from kickabout.motion.kick.walk_kick import load_walk_kick
from kickabout.representations import KickRequest, Motion, MotionRequest
from kickabout.simulation.match.drill import Drill

Metrics = dict[str, float]
SIDES = {"front": (4.5, 0.0), "back": (-4.5, 0.0), "left": (0.0, 4.5), "right": (0.0, -4.5)}  # N·s


class Recorder:
    """Collects pictures and joint angles of a drill."""

    def __init__(self, drill: Drill, *, every: float, pictures: bool) -> None:
        self.strip = MotionStrip(drill, every=every) if pictures else None
        self.rows: list[list[float]] = []
        self.joint_names = drill.match.snapshot.kinds[0].joint_names

    def sample(self, drill: Drill) -> None:
        if self.strip is not None:
            self.strip.sample(drill)
        desired = drill.robot["JointRequest"].angles
        measured = drill.robot["SensorFrame"].joint_angles
        self.rows.append([drill.time, *desired.tolist(), *measured.tolist()])

    def write(self, *, picture: Path | None, table: Path | None) -> None:
        if picture is not None and self.strip is not None:
            write_strip(self.strip.pictures, picture)
        if table is None:
            return
        names = self.joint_names
        with table.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(
                ["time", *(f"{n}_desired" for n in names), *(f"{n}_measured" for n in names)]
            )
            writer.writerows([f"{value:.4f}" for value in row] for row in self.rows)


def walk_by_hand(
    speed: tuple[float, float, float],
    *,
    seconds: float,
    seed: int,
    robot: str = "nao",
    picture: Path | None = None,
    table: Path | None = None,
) -> Metrics:
    """Walk with a speed; pictures show the first steps at full speed."""
    with _standing(seed, robot) as drill:
        drill.request(walk_request(*speed))
        drill.run(2.0)
        recorder = Recorder(drill, every=0.096, pictures=picture is not None)
        shown = drill.run(0.09 * 8, each_frame=recorder.sample)
        rest = drill.run(max(drill.frame_time, seconds - 2.0 - shown.seconds))
        recorder.write(picture=picture, table=table)
        return {
            "forward speed in m/s": rest.speed.x,
            "sideways speed in m/s": rest.speed.y,
            "turn in rad/s": rest.speed.theta,
            "falls": float(drill.falls),
        }


def kick_by_hand(
    name: str,
    *,
    standing: bool,
    left: bool,
    seed: int,
    robot: str = "nao",
    picture: Path | None = None,
    table: Path | None = None,
) -> Metrics:
    """Kick a ball that is placed for it, while stepping in place or standing."""
    with _standing(seed, robot, with_ball=True) as drill:
        if _has_four_feet(drill):
            observer, ask, seconds = _four_legged_kick(drill, name, left=left)
        elif standing:
            observer, ask, seconds = _standing_kick(drill, name, left=left)
        else:
            observer, ask, seconds = _walking_kick(drill, name, left=left)
        slow = standing or _has_four_feet(drill)
        recorder = Recorder(drill, every=0.14 if slow else 0.072, pictures=picture is not None)

        def frame(drill: Drill) -> None:
            ask(drill)
            if observer.began_at is not None and drill.time - observer.began_at < seconds:
                recorder.sample(drill)

        drill.run(seconds + 1.5, each_frame=frame, fence=math.inf)
        drill.request(STAND)
        drill.run(0.5, fence=math.inf)
        result = observer.result(drill)
        recorder.write(picture=picture, table=table)
    return {
        "reach in m": result.reach,
        "direction error in °": math.degrees(result.error),
        "time to the ball in s": result.ball_time,
        "falls": float(result.fell),
    }


def get_up_by_hand(
    side: str,
    *,
    seed: int,
    robot: str = "nao",
    picture: Path | None = None,
    table: Path | None = None,
) -> Metrics:
    """Push the robot over, or lay it down if it has four feet; show how it gets up."""
    with _standing(seed, robot) as drill:
        if _has_four_feet(drill):
            lay_down(drill, side, seed=seed)
        else:
            drill.push(*SIDES[side])
        begin = drill.match.forward(
            lambda: drill.robot["MotionSelection"].target is Motion.GET_UP, timeout=6.0
        )
        started = drill.time
        recorder = Recorder(drill, every=0.32, pictures=picture is not None)
        while begin and drill.time - started < 20.0:
            drill.run(drill.frame_time, each_frame=recorder.sample, fence=math.inf)
            if drill.robot["MotionSelection"].target is Motion.STAND:
                break
        recorder.write(picture=picture, table=table)
        return {
            "time in s": drill.time - started,
            "tries": float(drill.robot["GetUpOutput"].tries + 1),
            "upright": float(drill.upright),
        }


def _has_four_feet(drill: Drill) -> bool:
    return len(drill.match.snapshot.kinds[0].feet) == 4


def _standing(seed: int, robot: str, *, with_ball: bool = False) -> Drill:
    plan = DrillPlan.of(robot)
    league = (with_ball and plan.ball_league) or plan.league
    drill = Drill(plan.team, seed=seed, league=league)
    drill.request(STAND)
    drill.run(1.5)
    return drill


Prepared = tuple[KickObserver, Callable[[Drill], None], float]


def _standing_kick(drill: Drill, name: str, *, left: bool) -> Prepared:
    kick = load_kick(name)
    side = -1.0 if left else 1.0
    position = (kick.ball[0], side * kick.ball[1])
    drill.put_ball(*position)
    aim = drill.pose.theta + side * math.radians(kick.direction_deg)
    observer = KickObserver(drill, aim=aim, left=left)
    request = KickRequest(name=name, left=left, ball_in_robot=Vector2(*position))
    drill.request(MotionRequest(motion=Motion.KICK, kick=request))
    return observer, lambda d: observer.sample(d, kicking=True), kick.duration


def _four_legged_kick(drill: Drill, name: str, *, left: bool) -> Prepared:
    prepare_kick(drill, name, left=left)
    observer = KickObserver(drill, aim=drill.pose.theta, left=left)
    kick = KickRequest(name=name, left=left)
    drill.request(MotionRequest(motion=Motion.KICK, kick=kick))
    return observer, lambda d: observer.sample(d, kicking=True), 2.0


def _walking_kick(drill: Drill, name: str, *, left: bool) -> Prepared:
    kick = load_walk_kick(name)
    side = -1.0 if left else 1.0
    in_place = walk_request(0.0, 0.0, 0.0)
    drill.request(in_place)
    drill.run(1.2)
    drill.put_ball(kick.placement.behind + 0.04, side * (0.05 - kick.placement.aside))
    aim = drill.pose.theta + side * math.radians(kick.direction_deg)
    observer = KickObserver(drill, aim=aim, left=left)

    def ask(drill: Drill) -> None:
        observer.sample(drill, kicking=bool(drill.robot["WalkOutput"].kicking))
        request = kick_request(name, drill.pose, observer, left=left)
        wanted = request if observer.moved_at is None else None
        drill.request(MotionRequest(motion=Motion.WALK, walk=in_place.walk, kick=wanted))

    return observer, ask, kick.placement.duration + kick.kick.duration + 0.4
