"""Step planning: from a desired speed to the next step, within speed and acceleration limits."""

from collections.abc import Callable
from dataclasses import dataclass

from kickabout.motion.walk.gait import StepPlan
from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clipped

Clamp = Callable[[Speed, SpeedLimits], Speed]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepParameters:
    """Duration, lift and acceleration of steps."""

    step_duration: float = 0.25  # s
    side_duration: float = 0.0  # s per m/s
    side_lift_duration: float = 0.0  # s per m/s, added to the time of the foot in the air
    foot_lift: float = 0.012  # m
    foot_lift_x: float = 0.02  # m per m of step
    foot_lift_y: float = 0.04
    first_lift: float = 0.4  # fraction of the lift in the first step after standing
    inside_turn: float = 0.33
    acceleration_x: float = 0.05  # m/s per step
    acceleration_y: float = 0.2
    acceleration_turn: float = 0.6  # rad/s per step
    deceleration_x: float = 0.3
    deceleration_y: float = 0.2
    deceleration_turn: float = 0.6


def approached(current: float, desired: float, up: float, down: float) -> float:
    """Change a speed towards another one by at most `up`, or by at most `down` when slowing."""
    if current * desired < 0.0:
        desired = 0.0
    if abs(desired) > abs(current):
        return current + clipped(desired - current, -up, up)
    return current + clipped(desired - current, -down, down)


def next_speed(current: Speed, desired: Speed, parameters: StepParameters) -> Speed:
    """Return the speed of the next step."""
    p = parameters
    return Speed(
        approached(current.x, desired.x, p.acceleration_x, p.deceleration_x),
        approached(current.y, desired.y, p.acceleration_y, p.deceleration_y),
        approached(current.turn, desired.turn, p.acceleration_turn, p.deceleration_turn),
    )


def step_duration(side_speed: float, parameters: StepParameters) -> float:
    return parameters.step_duration + parameters.side_duration * abs(side_speed)


def planned_step(speed: Speed, parameters: StepParameters, *, left_swings: bool) -> StepPlan:
    """Return the step that moves the torso at a speed."""
    duration = step_duration(speed.y, parameters)
    return sized_step(
        Speed(speed.x * duration, speed.y * duration, speed.turn * duration),
        parameters,
        left_swings=left_swings,
    )


def sized_step(size: Speed, parameters: StepParameters, *, left_swings: bool) -> StepPlan:
    """Return the step that moves the torso by `size`: m, m, rad."""
    duration = step_duration(size.y / parameters.step_duration, parameters)
    longer = parameters.side_lift_duration * abs(size.y) / duration
    return StepPlan(
        x=size.x,
        y=size.y,
        turn=size.turn,
        left_swings=left_swings,
        duration=duration,
        lift_duration=duration + longer,
        lift=parameters.foot_lift
        + parameters.foot_lift_x * abs(size.x)
        + parameters.foot_lift_y * abs(size.y),
        inside_turn=parameters.inside_turn,
    )


def first_step(parameters: StepParameters, *, left_swings: bool) -> StepPlan:
    """Return the pre-step that starts the pendulum: low and without any translation."""
    return StepPlan(
        left_swings=left_swings,
        duration=parameters.step_duration,
        lift_duration=parameters.step_duration,
        lift=parameters.first_lift * parameters.foot_lift,
        inside_turn=parameters.inside_turn,
    )
