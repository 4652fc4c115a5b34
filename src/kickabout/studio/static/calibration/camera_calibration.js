// Mounting of the cameras: the field's lines over the image, angles by hand or from samples.

import { cameraImage } from "../camera/camera_image.js";
import { fitted, h, setText } from "../page/dom.js";
import { fitCamera, sampleLines, run } from "../page/feed.js";
import { corrected, paintStretches, projectedField } from "../camera/projection.js";
import { paintShapes } from "../field/shapes.js";
import { fetchProgram } from "../page/programs.js";
import { camerasOf, chosenCamera } from "../page/stage.js";
import { mayChange, notify, robotIndex } from "../page/store.js";

const CORRECTED = ["CameraInfo", "CameraMatrix", "ImageCoordinateSystem", "CameraCalibration"];
const NONE = { body_roll: 0, body_pitch: 0, cameras: {} };
const ANGLES = [
  ["body roll", "body_roll"],
  ["body pitch", "body_pitch"],
  ["roll", 0],
  ["pitch", 1],
  ["yaw", 2],
];
const MOST = 8; // degrees
// Tilts differ much, because only then the cameras' yaw can be distinguished from the robot's own direction.
const SWEEP = [
  [-28, [-60, -30, 0, 30, 60]],
  [-8, [70, 45, 20, -20, -45, -70]],
  [10, [-60, -30, 0, 30, 60]],
  [26, [70, 45, 25, 0, -25, -45, -70]],
];
const SETTLING = 0.7; // s of the robot's time until a turned head is still
const degrees = (angle) => (angle * 180) / Math.PI;

