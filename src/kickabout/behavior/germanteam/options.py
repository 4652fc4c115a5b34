"""Options: long-term intentions, carried out by a sequence of sub-options."""

from kickabout.behavior.engines.layers import LayerState, after, internal, lower_done
from kickabout.behavior.germanteam import sub_options
from kickabout.behavior.germanteam.kicks import BallMotion, nearest_kick
from kickabout.behavior.germanteam.requests import Requests
from kickabout.behavior.germanteam.sub_options import SubOption
from kickabout.behavior.germanteam.world_model import GermanTeamWorld
from kickabout.representations import BehaviorLayer

Lower = type[SubOption]
LET_GO = 1.8  # s, in which the robot leaves a ball alone that it has kicked: it may not hold it


class BehaviorOption(LayerState[GermanTeamWorld, Requests]):
    """Base of all options."""

    layer = BehaviorLayer.OPTION


class Kicking(BehaviorOption):
    """Base of options that end with a kick: go to the ball, choose how, and kick.

    If an opponent is near the ball, there is only time for the head kick. Otherwise the robot
    grabs the ball, and then kicks it in the direction that is nearest to the wanted one.
    """

    def has_opponent(self) -> bool:
        """Whether there is no time to grab the ball."""
        world = self.world
        hurried = world.opponent_is_near_ball or not world.limits.grabs
        return world.ball_is_in_reach and hurried

    def has_time(self) -> bool:
        return self.world.ball_is_in_reach and not self.has_opponent()

    def is_hurried(self) -> bool:
        return self.world.opponent_is_near_ball and not self.world.holds_ball

    def ball_has_left(self) -> bool:
        world = self.world
        return world.distance_to_ball > world.limits.reach + 0.1 and not world.is_kicking

    def is_over(self) -> bool:
        return lower_done(self) or self.ball_has_left()

    def kicks_left(self) -> bool:
        return lower_done(self) and self._next_kick() is BallMotion.LEFT

    def kicks_right(self) -> bool:
        return lower_done(self) and self._next_kick() is BallMotion.RIGHT

    def kicks_backward(self) -> bool:
        return lower_done(self) and self._next_kick() is BallMotion.BACKWARD

    def _next_kick(self) -> BallMotion:
        return nearest_kick(self.world.angle_of_kick)

    @internal(
        initial=True,
        to={"head_kick": has_opponent, "grab": has_time},
    )
    def approach(self) -> Lower:
        return sub_options.GoDirectToBall

    @internal(to={"let_go": is_over})
    def head_kick(self) -> Lower:
        return sub_options.HeadKick

    @internal(
        to={
            "head_kick": is_hurried,
            "left": kicks_left,
            "right": kicks_right,
            "backward": kicks_backward,
            "forward": lower_done,
            "let_go": ball_has_left,
        }
    )
    def grab(self) -> Lower:
        return sub_options.GrabBall

    @internal(to={"let_go": is_over})
    def forward(self) -> Lower:
        return sub_options.KickForward

    @internal(to={"let_go": is_over})
    def left(self) -> Lower:
        return sub_options.KickLeft

    @internal(to={"let_go": is_over})
    def right(self) -> Lower:
        return sub_options.KickRight

    @internal(to={"let_go": is_over})
    def backward(self) -> Lower:
        return sub_options.KickBackward

    @internal(to={"approach": after(LET_GO)})
    def let_go(self) -> Lower:
        return sub_options.WatchBall


class KickBallToGoal(Kicking):
    """Kick the ball to the opponents' goal."""


class PassBall(Kicking):
    """Kick the ball into the opponents' half, where the striker waits."""


class ClearBall(Kicking):
    """Kick the ball away from our goal."""


class PassWithHeadKick(BehaviorOption):
    """Go to the ball and throw the body on it, even if other robots are near."""

    def is_in_reach(self) -> bool:
        return self.world.ball_is_in_reach

    def ball_has_left(self) -> bool:
        world = self.world
        return world.distance_to_ball > world.limits.reach + 0.1 and not world.is_kicking

    def is_over(self) -> bool:
        return lower_done(self) or self.ball_has_left()

    @internal(initial=True, to={"kick": is_in_reach})
    def approach(self) -> Lower:
        return sub_options.GoDirectToBall

    @internal(to={"let_go": is_over})
    def kick(self) -> Lower:
        return sub_options.HeadKick

    @internal(to={"approach": after(LET_GO)})
    def let_go(self) -> Lower:
        return sub_options.WatchBall


class StandAround(BehaviorOption):
    """Stand, as all robots do before the game."""

    @internal(initial=True)
    def stand(self) -> Lower:
        return sub_options.StandAround


class SearchBallAround(BehaviorOption):
    """Turn to find the ball, then go back to the middle of a half and turn again."""

    home: Lower

    @internal(initial=True, to={"go_home": lower_done})
    def turn(self) -> Lower:
        return sub_options.TurnForBall

    @internal(to={"turn": after(6.0)})
    def go_home(self) -> Lower:
        return self.home


class SearchBallInFront(SearchBallAround):
    """Search in the opponents' half."""

    home = sub_options.PositionAtCenter


class SearchBallBehind(SearchBallAround):
    """Search in our half: go there first."""

    home = sub_options.PositionInOwnHalf

    @internal(to={"go_home": lower_done})
    def turn(self) -> Lower:
        return sub_options.TurnForBall

    @internal(initial=True, to={"turn": after(6.0)})
    def go_home(self) -> Lower:
        return self.home


class WaitForPass(BehaviorOption):
    """Wait in the opponents' half for a ball from behind."""

    @internal(initial=True)
    def wait(self) -> Lower:
        return sub_options.PositionForPass


class SupportStriker(BehaviorOption):
    """Stay behind the ball while the striker plays it."""

    @internal(initial=True)
    def follow(self) -> Lower:
        return sub_options.PositionBehindBall


class GuardGoal(BehaviorOption):
    """Stay in the goal, on the side where the ball is."""

    @internal(initial=True)
    def guard(self) -> Lower:
        return sub_options.PositionInGoal


class ReturnToGoal(BehaviorOption):
    """Walk back into the goal."""

    @internal(initial=True)
    def walk(self) -> Lower:
        return sub_options.ReturnBackward


class GoToKickoffPosition(BehaviorOption):
    """Go to the position for a kick-off."""

    @internal(initial=True)
    def go(self) -> Lower:
        return sub_options.PositionForKickoff


OPTIONS = (
    KickBallToGoal,
    PassBall,
    ClearBall,
    PassWithHeadKick,
    StandAround,
    SearchBallInFront,
    SearchBallBehind,
    WaitForPass,
    SupportStriker,
    GuardGoal,
    ReturnToGoal,
    GoToKickoffPosition,
)
