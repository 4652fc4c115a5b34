"""Step planning: from a desired speed to the next step, within speed and acceleration limits."""

from collections.abc import Callable
from dataclasses import dataclass

from kickabout.motion.walk.gait import StepPlan
from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clipped

Clamp = Callable[[Speed, SpeedLimits], Speed]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepParameters:
    """Duration, lift and acceleration of steps."""

    duration: float = 0.25  # s
    duration_sideways: float = 0.0  # s per m/s
    lift_sideways: float = 0.0  # s per m/s, added to the time of the foot in the air
    lift: float = 0.012  # m
    lift_per_x: float = 0.02  # m per m of step
    lift_per_y: float = 0.04
    first_lift: float = 0.4  # fraction of the lift in the first step after standing
    inside_turn: float = 0.33
    acceleration: Speed = Speed(0.05, 0.2, 0.6)  # per step
    deceleration: Speed = Speed(0.3, 0.2, 0.6)


def approached(current: float, desired: float, up: float, down: float) -> float:
    """Change a speed towards another one by at most `up`, or by at most `down` when slowing."""
    if current * desired < 0.0:
        desired = 0.0
    if abs(desired) > abs(current):
        return current + clipped(desired - current, -up, up)
    return current + clipped(desired - current, -down, down)


def next_speed(current: Speed, desired: Speed, parameters: StepParameters) -> Speed:
    """Return the speed of the next step."""
    up, down = parameters.acceleration, parameters.deceleration
    return Speed(
        approached(current.x, desired.x, up.x, down.x),
        approached(current.y, desired.y, up.y, down.y),
        approached(current.turn, desired.turn, up.turn, down.turn),
    )


def step_duration(side_speed: float, parameters: StepParameters) -> float:
    return parameters.duration + parameters.duration_sideways * abs(side_speed)


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
    duration = step_duration(size.y / parameters.duration, parameters)
    longer = parameters.lift_sideways * abs(size.y) / duration
    return StepPlan(
        x=size.x,
        y=size.y,
        turn=size.turn,
        left_swings=left_swings,
        duration=duration,
        lift_duration=duration + longer,
        lift=parameters.lift
        + parameters.lift_per_x * abs(size.x)
        + parameters.lift_per_y * abs(size.y),
        inside_turn=parameters.inside_turn,
    )


def first_step(parameters: StepParameters, *, left_swings: bool) -> StepPlan:
    """Return the pre-step that starts the pendulum: low and without any translation."""
    return StepPlan(
        left_swings=left_swings,
        duration=parameters.duration,
        lift_duration=parameters.duration,
        lift=parameters.first_lift * parameters.lift,
        inside_turn=parameters.inside_turn,
    )
