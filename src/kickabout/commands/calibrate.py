"""The calibrate commands: cameras, optics, colors and reference whistles."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kickabout.perception.sound.whistle_reference import Sound

app = typer.Typer(help="Find what differs from robot to robot and from place to place.")

Layer = Annotated[Path | None, typer.Option(help="Write the values into this layer (TOML).")]
Degrees = Annotated[
    tuple[float, float, float],
    typer.Option(help="Roll, pitch and yaw in degrees by which the simulated camera is off."),
]


@app.callback()
def calibrate() -> None:
    """Find what differs from robot to robot and from place to place."""


@app.command("camera")
def camera(
    field: Annotated[str, typer.Option(help="A field by name.")] = "spl2019",
    upper: Degrees = (2.0, -1.5, 1.0),
    lower: Degrees = (-1.0, 2.5, -2.0),
    seed: Annotated[int, typer.Option(min=0, help="Of the simulation.")] = 1,
    output: Layer = None,
) -> None:
    """A simulated robot with crooked cameras looks at the goal area and finds its corrections."""
    from kickabout.calibration.camera_calibration import calibrate_camera
    from kickabout.framework.errors import KickaboutError
    from kickabout.framework.teams.toml_file import write_values
    from kickabout.representations import CameraName
    from kickabout.simulation.match.faults import Fault, FaultKind

    faults = [
        Fault(
            kind=FaultKind.CAMERA_MOUNTING,
            robot="home 1",
            camera=which,
            values=tuple(math.radians(angle) for angle in angles),
        )
        for which, angles in ((CameraName.UPPER, upper), (CameraName.LOWER, lower))
    ]
    run = calibrate_camera(field=field, faults=faults, seed=seed)
    if run.fit is None:
        raise KickaboutError(f"too few lines were seen in {run.seconds:.0f} s of looking around")
    found = run.fit.calibration
    typer.echo(
        f"{run.images} images in {run.seconds:.0f} s at {run.places} place(s), residual "
        f"{math.degrees(run.fit.residual):.2f}°: {'good' if run.good else 'not good enough'}"
    )
    for name, true, angles in (("upper", upper, found.upper), ("lower", lower, found.lower)):
        shown = ", ".join(f"{math.degrees(angle):.2f}°" for angle in angles)
        error = max(abs(math.degrees(a) - t) for a, t in zip(angles, true, strict=True))
        typer.echo(f"{name}: roll, pitch, yaw {shown}; off by {error:.2f}° at most")
    if output is not None:
        values = {
            "body_roll": found.body_roll,
            "body_pitch": found.body_pitch,
            "upper": list(found.upper),
            "lower": list(found.lower),
        }
        write_values(output, ("parameters", "CameraCalibrationLoader"), values)


@app.command("intrinsics")
def intrinsics(
    folder: Annotated[Path, typer.Argument(help="Images of a checkerboard by one camera.")],
    columns: Annotated[int, typer.Option(min=3, help="Inner corners along a row.")] = 9,
    rows: Annotated[int, typer.Option(min=3, help="Inner corners along a column.")] = 6,
    square: Annotated[float, typer.Option(help="m, length of a field of the board.")] = 0.025,
) -> None:
    """Focal lengths, center and distortion from images of a checkerboard."""
    from kickabout.calibration.calibration_folders import gray_images
    from kickabout.calibration.camera_calibration_intrinsics import calibrated_intrinsics
    from kickabout.framework.errors import KickaboutError

    try:
        found = calibrated_intrinsics(
            gray_images(folder), inner_corners=(columns, rows), square=square
        )
    except ValueError as error:
        raise KickaboutError(str(error)) from None
    typer.echo(f"{found.boards} boards, residual {found.residual_px:.2f} px")
    typer.echo(f"focal length {found.focal_length[0]:.1f}, {found.focal_length[1]:.1f} px")
    typer.echo(f"center {found.center[0]:.1f}, {found.center[1]:.1f} px")
    typer.echo("distortion " + ", ".join(f"{value:.4f}" for value in found.distortion))


@app.command("colors")
def colors(
    folder: Annotated[Path, typer.Argument(help="Images and regions.jsonl that names regions.")],
    output: Layer = None,
) -> None:
    """Thresholds of the color classes from regions that somebody has named."""
    from kickabout.calibration.calibration_folders import color_samples
    from kickabout.calibration.color_calibration import calibrated_colors, class_shares
    from kickabout.framework.errors import KickaboutError
    from kickabout.framework.teams.toml_file import write_values

    samples = color_samples(folder)
    try:
        found = calibrated_colors(samples)
    except ValueError as error:
        raise KickaboutError(str(error)) from None
    for name, share in class_shares(samples, found).items():
        typer.echo(f"{name}: {100.0 * share:.1f} % of {len(samples.of(name))} pixels")
    values = {
        "white_y": found.white_y,
        "colorless": found.colorless,
        "field_hue": list(found.field_hue),
    }
    typer.echo(", ".join(f"{key} = {value}" for key, value in values.items()))
    if output is not None:
        write_values(output, ("parameters", "ColorCalibrationLoader"), values)


@app.command("whistle")
def whistle(
    name: Annotated[str, typer.Argument(help="Of the reference, or of a synthesized kind.")],
    folder: Annotated[Path, typer.Option(help="Where to put the reference.")] = Path("."),
    recording: Annotated[Path | None, typer.Option(help="A WAV file with a whistle.")] = None,
    synthesize: Annotated[bool, typer.Option(help="Make it: fox40, pea or plastic.")] = False,
) -> None:
    """A reference for the whistle recognizer: the loudest 128 ms of a recording."""
    from kickabout.evaluation.trials.whistle_trials import REFERENCE_RATE, recorded_whistle
    from kickabout.framework.errors import ConfigurationError, KickaboutError
    from kickabout.framework.teams.toml_file import write_values
    from kickabout.perception.sound.whistle_reference import save_recording, window_at_rate
    from kickabout.simulation.ears import WHISTLES, SoundKind

    if synthesize and name in WHISTLES:
        window, source = recorded_whistle(SoundKind(name), seed=1), "synthesized"
    elif recording is not None and not synthesize:
        window, source = window_at_rate(*_sound_of(recording), REFERENCE_RATE), recording.name
    else:
        raise KickaboutError(f"give --recording, or --synthesize one of {', '.join(WHISTLES)}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save_recording(folder / f"{name}.wav", window, REFERENCE_RATE)
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=folder) from None
    write_values(folder / f"{name}.toml", (), {"name": name, "source": source})
    typer.echo(f"wrote {folder / name}.wav and .toml")


def _sound_of(recording: Path) -> "tuple[Sound, float]":
    """The samples and the rate of a WAV file; others are refused."""
    import struct

    from kickabout.framework.errors import ConfigurationError
    from kickabout.perception.sound.whistle_reference import load_recording

    # What the library raises for files that are broken in different ways.
    unreadable = (OSError, ValueError, ArithmeticError, NameError, struct.error)
    try:
        sound, rate = load_recording(recording)
    except unreadable:
        raise ConfigurationError("is not a WAV file that can be read", file=recording) from None
    if not (sound.size and rate > 0.0):
        raise ConfigurationError("holds no sound", file=recording)
    return sound, rate
