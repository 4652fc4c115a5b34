"""Cards of game states and falls, and the card that chooses a deck."""

from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.body import GetUp, Stand
from kickabout.behavior.bhuman.skills.look import LookActively, LookAround, LookForward
from kickabout.representations import FallPhase, GameState, SetPlay

DOWN = (FallPhase.FALLING, FallPhase.FALLEN)


class InitialCard(SoccerCard):
    """Stands and looks ahead before the game."""

    def preconditions(self) -> bool:
        return self.world.state in (GameState.INITIAL, GameState.STANDBY)

    def execute(self) -> None:
        self.call(LookForward())
        self.call(Stand(high=True))


class FinishedCard(SoccerCard):
    """Stands when the game or a half is over."""

    def preconditions(self) -> bool:
        return self.world.state is GameState.FINISHED

    def execute(self) -> None:
        self.call(LookForward())
        self.call(Stand(high=True))


class FallenCard(SoccerCard):
    """Gets up after a fall."""

    def preconditions(self) -> bool:
        return self.world.body.fall.phase in DOWN

    def execute(self) -> None:
        self.call(LookForward())
        self.call(GetUp())


class SetCard(SoccerCard):
    """Stands still and looks for the ball until the whistle."""

    def preconditions(self) -> bool:
        return self.world.state is GameState.SET

    def execute(self) -> None:
        if self.world.own_ball_age < 3.0:
            self.call(LookActively())
        else:
            self.call(LookAround())
        self.call(Stand())


class GameplayCard(SoccerCard):
    """Plays the deck for the state of the game."""

    def preconditions(self) -> bool:
        return self.world.state in (GameState.READY, GameState.PLAYING)

    def execute(self) -> None:
        if not self.deal(self._deck()):
            self.call(LookAround())
            self.call(Stand())

    def _deck(self) -> str:
        world = self.world
        if world.is_penalty_kick:
            return "penalty_kick"
        if world.state is GameState.READY:
            return "own_kickoff" if world.is_own_kick else "opponent_kickoff"
        if world.set_play is not SetPlay.NONE:
            return "own_free_kick" if world.is_own_kick else "opponent_free_kick"
        return "normal_play"
