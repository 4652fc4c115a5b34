"""HULKs' behavior control: from models of game, ball and robots to requests for motion."""

from dataclasses import dataclass, replace

from kickabout.behavior.hulks.action import Action, Strike, Walk
from kickabout.behavior.hulks.active_vision import head_request
from kickabout.behavior.hulks.decision import chosen_corner, decided
from kickabout.behavior.hulks.parameters import HulksParameters, load_parameters, scaled_parameters
from kickabout.behavior.hulks.search import divided_field, suggested_positions
from kickabout.behavior.hulks.striker import STRIKE, is_behind
from kickabout.behavior.hulks.view import Memory, View
from kickabout.behavior.hulks.walking import BALL_MODES, WalkPlan, planned_walk
from kickabout.behavior.shared.behavior_inputs import (
    CHEST_BUTTON,
    BallInputs,
    BodyInputs,
    GameInputs,
    OthersInputs,
)
from kickabout.behavior.shared.skill_requests import BehaviorOutputs, SkillRequests
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import (
    ActivationGraph,
    ActiveOption,
    ArmRequest,
    BallSearchMap,
    ButtonState,
    FieldDimensions,
    KickRequest,
    Motion,
    MotionRequest,
    Navigator,
    SetPlay,
    TacticalState,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksBehaviorControlParameters:
    roles: str = param("default", doc="file in config/hulks with the parameters of all roles")
    tackle_within: float = param(
        0.45,
        unit="m",
        low=0.0,
        doc="distance to another robot at which the arms go behind the back",
    )


class HulksBehaviorControl(Module[HulksBehaviorControlParameters]):
    """Decides by pure functions of each role; its memory is one frozen record.

    After HULKs 2021, 5.1: roles return an action, a motion planner turns it into requests.
    """

    robot_kinds = ("nao",)
    random_stream = "HulksBehavior"

    def __init__(self, parameters: HulksBehaviorControlParameters) -> None:
        super().__init__(parameters)
        self.memory = Memory()
        self.benched = False
        self.clicks = 0
        self.action_since = 0.0
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.role_parameters = load_parameters(self.parameters.roles)
        self.field: FieldDimensions | None = None  # to which they are scaled

    def update(
        self,
        frame: FrameInfo,
        game: GameInputs,
        balls: BallInputs,
        others: OthersInputs,
        body: BodyInputs,
        navigator: Navigator,
        where: BallSearchMap,
    ) -> BehaviorOutputs:
        self._read_button(body.buttons)
        world = WorldState(frame, game, balls, others, body, planner=navigator, random=self.random)
        view = View(world=world, parameters=self._parameters_on(world.field), memory=self.memory)
        self.memory = replace(
            self.memory, areas=divided_field(view), stands_since=self._stands_since(world)
        )
        view = replace(view, memory=self.memory)
        action = decided(view, where, benched=self.benched or game.state.held)
        view = replace(view, memory=self._approached(view, action))
        requests, plan = requests_for(view, action)
        requests.arms = self._arms(world)
        self._remember(view, action, plan)
        tactics = with_search(requests.tactics(world.pose), view, where)
        return requests.outputs(self._graph(action), tactics)

    def _parameters_on(self, field: FieldDimensions) -> HulksParameters:
        if field is not self.field:
            self.field = field
            self.scaled_parameters = scaled_parameters(self.role_parameters, field)
        return self.scaled_parameters

    def _read_button(self, buttons: ButtonState) -> None:
        """Take the robot out of the game, or back, at a press of the chest button."""
        clicks = buttons.clicks.get(CHEST_BUTTON, 0)
        if clicks == 1 and self.clicks != 1:
            self.benched = not self.benched
        self.clicks = clicks

    def _stands_since(self, world: WorldState) -> float:
        motion = world.body.motion
        if motion.motion is not Motion.STAND or motion.walking_at.position.norm > 0.02:
            return Memory().stands_since
        return min(self.memory.stands_since, world.now)

    def _approached(self, view: View, action: Action) -> Memory:
        """Return the memory with whether aligning behind the ball has begun."""
        memory, now = view.memory, view.world.now
        if not (isinstance(action.body, Walk) and action.body.mode in BALL_MODES):
            return replace(memory, behind_ball=memory.behind_ball and action.name == STRIKE)
        behind = is_behind(view, action.body.direction)
        since = memory.behind_since if memory.behind_ball else now
        return replace(memory, behind_ball=behind, behind_since=since)

    def _remember(self, view: View, action: Action, plan: WalkPlan | None) -> None:
        world, memory = view.world, view.memory
        if action.name != memory.action:
            self.action_since = world.now
        left = memory.left
        if isinstance(action.body, Strike):
            left = action.body.left
        elif isinstance(action.body, Walk) and action.body.mode in BALL_MODES:
            left = (action.body.target.inverse() @ view.ball).y > 0.0
        self.memory = replace(
            memory,
            action=action.name,
            left=left,
            side=action.side,
            line=action.line,
            arrived=plan is not None and plan.arrived,
            corner=self._corner(world),
        )

    def _corner(self, world: WorldState) -> float:
        """Return the corner of the goal; it is chosen once for each penalty."""
        if not (world.is_shootout or world.set_play is SetPlay.PENALTY_KICK):
            return 0.0
        return self.memory.corner or chosen_corner(float(self.random.random()))

    def _arms(self, world: WorldState) -> ArmRequest:
        """Move the arms behind the back near another robot, so as not to push it."""
        p = self.parameters
        near = any(
            other.is_robot and other.position.distance_to(world.position) < p.tackle_within
            for other in world.obstacles
        )
        return ArmRequest(motions=("back", "back") if near else ("", ""))

    def _graph(self, action: Action) -> ActivationGraph:
        kind = action.body.value if isinstance(action.body, Motion) else type(action.body).__name__
        state = action.body.mode.value if isinstance(action.body, Walk) else kind
        option = ActiveOption(
            depth=0,
            option=action.name,
            state=state,
            option_since=self.action_since,
            state_since=self.action_since,
            arguments=(action.head.value,),
        )
        return ActivationGraph(options=(option,))


def requests_for(view: View, action: Action) -> tuple[SkillRequests, WalkPlan | None]:
    """Return the requests of an action, and the plan if it is a walk."""
    requests = SkillRequests(head=head_request(action.head, view))
    requests.shooting_to, requests.passing_to = action.shooting_to, action.passing_to
    if isinstance(action.body, Walk):
        plan = planned_walk(view, action.body)
        requests.motion, requests.path, requests.walking_to = plan.request, plan.path, plan.target
        return requests, plan
    if isinstance(action.body, Strike):
        requests.motion = MotionRequest(motion=Motion.KICK, kick=_kick(view, action.body))
    else:
        requests.motion = MotionRequest(motion=action.body, special=action.special)
    return requests, None


def with_search(tactics: TacticalState, view: View, where: BallSearchMap) -> TacticalState:
    """Return the intentions with search positions for all searchers added."""
    found = suggested_positions(view, where)
    positions = tuple(found.get(number) for number in range(1, max(found, default=0) + 1))
    yaw = view.world.body.head.pan if positions else 0.0
    return replace(tactics, search_positions=positions, map_age=where.updated_for, head_yaw=yaw)


def _kick(view: View, strike: Strike) -> KickRequest:
    world = view.world
    return KickRequest(
        name=strike.kick.name,
        left=strike.left,
        ball_in_robot=world.field_to_robot @ view.ball,
        direction_in_robot=wrapped(strike.direction - world.pose.theta),
        distance=strike.kick.reach,
        align_precisely=True,
    )
