"""Game states: the general situation of a robot, which selects its long-term intention."""

from typing import ClassVar

from kickabout.behavior.engines.layers import LayerState, SkillCall, internal
from kickabout.behavior.germanteam import options, skills
from kickabout.behavior.germanteam.options import BehaviorOption
from kickabout.behavior.germanteam.requests import Requests
from kickabout.behavior.germanteam.world_model import GermanTeamWorld
from kickabout.representations import BehaviorLayer

Lower = type[BehaviorOption]
NEAR_GOAL = 0.3  # m, distance to the middle of our goal at which a goalie is back


class GermanTeamGameState(LayerState[GermanTeamWorld, Requests]):
    """Base of all game states."""

    layer = BehaviorLayer.GAME_STATE


class WaitForStart(GermanTeamGameState):
    """Stand until the robot is started by a touch or by the GameController.

    This is a shortcut: options and sub-options that only stand are not needed.
    """

    @internal(initial=True)
    def stand(self) -> SkillCall[GermanTeamWorld, Requests]:
        return skills.stand()


class WaitForOpponentKickoff(GermanTeamGameState):
    """Stand until the opponents have kicked off."""

    @internal(initial=True)
    def stand(self) -> Lower:
        return options.StandAround


class WalkToKickoff(GermanTeamGameState):
    """Go to the position for a kick-off, where robots do that by themselves."""

    @internal(initial=True)
    def go(self) -> Lower:
        return options.GoToKickoffPosition


class PlayBall(GermanTeamGameState):
    """Play the ball: to the goal from nearby, otherwise ahead."""

    def is_far_from_goal(self) -> bool:
        return self.world.ball_x < -0.1 * self.world.field.goal_line_x

    def is_near_goal(self) -> bool:
        return self.world.ball_x > 0.1 * self.world.field.goal_line_x

    @internal(initial=True, to={"play_ahead": is_far_from_goal})
    def shoot(self) -> Lower:
        return options.KickBallToGoal

    @internal(to={"shoot": is_near_goal})
    def play_ahead(self) -> Lower:
        return options.PassBall


class ClearGoal(GermanTeamGameState):
    """Walk to the ball and clear it, then return into the goal backward."""

    @internal(initial=True)
    def clear(self) -> Lower:
        return options.ClearBall


class GuardOwnGoal(GermanTeamGameState):
    """Be in our goal: return to it, then stay on the side of the ball."""

    def is_back(self) -> bool:
        return self.world.distance_to_own_goal < NEAR_GOAL

    def is_away(self) -> bool:
        return self.world.distance_to_own_goal > NEAR_GOAL + 0.15

    @internal(initial=True, to={"guard": is_back})
    def return_to_goal(self) -> Lower:
        return options.ReturnToGoal

    @internal(to={"return_to_goal": is_away})
    def guard(self) -> Lower:
        return options.GuardGoal


class AwaitPass(GermanTeamGameState):
    """The ball is in our half: the striker waits for it in the other one."""

    @internal(initial=True)
    def wait(self) -> Lower:
        return options.WaitForPass


class Support(GermanTeamGameState):
    """The striker plays the ball: the defender stays behind it."""

    @internal(initial=True)
    def follow(self) -> Lower:
        return options.SupportStriker


class SearchBall(GermanTeamGameState):
    """The ball is lost: search for it in this robot's part of the field."""

    part: ClassVar[Lower] = options.SearchBallInFront

    @internal(initial=True)
    def search(self) -> Lower:
        return self.part


class SearchBallInOwnHalf(SearchBall):
    """The ball is lost: go to our half, and search for it from there."""

    part = options.SearchBallBehind


GAME_STATES = (
    WaitForStart,
    WaitForOpponentKickoff,
    WalkToKickoff,
    PlayBall,
    ClearGoal,
    GuardOwnGoal,
    AwaitPass,
    Support,
    SearchBall,
    SearchBallInOwnHalf,
)
