"""Trots of four-legged robots: straight walks with turns between them."""

from dataclasses import dataclass

from kickabout.evaluation.trials.four_legged_drills import FENCE, ContactLog, four_legged_drill
from kickabout.geometry import Pose2
from kickabout.representations import Motion, MotionRequest, WalkMode, WalkRequest
from kickabout.simulation.match.drill import Drill

STRAIGHT, TURN = 10.0, 2.0  # s
STAND = MotionRequest(motion=Motion.STAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrotTrial:
    """Straight walks at full speed, each followed by a turn at full speed."""

    seconds: float  # of everything
    speed: float  # m/s forward, mean of the straight walks from the end of a turn on
    turn: float  # rad/s, mean of the turns
    falls: int
    off_paws: float  # fraction of frames in which other parts than paws touch the ground
    touching: str  # these parts


def request(x: float, turn: float) -> MotionRequest:
    """Return a walk in fractions of the fastest one."""
    walk = WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=Pose2(x, 0.0, turn))
    return MotionRequest(motion=Motion.WALK, walk=walk)


def trot_with_turns(
    robot: str, *, seconds: float, seed: int, strength: float = 1.0, fraction: float = 1.0
) -> TrotTrial:
    """Trot straight and turn, to the left and to the right by turns."""
    with four_legged_drill(robot, seed=seed, strength=strength) as drill:
        drill.request(STAND)
        drill.run(1.5, fence=FENCE)
        return _walked(drill, seconds, fraction)


def _walked(drill: Drill, seconds: float, fraction: float) -> TrotTrial:
    log, begin, side = ContactLog(drill), drill.time, 1.0
    forward = straight = turned = turning = 0.0
    while drill.time - begin < seconds - 1e-6:
        drill.request(request(fraction, 0.0))
        walk = drill.run(STRAIGHT, each_frame=log.sample, put_back_after=8.0, fence=FENCE)
        forward, straight = forward + walk.movement.x, straight + walk.seconds
        drill.request(request(0.0, side))
        turn = drill.run(TURN, each_frame=log.sample, put_back_after=8.0, fence=FENCE)
        turned, turning = turned + side * turn.movement.theta, turning + turn.seconds
        side = -side
    return TrotTrial(
        seconds=drill.time - begin,
        speed=forward / straight,
        turn=turned / turning,
        falls=drill.falls,
        off_paws=log.total / log.frames,
        touching=log.worst(),
    )
