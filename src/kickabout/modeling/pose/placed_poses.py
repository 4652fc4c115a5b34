"""Poses after a placement: from what people or a fall did with the robot to its possible poses."""

import numpy as np

from kickabout.framework import FrameInfo, frozen, inputs
from kickabout.geometry import Mat
from kickabout.modeling.pose.field_model import FieldModel, field_model
from kickabout.modeling.pose.pose_placement import (
    Placement,
    PlacementDetector,
    Situation,
    kick_off_poses,
    own_half_poses,
    return_poses,
    shootout_pose,
    start_poses,
)
from kickabout.modeling.pose.self_locator_parameters import SelfLocatorParameters
from kickabout.representations import (
    FallState,
    FieldDimensions,
    GameInfo,
    GroundContactState,
    Odometry,
    PlayerInfo,
)


@inputs
@frozen
class BodyAndGame:
    """Inputs about the robot's motion and about people that may have moved it."""

    odometry: Odometry
    fall: FallState
    ground: GroundContactState
    game: GameInfo
    player: PlayerInfo
    field: FieldDimensions

    @property
    def model(self) -> FieldModel:
        """The field model, with beacons if the direction of attack is known."""
        game, number = self.game, self.player.team
        return field_model(self.field, game.data.direction(number) if game.received else None)


def placement_now(
    detector: PlacementDetector,
    frame: FrameInfo,
    given: BodyAndGame,
    situation: Situation,
    min_lift: float,
) -> Placement:
    """Return what people or a fall did with the robot since the last cycle."""
    return detector.update(
        situation,
        phase=given.fall.phase,
        contact=given.ground.contact,
        now=frame.time,
        min_lift=min_lift,
    )


def placed_poses(
    placement: Placement,
    given: BodyAndGame,
    p: SelfLocatorParameters,
    random: np.random.Generator,
) -> Mat:
    """Return one pose for each particle, where people put the robot."""
    field = given.field
    if placement is Placement.AT_START:
        number, positions = given.player.number, p.start_positions
        return start_poses(field, p.particles, number=number, positions=positions)
    if placement is Placement.AFTER_PENALTY:
        return return_poses(field, p.particles)
    if placement is Placement.FOR_KICK_OFF:
        return kick_off_poses(field, p.particles, p.kick_off_positions)
    if placement is Placement.SOMEWHERE:
        return own_half_poses(field, p.particles, random)
    striker = placement is Placement.AS_STRIKER
    pose = shootout_pose(field, striker=striker, behind=p.striker_distance)
    return np.tile(pose, (p.particles, 1))
