"""Renderer: from a scene and a camera to a picture."""

import math

import numpy as np

from kickabout.representations.field import FieldDimensions
from kickabout.simulation.camera.optics.lens import LensMap, lens_map, nearest_pixels, read_bent
from kickabout.simulation.camera.optics.motion_blur import (
    MAX_STORED_ROWS,
    SHARP,
    blur_picture,
    plan_blur,
)
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.optics.sensor import SensorTable, make_sensor_rows, sensor_table
from kickabout.simulation.camera.rendering.arrays import Float32Array, UInt8Array, UInt32Array
from kickabout.simulation.camera.rendering.buffers import (
    Buffers,
    make_buffers,
    make_looks,
    make_nets,
    make_solids,
    make_stored_rows,
)
from kickabout.simulation.camera.rendering.frame import (
    Labels,
    RenderScene,
    Timing,
    draw_picture,
    take_picture,
)
from kickabout.simulation.camera.rendering.ground_rows import Ground
from kickabout.simulation.camera.rendering.ground_texture import (
    FAR_CELL,
    NEAR_CELL,
    fiber_tile,
    line_table,
)
from kickabout.simulation.camera.rendering.picture import CameraPicture, PictureLabels
from kickabout.simulation.camera.rendering.room_rows import Room
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.assembly import Assembly
from kickabout.simulation.camera.scene.clutter import clutter_objects
from kickabout.simulation.camera.scene.field_parts import field_objects
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.scene.lighting import Lighting
from kickabout.simulation.camera.scene.looks import Surfaces, fill_looks
from kickabout.simulation.camera.scene.nets import select_nets
from kickabout.simulation.camera.scene.objects import SceneObjects, are_finite, joined, no_objects
from kickabout.simulation.camera.scene.room import (
    CEILING_TEXEL,
    TEXEL_HEIGHT,
    TEXEL_WIDTH,
    room_pictures,
)
from kickabout.simulation.camera.scene.scene_parts import goal_objects
from kickabout.simulation.camera.scene.solids import (
    TOP,
    CameraState,
    Placed,
    make_projection_scratch,
    select_visible,
)


class _Camera:
    """Memory and lens of one kind of camera."""

    def __init__(self, optics: CameraOptics) -> None:
        self.optics = optics
        self.lens: LensMap | None = None
        self.ground: Ground | None = None
        self.drawn = optics
        if optics.is_distorted:
            self.drawn, self.lens = lens_map(optics)
        self.buffers: Buffers = make_buffers(self.drawn.width, self.drawn.height)
        self.some = make_stored_rows(self.drawn.width, MAX_STORED_ROWS)
        rows = self.drawn.height if self.lens else 0
        self.all, self.blurred = (make_stored_rows(self.drawn.width, rows) for _ in range(2))
        self.unlabeled = _labels(self, no_objects(), requested=False)
        self.bent = make_stored_rows(optics.width, 1)[0]
        self.bent_rows = make_sensor_rows(optics.width)
        self.intrinsics = np.array(
            [self.drawn.focal_x, self.drawn.focal_y, self.drawn.center_x, self.drawn.center_y]
        )


