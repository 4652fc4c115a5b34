"""Parameters of HULKs' behavior; the report names few, so they were tuned in simulation.

Positions and coordinates are those on the usual field of 9 m × 6 m, and scaled to others.
"""

import math
from dataclasses import dataclass, field, replace
from enum import IntFlag
from functools import cache

from kickabout.framework.errors import KickaboutError
from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.typed_file import read_as
from kickabout.representations import FieldDimensions

Point = tuple[float, float]  # m


class Permission(IntFlag):
    """The actions that a keeper may take; a level is their sum (HULKs 2021, 5.1.8)."""

    BLOCK = 1  # stand between ball and goal
    SQUAT = 2  # with the hands on the ground
    JUMP = 4
    LEAVE = 8  # leave the goal at an opponents' free kick

    @classmethod
    def of(cls, level: int) -> "Permission":
        known = int(cls.BLOCK | cls.SQUAT | cls.JUMP | cls.LEAVE)
        if level < 0 or level & ~known:
            raise KickaboutError(
                f"permission level {level} is not a sum of 1, 2, 4 and 8 from 0 to {known}"
            )
        return cls(level)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikerParameters:
    walk_in: float = (
        1.0  # m from ball to goal within which a robot that heads into the goal walks on
    )
    clear_x: float = -1.5  # m; x of the ball below which it is cleared
    rays: int = 41  # number of rays of the obstruction test (HULKs 2021, 5.1.4)
    ray_deviation: float = math.radians(8.0)  # rad; standard deviation of the rays' weights
    ray_width: float = math.radians(20.0)  # rad; maximum angle of rays to each side
    free_fraction: float = 0.7  # fraction of the rays' weight that has to be free for a kick
    body_room: float = 0.2  # m; radius of a robot that stops the ball
    kick_from: float = 4.3  # m from ball to goal that a kick reaches
    midfield_kick: float = 1.2  # m to the nearest opponent below which to kick forward
    precise: float = 0.025  # m; maximum position error of a kick
    precise_turn: float = 0.09  # rad; maximum heading error of a kick
    calm: float = 0.1  # m/s; maximum speed of a ball to be kicked
    settle: float = 0.4  # s; time of standing before a kick
    align_angle: float = 0.4  # rad off the line behind the ball at which aligning begins
    lost_angle: float = 0.8  # rad off that line at which aligning ends
    align_within: float = 0.55  # m to the ball at which aligning begins
    lost_beyond: float = 0.8  # m to the ball at which aligning ends
    timeout: float = 5.0  # s of aligning after which to dribble


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperParameters:
    keeper: int = 1 + 2  # permission level
    replacement: int = 1 + 8  # permission level of a replacement keeper
    out: float = 0.35  # m before the goal line
    on_line: float = 0.05  # m before the goal line, at penalties
    soon: float = 2.0  # s; maximum time until a ball passes
    min_speed: float = 0.4  # m/s of a dangerous ball
    squat_width: float = 0.3  # m; lateral distance that a squat covers
    jump_width: float = 0.7  # m; lateral distance that a jump covers
    give_way: float = 1.0  # m between ball and keeper at which to make room for the striker
    come_back: float = 1.3  # m between ball and keeper at which to come back
    aside: float = 0.45  # m; lateral distance of making room
    same_side: float = 0.2  # m; lateral offset of the ball below which the side stays
    leave_within: float = 1.4  # m between goal and ball of an opponents' free kick


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenderParameters:
    passive_x: float = -3.0  # m; x of the passive line, just behind the penalty mark
    neutral_x: float = -2.2  # m; x of the neutral line
    aggressive_x: float = -1.2  # m; x of the aggressive line
    neutral_from: float = -1.5  # m; x of the ball beyond which the line is neutral
    aggressive_from: float = 1.0  # m; x of the ball beyond which the line is aggressive
    aside: float = 0.45  # m from the line between ball and goal
    keep_from_ball: float = 0.9  # m; minimum distance to the ball
    middle: float = 0.4  # m; y of the ball below which a defender stays on its side
    beyond: float = 0.3  # m; hysteresis of line and side


@dataclass(frozen=True, slots=True, kw_only=True)
class SupporterParameters:
    behind: float = 1.3  # m; distance behind the ball
    aside: float = 0.5  # m; lateral offset to see past the striker
    before_line: float = 0.9  # m; distance to the defenders' line
    goal_distance: float = 2.0  # m; minimum distance to the opponents' goal
    bishop_x: float = 2.6  # m; x where a bishop lurks
    bishop_y: float = 1.3  # m; y where a bishop lurks
    bishop_aggressive_from: float = -1.0  # m; x of the ball beyond which the bishop goes forward


