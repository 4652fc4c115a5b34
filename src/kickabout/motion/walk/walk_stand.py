"""Standing legs: from how long the robot stands to height, stiffness and resting joints."""

from dataclasses import dataclass

from kickabout.geometry import Vec
from kickabout.motion.walk.economical_stand import EconomicalStand, EconomyParameters
from kickabout.motion.walk.step_limits import clipped
from kickabout.representations import JointState, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class StandParameters:
    """How the robot stands."""

    hip_height: float  # m, while walking
    high_height: float  # m, with stretched knees
    height_speed: float  # m/s, between both
    stiffness: float  # of the legs while walking
    stand_stiffness: float
    high_stiffness: float
    soft_after: float  # s
    economy: bool  # joints give way where they draw current


class StandingLegs:
    """Remembers height and time, and saves power when the robot stands for long."""

    def __init__(self, height: float) -> None:
        self.height = height  # m, of the hips
        self.standing_for = 0.0  # s
        self.economy = EconomicalStand()

    def change_height(self, high: bool, figures: StandParameters, dt: float) -> None:
        wanted = figures.high_height if high else figures.hip_height
        largest = figures.height_speed * dt
        if abs(wanted - self.height) > 1e-9:
            self.standing_for = 0.0
            self.economy.reset()
        self.height += clipped(wanted - self.height, -largest, largest)

    def ready_to_walk(self, figures: StandParameters) -> bool:
        return self.height <= figures.hip_height + 1e-6

    def leave(self) -> None:
        """Walking again."""
        if self.standing_for > 0.0:
            self.standing_for = 0.0
            self.economy.reset()

    def settle(
        self,
        angles: Vec,
        figures: StandParameters,
        sensors: SensorFrame,
        joints: JointState,
        *,
        dt: float,
    ) -> None:
        """Add what saves power to the leg angles of a standing robot."""
        self.standing_for += dt
        if figures.economy and self.standing_for > figures.soft_after and sensors.connected:
            angles += self.economy.update(
                dt,
                EconomyParameters(),
                request=angles,
                measured=joints.angles,
                currents=sensors.joint_currents,
            )

    def stiffness(self, figures: StandParameters) -> float:
        if self.standing_for <= figures.soft_after:
            return figures.stiffness
        walking_height = self.ready_to_walk(figures)
        return figures.stand_stiffness if walking_height else figures.high_stiffness
