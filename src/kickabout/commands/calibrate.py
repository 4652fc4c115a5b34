"""The calibrate commands: cameras, optics, colors and reference whistles."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import FieldName, UsedLeague

if TYPE_CHECKING:
    from kickabout.perception.sound.whistle_reference import Sound

app = typer.Typer(help="Calibrate cameras, colors and whistles.", no_args_is_help=True)

Layer = Annotated[
    Path | None,
    typer.Option(help="Write the result to this file (TOML), for `kickabout play --location`."),
]
UpperAngles = Annotated[
    tuple[float, float, float],
    typer.Option(help="Simulated mounting error of the upper camera: roll, pitch, yaw in degrees."),
]
LowerAngles = Annotated[
    tuple[float, float, float],
    typer.Option(help="Simulated mounting error of the lower camera: roll, pitch, yaw in degrees."),
]


@app.callback()
def calibrate() -> None:
    """Calibrate cameras, colors and whistles.

    These values differ between robots or between locations.
    """


@app.command("camera")
def camera(
    league: UsedLeague = "spl2019",
    field: FieldName = "",
    upper: UpperAngles = (2.0, -1.5, 1.0),
    lower: LowerAngles = (-1.0, 2.5, -2.0),
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the simulation.")] = 1,
    output: Layer = None,
) -> None:
    """Calibrate the mounting of simulated cameras.

    A simulated robot whose cameras are mounted with errors looks at the lines of the goal area and
    estimates the corrections.
    """
    from kickabout.calibration.camera_calibration import calibrate_camera
    from kickabout.framework.errors import KickaboutError
    from kickabout.framework.teams.toml_file import write_values
    from kickabout.simulation.match.faults import Fault, FaultKind

    faults = [
        Fault(
            kind=FaultKind.CAMERA_MOUNTING,
            robot="home 1",
            camera=which,
            values=tuple(math.radians(angle) for angle in angles),
        )
        for which, angles in (("upper", upper), ("lower", lower))
    ]
    run = calibrate_camera(league=league, field=field, faults=faults, seed=seed)
    if run.fit is None:
        raise KickaboutError(
            f"too few field lines were seen in {run.seconds:.0f} s to calibrate the cameras"
        )
    found = run.fit.calibration
    typer.echo(
        f"{run.images} images in {run.seconds:.0f} s at {run.positions} position(s), residual "
        f"{math.degrees(run.fit.residual):.2f}°: {'good' if run.good else 'not good enough'}"
    )
    for name, true in (("upper", upper), ("lower", lower)):
        angles = found.cameras[name]
        shown = ", ".join(f"{math.degrees(angle):.2f}°" for angle in angles)
        error = max(abs(math.degrees(a) - t) for a, t in zip(angles, true, strict=True))
        typer.echo(f"{name}: roll, pitch, yaw {shown}; off by {error:.2f}° at most")
    if output is not None:
        values = {
            "body_roll": found.body_roll,
            "body_pitch": found.body_pitch,
            **{name: list(angles) for name, angles in found.cameras.items()},
        }
        write_values(output, ("parameters", "CameraCalibrationLoader"), values)


@app.command("intrinsics")
def intrinsics(
    folder: Annotated[
        Path, typer.Argument(help="Folder of images that one camera took of a checkerboard.")
    ],
    columns: Annotated[int, typer.Option(min=3, help="Number of inner corners along a row.")] = 9,
    rows: Annotated[int, typer.Option(min=3, help="Number of inner corners along a column.")] = 6,
    square: Annotated[
        float, typer.Option(help="Side length of a square of the board in meters.")
    ] = 0.025,
) -> None:
    """Calibrate focal length, center and distortion.

    They are found from images of a checkerboard.
    """
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
    folder: Annotated[
        Path, typer.Argument(help="Folder of images with regions.jsonl, which labels regions.")
    ],
    output: Layer = None,
) -> None:
    """Calibrate the color classes.

    Their thresholds are found from labeled regions of images.
    """
    from kickabout.calibration.calibration_folders import color_samples
    from kickabout.calibration.color_calibration import calibrated_colors, class_accuracies
    from kickabout.framework.errors import KickaboutError
    from kickabout.framework.teams.toml_file import write_values

    samples = color_samples(folder)
    try:
        found = calibrated_colors(samples)
    except ValueError as error:
        raise KickaboutError(str(error)) from None
    for name, accuracy in class_accuracies(samples, found).items():
        typer.echo(f"{name}: {100.0 * accuracy:.1f} % of {len(samples.of(name))} pixels")
    values = {
        "white_y": found.white_y,
        "colorless": found.colorless,
        "field_hue": list(found.field_hue),
    }
    typer.echo(", ".join(f"{key} = {value}" for key, value in values.items()))
    if output is not None:
        write_values(output, ("parameters", "ColorCalibrationLoader"), values)


@app.command("color-table")
def color_table(
    output: Annotated[Path, typer.Argument(help="File to write the color table to (.table).")],
    folder: Annotated[
        Path | None,
        typer.Option(help="Folder of images with regions.jsonl; default: rendered halls."),
    ] = None,
    league: UsedLeague = "legged2001",
    robot: Annotated[str, typer.Option(help="Robot whose camera renders the halls.")] = "ers210",
    shutter: Annotated[str, typer.Option(help="Exposure: slow, middle or fast.")] = "fast",
    gain: Annotated[str, typer.Option(help="Gain: low, middle or high.")] = "middle",
    white_balance: Annotated[
        str, typer.Option(help="White balance: indoor, fluorescent or outdoor.")
    ] = "fluorescent",
    halls: Annotated[int, typer.Option(min=1, help="Number of rendered halls.")] = 30,
    images: Annotated[int, typer.Option(min=1, help="Number of images of each hall.")] = 30,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first hall.")] = 1000,
) -> None:
    """Make a color table from labeled images.

    It gives each color the class that it most likely belongs to. Without a folder, images are
    rendered in lights near the usual one of the league.
    """
    from kickabout.calibration.color_table_halls import (
        folder_samples,
        hall_samples,
        legged_settings,
    )
    from kickabout.calibration.color_table_samples import learned_table, table_accuracies
    from kickabout.framework.teams.toml_file import write_values
    from kickabout.perception.colors.color_table import write_table
    from kickabout.robots.kind import robot_kind
    from kickabout.soccer.league import load_league

    if folder is not None:
        samples, source = folder_samples(folder), f"images in {folder.name}"
    else:
        choices = {"shutter": shutter, "gain": gain, "white_balance": white_balance}
        samples = hall_samples(
            load_league(league),
            robot_kind(robot),
            legged_settings(robot, choices),
            seeds=range(seed, seed + halls),
            images=images,
        )
        source = (
            f"{halls} rendered halls of {league} with {images} images each from seed {seed}, "
            + ", ".join(f"{key} {value}" for key, value in choices.items())
        )
    table = learned_table(samples)
    for name, accuracy in table_accuracies(samples, table).items():
        typer.echo(f"{name}: {100.0 * accuracy:.1f} % of {samples.pixels()[name]} pixels")
    write_table(output, table)
    write_values(output.with_suffix(".toml"), (), {"name": output.stem, "source": source})


@app.command("odometry")
def odometry(
    output: Annotated[
        Path, typer.Option(help="Write the table of speeds to this file (text).")
    ] = Path("odometry.txt"),
    steps: Annotated[
        int, typer.Option(min=1, max=5, help="Number of speeds of a walk in each direction.")
    ] = 2,
    seconds: Annotated[
        float, typer.Option(min=1.0, help="Duration of each walk in seconds.")
    ] = 5.0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the simulation.")] = 1,
) -> None:
    """Calibrate the odometry of four-legged robots.

    All motions of the GermanTeam's net are carried out, and their speeds are measured.
    """
    from rich.console import Console

    from kickabout.calibration.odometry_calibration import calibrated_table, checks, motion_kinds
    from kickabout.commands.output import write_file
    from kickabout.evaluation.trials.motion_net_trials import NET, ROBOT
    from kickabout.framework.teams.robot_configuration import RobotConfiguration
    from kickabout.motion.motion_net.net_library import load_net

    kinds = motion_kinds(load_net(NET, RobotConfiguration(ROBOT)))
    with Console(stderr=True).status("measuring") as status:
        table = calibrated_table(
            kinds, steps=steps, seconds=seconds, seed=seed, progress=status.update
        )
        write_file(output, table.text())
        keys = [(steps, 0, 0), (-steps, 0, 0), (0, steps, 0), (0, 0, steps)]
        found = list(checks(table, "walk", keys=keys, steps=steps, seconds=seconds, seed=seed + 1))
    errors = ", ".join(f"{100.0 * check.error:.1f} %" for check in found)
    typer.echo(f"wrote {output}; forward, backward, to the left, turning: off by {errors}")


@app.command("whistle")
def whistle(
    name: Annotated[
        str, typer.Argument(help="Name of the reference, or fox40, pea or plastic to synthesize.")
    ],
    folder: Annotated[Path, typer.Option(help="Folder to write the reference to.")] = Path("."),
    recording: Annotated[Path | None, typer.Option(help="Recorded whistle (WAV).")] = None,
    synthesize: Annotated[
        bool, typer.Option(help="Synthesize the whistle called NAME instead.")
    ] = False,
) -> None:
    """Make a reference for the whistle detector.

    The reference is the loudest 128 ms of a recorded or synthesized whistle.
    """
    from kickabout.framework.errors import ConfigurationError, KickaboutError

    if recording is not None and not recording.is_file():
        raise ConfigurationError("the file does not exist", file=recording)
    from kickabout.evaluation.trials.whistle_trials import REFERENCE_RATE, recorded_whistle
    from kickabout.framework.teams.toml_file import write_values
    from kickabout.perception.sound.whistle_reference import save_recording, window_at_rate
    from kickabout.simulation.ears import WHISTLES, SoundKind

    if synthesize and name in WHISTLES:
        window, source = recorded_whistle(SoundKind(name), seed=1), "synthesized"
    elif recording is not None and not synthesize:
        window, source = window_at_rate(*_sound_of(recording), REFERENCE_RATE), recording.name
    else:
        raise KickaboutError(
            f"no whistle given; expected --recording FILE, or --synthesize with one of the names "
            f"{', '.join(WHISTLES)}"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save_recording(folder / f"{name}.wav", window, REFERENCE_RATE)
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=folder) from None
    write_values(folder / f"{name}.toml", (), {"name": name, "source": source})
    typer.echo(f"wrote {folder / name}.wav and .toml")


def _sound_of(recording: Path) -> "tuple[Sound, float]":
    """Return the samples and the rate of a WAV file."""
    import struct

    from kickabout.framework.errors import ConfigurationError
    from kickabout.perception.sound.whistle_reference import load_recording

    # The library raises these for files that are damaged in different ways.
    unreadable = (OSError, ValueError, ArithmeticError, NameError, struct.error)
    try:
        sound, rate = load_recording(recording)
    except unreadable:
        raise ConfigurationError("is not a readable WAV file", file=recording) from None
    if not (sound.size and rate > 0.0):
        raise ConfigurationError("contains no sound", file=recording)
    return sound, rate
