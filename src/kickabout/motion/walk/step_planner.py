"""Step planning: from a wished speed to the next step, within limits of speed and acceleration."""

from collections.abc import Callable
from dataclasses import dataclass

from kickabout.motion.walk.gait import StepPlan
from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clipped

Clamp = Callable[[Speed, SpeedLimits], Speed]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepParameters:
    """How steps are made."""

    duration: float = 0.25  # s
    duration_sideways: float = 0.0  # s per m/s
    lift_sideways: float = 0.0  # s per m/s by which the foot stays longer in the air
    lift: float = 0.012  # m
    lift_per_x: float = 0.02  # m per m of step
    lift_per_y: float = 0.04
    first_lift: float = 0.4  # share of the lift in the first step from stand
    inside_turn: float = 0.33
    acceleration: Speed = Speed(0.05, 0.2, 0.6)  # per step
    deceleration: Speed = Speed(0.3, 0.2, 0.6)


def approached(current: float, wish: float, up: float, down: float) -> float:
    """One step from a speed towards another; towards zero with `down`."""
    if current * wish < 0.0:
        wish = 0.0
    if abs(wish) > abs(current):
        return current + clipped(wish - current, -up, up)
    return current + clipped(wish - current, -down, down)


def next_speed(current: Speed, wish: Speed, figures: StepParameters) -> Speed:
    """The speed of the next step."""
    up, down = figures.acceleration, figures.deceleration
    return Speed(
        approached(current.x, wish.x, up.x, down.x),
        approached(current.y, wish.y, up.y, down.y),
        approached(current.turn, wish.turn, up.turn, down.turn),
    )


def step_duration(side_speed: float, figures: StepParameters) -> float:
    return figures.duration + figures.duration_sideways * abs(side_speed)


def planned_step(speed: Speed, figures: StepParameters, *, left_swings: bool) -> StepPlan:
    """The step with which the torso moves at a speed."""
    duration = step_duration(speed.y, figures)
    return sized_step(
        Speed(speed.x * duration, speed.y * duration, speed.turn * duration),
        figures,
        left_swings=left_swings,
    )


def sized_step(size: Speed, figures: StepParameters, *, left_swings: bool) -> StepPlan:
    """A step by which the torso moves so far: m, m, rad."""
    duration = step_duration(size.y / figures.duration, figures)
    longer = figures.lift_sideways * abs(size.y) / duration
    return StepPlan(
        x=size.x,
        y=size.y,
        turn=size.turn,
        left_swings=left_swings,
        duration=duration,
        lift_duration=duration + longer,
        lift=figures.lift + figures.lift_per_x * abs(size.x) + figures.lift_per_y * abs(size.y),
        inside_turn=figures.inside_turn,
    )


def first_step(figures: StepParameters, *, left_swings: bool) -> StepPlan:
    """The pre-step that starts the pendulum: on the spot and low."""
    return StepPlan(
        left_swings=left_swings,
        duration=figures.duration,
        lift_duration=figures.duration,
        lift=figures.first_lift * figures.lift,
        inside_turn=figures.inside_turn,
    )
