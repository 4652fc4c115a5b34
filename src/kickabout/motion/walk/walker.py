"""Walker: from walk commands and the weight on the feet to the poses of the feet in each frame."""

import enum
import math
from dataclasses import dataclass, field, replace

from kickabout.framework import frozen
from kickabout.motion.walk.gait import Feet, FootPose, Gait, StepPlan, relative
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
from kickabout.motion.walk.walk_target import TargetParameters, TargetPose, far_speed, target_speed

STILL = Speed()
STRETCH_SPEED = 0.06  # m/s
RECOVERY_STEPS = 3  # good steps after which being stuck is forgotten
TREAD_BACK = 0.03  # m, step back after treading on something
TREAD_EARLY = 0.75  # phase; after treading, a support switch before it triggers that step
Kick = tuple[StepPlan, ...]  # the steps of a kick; empty while it cannot begin with the next step


class WalkPhase(enum.Enum):
    """State of the legs."""

    STAND = "stand"
    STEP = "step"
    CATCH = "catch"  # both feet back to the ground after being stuck on one
    EMERGENCY = "emergency"  # the swing leg pushes against the ground


STAND, STEP, CATCH, EMERGENCY = WalkPhase
NOT_YET, TIMEOUT = StepEnd.NOT_YET, StepEnd.TIMEOUT


@frozen
class WalkCommand:
    """A command for the next step: exactly one of speed, target and step, or to stand."""

    stand: bool = True
    speed: Speed = STILL
    target: TargetPose | None = None  # m, m, rad, relative to the middle between the feet
    step: Speed | None = None  # m, m, rad
    via: TargetPose | None = None  # walk towards this first, around an obstacle
    fraction: Speed = Speed(1.0, 1.0, 1.0)  # of the maximum speeds, for targets
    keep_heading: bool = False
    turn_correction: float = 0.0  # rad/s, added after limiting
    at_ball: bool = False  # where larger steps are worth the risk
    kick: Kick | None = None


STAY = WalkCommand()


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkerParameters:
    """All tunable values of the walker."""

    limits: SpeedLimits = SpeedLimits()
    steps: StepParameters = StepParameters()
    rules: SwitchRules = SwitchRules()
    targets: TargetParameters = TargetParameters()
    clamp: Clamp = field(default=clamped_to_ellipsoid)
    clamp_at_ball: Clamp = field(default=clamped_to_ellipsoid)
    stop_x: float = 0.01  # m; with feet closer to each other than these the robot may stand
    stop_y: float = 0.01
    stop_turn: float = 0.035  # rad
    lowering: float = 0.06  # s, for a support foot still in the air
    stretch_after: float = 1.3  # phase from which on the swing foot is stretched to the ground
    stretch: float = 0.01  # m
    catch_for: float = 0.5  # s, to stand after being stuck
    emergency_side: float = 0.02  # m
    emergency_stretch: float = 0.02  # m


