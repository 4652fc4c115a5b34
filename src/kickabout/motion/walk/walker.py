"""Walker: from wishes and the weight on the feet to the places of the feet, frame by frame."""

import enum
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kickabout.framework import frozen
from kickabout.motion.walk.gait import Feet, FootPlace, Gait, StepPlan, relative
from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clamped_to_ellipsoid
from kickabout.motion.walk.step_planner import (
    Clamp,
    StepParameters,
    first_step,
    next_speed,
    planned_step,
    sized_step,
)
from kickabout.motion.walk.support_switch import StepEnd, SwitchRules, Weight, step_end
from kickabout.motion.walk.walk_target import Place, TargetParameters, far_speed, target_speed

STILL = Speed()
KickMaker = Callable[
    [Feet, bool], tuple[StepPlan, ...]
]  # feet, left swings next → no steps: not yet


class WalkPhase(enum.Enum):
    """What the legs do."""

    STAND = "stand"
    STEP = "step"
    CATCH = "catch"  # both feet back to the ground after being stuck on one
    EMERGENCY = "emergency"  # the swing leg pushes against the ground


STAND, STEP, CATCH, EMERGENCY = WalkPhase
NOT_YET = StepEnd.NOT_YET


@frozen
class WalkCommand:
    """What the walk is asked for: exactly one of speed, target and step, or to stand."""

    stand: bool = True
    speed: Speed = STILL
    target: Place | None = None  # m, m, rad from the place midway between the feet
    step: Speed | None = None  # m, m, rad
    via: Place | None = None  # walk towards this first, around an obstacle
    share: Speed = Speed(1.0, 1.0, 1.0)  # of the largest speeds, for targets
    keep_heading: bool = False
    turn_correction: float = 0.0  # rad/s, on top of what is possible
    at_ball: bool = False  # where larger steps are worth their risk
    kick: KickMaker | None = None


STAY = WalkCommand()
Wisher = Callable[[], WalkCommand]


def staying() -> WalkCommand:
    """The wish of who shall stand."""
    return STAY


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkerParameters:
    """Everything that can be tuned."""

    limits: SpeedLimits = SpeedLimits()
    steps: StepParameters = StepParameters()
    rules: SwitchRules = SwitchRules()
    targets: TargetParameters = TargetParameters()
    clamp: Clamp = field(default=clamped_to_ellipsoid)
    clamp_at_ball: Clamp = field(default=clamped_to_ellipsoid)
    stop_x: float = 0.01  # m; feet nearer to each other than these may stand
    stop_y: float = 0.01
    stop_turn: float = 0.035  # rad
    close_feet: float = 0.02  # m; feet closer than this need no pre-step
    lowering: float = 0.06  # s, for a support foot still in the air
    stretch_after: float = 1.3  # phase from which on the swing foot reaches for the ground
    stretch_speed: float = 0.06  # m/s
    stretch: float = 0.01  # m
    catch_for: float = 0.5  # s, to stand after being stuck
    emergency_side: float = 0.02  # m
    emergency_stretch: float = 0.02  # m
    patience: int = 3  # good steps after which being stuck is forgotten
    tread_back: float = 0.03  # m, of the step back from something that was trodden on
    tread_early: float = 0.75  # phase; a switch before it, after treading, leads to that step


