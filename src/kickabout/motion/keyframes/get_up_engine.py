"""Getting up after a fall: from the selected motion and the body's state to joint angles."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Pose2
from kickabout.motion.keyframes.get_up_supervisor import (
    GetUpSettings,
    GetUpStage,
    GetUpSupervisor,
    StartPose,
)
from kickabout.motion.keyframes.keyframe_body import body_reading
from kickabout.motion.keyframes.keyframe_file import load_motion
from kickabout.representations import (
    BodyModel,
    GetUpOutput,
    InertialState,
    JointState,
    Motion,
    MotionSelection,
)

FRAME = 0.012  # s, in the first cycle, when the framework knows no time step yet

IDLE = GetUpOutput()  # always the same object, which costs nothing to make and to record


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUpEngineParameters:
    max_tries: int = param(4, low=1, high=20, doc="failed tries before the robot asks for help")
    rest_for: float = param(0.1, unit="s", low=0.0, doc="lying limp before each try, at least")
    rest_for_at_most: float = param(1.0, unit="s", low=0.0, doc="even if the robot still moves")
    calm_gyro: float = param(0.6, unit="rad/s", low=0.0, doc="slower counts as at rest")
    balance_for_at_most: float = param(1.5, unit="s", low=0.0, doc="standing, before it leaves")
    standing_gyro: float = param(0.5, unit="rad/s", low=0.0, doc="slower may leave at once")
    front: str = param("get_up_front", doc="motion from the belly: a name or a file")
    back: str = param("get_up_back", doc="motion from the back")
    damage: float = param(0.0, doc="number that key frames may ask for, for damaged robots")


class GetUpEngine(Module[GetUpEngineParameters]):
    """Begins anew whenever getting up is selected; holds the last posture until it is not.

    While something else is selected, it has no wishes. Key frames are files, see `keyframe_file`.
    """

    def __init__(self, parameters: GetUpEngineParameters) -> None:
        super().__init__(parameters)
        named = {StartPose.FRONT: parameters.front, StartPose.BACK: parameters.back}
        self.supervisor = GetUpSupervisor(
            {pose: load_motion(named.get(pose, pose.value)) for pose in StartPose}
        )
        self.active = False

    def update(
        self,
        frame: FrameInfo,
        selection: MotionSelection,
        joints: JointState,
        inertial: InertialState,
        body_model: BodyModel,
    ) -> GetUpOutput:
        if selection.target is not Motion.GET_UP:
            self.active = False
            return IDLE
        body = body_reading(joints, inertial, body_model, damage=self.parameters.damage)
        if not self.active:
            self.active = True
            self.supervisor.begin(body)
        before = self.supervisor.stage
        angles, stiffness = self.supervisor.advance(body, self._settings(), frame.dt or FRAME)
        stage = self.supervisor.stage
        stood_up = stage is GetUpStage.STANDING and before is not GetUpStage.STANDING
        self.debug.plot("stage", list(GetUpStage).index(stage))
        return GetUpOutput(
            angles=angles,
            stiffness=stiffness,
            leaving_possible=stage is GetUpStage.STANDING,
            finished=stage is GetUpStage.STANDING,
            step=self.supervisor.step if stood_up else Pose2(),
            tries=self.supervisor.tries,
            needs_help=stage is GetUpStage.HELPLESS,
        )

    def _settings(self) -> GetUpSettings:
        chosen = self.parameters
        return GetUpSettings(
            max_tries=chosen.max_tries,
            rest_for=chosen.rest_for,
            rest_for_at_most=chosen.rest_for_at_most,
            calm_gyro=chosen.calm_gyro,
            balance_for_at_most=chosen.balance_for_at_most,
            standing_gyro=chosen.standing_gyro,
        )
