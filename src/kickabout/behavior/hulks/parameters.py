"""Figures of HULKs' behavior; the report gives hardly any, so they were tuned in the simulation."""

import math
from dataclasses import dataclass, field
from enum import IntFlag
from functools import cache

from kickabout.framework.errors import KickaboutError
from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.typed_file import read_as

Point = tuple[float, float]  # m


class Permission(IntFlag):
    """What a keeper may do; a level is the sum of these (HULKs 2021, 5.1.8)."""

    BLOCK = 1  # stand between ball and goal
    SQUAT = 2  # with the hands on the ground
    JUMP = 4
    LEAVE = 8  # leave the goal for a free kick of the others

    @classmethod
    def of(cls, level: int) -> "Permission":
        known = int(cls.BLOCK | cls.SQUAT | cls.JUMP | cls.LEAVE)
        if level < 0 or level & ~known:
            raise KickaboutError(f"permission level {level} has bits beyond {known}")
        return cls(level)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikerParameters:
    walk_in: float = 1.0  # m from ball to goal: no new alignment if the heading scores
    clear_x: float = -1.5  # m; a ball behind is cleared along the direction field
    rays: int = 41  # of the obstruction test (HULKs 2021, 5.1.4)
    ray_deviation: float = math.radians(8.0)  # rad of the weights
    ray_width: float = math.radians(20.0)  # rad to each side
    free_fraction: float = 0.7  # of the weight that has to be free for a kick
    body_room: float = 0.2  # m to the middle of a robot that the ball needs
    kick_from: float = 4.3  # m from ball to goal: kicks reach it
    midfield_kick: float = 1.2  # m, nearest opponent; with less room the ball is kicked away
    precise: float = 0.025  # m at the pose of a kick
    precise_turn: float = 0.09  # rad
    calm: float = 0.1  # m/s; faster balls are not kicked
    settle: float = 0.4  # s of standing before a kick
    align_angle: float = 0.4  # rad off the line behind the ball: the last piece begins
    lost_angle: float = 0.8  # rad: it ends
    align_within: float = 0.55  # m to the ball
    lost_beyond: float = 0.8  # m
    timeout: float = 5.0  # s before a kick: then the ball is dribbled


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperParameters:
    keeper: int = 1 + 2  # permissions
    replacement: int = 1 + 8
    out: float = 0.35  # m before the goal line
    on_line: float = 0.05  # m before the goal line, at penalties
    soon: float = 2.0  # s until a ball passes
    min_speed: float = 0.4  # m/s
    squat_width: float = 0.3  # m aside that a squat covers
    jump_width: float = 0.7  # m aside that a jump covers
    give_way: float = 1.0  # m between ball and keeper: the striker needs the room
    come_back: float = 1.3  # m; the keeper that gave way comes back
    aside: float = 0.45  # m by which a keeper gives way
    same_side: float = 0.2  # m to each side of the keeper's place: the side of before counts
    leave_within: float = 1.4  # m between goal and ball of the others' free kick


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenderParameters:
    passive_x: float = -3.0  # m; just behind the penalty mark
    neutral_x: float = -2.2
    aggressive_x: float = -1.2
    neutral_from: float = -1.5  # m; ball beyond: neutral
    aggressive_from: float = 1.0  # m; ball beyond: aggressive
    aside: float = 0.45  # m from the line between ball and goal
    keep_from_ball: float = 0.9  # m
    middle: float = 0.4  # m to each side of the ball's path, where the own side counts
    beyond: float = 0.3  # m by which the ball has to pass a border to change line or side


@dataclass(frozen=True, slots=True, kw_only=True)
class SupporterParameters:
    behind: float = 1.3  # m from the ball
    aside: float = 0.5  # m, to see past the striker
    before_line: float = 0.9  # m that it keeps before the defenders
    goal_distance: float = 2.0  # m to the opponents' goal at least
    bishop_x: float = 2.6  # m where a bishop lurks
    bishop_y: float = 1.3
    bishop_aggressive_from: float = -1.0  # m; ball beyond: the bishop goes forward


