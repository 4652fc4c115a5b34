"""Skills of the whole body: stand, sit, dive, walk at a speed."""

from dataclasses import replace

from kickabout.behavior.bhuman.pieces import Skill
from kickabout.behavior.engines.cards import state
from kickabout.geometry import Pose2, Robot
from kickabout.representations import ArmRequest, Motion, MotionRequest, WalkMode, WalkRequest


class Stand(Skill):
    """Stands; with stretched knees, if `high`, which needs less current."""

    high: bool = False

    def execute(self) -> None:
        self.requests.motion = MotionRequest(
            motion=Motion.STAND_HIGH if self.high else Motion.STAND
        )


class Rest(Skill):
    """Switches off the stiffness of all joints."""

    def execute(self) -> None:
        self.requests.motion = MotionRequest(motion=Motion.PLAY_DEAD)


class SitDown(Skill):
    """Sits down."""

    def execute(self) -> None:
        self.requests.motion = MotionRequest(motion=Motion.SIT)


class GetUp(Skill):
    """Requests getting up; the motion decides how."""

    def execute(self) -> None:
        self.requests.motion = MotionRequest(motion=Motion.GET_UP)


class WalkAtSpeed(Skill):
    """Walks at a speed without avoiding obstacles."""

    speed: Pose2[Robot, Robot]  # m/s, m/s, rad/s

    def execute(self) -> None:
        walk = WalkRequest(mode=WalkMode.SPEED, speed=self.speed)
        self.requests.motion = MotionRequest(motion=Motion.WALK, walk=walk)


class Dive(Skill):
    """Dives for the ball and stays down until the motion ends."""

    motion_name: str  # name of the key frames

    def has_begun(self) -> bool:
        return self.world.body.motion.motion in (Motion.DIVE, Motion.SPECIAL)

    def is_over(self) -> bool:
        is_busy = self.world.body.motion.motion in (Motion.DIVE, Motion.SPECIAL)
        return not is_busy or self.state_time > 4.0

    @state(initial=True, to={"lying": has_begun})
    def falling(self) -> None:
        self._request_dive()

    @state(to={"over": is_over})
    def lying(self) -> None:
        self._request_dive()

    @state(target=True)
    def over(self) -> None:
        self.call(Stand())

    def _request_dive(self) -> None:
        self.requests.motion = MotionRequest(motion=Motion.DIVE, special=self.motion_name)


class Say(Skill):
    """Sends a text to the teammates."""

    word: str

    def execute(self) -> None:
        self.requests.says = self.word


class MoveArms(Skill):
    """Requests a key-frame motion for each arm; "" leaves an arm to the walk."""

    left: str = ""
    right: str = ""

    def execute(self) -> None:
        self.requests.arms = replace(ArmRequest(), motions=(self.left, self.right))