class Walker:
    """Stands, starts with a pre-step, steps, stops with level feet, frees itself when stuck."""

    def __init__(self) -> None:
        self.phase = STAND
        self.gait = Gait()
        self.speed = STILL
        self.steady = False  # the last two steps had the same speed
        self.steps = 0  # since standing
        self.step_ended = NOT_YET  # in this frame
        self.last_duration = 0.0  # s, of the step before
        self.stuck = 0  # times in a row
        self.kicks = 0  # steps of kicks that were begun
        self.treads = False  # on something, in this step
        self._kick: tuple[StepPlan, ...] = ()  # steps to come
        self._good_steps = 0
        self._phase_for = 0.0  # s

    @property
    def kicking(self) -> bool:
        return self.phase is STEP and self.gait.plan.is_kick

    @property
    def standing(self) -> bool:
        return self.phase is STAND

    def reset(self) -> None:
        """Another motion had the body: begin from stand."""
        if not self.standing or self.stuck:
            # Types: back to the start is as new.
            self.__init__()  # type: ignore[misc]

    def update(self, wish: Wisher, weight: Weight, figures: WalkerParameters, dt: float) -> Feet:
        """One frame; the wish is only asked for where a step may begin."""
        self.step_ended = NOT_YET
        self._phase_for += dt
        if self.phase is STAND:
            self._stand(wish(), figures)
        elif self.phase is STEP:
            self._step(wish, weight, figures)
        else:
            self._recover(weight, figures)
        if self.phase is STEP:
            return self.gait.advance(
                dt, lowering=figures.lowering, stretch=self._reach(figures, figures.stretch)
            )
        if self.phase is EMERGENCY:
            stretch = figures.emergency_stretch
            return self.gait.advance(dt, lowering=figures.lowering, stretch=stretch)
        return self.gait.feet if self.standing else self.gait.settle(dt, figures.lowering)

    def _reach(self, figures: WalkerParameters, longest: float) -> float:
        """How far the swing foot is stretched in an overlong step."""
        late = self.gait.time - figures.stretch_after * self.gait.plan.duration
        return min(longest, max(0.0, late) * figures.stretch_speed)

    def _enter(self, phase: WalkPhase) -> None:
        self.phase = phase
        self._phase_for = 0.0

    def _stand(self, wish: WalkCommand, figures: WalkerParameters) -> None:
        if wish.stand:
            return
        speed = self._wished(wish, figures, left_swings=True)
        if self._arrived(wish, figures):
            return
        self._enter(STEP)
        self.steps = 1
        self.speed = STILL
        # The second step opens towards where the robot wants to go, so the first is of the other.
        left_first = speed.y < 0.0 or (speed.y == 0.0 and speed.turn < 0.0)
        self.gait.begin(first_step(figures.steps, left_swings=left_first))

    def tread(self) -> None:
        """The swing foot seems to carry the robot: do not lift it, and take any switch."""
        if self.phase is STEP and not self.gait.plan.is_kick:
            self.treads = True
            self.gait.plan = replace(self.gait.plan, lift=0.0)

    def _step(self, wisher: Wisher, weight: Weight, figures: WalkerParameters) -> None:
        plan = self.gait.plan
        rules = replace(figures.rules, earliest=0.0) if self.treads else figures.rules
        self.step_ended = step_end(
            weight,
            rules,
            left_swings=plan.left_swings,
            phase=self.gait.phase,
            turn=self.speed.turn,
        )
        if self.step_ended is NOT_YET:
            return
        self.last_duration = self.gait.time
        trod = self.treads and self.gait.phase < figures.tread_early
        self.treads = False
        if self.step_ended is StepEnd.TIMEOUT:
            self._get_stuck()
            return
        self._good_steps += 1
        if self._good_steps >= figures.patience:
            self.stuck = 0
        wish = wisher()
        if trod:
            self._step_back(figures)
        elif self._kick or self._begins_kick(wish):
            self._begin_kick_step()
        elif self._may_stand(wish, figures):
            self._enter(CATCH)
        else:
            self._begin_next(wish, figures)

    def _step_back(self, figures: WalkerParameters) -> None:
        """Away from what was trodden on, with feet side by side."""
        self._kick = ()
        self.steps += 1
        size = Speed(-figures.tread_back, 0.0, 0.0)
        plan = sized_step(size, figures.steps, left_swings=not self.gait.plan.left_swings)
        self.speed = Speed(size.x / plan.duration, 0.0, 0.0)
        self.gait.begin(plan)

    def _begins_kick(self, wish: WalkCommand) -> bool:
        if wish.kick is not None and not wish.stand:
            self._kick = wish.kick(self.gait.feet, not self.gait.plan.left_swings)
        return bool(self._kick)

    def _begin_kick_step(self) -> None:
        plan, *rest = self._kick
        self._kick = tuple(rest)
        self.kicks += 1
        self.steps += 1
        self.speed = Speed(plan.x / plan.duration, 0.0, 0.0)
        self.gait.begin(plan)

    def _begin_next(self, wish: WalkCommand, figures: WalkerParameters) -> None:
        left_swings = not self.gait.plan.left_swings
        self.steps += 1
        if wish.step is not None and not wish.stand:
            plan = sized_step(wish.step, figures.steps, left_swings=left_swings)
            size = wish.step
            self.speed = Speed(
                size.x / plan.duration, size.y / plan.duration, size.turn / plan.duration
            )
        else:
            wished = self._wished(wish, figures, left_swings=left_swings)
            before = self.speed
            self.speed = next_speed(self.speed, wished, figures.steps)
            self.steady = self.speed == before
            turn = self.speed.turn + wish.turn_correction
            plan = planned_step(
                self.speed._replace(turn=turn), figures.steps, left_swings=left_swings
            )
        self.gait.begin(plan)

    def _wished(self, wish: WalkCommand, figures: WalkerParameters, *, left_swings: bool) -> Speed:
        if wish.stand:
            return STILL
        if wish.step is not None:
            return wish.step
        clamp = figures.clamp_at_ball if wish.at_ball else figures.clamp
        if wish.target is None:
            return clamp(wish.speed, figures.limits)
        limits = figures.limits.reduced(wish.share)
        if wish.via is not None:
            speed = far_speed(wish.via, limits, figures.targets, figures.steps.duration)
            return clamp(speed, limits)
        support = self.gait.feet.right if left_swings else self.gait.feet.left
        speed = target_speed(
            wish.target,
            limits,
            figures.targets,
            support=support,
            left_swings=left_swings,
            duration=figures.steps.duration,
            inside_turn=figures.steps.inside_turn,
            keep_heading=wish.keep_heading,
        )
        return clamp(speed, limits)

    def _arrived(self, wish: WalkCommand, figures: WalkerParameters) -> bool:
        if wish.target is None or wish.kick is not None:
            return False  # kicks begin out of a step, so who waits for one steps on the spot
        x, y, turn = wish.target
        return math.hypot(x, y) < figures.stop_x and abs(turn) < figures.stop_turn

    def _may_stand(self, wish: WalkCommand, figures: WalkerParameters) -> bool:
        if not (wish.stand or self._arrived(wish, figures)):
            return False
        left, right = self.gait.feet.left, self.gait.feet.right
        return (
            abs(left.x - right.x) < 2.0 * figures.stop_x
            and abs(left.y - right.y) < 2.0 * figures.stop_y
            and abs(left.turn - right.turn) < 2.0 * figures.stop_turn
        )

    def _get_stuck(self) -> None:
        self.stuck += 1
        self._good_steps = 0
        self._kick = ()
        self.speed = STILL
        self._enter(CATCH)

    def _recover(self, weight: Weight, figures: WalkerParameters) -> None:
        """Level the feet and wait; if the weight stays on one foot, push with the other leg."""
        wait = figures.catch_for if self.stuck else figures.lowering
        if self._phase_for < wait:
            return
        one_sided = weight.reliable and abs(weight.support) > 0.8
        if self.phase is CATCH and self.stuck and one_sided:
            side = figures.emergency_side if weight.support < 0.0 else -figures.emergency_side
            plan = StepPlan(
                y=side,
                left_swings=weight.support < 0.0,
                duration=figures.steps.duration,
                lift_duration=figures.steps.duration,
                lift=0.0,
            )
            self._enter(EMERGENCY)
            self.gait.begin(plan)
            return
        was_emergency = self.phase is EMERGENCY
        self._enter(CATCH if was_emergency else STAND)
        if not was_emergency:
            self.gait.stand()
            self.speed = STILL
            self.steps = 0


def torso_step(before: Feet, after: Feet, *, left_supports: bool, hip_offset: float) -> FootPlace:
    """How the place midway between the feet moved while one foot stayed on the ground."""
    if before is after:
        return FootPlace()
    side = hip_offset if left_supports else -hip_offset
    return relative(
        _middle_seen_from_support(before, left_supports, side),
        _middle_seen_from_support(after, left_supports, side),
    )


def _middle_seen_from_support(feet: Feet, left_supports: bool, side: float) -> FootPlace:
    left, right = feet.left, feet.right
    support = left if left_supports else right
    c, s = math.cos(support.turn), math.sin(support.turn)
    x = (left.x + right.x) / 2.0 - support.x
    y = (left.y + right.y) / 2.0 - (support.y + side)
    return FootPlace(c * x + s * y, c * y - s * x, -support.turn)
