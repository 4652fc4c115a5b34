"""The GermanTeam's motion net: from motion requests to joint angles, through its transitions."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.framework.errors import ConfigurationError
from kickabout.geometry import Pose2, Vec
from kickabout.motion.motion_net.german_team_functions import german_team_functions
from kickabout.motion.motion_net.joint_columns import JointColumns
from kickabout.motion.motion_net.motion_function import MotorFrame
from kickabout.motion.motion_net.motion_parser import parse_motions
from kickabout.motion.motion_net.motion_tables import compiled
from kickabout.motion.motion_net.net_library import UPLOAD, changed_net, load_net
from kickabout.motion.motion_net.net_player import NetPlayer, NetRequest
from kickabout.representations import (
    FallDirection,
    FallPhase,
    FallState,
    JointRequest,
    JointState,
    Motion,
    MotionNetState,
    MotionRequest,
    MotionState,
    NeckOutput,
    SensorFrame,
)
from kickabout.robots.kind import robot_kind

FALLEN, SIDES = FallPhase.FALLEN, FallDirection
WALK, STAND, KICK, GET_UP = Motion.WALK, Motion.STAND, Motion.KICK, Motion.GET_UP
PLAY_DEAD = Motion.PLAY_DEAD
NAMED = (Motion.SPECIAL, Motion.DIVE)  # requests that name a motion
NAMES = {  # of the motions for the other requests
    PLAY_DEAD: "play_dead",
    STAND: "stand",
    Motion.STAND_HIGH: "stand",
    Motion.SIT: "goalie_stance",
    WALK: "walk",
    Motion.FALL: "stand",  # a fall and a get-up cannot be requested: they happen by themselves
    GET_UP: "stand",
}
GET_UPS = {
    SIDES.NONE: "get_up_front",
    SIDES.FRONT: "get_up_front",
    SIDES.BACK: "get_up_back",
    SIDES.LEFT: "get_up_left",
    SIDES.RIGHT: "get_up_right",
}
GROUPS = {"walks": WALK, "stands": STAND, "kicks": KICK, "get_ups": GET_UP}  # of the texts
LEFT = "_left"  # ending of the motion for a kick request with the left side


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamMotionNetParameters:
    net: str = param("germanteam2001", doc="motion net: the name of its folder, or a path")
    upload: str = param(
        "", doc="text of motions that are added or replace those of the same name, at once"
    )
    stiffness: float = param(1.0, low=0.0, high=1.0, doc="stiffness of joints that a motion moves")
    other_stiffness: float = param(
        0.5, low=0.0, high=1.0, doc="stiffness of joints that nothing moves, such as the tail"
    )
    head_speed: float = param(
        5.0, unit="rad/s", low=0.5, doc="maximum speed of a head that a motion does not move"
    )
    settle_for: float = param(
        0.25, unit="s", low=0.0, doc="time after a get-up until it is known whether it succeeded"
    )


@inputs
@frozen
class NetInputs:
    """The request, the state of the body, and the angles for a head that no motion moves."""

    sensors: SensorFrame
    joints: JointState
    request: MotionRequest
    fall: FallState
    neck: NeckOutput


class GermanTeamMotionNet(Module[GermanTeamMotionNetParameters]):
    """Runs the motions of a net, and from each to the requested one along the transitions.

    Head joints are those of the motion if it gives them, else those of the neck engine. A fallen
    robot gets up by itself: this is the only request that interrupts a running motion. A text that
    is uploaded changes the net while the robot runs; a wrong one changes nothing.
    """

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: GermanTeamMotionNetParameters) -> None:
        super().__init__(parameters)
        self.kind = robot_kind(self.robot.robot)
        self.head = self.kind.joints_of("head")
        self.columns = JointColumns(self.kind)
        self.functions = german_team_functions(self.robot)
        self.motions = load_net(parameters.net, self.robot)
        tables = compiled(self.motions, self.columns, self.functions)
        for name in (*NAMES.values(), *GET_UPS.values()):
            tables.index(name)  # raises an error if the net has no such motion
        self.player = NetPlayer(tables, self.functions, NAMES[PLAY_DEAD])
        self.uploaded, self.report = "", ""
        self._upload(parameters.upload)  # a wrong text is refused: it raises an error
        self.angles: Vec = self.kind.stand  # commanded last
        self.limp = True
        self.ended_for = 0.0  # s, since a get-up has ended
        self.kicked_at = MotionState().last_kick_at
        self.state = MotionNetState()

    def parameters_changed(self) -> None:
        """Take an uploaded text over, if it fits into the net."""
        if self.parameters.upload != self.uploaded:
            try:
                self._upload(self.parameters.upload)
            except ConfigurationError as error:
                self.report = str(error)
            self.debug.note(self.report)

    def _upload(self, text: str) -> None:
        self.uploaded = text
        if not text:
            return
        motions = changed_net(self.motions, text)
        tables = compiled(motions, self.columns, self.functions)
        changed = set(parse_motions(text, UPLOAD).motions)
        images = {n for n, m in motions.motions.items() if m.mirror_of in changed}
        self.motions = motions
        self.report = f"uploaded {', '.join(sorted(changed)) or 'transitions'}"
        self.player.replace(tables, changed | images, NAMES[STAND])

    def update(
        self, frame: FrameInfo, given: NetInputs
    ) -> tuple[JointRequest, MotionState, MotionNetState]:
        if not given.sensors.connected:
            self.limp = True
            return JointRequest.limp(given.joints.angles), MotionState(), MotionNetState()
        before = given.joints.angles if self.limp else self.angles
        request = self._request(given, frame.dt)
        was = self.player.playing
        motor = self.player.advance(request, before, frame.dt)
        if self.player.playing != was:
            self.debug.note(f"{was} → {self.player.playing}")
            if self.player.tables.is_in(self.player.playing, "kicks"):
                self.kicked_at = frame.time
        angles, stiffness = self._joints(motor, given, before, frame.dt)
        self.limp, self.angles = not stiffness.any(), angles
        state = self._net_state(request, motor)
        return (
            JointRequest(angles=angles, stiffness=stiffness),
            self._motion_state(given, motor),
            state,
        )

    def _request(self, given: NetInputs, dt: float) -> NetRequest:
        """Return the requested motion; a fallen robot gets up from the side on which it lies."""
        wanted = given.request
        if wanted.motion is PLAY_DEAD or given.fall.phase is not FALLEN:
            return NetRequest(motion=self._name(wanted), walk=wanted.walk)
        name = GET_UPS[given.fall.direction]
        if not self.player.tables.is_in(self.player.playing, "get_ups"):
            self.player.enter(name)
            self.ended_for = 0.0
        self.ended_for = self.ended_for + dt if self.player.finished else 0.0
        if self.ended_for > self.parameters.settle_for:
            self.player.enter(name)
        return NetRequest(motion=self.player.playing)

    def _name(self, request: MotionRequest) -> str:
        names = self.player.tables.names
        name = request.special
        if request.motion is KICK:
            if request.kick is None:
                return NAMES[STAND]
            name = request.kick.name
            if request.kick.left and name + LEFT in names:
                return name + LEFT
        elif request.motion not in NAMED and not (request.motion is WALK and name):
            return NAMES[request.motion]
        self.player.tables.index(name)
        return name

    def _joints(
        self, motor: MotorFrame, given: NetInputs, before: Vec, dt: float
    ) -> tuple[Vec, Vec]:
        p = self.parameters
        angles, free = np.array(motor.angles), np.isnan(motor.angles)
        stiffness = np.where(free, p.other_stiffness, p.stiffness)
        angles[free] = before[free]
        if motor.stiffness == 0.0:
            stiffness[:] = 0.0
        else:
            head = self.head[free[self.head]]
            most = p.head_speed * dt
            wanted = given.neck.angles[free[self.head]]
            angles[head] = before[head] + np.clip(wanted - before[head], -most, most)
            stiffness[head] = given.neck.stiffness
        angles.setflags(write=False)
        stiffness.setflags(write=False)
        return angles, stiffness

    def _net_state(self, request: NetRequest, motor: MotorFrame) -> MotionNetState:
        """Return the state; the same object while nothing changes."""
        found = MotionNetState(
            motion=self.player.playing,
            requested=request.motion,
            finished=self.player.finished,
            parameters=motor.parameters,
            report=self.report,
        )
        last = self.state
        same = (last.motion, last.requested, last.finished, last.report) == (
            found.motion,
            found.requested,
            found.finished,
            found.report,
        )
        if not (same and np.array_equal(last.parameters, found.parameters)):
            self.state = found
        return self.state

    def _motion_state(self, given: NetInputs, motor: MotorFrame) -> MotionState:
        playing, tables = self.player.playing, self.player.tables
        motion = next(
            (motion for group, motion in GROUPS.items() if tables.is_in(playing, group)),
            PLAY_DEAD if playing == NAMES[PLAY_DEAD] else Motion.SPECIAL,
        )
        if motion is WALK and motor.speed == Pose2() and not motor.parameters.any():
            motion = STAND
        walks = given.request.motion is WALK
        return MotionState(
            motion=motion,
            stable=motion in (STAND, WALK) and given.fall.phase.on_feet,
            walking_at=motor.speed,
            kicking=playing if motion is KICK and not self.player.finished else "",
            last_kick_at=self.kicked_at,
            remaining_target=given.request.walk.target_in_robot if walks else Pose2(),
        )
