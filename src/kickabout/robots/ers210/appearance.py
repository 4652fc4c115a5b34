"""The appearance of an ERS-210: angular silver shells with upright ears, patches in team color."""

from kickabout.robots.aibo.appearance import (
    BLACK,
    JOINT,
    SOLE,
    Paint,
    axle,
    ball,
    both_sides,
    box,
    ellipsoid,
    pair,
)
from kickabout.robots.appearance import Part, Primitive, Rgb, capsule

SILVER: Rgb = (0.46, 0.47, 0.49)
SHELL: Paint = (Part.SHELL, SILVER)
TRIM: Paint = (Part.JOINT, (0.16, 0.16, 0.18))
FACE: Paint = (Part.EYE, (0.02, 0.025, 0.02))


def ers210_appearance(*, jersey: Rgb, number: int) -> tuple[Primitive, ...]:
    """Return all primitives of a robot; the robots of this league wear no numbers."""
    uniform = (Part.JERSEY, jersey)
    return (*_head(uniform), *_body(uniform), *_tail(), *both_sides(_legs(uniform)))


def _head(uniform: Paint) -> tuple[Primitive, ...]:
    return (
        ball("neck_base", JOINT, (0.0, 0.0, 0.0), 0.024),
        ball("neck", TRIM, (0.0, 0.0, 0.012), 0.022),
        ellipsoid("head", SHELL, (-0.002, 0.0, 0.046), (0.038, 0.038, 0.036)),
        box("head", SHELL, (0.028, 0.0, 0.037), (0.030, 0.024, 0.014)),
        ellipsoid("head", SHELL, (0.054, 0.0, 0.040), (0.014, 0.024, 0.017)),
        ellipsoid("head", FACE, (0.020, 0.0, 0.056), (0.030, 0.031, 0.018), pitch=0.25),
        ball("head", BLACK, (0.0645, 0.0, 0.048), 0.0055),
        ellipsoid("head", uniform, (-0.016, 0.0, 0.060), (0.026, 0.029, 0.025)),
        *pair(ellipsoid("head", uniform, (-0.004, 0.032, 0.044), (0.016, 0.009, 0.016))),
        *pair(ellipsoid("head", TRIM, (-0.022, 0.032, 0.080), (0.009, 0.007, 0.026), pitch=-0.3)),
        box("jaw", SHELL, (0.010, 0.0, -0.001), (0.024, 0.021, 0.007)),
        ellipsoid("jaw", SHELL, (0.034, 0.0, 0.0), (0.009, 0.021, 0.008)),
    )


def _body(uniform: Paint) -> tuple[Primitive, ...]:
    return (
        box("body", SHELL, (0.0, 0.0, -0.002), (0.076, 0.040, 0.038)),
        ellipsoid("body", SHELL, (0.062, 0.0, 0.002), (0.032, 0.043, 0.044)),
        ellipsoid("body", SHELL, (-0.060, 0.0, 0.002), (0.030, 0.043, 0.043)),
        ellipsoid("body", SHELL, (0.0, 0.0, 0.026), (0.074, 0.042, 0.026)),
        ellipsoid("body", uniform, (-0.012, 0.0, 0.035), (0.052, 0.034, 0.022)),
        *pair(box("body", uniform, (0.0, 0.0395, 0.010), (0.026, 0.004, 0.016))),
        ellipsoid("body", TRIM, (0.088, 0.0, 0.002), (0.010, 0.024, 0.024)),
    )


def _tail() -> tuple[Primitive, ...]:
    return (
        ball("tail_base", JOINT, (0.0, 0.0, 0.0), 0.012),
        capsule(
            link="tail",
            start=(-0.006, 0.0, 0.002),
            end=(-0.040, 0.0, 0.030),
            radius=0.006,
            part=Part.JOINT,
            color=TRIM[1],
        ),
    )


def _legs(uniform: Paint) -> tuple[Primitive, ...]:
    """Return both left legs, stretched down."""
    return (*_leg("left_fore", 1.0, uniform), *_leg("left_hind", -1.0, uniform))


def _leg(leg: str, ahead: float, uniform: Paint) -> tuple[Primitive, ...]:
    """Return a left leg; `ahead` is −1 for the hind leg, whose knee bends backward."""
    upper, lower = f"{leg}_upper", f"{leg}_lower"
    x = 0.0128 * ahead
    paw_x, paw_z = (-0.01888, -0.06600) if ahead > 0.0 else (0.02936, -0.07088)
    return (
        axle(upper, SHELL, (0.0, -0.001, 0.0), 0.027, 0.019),
        box(upper, SHELL, (0.5 * x, 0.003, -0.030), (0.018, 0.014, 0.030), pitch=-0.2 * ahead),
        axle(upper, uniform, (0.0, 0.016, 0.0), 0.023, 0.005),
        axle(lower, TRIM, (0.0, 0.0, 0.0), 0.018, 0.017),
        capsule(
            link=lower,
            start=(0.0, 0.0, -0.012),
            end=(0.85 * paw_x, 0.0, 0.82 * paw_z),
            radius=0.0135,
            part=Part.SHELL,
            color=SILVER,
        ),
        ellipsoid(lower, SHELL, (paw_x + 0.003, 0.0, paw_z + 0.006), (0.021, 0.018, 0.014)),
        ball(lower, SOLE, (paw_x, 0.0, paw_z), 0.0140),
    )