class Walker:
    """Sequence of standing, pre-step, steps and stop, with recovery when stuck on one foot."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.phase = STAND
        self.gait = Gait()
        self.speed = STILL
        self.steady = False  # the last two steps had the same speed
        self.steps = 0  # since the last stand
        self.step_ended = NOT_YET  # in this frame
        self.stuck = 0  # times in a row
        self.kicks = 0  # steps of kicks that were begun
        self.treads = False  # the swing foot treads on something in this step
        self._kick: Kick = ()  # steps to come
        self._good_steps = 0
        self._phase_for = 0.0  # s

    @property
    def kicking(self) -> bool:
        return self.phase is STEP and self.gait.plan.is_kick

    @property
    def standing(self) -> bool:
        return self.phase is STAND

    def reset(self) -> None:
        """Begin from a stand again, after another motion controlled the body."""
        if not self.standing or self.stuck:
            self._begin()

    def takes_command(self, weight: Weight, parameters: WalkerParameters) -> bool:
        """Return whether a step may begin in this frame; other frames ignore the command."""
        if self.phase is STEP:
            return self._step_end(weight, parameters) not in (NOT_YET, TIMEOUT)
        return self.phase is STAND

    def update(
        self, command: WalkCommand, weight: Weight, parameters: WalkerParameters, dt: float
    ) -> Feet:
        """Advance by one frame."""
        self.step_ended = NOT_YET
        self._phase_for += dt
        if self.phase is STAND:
            self._stand(command, parameters)
        elif self.phase is STEP:
            self._step(command, weight, parameters)
        else:
            self._recover(weight, parameters)
        if self.phase is STEP:
            return self.gait.advance(
                dt,
                lowering=parameters.lowering,
                stretch=self._reach(parameters),
            )
        if self.phase is EMERGENCY:
            stretch = parameters.emergency_stretch
            return self.gait.advance(dt, lowering=parameters.lowering, stretch=stretch)
        return self.gait.feet if self.standing else self.gait.settle(dt, parameters.lowering)

    def _reach(self, parameters: WalkerParameters) -> float:
        """Return how far the swing foot is stretched in an overlong step."""
        late = self.gait.time - parameters.stretch_after * self.gait.plan.duration
        return min(parameters.stretch, max(0.0, late) * STRETCH_SPEED)

    def _enter(self, phase: WalkPhase) -> None:
        self.phase = phase
        self._phase_for = 0.0

    def _stand(self, command: WalkCommand, parameters: WalkerParameters) -> None:
        if command.stand:
            return
        speed = self._desired(command, parameters, left_swings=True)
        if self._arrived(command, parameters):
            return
        self._enter(STEP)
        self.steps = 1
        self.speed = STILL
        # The second step opens towards the walking direction, so the other foot makes the first.
        left_first = speed.y < 0.0 or (speed.y == 0.0 and speed.turn < 0.0)
        self.gait.begin(first_step(parameters.steps, left_swings=left_first))

    def tread(self) -> None:
        """React to a loaded swing foot: do not lift it, and accept any support switch."""
        if self.phase is STEP and not self.gait.plan.is_kick:
            self.treads = True
            self.gait.plan = replace(self.gait.plan, lift=0.0)

    def _step_end(self, weight: Weight, parameters: WalkerParameters) -> StepEnd:
        rules = replace(parameters.rules, earliest_switch=0.0) if self.treads else parameters.rules
        return step_end(
            weight,
            rules,
            left_swings=self.gait.plan.left_swings,
            phase=self.gait.phase,
            turn=self.speed.turn,
        )

    def _step(self, command: WalkCommand, weight: Weight, parameters: WalkerParameters) -> None:
        self.step_ended = self._step_end(weight, parameters)
        if self.step_ended is NOT_YET:
            return
        trod = self.treads and self.gait.phase < TREAD_EARLY
        self.treads = False
        if self.step_ended is TIMEOUT:
            self._get_stuck()
            return
        self._good_steps += 1
        if self._good_steps >= RECOVERY_STEPS:
            self.stuck = 0
        if trod:
            self._step_back(parameters)
        elif self._kick or self._begins_kick(command):
            self._begin_kick_step()
        elif self._may_stand(command, parameters):
            self._enter(CATCH)
        else:
            self._begin_next(command, parameters)

    def _step_back(self, parameters: WalkerParameters) -> None:
        """Step back from the trodden object, with feet side by side."""
        self._kick = ()
        self.steps += 1
        size = Speed(-TREAD_BACK, 0.0, 0.0)
        plan = sized_step(size, parameters.steps, left_swings=not self.gait.plan.left_swings)
        self.speed = Speed(size.x / plan.duration, 0.0, 0.0)
        self.gait.begin(plan)

    def _begins_kick(self, command: WalkCommand) -> bool:
        if command.kick is not None and not command.stand:
            self._kick = command.kick
        return bool(self._kick)

    def _begin_kick_step(self) -> None:
        plan, *rest = self._kick
        self._kick = tuple(rest)
        self.kicks += 1
        self.steps += 1
        self.speed = Speed(plan.x / plan.duration, 0.0, 0.0)
        self.gait.begin(plan)

    def _begin_next(self, command: WalkCommand, parameters: WalkerParameters) -> None:
        left_swings = not self.gait.plan.left_swings
        self.steps += 1
        if command.step is not None and not command.stand:
            plan = sized_step(command.step, parameters.steps, left_swings=left_swings)
            size = command.step
            self.speed = Speed(
                size.x / plan.duration, size.y / plan.duration, size.turn / plan.duration
            )
        else:
            desired = self._desired(command, parameters, left_swings=left_swings)
            before = self.speed
            self.speed = next_speed(self.speed, desired, parameters.steps)
            self.steady = self.speed == before
            turn = self.speed.turn + command.turn_correction
            plan = planned_step(
                self.speed._replace(turn=turn), parameters.steps, left_swings=left_swings
            )
        self.gait.begin(plan)

    def _desired(
        self, command: WalkCommand, parameters: WalkerParameters, *, left_swings: bool
    ) -> Speed:
        if command.stand:
            return STILL
        if command.step is not None:
            return command.step
        clamp = parameters.clamp_at_ball if command.at_ball else parameters.clamp
        if command.target is None:
            return clamp(command.speed, parameters.limits)
        limits = parameters.limits.reduced(command.fraction)
        if command.via is not None:
            speed = far_speed(
                command.via, limits, parameters.targets, parameters.steps.step_duration
            )
            return clamp(speed, limits)
        support = self.gait.feet.right if left_swings else self.gait.feet.left
        speed = target_speed(
            command.target,
            limits,
            parameters.targets,
            support=support,
            left_swings=left_swings,
            duration=parameters.steps.step_duration,
            inside_turn=parameters.steps.inside_turn,
            keep_heading=command.keep_heading,
        )
        return clamp(speed, limits)

    def _arrived(self, command: WalkCommand, parameters: WalkerParameters) -> bool:
        if command.target is None or command.kick is not None:
            return (
                False  # kicks begin from a step, so the robot steps in place while waiting for one
            )
        x, y, turn = command.target
        return math.hypot(x, y) < parameters.stop_x and abs(turn) < parameters.stop_turn

    def _may_stand(self, command: WalkCommand, parameters: WalkerParameters) -> bool:
        if not (command.stand or self._arrived(command, parameters)):
            return False
        left, right = self.gait.feet.left, self.gait.feet.right
        return (
            abs(left.x - right.x) < 2.0 * parameters.stop_x
            and abs(left.y - right.y) < 2.0 * parameters.stop_y
            and abs(left.turn - right.turn) < 2.0 * parameters.stop_turn
        )

    def _get_stuck(self) -> None:
        self.stuck += 1
        self._good_steps = 0
        self._kick = ()
        self.speed = STILL
        self._enter(CATCH)

    def _recover(self, weight: Weight, parameters: WalkerParameters) -> None:
        """Level the feet and wait; if the weight stays on one foot, push with the other leg."""
        wait = parameters.catch_for if self.stuck else parameters.lowering
        if self._phase_for < wait:
            return
        one_sided = weight.reliable and abs(weight.support) > 0.8
        if self.phase is CATCH and self.stuck and one_sided:
            side = parameters.emergency_side if weight.support < 0.0 else -parameters.emergency_side
            plan = StepPlan(
                y=side,
                left_swings=weight.support < 0.0,
                duration=parameters.steps.step_duration,
                lift_duration=parameters.steps.step_duration,
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


def torso_step(before: Feet, after: Feet, *, left_supports: bool, hip_offset: float) -> FootPose:
    """Return the motion of the middle between the feet while one foot stays on the ground."""
    if before is after:
        return FootPose()
    side = hip_offset if left_supports else -hip_offset
    return relative(
        _middle_in_support(before, left_supports, side),
        _middle_in_support(after, left_supports, side),
    )


def _middle_in_support(feet: Feet, left_supports: bool, side: float) -> FootPose:
    left, right = feet.left, feet.right
    support = left if left_supports else right
    c, s = math.cos(support.turn), math.sin(support.turn)
    x = (left.x + right.x) / 2.0 - support.x
    y = (left.y + right.y) / 2.0 - (support.y + side)
    return FootPose(c * x + s * y, c * y - s * x, -support.turn)
