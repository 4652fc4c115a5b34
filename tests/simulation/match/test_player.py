"""Inputs of a player's program from its simulated body."""

from kickabout.geometry import Pose2
from kickabout.representations import CameraImage, ImageCoordinateSystem
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.match.faults import Fault, FaultKind
from kickabout.simulation.match.lineup import player_plans
from kickabout.simulation.match.player import Player, RobotInputs
from kickabout.simulation.match.pools.pool import side_by_side
from kickabout.simulation.match.scene import RobotPlan, Scene, TeamPlan
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.soccer.league import load_league

DEAD_FROM = 0.3  # s


def test_the_last_image_of_a_dead_camera_is_not_repeated() -> None:
    league = load_league("spl2019")
    world = PhysicsWorld(league.field, [NAO])
    world.place_robot(0, Pose2(0.0, 0.0, 0.0))
    failing = Fault(kind=FaultKind.DEAD_CAMERA, robot="home 1", camera="upper", start=DEAD_FROM)
    home = TeamPlan(team="lookers", color="blue", number=1, robots=(RobotPlan(number=1),))
    scene = Scene(fidelity="images", home=home, faults=(failing,))
    (plan,) = player_plans(scene, league, seed=1)
    player = Player(plan)
    cameras = {camera: player.agent.threads[camera] for camera in CAMERA_NAMES}
    widths: dict[str, list[int]] = {camera: [] for camera in CAMERA_NAMES}
    while world.time < 2.0 * DEAD_FROM:
        world.advance()
        side_by_side({0: player.begin(world.snapshot(), RobotInputs())})
        side_by_side({0: player.complete()})
        for camera, thread in cameras.items():
            widths[camera].append(thread[CameraImage].width)
    assert 640 in widths["upper"]
    assert widths["upper"][-1] == 0
    assert widths["lower"][-1] == 320
    upper = cameras["upper"]
    assert upper[CameraImage].taken_at == upper.frame.time
    assert upper[ImageCoordinateSystem].row_of_matrix == 0.0
