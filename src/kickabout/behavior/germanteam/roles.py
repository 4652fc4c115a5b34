"""Roles: the general behavior of a player, with variants for different opponents.

Without radio, robots stay out of each other's way because each role has its own part of the field.
"""

from typing import ClassVar

from kickabout.behavior.engines.layers import LayerState, internal
from kickabout.behavior.germanteam import game_states
from kickabout.behavior.germanteam.game_states import GermanTeamGameState
from kickabout.behavior.germanteam.requests import Requests
from kickabout.behavior.germanteam.world_model import GermanTeamWorld
from kickabout.representations import BehaviorLayer, GameState

Lower = type[GermanTeamGameState]
KICKOFF_TIME = 10.0  # s after the start in which a ball at the center is the striker's
AT_CENTER = 0.2  # m


def is_stopped(role: LayerState[GermanTeamWorld, Requests]) -> bool:
    return not role.world.game_is_running


class GermanTeamRole(LayerState[GermanTeamWorld, Requests]):
    """Base of all roles: the game's state comes first, then where the ball is."""

    layer = BehaviorLayer.ROLE

    def walks_to_kickoff(self) -> bool:
        return self.world.state is GameState.READY

    def may_play(self) -> bool:
        return self.world.game_is_running and self.world.ball_is_free

    def has_to_wait(self) -> bool:
        return self.world.game_is_running and not self.world.ball_is_free

    @internal(
        initial=True,
        to={"walk": walks_to_kickoff, "wait": has_to_wait, "begin": may_play},
    )
    def stop(self) -> Lower:
        return game_states.WaitForStart

    def walks_no_more(self) -> bool:
        return self.world.state is not GameState.READY

    @internal(to={"stop": walks_no_more})
    def walk(self) -> Lower:
        return game_states.WalkToKickoff

    @internal(to={"stop": is_stopped, "begin": may_play})
    def wait(self) -> Lower:
        return game_states.WaitForOpponentKickoff

    @internal(to={"stop": is_stopped})
    def begin(self) -> Lower:
        """Play; each role decides on how."""
        return game_states.PlayBall


class FieldPlayer(GermanTeamRole):
    """Base of striker and defender: each plays the ball in its part of the field."""

    assists_by: ClassVar[Lower]  # while the ball is elsewhere
    searches_by: ClassVar[Lower]

    def takes_ball(self) -> bool:
        """Whether it begins to play the known ball."""
        raise NotImplementedError

    def leaves_ball(self) -> bool:
        """Whether it stops playing the known ball."""
        raise NotImplementedError

    def is_kickoff(self) -> bool:
        """Whether the ball at the center is the striker's."""
        world = self.world
        in_time = world.is_own_kickoff and world.time_since_start < KICKOFF_TIME
        return in_time and world.ball.norm < AT_CENTER

    def has_lost_ball(self) -> bool:
        return not self.world.knows_ball

    def has_ball_to_play(self) -> bool:
        return self.world.knows_ball and self.takes_ball()

    def has_no_ball_to_play(self) -> bool:
        return self.leaves_ball()

    def sees_other_ball(self) -> bool:
        return self.world.knows_ball

    @internal(
        to={
            "stop": is_stopped,
            "search": has_lost_ball,
            "play": has_ball_to_play,
            "assist": sees_other_ball,
        }
    )
    def begin(self) -> Lower:
        return self.assists_by

    @internal(to={"stop": is_stopped, "search": has_lost_ball, "assist": has_no_ball_to_play})
    def play(self) -> Lower:
        return game_states.PlayBall

    @internal(to={"stop": is_stopped, "search": has_lost_ball, "play": has_ball_to_play})
    def assist(self) -> Lower:
        return self.assists_by

    @internal(to={"stop": is_stopped, "play": has_ball_to_play, "assist": sees_other_ball})
    def search(self) -> Lower:
        return self.searches_by


class Player1(FieldPlayer):
    """The striker: always in the opponents' half, where it plays the ball or waits for a pass."""

    plays_from: ClassVar[float] = 0.1  # m, x of a ball that it begins to play
    leaves_at: ClassVar[float] = 0.0  # m, x of a ball that it leaves to others
    assists_by = game_states.AwaitPass
    searches_by = game_states.SearchBall

    def takes_ball(self) -> bool:
        return self.world.ball_x > self.plays_from or self.is_kickoff()

    def leaves_ball(self) -> bool:
        return self.world.ball_x < self.leaves_at and not self.is_kickoff()


class OffensivePlayer1(Player1):
    """A striker that also takes balls at the halfway line."""

    plays_from, leaves_at = 0.0, -0.1


class DefensivePlayer1(Player1):
    """A striker that leaves the middle of the field to the defender."""

    plays_from, leaves_at = 0.3, 0.2


class Player2(FieldPlayer):
    """The defender: plays balls in its own half ahead, and goes there if it sees none."""

    plays_to: ClassVar[float] = 0.1  # m, x of a ball that it begins to play
    leaves_at: ClassVar[float] = 0.2  # m, x of a ball that it leaves to the striker
    assists_by = game_states.Support
    searches_by = game_states.SearchBallInOwnHalf

    def takes_ball(self) -> bool:
        world = self.world
        is_ours = world.ball_x < self.plays_to and not world.ball_is_in_own_goal_area
        return is_ours and not self.is_kickoff()

    def leaves_ball(self) -> bool:
        world = self.world
        is_ahead = world.ball_x > self.leaves_at
        return is_ahead or world.ball_is_in_own_goal_area or self.is_kickoff()


class OffensivePlayer2(Player2):
    """A defender that supports the striker far into the opponents' half."""

    plays_to, leaves_at = 0.35, 0.5


class DefensivePlayer2(Player2):
    """A defender that leaves the middle of the field to the striker."""

    plays_to, leaves_at = -0.2, -0.1


class Goalie(GermanTeamRole):
    """The goalie: stays in its goal, and leaves it to clear balls that are near."""

    leaves_goal: ClassVar[float] = 0.6  # m, distance of the ball to the goal
    returns: ClassVar[float] = 0.85  # m

    def ball_is_near(self) -> bool:
        world = self.world
        return world.knows_ball and world.distance_of_ball_to_own_goal < self.leaves_goal

    def ball_is_far(self) -> bool:
        world = self.world
        return not world.knows_ball or world.distance_of_ball_to_own_goal > self.returns

    @internal(to={"stop": is_stopped, "clear": ball_is_near})
    def begin(self) -> Lower:
        return game_states.GuardOwnGoal

    @internal(to={"stop": is_stopped, "begin": ball_is_far})
    def clear(self) -> Lower:
        return game_states.ClearGoal


class OffensiveGoalie(Goalie):
    """A goalie that leaves its goal early."""

    leaves_goal, returns = 0.8, 1.05


class DefensiveGoalie(Goalie):
    """A goalie that hardly leaves its goal."""

    leaves_goal, returns = 0.45, 0.65


ROLES = (
    Goalie,
    OffensiveGoalie,
    DefensiveGoalie,
    Player1,
    OffensivePlayer1,
    DefensivePlayer1,
    Player2,
    OffensivePlayer2,
    DefensivePlayer2,
)
