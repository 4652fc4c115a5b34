"""Getting up after a fall: from the selected motion and the body's state to joint angles."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Pose2
from kickabout.motion.keyframes.get_up_supervisor import (
    GetUpSettings,
    GetUpStage,
    GetUpSupervisor,
    StartPose,
)
from kickabout.motion.keyframes.keyframe_body import MeasuredBody, body_reading
from kickabout.motion.keyframes.keyframe_file import SORT, load_motion
from kickabout.representations import GetUpOutput, Motion, MotionSelection
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.dimensions import nao_dimensions

IDLE = nao_defaults(GetUpOutput)  # always the same object: cheap to publish and to record


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUpEngineParameters:
    max_tries: int = param(4, low=1, high=20, doc="failed tries until the robot waits for help")
    rest_for: float = param(0.1, unit="s", low=0.0, doc="minimum time to lie limp before each try")
    rest_for_at_most: float = param(
        1.0, unit="s", low=0.0, doc="maximum time to lie limp, even if the robot still moves"
    )
    calm_gyro: float = param(
        0.6, unit="rad/s", low=0.0, doc="turn rate below which the robot is at rest"
    )
    balance_for_at_most: float = param(
        1.5, unit="s", low=0.0, doc="maximum time to balance before the get-up ends"
    )
    standing_gyro: float = param(
        0.5, unit="rad/s", low=0.0, doc="turn rate below which the get-up ends at once"
    )
    front: str = param("get_up_front", names=SORT, doc="motion from the belly: a name or a file")
    back: str = param("get_up_back", names=SORT, doc="motion from the back: a name or a file")
    damage: float = param(0.0, doc="number for conditions of key frames, for damaged robots")


class GetUpEngine(Module[GetUpEngineParameters]):
    """Starts when getting up is selected and holds the last posture until it no longer is.

    While another motion is selected, the output is idle. Key frames are files, see `keyframe_file`.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: GetUpEngineParameters) -> None:
        super().__init__(parameters)
        self.first_step = nao_dimensions().actuation.frame  # the first cycle has no time step
        named = {StartPose.FRONT: parameters.front, StartPose.BACK: parameters.back}
        self.supervisor = GetUpSupervisor(
            {pose: load_motion(named.get(pose, pose.value), self.robot) for pose in StartPose}
        )
        self.active = False
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.settings = picked(GetUpSettings, self.parameters)

    def update(
        self,
        frame: FrameInfo,
        selection: MotionSelection,
        measured: MeasuredBody,
    ) -> GetUpOutput:
        if selection.target is not Motion.GET_UP:
            self.active = False
            return IDLE
        body = body_reading(measured, damage=self.parameters.damage)
        if not self.active:
            self.active = True
            self.supervisor.begin(body)
        before = self.supervisor.stage
        angles, stiffness = self.supervisor.advance(
            body, self.settings, frame.dt or self.first_step
        )
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
