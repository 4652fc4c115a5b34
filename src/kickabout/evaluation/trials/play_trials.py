"""Game situations for benches: from a seed to whether a team succeeds, and how fast."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kickabout.representations import SetPlay
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import (
    BallPlan,
    RefereePlan,
    RobotPlan,
    Scene,
    TeamPlan,
)
from kickabout.simulation.referee.decisions import PenaltyGiven
from kickabout.simulation.referee.shootout import ShotEnd
from kickabout.simulation.referee.view import TeamSide
from kickabout.soccer.fidelity import Fidelity

ATTEMPT_TIMEOUT = 240.0  # s, for an attempt to score
FREE_KICK_TIME = 30.0  # s in which a free kick has to be taken
MOVED = 0.3  # m that the ball has to roll to count as kicked
SHOOTOUT_TIME = 900.0  # s; ten shots of a minute at most and the walks between them
FREE_KICKS = (
    SetPlay.GOAL_KICK,
    SetPlay.PUSHING_FREE_KICK,
    SetPlay.CORNER_KICK,
    SetPlay.KICK_IN,
)
ASIDE = TeamPlan(color="red", number=2, robots=(RobotPlan(number=1, pose=(-4.3, 3.2, 0.0)),))
HOME = TeamPlan(color="blue", number=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A task of a team, and the time in which it succeeded, if so."""

    seconds: float | None
    legal: bool = True
    failed: bool = False  # whether a module failed

    def is_within(self, seconds: float) -> bool:
        return self.legal and self.seconds is not None and self.seconds <= seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Shots:
    """A penalty shoot-out: results of the team's shots."""

    ends: tuple[ShotEnd, ...]
    over: bool
    failed: bool

    @property
    def scored(self) -> int:
        return self.ends.count(ShotEnd.GOAL)

    @property
    def legal(self) -> bool:
        """Return whether it was decided without a second touch or a missed time limit."""
        faults = (ShotEnd.SECOND_TOUCH, ShotEnd.TIME_OVER)
        return self.over and not any(end in faults for end in self.ends)


def striker_alone(team: str, seed: int) -> Attempt:
    """Let a robot in its own half score from any position of the ball.

    A single robot in the other half could not find out at which end of the field it is.
    """
    random = np.random.default_rng(seed)
    ball = (random.uniform(-4.0, 4.0), random.uniform(-2.5, 2.5))
    pose = (random.uniform(-4.0, -0.3), random.uniform(-2.5, 2.5), random.uniform(-3.1, 3.1))
    scene = Scene(
        home=replace(HOME, robots=(RobotPlan(number=2, pose=pose),)),
        away=ASIDE,
        ball=BallPlan(position=ball),
        referee=RefereePlan(automatic=False, start="playing"),
    )
    return _scored(team, scene, seed)


def golden_goal(team: str, seed: int, fidelity: Fidelity) -> Attempt:
    """Let one robot on an empty field score from the line-up on, as in the HULKs' own test."""
    scene = Scene(
        fidelity=fidelity,
        home=replace(HOME, robots=(RobotPlan(number=2),)),
        away=ASIDE,
        referee=RefereePlan(half=600.0),
    )
    return _scored(team, scene, seed)


def _scored(team: str, scene: Scene, seed: int) -> Attempt:
    with Match(team, "dummies", scene=scene, seed=seed, workers=0) as match:

        def is_in_goal() -> bool:
            ball, goal = match.truth.ball, match.field.goal
            return ball.x > match.field.goal_line_x and abs(ball.y) < goal.inner_half_width

        return _timed(match, is_in_goal, ATTEMPT_TIMEOUT)


def _timed(match: Match, done: Callable[[], bool], timeout: float) -> Attempt:
    begin = match.time
    is_done = match.forward(done, timeout=timeout)
    seconds = match.time - begin if is_done else None
    return Attempt(seconds=seconds, failed=match.report().failed)


def free_kick(team: str, seed: int, kick: SetPlay, kicking: TeamSide) -> Attempt:
    """Call a free kick in open play of five against five; check whether it is taken legally."""
    scene = Scene(referee=RefereePlan(start="playing", half=600.0))
    with Match(team, team, scene=scene, seed=seed, workers=0) as match:
        match.run(5.0)
        called = len(match.decisions)
        match.control.referee.free_kick(kick, kicking)
        match.run(0.5)
        start = match.truth.ball
        attempt = _timed(match, lambda: match.truth.ball.distance_to(start) > MOVED, FREE_KICK_TIME)
        later = [decision for _, decision in match.decisions[called:]]
        given = [decision for decision in later if isinstance(decision, PenaltyGiven)]
        legal = all(penalty.robot.team is kicking for penalty in given)
        return replace(attempt, legal=legal)


def shootout(team: str, seed: int) -> Shots:
    """Play a shoot-out against a goalkeeper that does not react."""
    scene = Scene(referee=RefereePlan(half=5.0, pause=2.0))
    with Match(team, "dummies", robots=2, scene=scene, seed=seed, workers=0) as match:
        match.control.referee.start_shootout()
        over = match.forward(lambda: match.control.is_over, timeout=SHOOTOUT_TIME)
        ends = tuple(match.control.referee.shots_of(TeamSide.HOME))
        return Shots(ends=ends, over=over, failed=match.report().failed)