export function cameraCalibration(panel) {
  let wanted = null,
    sweeping = false,
    place = null;
  const canvas = h("canvas", { class: "camera large", "aria-label": "image with the field's lines" });
  const note = h("p", { class: "muted" }),
    counts = h("span", { class: "muted number" }, "no samples yet"),
    result = h("p", {});
  const sliders = ANGLES.map(([label, key]) => {
    const input = h("input", {
        type: "range",
        min: -MOST,
        max: MOST,
        step: 0.05,
        value: 0,
        "aria-label": label,
        "data-angle": label,
      }),
      shown = h("output", { class: "number" });
    input.addEventListener("input", () => {
      put(key, (Number(input.value) * Math.PI) / 180);
      show();
      paint();
    });
    return {
      key,
      input,
      shown,
      element: h("label", { class: "slider" }, h("span", {}, label), input, shown),
    };
  });
  const where = h(
    "select",
    {
      "aria-label": "where the robot stands",
      onchange: () => {
        place = null;
        paint();
      },
    },
    h("option", { value: "believed" }, "its estimated pose"),
    h("option", { value: "true" }, "where it is"),
  );
  const button = (label, name, title, act) =>
    h("button", { class: "action", "data-do": name, title, onclick: act }, label);
  const sample = button(
    "sample",
    "sample lines",
    "takes the lines of all cameras' images of this moment",
    () => take(),
  );
  const sweep = button(
    "look around",
    "sweep",
    "the robot stands, turns its head to all sides, and the corrections are fitted",
    () => (sweeping ? (sweeping = false) : lookAround()),
  );
  const fit = button(
    "fit",
    "fit camera",
    "finds the corrections with which all samples lie best on the field's lines",
    () => fitNow(),
  );
  const use = button("use", "use calibration", "lets the robot see with these corrections from now on", () =>
    useNow(),
  );
  const source = cameraImage(panel, () => paint());

  const used = ({ thread }) => panel.values[`${thread}/CameraCalibration`] ?? NONE;
  const turned = (key) =>
    typeof key === "string" ? wanted : (wanted.cameras[chosenCamera(panel)?.name] ??= [0, 0, 0]);
  const get = (key) => turned(key)[key];
  const put = (key, angle) => {
    turned(key)[key] = angle;
  };
  const show = () =>
    sliders.forEach(({ key, input, shown }) => {
      input.value = degrees(get(key) ?? 0);
      setText(shown, `${degrees(get(key) ?? 0).toFixed(2)}°`);
    });

  const paint = () => {
    if (!canvas.clientWidth) return;
    const camera = chosenCamera(panel),
      values = panel.values,
      info = camera && values[`${camera.thread}/CameraInfo`],
      matrix = camera && values[`${camera.thread}/CameraMatrix`];
    if (!wanted && info) {
      wanted = structuredClone(used(camera));
      show();
    }
    const image = source.of(camera?.thread),
      { context, width, height } = fitted(canvas);
    context.fillStyle = "#101418";
    context.fillRect(0, 0, width, height);
    setText(
      note,
      !info
        ? "No image of a camera is known here: play with --fidelity images, or choose a robot with cameras."
        : !values[`${camera.thread}/CameraCalibration`]
          ? "This robot's program does not correct the mounting of its cameras."
        : !matrix?.valid
          ? "The robot does not stand, so the pose of its camera is unknown."
          : image
            ? "Turn the sliders until the yellow lines lie on the painted ones."
            : "no image at this fidelity: lines only",
    );
    if (!info || !wanted) return;
    const scale = Math.min(width / info.width, height / info.height);
    context.save();
    context.scale(scale, scale);
    if (image) context.drawImage(image, 0, 0, info.width, info.height);
    for (const drawing of panel.data?.drawings ?? []) {
      if (drawing.kind === "image" && drawing.thread === camera.thread)
        paintShapes(context, drawing.shapes, { finest: 1 / scale, upright: false });
    }
    if (matrix?.valid) {
      context.strokeStyle = "#ffd84a";
      context.lineWidth = 2 / scale;
      paintStretches(
        context,
        projectedField(
          panel.match.stage.field,
          standing(),
          corrected(matrix, camera.name, used(camera), wanted),
          info,
          values[`${camera.thread}/ImageCoordinateSystem`],
        ),
      );
    }
    context.restore();
  };
  const standing = () => {
    if (place) return place;
    const robot = panel.match.moment?.robots[robotIndex(panel.robot)];
    if (where.value === "true" && robot)
      return { x: robot.torso[0], y: robot.torso[1], theta: robot.heading };
    return panel.values.RobotPose?.robot_to_field ?? { x: 0, y: 0, theta: 0 };
  };
  const threads = () => camerasOf(panel.robot).map(({ thread }) => thread);
  const take = async () => {
    const reply = await sampleLines(panel.robot, threads());
    const lines = Object.entries(reply.lines ?? {}).map(([camera, count]) => `${count} ${camera}`);
    if (reply.ok) setText(counts, `lines seen: ${lines.join(", ") || "none"}`);
    else notify(reply.text);
    return reply.ok;
  };
  const fitNow = async () => {
    const at = standing(),
      reply = await fitCamera(panel.robot, [at.x, at.y, at.theta]);
    if (!reply.ok) return setText(result, reply.text);
    wanted = { ...reply.calibration, cameras: { ...wanted.cameras, ...reply.calibration.cameras } };
    place = { x: reply.place[0], y: reply.place[1], theta: reply.place[2] };
    const worst = Math.max(...reply.deviations);
    setText(
      result,
      `The lines lie within ${degrees(reply.residual).toFixed(2)}°, ${(100 * reply.inliers).toFixed(0)} % of them fit; the corrections are known to ${degrees(worst).toFixed(2)}°.`,
    );
    show();
    paint();
  };
  const parameters = () => {
    const { cameras, ...body } = wanted ?? NONE;
    return { ...body, ...cameras };
  };
  const useNow = async () => {
    const robot = panel.robot;
    if (!panel.program.modules().some((module) => module.name === "CameraCalibrationLoader"))
      for (const thread of threads())
        if (!(await run(`${robot} switch CameraCalibration CameraCalibrationLoader ${thread}`)).ok) return;
    for (const [key, value] of Object.entries(parameters()))
      if (!(await run(`${robot} set CameraCalibrationLoader.${key} ${JSON.stringify(value)}`)).ok) return;
    await fetchProgram(panel.robot);
    notify(`${robot} sees with these corrections now`);
  };
  const until = async (time) => {
    while (sweeping && panel.shown && panel.match.moment.time < time)
      await new Promise((done) => setTimeout(done, 30));
  };
  const lookAround = async () => {
    const robot = panel.robot,
      match = panel.match.status.mode === "live";
    sweeping = true;
    setText(sweep, "stop");
    place = null;
    await sampleLines(robot, [], true);
    if (match) await run("referee off"); // who would carry the robot away meanwhile
    const turns = SWEEP.flatMap(([tilt, pans]) => pans.map((pan) => [pan, tilt]));
    for (const line of ["MotionRequest.motion stand", "HeadRequest.mode angles"])
      if (!(await run(`${robot} set ${line}`)).ok) sweeping = false;
    for (const [index, [pan, tilt]] of turns.entries()) {
      if (!sweeping) break;
      setText(result, `looking around: ${index + 1} of ${turns.length}`);
      await run(`${robot} set HeadRequest.pan ${((pan * Math.PI) / 180).toFixed(3)}`);
      await run(`${robot} set HeadRequest.tilt ${((tilt * Math.PI) / 180).toFixed(3)}`);
      await until(panel.match.moment.time + SETTLING);
      if (!sweeping || !(await take())) break;
    }
    for (const name of ["MotionRequest", "HeadRequest"]) await run(`${robot} free ${name}`);
    if (match) await run("referee on");
    const whole = sweeping;
    sweeping = false;
    setText(sweep, "look around");
    if (whole) await fitNow();
  };
  return {
    module: "CameraCalibrationLoader",
    element: h(
      "div",
      {},
      canvas,
      note,
      h(
        "div",
        { class: "sliders" },
        sliders.map((s) => s.element),
        h("label", { class: "slider" }, h("span", {}, "it stands"), where),
      ),
      h(
        "div",
        { class: "row" },
        sample,
        sweep,
        fit,
        button("reset", "reset", "back to what the robot uses", () => {
          wanted = null;
          place = null;
          paint();
        }),
        use,
        counts,
      ),
      result,
    ),
    refresh: () => {
      sweep.disabled = use.disabled = !mayChange(panel.match);
      where.hidden = panel.match.stage.fidelity === "robot";
      if (wanted) show();
    },
    update: paint,
    values: parameters,
    look: () => ({
      images: true,
      draw: true,
      drawings: ["LinesPercept.lines"],
      values: [
        "RobotPose",
        ...camerasOf(panel.robot).flatMap(({ thread }) => CORRECTED.map((name) => `${thread}/${name}`)),
      ],
    }),
  };
}
