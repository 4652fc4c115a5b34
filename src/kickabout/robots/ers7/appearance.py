"""The appearance of an ERS-7: round white shells with a dark face, patches in the team's color."""

from kickabout.robots.aibo.appearance import (
    BLACK,
    JOINT,
    Paint,
    axle,
    ball,
    both_sides,
    ellipsoid,
    pair,
)
from kickabout.robots.appearance import Part, Primitive, Rgb, capsule

WHITE: Rgb = (0.78, 0.78, 0.77)
SILVER: Rgb = (0.42, 0.43, 0.45)
SHELL: Paint = (Part.SHELL, WHITE)
TRIM: Paint = (Part.SHELL, SILVER)
FACE: Paint = (Part.EYE, (0.02, 0.025, 0.035))


def ers7_appearance(*, jersey: Rgb, number: int) -> tuple[Primitive, ...]:
    """Return all primitives of a robot; the robots of this league wear no numbers."""
    uniform = (Part.JERSEY, jersey)
    return (*_head(uniform), *_body(uniform), *_tail(), *both_sides(_legs(uniform)))


def _head(uniform: Paint) -> tuple[Primitive, ...]:
    return (
        capsule(
            link="neck",
            start=(0.0, 0.0, 0.0),
            end=(0.0, 0.0, 0.070),
            radius=0.019,
            part=Part.JOINT,
            color=JOINT[1],
        ),
        ellipsoid("head", SHELL, (0.012, 0.0, 0.012), (0.048, 0.043, 0.040)),
        ellipsoid("head", SHELL, (0.046, 0.0, -0.004), (0.036, 0.032, 0.022), pitch=0.20),
        ellipsoid("head", FACE, (0.037, 0.0, 0.014), (0.034, 0.034, 0.022), pitch=0.45),
        ball("head", BLACK, (0.078, 0.0, -0.0140), 0.0055),
        ellipsoid("head", uniform, (-0.006, 0.0, 0.030), (0.030, 0.030, 0.027), pitch=-0.25),
        *pair(ellipsoid("head", BLACK, (-0.010, 0.041, 0.001), (0.014, 0.007, 0.034), pitch=-0.35)),
        ellipsoid("jaw", SHELL, (0.012, 0.0, -0.007), (0.027, 0.024, 0.009), pitch=-0.08),
    )


def _body(uniform: Paint) -> tuple[Primitive, ...]:
    return (
        ellipsoid("body", SHELL, (0.046, 0.0, -0.002), (0.062, 0.046, 0.047)),
        ellipsoid("body", SHELL, (-0.050, 0.0, 0.002), (0.058, 0.045, 0.043)),
        capsule(
            link="body",
            start=(-0.050, 0.0, -0.003),
            end=(0.050, 0.0, -0.003),
            radius=0.040,
            part=Part.SHELL,
            color=SILVER,
        ),
        ellipsoid("body", uniform, (-0.020, 0.0, 0.022), (0.066, 0.036, 0.030)),
        *pair(ellipsoid("body", uniform, (0.0, 0.034, 0.006), (0.030, 0.013, 0.020))),
        ellipsoid("body", BLACK, (0.098, 0.0, -0.004), (0.012, 0.012, 0.009)),
    )


def _tail() -> tuple[Primitive, ...]:
    return (
        ball("tail_base", TRIM, (0.0, 0.0, 0.0), 0.012),
        capsule(
            link="tail",
            start=(-0.008, 0.0, 0.0),
            end=(-0.062, 0.0, 0.0),
            radius=0.0045,
            part=Part.JOINT,
            color=BLACK[1],
        ),
    )


def _legs(uniform: Paint) -> tuple[Primitive, ...]:
    """Return both left legs, stretched down."""
    return (*_leg("left_fore", 1.0, uniform), *_leg("left_hind", -1.0, uniform))


def _leg(leg: str, ahead: float, uniform: Paint) -> tuple[Primitive, ...]:
    """Return a left leg; `ahead` is −1 for the hind leg, whose knee bends backward."""
    upper, lower = f"{leg}_upper", f"{leg}_lower"
    x = 0.0090 * ahead
    paw_x, paw_z = (-0.01124, -0.07607) if ahead > 0.0 else (0.01980, -0.07690)
    return (
        axle(f"{leg}_shoulder", TRIM, (0.0, -0.008, 0.0), 0.026, 0.014),
        ellipsoid(upper, SHELL, (0.2 * x, 0.004, -0.012), (0.031, 0.021, 0.031)),
        ellipsoid(upper, SHELL, (0.6 * x, 0.004, -0.040), (0.025, 0.019, 0.042)),
        ellipsoid(upper, uniform, (0.35 * x, 0.014, -0.018), (0.022, 0.013, 0.026)),
        axle(lower, TRIM, (0.0, 0.0, 0.0), 0.016, 0.019),
        ellipsoid(lower, SHELL, (0.3 * paw_x, 0.0, -0.022), (0.021, 0.016, 0.034)),
        capsule(
            link=lower,
            start=(0.3 * paw_x, 0.0, -0.030),
            end=(0.9 * paw_x, 0.0, 0.88 * paw_z),
            radius=0.0125,
            part=Part.SHELL,
            color=WHITE,
        ),
        ellipsoid(lower, SHELL, (paw_x + 0.003, 0.0, paw_z + 0.0023), (0.020, 0.017, 0.014)),
    )