@dataclass(frozen=True, slots=True, kw_only=True)
class SetParameters:
    """Positions at kick-offs, in m, the most important first."""

    keeper: Point = (-4.3, 0.0)
    own_kick: tuple[Point, ...] = ((-0.35, 0.0), (-2.4, 0.9), (-0.9, -1.7), (-2.4, -0.9))
    other_kick: tuple[Point, ...] = ((-1.1, 0.0), (-2.4, 0.9), (-1.3, -1.5), (-2.4, -0.9))


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyParameters:
    """Positions at penalty kicks: m before the penalty mark and aside, by importance."""

    own_kick: tuple[Point, ...] = ((1.0, 0.0), (4.2, 0.0), (1.2, 1.2), (1.2, -1.2), (2.7, 0.0))
    other_kick: tuple[Point, ...] = ((0.8, 0.8), (0.8, -0.8), (0.9, 1.7), (0.9, -1.7), (2.2, 0.0))
    off_area: float = 0.3  # m; distance of all positions to the penalty area


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchParameters:
    seeds: tuple[Point, ...] = ((-2.5, 0.0), (2.5, 0.0), (0.0, -1.8), (0.0, 1.8))
    one_seed: Point = (0.0, 0.0)
    probability_weight: float = 40.0  # weight of a cell's probability in its value
    max_age: float = 10.0  # s; maximum age that counts in a cell's value
    look_from: float = 0.8  # m; distance to the searched cell
    walk_speed: float = 0.25  # m/s; expected speed to a cell
    received_within: float = 3.0  # s; older suggestions of teammates do not count
    turn_speed: float = 0.8  # rad/s; of a searcher without a map
    loser_speed: float = -0.12  # m/s; forward speed of a robot that lost the ball


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkParameters:
    robot_room: float = 0.36  # m to the center of another robot
    post_room: float = 0.28  # m to the center of a goal post
    ball_room: float = 0.3  # m to the ball while walking around it
    striker_room: float = 0.5  # m to a ball that a teammate plays
    clear_room: float = 0.9  # m to the ball at an opponents' kick
    margin: float = 0.45  # m beyond the lines that may be walked on
    arrived: float = 0.1  # m; position error at which the target is reached
    arrived_turn: float = 0.2  # rad; heading error at which the target is reached
    leave: float = 0.22  # m; position error at which a robot at its target walks again
    leave_turn: float = 0.45  # rad; heading error at which it turns again
    near: float = 0.25  # m; nearer targets are left to the walk engine
    turn_from: float = 0.7  # m; distance at which turning to the target's heading begins
    elbow_room: float = 0.32  # m; minimum distance for walking past another robot
    avoid_within: float = 0.5  # m; distance within which obstacles deflect the path
    avoid_weight: float = 0.6  # weight of the deflection
    waypoint: float = 0.36  # m; distance of the waypoint to the ball
    waypoint_lead: float = 0.8  # rad; lead of the waypoint around the ball
    dribble_past: float = 0.3  # m; distance to walk beyond the ball
    dribble_width: float = 0.04  # m; lateral error that does not slow down
    step_forward: float = 0.085  # m; maximum step forward
    step_backward: float = 0.06  # m; maximum step backward
    step_sideways: float = 0.06  # m; maximum step sideways
    step_turn: float = 0.4  # rad; maximum turn per step
    step_gain: float = 0.016  # m; maximum growth of a step
    step_turn_gain: float = 0.25  # rad; maximum growth of a turn
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


def scaled_parameters(p: HulksParameters, on: FieldDimensions) -> HulksParameters:
    """Return the parameters with positions scaled from the usual field to another one."""
    x, y = on.length_ratio, on.width_ratio
    return replace(
        p,
        striker=replace(p.striker, clear_x=p.striker.clear_x * x),
        defender=replace(
            p.defender,
            passive_x=p.defender.passive_x * x,
            neutral_x=p.defender.neutral_x * x,
            aggressive_x=p.defender.aggressive_x * x,
            neutral_from=p.defender.neutral_from * x,
            aggressive_from=p.defender.aggressive_from * x,
        ),
        supporter=replace(
            p.supporter,
            bishop_x=p.supporter.bishop_x * x,
            bishop_y=p.supporter.bishop_y * y,
            bishop_aggressive_from=p.supporter.bishop_aggressive_from * x,
        ),
        set_positions=SetParameters(
            keeper=on.scaled(p.set_positions.keeper),
            own_kick=tuple(map(on.scaled, p.set_positions.own_kick)),
            other_kick=tuple(map(on.scaled, p.set_positions.other_kick)),
        ),
        search=replace(
            p.search,
            seeds=tuple(map(on.scaled, p.search.seeds)),
            one_seed=on.scaled(p.search.one_seed),
        ),
    )