@dataclass(frozen=True, slots=True, kw_only=True)
class SetParameters:
    """Places for kick-offs, the most important first; the keeper has its own."""

    keeper: Point = (-4.3, 0.0)
    own_kick: tuple[Point, ...] = ((-0.35, 0.0), (-2.4, 0.9), (-0.9, -1.7), (-2.4, -0.9))
    other_kick: tuple[Point, ...] = ((-1.1, 0.0), (-2.4, 0.9), (-1.3, -1.5), (-2.4, -0.9))


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyParameters:
    """Places for penalty kicks as m before the penalty mark and aside, as important as listed."""

    own_kick: tuple[Point, ...] = ((1.0, 0.0), (4.2, 0.0), (1.2, 1.2), (1.2, -1.2), (2.7, 0.0))
    other_kick: tuple[Point, ...] = ((0.8, 0.8), (0.8, -0.8), (0.9, 1.7), (0.9, -1.7), (2.2, 0.0))
    off_area: float = 0.3  # m that all places keep before the penalty area


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchParameters:
    seeds: tuple[Point, ...] = ((-2.5, 0.0), (2.5, 0.0), (0.0, -1.8), (0.0, 1.8))
    one_seed: Point = (0.0, 0.0)
    probability_weight: float = 40.0  # of a cell's probability in its value
    max_age: float = 10.0  # s that count in a cell's value
    look_from: float = 0.8  # m to the place looked at
    walk_speed: float = 0.25  # m/s
    received_within: float = 3.0  # s; older suggestions of teammates do not count
    turn_speed: float = 0.8  # rad/s, of a searcher that has no map
    loser_speed: float = -0.12  # m/s


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkParameters:
    robot_room: float = 0.36  # m to the middle of another robot
    post_room: float = 0.28
    ball_room: float = 0.3
    striker_room: float = 0.5  # to a ball that a teammate plays
    clear_room: float = 0.9  # to a ball of the others' kick
    margin: float = 0.45  # m beyond the lines
    arrived: float = 0.1  # m
    arrived_turn: float = 0.2  # rad
    leave: float = 0.22  # m; who is there walks again from here on
    leave_turn: float = 0.45  # rad
    near: float = 0.25  # m; nearer targets are left to the walk, which ends with level feet
    turn_from: float = 0.7  # m; from here on the heading of the target counts more and more
    elbow_room: float = 0.32  # m; nobody walks past another robot nearer than that
    avoid_within: float = 0.5  # m; obstacles nearer push the way aside
    avoid_weight: float = 0.6
    waypoint: float = 0.36  # m from the ball
    waypoint_lead: float = 0.8  # rad around the ball that a waypoint is ahead
    dribble_past: float = 0.3  # m beyond the ball
    dribble_width: float = 0.04  # m aside of the foot that is as good as before it
    step_forward: float = 0.085  # m, largest steps
    step_backward: float = 0.06
    step_sideways: float = 0.06
    step_turn: float = 0.4  # rad
    step_gain: float = 0.016  # m by which a step may be longer than the last one
    step_turn_gain: float = 0.25  # rad
    step_duration: float = 0.25  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksParameters:
    striker: StrikerParameters = field(default_factory=StrikerParameters)
    keeper: KeeperParameters = field(default_factory=KeeperParameters)
    defender: DefenderParameters = field(default_factory=DefenderParameters)
    supporter: SupporterParameters = field(default_factory=SupporterParameters)
    set_positions: SetParameters = field(default_factory=SetParameters)
    penalty_kick: PenaltyParameters = field(default_factory=PenaltyParameters)
    search: SearchParameters = field(default_factory=SearchParameters)
    walk: WalkParameters = field(default_factory=WalkParameters)

    def __post_init__(self) -> None:
        Permission.of(self.keeper.keeper)
        Permission.of(self.keeper.replacement)


@cache
def load_parameters(name: str) -> HulksParameters:
    return read_as(load_config("hulks", name), HulksParameters)
