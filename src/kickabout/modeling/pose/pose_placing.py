"""Placing: from what people or a fall did with the robot to the poses that it may have now."""

import numpy as np

from kickabout.framework import FrameInfo, frozen, inputs
from kickabout.geometry import Mat
from kickabout.modeling.pose.pose_placement import (
    Placement,
    PlacementWatch,
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
    """How the robot moves, and what people may have done with it."""

    odometry: Odometry
    fall: FallState
    ground: GroundContactState
    game: GameInfo
    player: PlayerInfo
    field: FieldDimensions


def placement_now(
    watch: PlacementWatch,
    frame: FrameInfo,
    given: BodyAndGame,
    situation: Situation,
    patience: float,
) -> Placement:
    """What people or a fall did with the robot since the last cycle."""
    return watch.update(
        situation,
        phase=given.fall.phase,
        contact=given.ground.contact,
        now=frame.time,
        patience=patience,
    )


def placed_poses(
    placement: Placement,
    given: BodyAndGame,
    p: SelfLocatorParameters,
    random: np.random.Generator,
) -> Mat:
    """As many poses as there are particles, where people put the robot."""
    field = given.field
    if placement is Placement.AT_START:
        number, spots = given.player.number, p.start_spots
        return start_poses(field, p.particles, number=number, spots=spots)
    if placement is Placement.AFTER_PENALTY:
        return return_poses(field, p.particles)
    if placement is Placement.FOR_KICK_OFF:
        return kick_off_poses(p.particles, p.kick_off_spots)
    if placement is Placement.SOMEWHERE:
        return own_half_poses(field, p.particles, random)
    striker = placement is Placement.AS_STRIKER
    pose = shootout_pose(field, striker=striker, behind=p.striker_distance)
    return np.tile(pose, (p.particles, 1))