class Renderer:
    """Renders the field, its goals and surroundings, and the given objects; not thread-safe.

    Tables are built once per field and appearance. Only the picture is allocated per call.
    """

    def __init__(
        self,
        field: FieldDimensions,
        appearance: Appearance | None = None,
        light: Light | None = None,
    ) -> None:
        self.field = field
        self.appearance = appearance or Appearance()
        goals = goal_objects(field, color=self.appearance.goal_color)
        self._standing = joined(
            goals,
            field_objects(field),
            clutter_objects(field.boundary_x, field.boundary_y, self.appearance),
        )
        self._assembly = Assembly(self._standing)
        self._newest: _PreparedScene | None = None
        self._solids, self._looks, self._nets = make_solids(), make_looks(), make_nets()
        self._scratch = make_projection_scratch()
        self._cameras: dict[CameraOptics, _Camera] = {}
        self.relight(light or Light())

    def relight(self, light: Light) -> None:
        """Change the light; this takes some hundredths of a second."""
        self.light = light
        self._lighting = Lighting(self.field, self.appearance, light, self._standing)
        self._room = self._make_room()
        self._net_color = np.array(self.appearance.goal_color) * self._lighting.ground
        for camera in self._cameras.values():
            camera.ground = None
        self._newest = None

    def render(
        self,
        objects: SceneObjects,
        view: CameraView,
        *,
        optics: CameraOptics,
        exposure: ExposureSettings,
        seed: int,
        labels: bool = False,
    ) -> CameraPicture:
        """Return a picture of the moving objects on the field; the seed selects the noise.

        The same object is assumed to be unchanged if it is given again.
        """
        camera = self._cameras.get(optics)
        if camera is None:
            camera = self._cameras[optics] = _Camera(optics)
        prepared = self._prepared(objects)
        state = _state(camera, view, exposure)
        images = _labels(camera, prepared.everything) if labels else camera.unlabeled
        scene, reach = self._scene(camera, prepared, state, exposure)
        yuyv = np.empty((optics.height, optics.width // 2), np.uint32)
        _take(camera, scene, sensor_table(optics, exposure, seed), images, yuyv, reach=reach)
        return CameraPicture(
            yuyv=yuyv.view(np.uint8).reshape(optics.height, optics.width, 2),
            labels=_delivered(camera, images),
        )

    def _prepared(self, objects: SceneObjects) -> "_PreparedScene":
        """Return all objects of the scene, and cast their shadows on the ground."""
        if self._newest is not None and self._newest.objects is objects:
            return self._newest
        self._newest = None
        everything, moving = self._assembly.with_objects(objects)
        _check(moving)
        self._lighting.cast(moving)
        self._newest = _PreparedScene(objects, everything)
        return self._newest

    def _scene(
        self,
        camera: _Camera,
        prepared: "_PreparedScene",
        state: CameraState,
        exposure: ExposureSettings,
    ) -> tuple[RenderScene, int]:
        """Return what is visible, and the reach of the blur in rows; see plan_blur."""
        lighting, look, everything = self._lighting, self.appearance, prepared.everything
        count = select_visible(prepared.placed, state, self._scratch, self._solids)
        fill_looks(
            self._solids,
            count,
            prepared.surfaces,
            lighting.illumination,
            state.motion[0],
            1.0 - look.ball_patch_color[1] / look.ball_color[1],
            self._looks,
        )
        net_count = select_nets(
            everything.net_center,
            everything.net_half_axes,
            everything.net_instance,
            self._net_color,
            state,
            self._scratch,
            self._nets,
            camera.buffers.net_instances,
        )
        memory = camera.buffers
        memory.scratch.order[:count] = np.argsort(self._solids.counts[:count, TOP], kind="stable")
        time, moments, paths = exposure.exposure_time, memory.moments, memory.paths
        reach = plan_blur(state, time, self._solids, count, self._looks, moments, paths)
        scene = RenderScene(
            camera=state,
            timing=Timing(camera.drawn.readout_time, time, moments, paths),
            ground=self._ground(camera),
            room=self._room,
            solids=self._solids,
            solid_count=count,
            looks=self._looks,
            nets=self._nets,
            net_count=net_count,
        )
        return scene, reach

    def _ground(self, camera: _Camera) -> Ground:
        if camera.ground is None:
            camera.ground = self._make_ground(camera.drawn)
        return camera.ground

    def _make_ground(self, optics: CameraOptics) -> Ground:
        look = self.appearance
        colors = np.array([look.carpet_color, look.line_color, look.floor_color])
        numbers = (
            self.field.boundary_x,
            self.field.boundary_y,
            self.field.line_width / 2,
            look.carpet_contrast,
            look.line_wear,
            1.0 / (optics.focal_x * optics.focal_y),
        )
        return Ground(
            near_lines=line_table(self.field, NEAR_CELL),
            far_lines=line_table(self.field, FAR_CELL),
            fibers=fiber_tile(look.seed),
            light=self._lighting.texels.reshape(-1),
            light_columns=self._lighting.texels.shape[1],
            light_x=float(self._lighting.origin[0]),
            light_y=float(self._lighting.origin[1]),
            colors=(colors * self._lighting.ground).astype(np.float32),
            numbers=np.array(numbers, np.float32),
        )

    def _make_room(self) -> Room:
        pictures = room_pictures(self.field.boundary_x, self.field.boundary_y, self.appearance)
        return Room(
            texels=pictures.texels,
            half_x=pictures.half_x,
            half_y=pictures.half_y,
            height=pictures.height,
            texel_width=TEXEL_WIDTH,
            texel_height=TEXEL_HEIGHT,
            ceiling_texel=CEILING_TEXEL,
            columns=pictures.columns,
            rows=pictures.rows,
            starts=pictures.starts,
            light=self._lighting.room,
        )


class _PreparedScene:
    """A scene as arguments of kernels, for all pictures that are taken of it."""

    def __init__(self, objects: SceneObjects, everything: SceneObjects) -> None:
        self.objects = objects
        self.everything = everything
        self.placed = Placed(
            everything.shape,
            everything.size,
            everything.position,
            everything.rotation,
            everything.velocity,
        )
        self.surfaces = Surfaces(
            everything.color,
            everything.gloss,
            everything.pattern,
            everything.size,
            everything.angular_velocity,
        )


def _take(
    camera: _Camera,
    scene: RenderScene,
    sensor: SensorTable,
    labels: Labels,
    yuyv: UInt32Array,
    *,
    reach: int,
) -> None:
    memory = camera.buffers
    rows = memory.sensor_rows
    if camera.lens is None:
        stored = camera.some[: 2 * max(reach, 0) + 1]
        take_picture(scene, memory.scratch, stored, reach, sensor, rows, labels, yuyv)
        return
    draw_picture(scene, memory.scratch, camera.all, labels)
    light = camera.all
    if reach != SHARP:
        blur_picture(light, camera.drawn.width, memory.paths, memory.scratch.total, camera.blurred)
        light = camera.blurred
    read_bent(light, camera.lens, camera.bent, sensor, camera.bent_rows, yuyv)


def _labels(camera: _Camera, everything: SceneObjects, *, requested: bool = True) -> Labels:
    shape = (camera.drawn.height, camera.drawn.width) if requested else (1, 1)
    return Labels(
        requested=requested,
        class_of=everything.class_id.astype(np.uint8),
        instance_of=everything.instance.astype(np.uint8),
        net_instance=camera.buffers.net_instances,
        classes=np.zeros(shape, np.uint8),
        instances=np.zeros(shape, np.uint8),
        depth=np.zeros(shape, np.float32),
    )


def _check(objects: SceneObjects) -> None:
    """Raise an error for numbers that are not finite, as kernels do not check them."""
    if not are_finite(
        objects.position, objects.rotation, objects.size, objects.velocity, objects.angular_velocity
    ):
        good = np.isfinite(objects.position).all(axis=1) & np.isfinite(objects.size).all(axis=1)
        first = int(np.argmin(good))
        number = objects.instance[first]
        raise ValueError(
            f"scene object {first} (instance {number}) has numbers that are not finite"
        )


def _state(camera: _Camera, view: CameraView, exposure: ExposureSettings) -> CameraState:
    motion = np.empty((3, 3))
    motion[0], motion[1], motion[2] = view.camera_in_field, view.velocity, view.angular_velocity
    rotation = np.array(view.rotation, np.float64, order="C")
    if not math.isfinite(rotation.sum() + motion.sum()):
        raise ValueError("the pose or velocity of the camera is not finite")
    return CameraState(
        rotation=rotation,
        motion=motion,
        intrinsics=camera.intrinsics,
        width=camera.drawn.width,
        height=camera.drawn.height,
        readout_time=camera.drawn.readout_time,
        half_time=(camera.drawn.readout_time + exposure.exposure_time) / 2,
    )


def _delivered(camera: _Camera, labels: Labels) -> PictureLabels | None:
    if not labels.requested:
        return None
    images: tuple[UInt8Array, UInt8Array, Float32Array]
    images = (labels.classes, labels.instances, labels.depth)
    if camera.lens is None:
        return PictureLabels(classes=images[0], instances=images[1], depth=images[2])
    rows, columns = nearest_pixels(camera.lens)
    return PictureLabels(
        classes=images[0][rows, columns],
        instances=images[1][rows, columns],
        depth=images[2][rows, columns],
    )
