"""From joints, inertial unit and feet to the state of the own body."""
