// What robots believe, see and plan, in space: ghosts, drawings, paths, and what cameras look at.

import { teamColor } from "../page/colors.js";
import { pathPoints } from "../field/path.js";
import { rows } from "./body.js";
import { rgba } from "./marks.js";

const GROUND = 0.006; // m, of marks above the carpet
const GHOST = 1.65; // radii of a robot, of the ring where it is estimated
const FRUSTUM = 0.5; // m, from the camera to the picture that is drawn before it
const FARTHEST = 6; // m, to which an image's corners are followed on the ground
const ROUND = 28; // corners of an ellipse's outline
const NEAR = 0.12; // m, to which a belief of the ball is not worth a mark
const PATH = rgba("#ffd84a");

export function drawBelief(scene, robot, { size, color, chosen }) {
  const [x, y, theta, ballX, ballY] = robot.belief;
  if (Number.isNaN(x)) return;
  const paint = rgba(color),
    strong = chosen ? 2.6 : 1.7;
  const on = (px, py) => [px, py, GROUND];
  scene.strokes.line([on(...robot.torso.subarray(0, 2)), on(x, y)], paint, { least: 1.4, dash: 0.09 });
  scene.discs.disc([x, y], size, rgba(color, chosen ? 1 : 0.8), { hole: 0.86, height: GROUND });
  scene.discs.disc([x, y], size * 0.84, rgba(color, 0.2), { height: GROUND });
  scene.strokes.line([on(x, y), on(x + 1.6 * size * Math.cos(theta), y + 1.6 * size * Math.sin(theta))], paint, {
    least: strong,
  });
  const missed = Math.hypot(ballX - scene.ball.mesh.position.x, ballY - scene.ball.mesh.position.y);
  if (Number.isNaN(ballX) || (!chosen && missed < NEAR)) return;
  scene.discs.disc([ballX, ballY], 0.085, rgba(color), { hole: 0.62, height: GROUND });
  if (chosen) scene.strokes.line([on(x, y), on(ballX, ballY)], paint, { least: 1.4, dash: 0.06 });
}

// Drawings on the field and in space; `turned` if the robot's half of the field is the other one.
export function drawDrawings(scene, data, robot, { wanted, turned }) {
  for (const { kind, name, frame, shapes } of data?.drawings ?? []) {
    if (kind === "image" || !wanted.includes(name)) continue;
    const place = frameOf(frame, robot, turned);
    if (place) for (const shape of shapes) drawShape(scene, shape, place);
  }
}

export function drawPath(scene, data, turned) {
  const points = pathPoints(data?.values),
    place = frameOf("field", null, turned);
  if (!points.length) return;
  scene.strokes.line(
    points.map((point) => place([...point, 2 * GROUND])),
    rgba("#000000", 0.35),
    { least: 5 },
  );
  scene.strokes.line(
    points.map((point) => place([...point, 2 * GROUND])),
    PATH,
    { least: 2.4 },
  );
}

// From coordinates of a drawing to the world.
function frameOf(frame, robot, turned) {
  if (frame === "field")
    return turned ? ([x, y, z = GROUND]) => [-x, -y, z] : ([x, y, z = GROUND]) => [x, y, z];
  if (frame !== "robot" || Number.isNaN(robot.belief[0])) return null;
  const [bx, by, theta] = robot.belief,
    c = Math.cos(theta),
    s = Math.sin(theta);
  return ([x, y, z = GROUND]) => [bx + c * x - s * y, by + s * x + c * y, z];
}

function drawShape(scene, shape, place) {
  if (shape.type === "Line") drawLine(scene, shape, place);
  else if (shape.type === "Ellipse") drawEllipse(scene, shape, place);
  else if (shape.type === "Solid") drawSolid(scene, shape, place);
}

function drawLine(scene, { points, color, width, dashed, arrow, closed }, place) {
  if (points.length < 2) return;
  const placed = points.map((point) => place(point)),
    paint = visible(color);
  scene.strokes.line(placed, paint, { width, least: 1.6, dash: dashed ? 0.1 : 0, closed });
  if (!arrow) return;
  const [from, to] = placed.slice(-2),
    angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  for (const turn of [2.6, -2.6]) {
    const tip = [to[0] + 0.1 * Math.cos(angle + turn), to[1] + 0.1 * Math.sin(angle + turn), to[2]];
    scene.strokes.line([to, tip], paint, { width, least: 1.6 });
  }
}

function drawEllipse(scene, { center, radii, angle, color, width, fill }, place) {
  const middle = place(center),
    c = Math.cos(angle),
    s = Math.sin(angle);
  if (fill)
    scene.discs.disc(middle, 0, visible(fill), { radii, angle: angleIn(place) + angle, height: GROUND });
  if (!(width > 0)) return;
  const outline = Array.from({ length: ROUND }, (_, i) => {
    const x = radii[0] * Math.cos((2 * Math.PI * i) / ROUND),
      y = radii[1] * Math.sin((2 * Math.PI * i) / ROUND);
    return place([center[0] + c * x - s * y, center[1] + s * x + c * y]);
  });
  scene.strokes.line(outline, visible(color), { width, least: 1.6, closed: true });
}

function drawSolid(scene, { kind, center, size, rotation, color }, place) {
  const [x, y, z] = place(center),
    [r, g, b] = rgba(color);
  if (kind === "axes") return drawAxes(scene, center, size[0], rotation, place);
  const scale = kind === "box" ? size.map((length) => length / 2) : size;
  const matrix = [0, 1, 2].flatMap((i) => [
    ...[0, 1, 2].map((j) => rotation[i * 3 + j] * scale[j]),
    [x, y, z][i],
  ]);
  return scene.solids.add({
    mesh: kind === "box" ? "box" : "sphere",
    matrix: Float32Array.from(matrix),
    color: [r, g, b],
  });
}

function drawAxes(scene, center, length, rotation, place) {
  ["#e5484d", "#3fae5a", "#4f8ff7"].forEach((color, axis) => {
    const end = center.map((v, i) => v + rotation[i * 3 + axis] * length);
    scene.strokes.line([place(center), place(end)], rgba(color), { least: 2.5 });
  });
}

// Modules draw in black by default, which is hardly seen on grass.
function visible(color) {
  return rgba(color === "black" ? "#f4f4f4" : color);
}

function angleIn(place) {
  const [x0, y0] = place([0, 0]),
    [x1, y1] = place([1, 0]);
  return Math.atan2(y1 - y0, x1 - x0);
}

// What the cameras of a robot look at: a pyramid before each, and its image's outline on the ground.
export function drawCameras(scene, robot, { cameras, values }, color) {
  for (const { thread } of cameras) {
    const matrix = values?.[`${thread}/CameraMatrix`],
      info = values?.[`${thread}/CameraInfo`];
    if (matrix?.camera_to_torso && info) drawCamera(scene, robot, matrix.camera_to_torso, info, color);
  }
}

function drawCamera(scene, robot, mounted, info, color) {
  const toWorld = chained(rows(robot.torso.subarray(0, 3), robot.torso.subarray(3, 7)), mounted);
  const ray = ([u, v]) => [
    1,
    (info.center[0] - u) / info.focal_length[0],
    (info.center[1] - v) / info.focal_length[1],
  ];
  const corners = [
    [0, 0],
    [info.width, 0],
    [info.width, info.height],
    [0, info.height],
  ].map(ray);
  const at = (point) =>
    [0, 1, 2].map(
      (i) =>
        toWorld[i * 4] * point[0] +
        toWorld[i * 4 + 1] * point[1] +
        toWorld[i * 4 + 2] * point[2] +
        toWorld[i * 4 + 3],
    );
  const eye = at([0, 0, 0]),
    front = corners.map((corner) => at(corner.map((v) => v * FRUSTUM)));
  const paint = rgba(color, 0.95);
  scene.strokes.line(front, paint, { least: 1.5, closed: true });
  for (const corner of front) scene.strokes.line([eye, corner], paint, { least: 1.2 });
  const outline = front.map((corner) => onGround(eye, corner));
  scene.strokes.line(outline, rgba(color, 0.85), { least: 2, dash: 0.12, closed: true });
  outline.forEach((point, i) => scene.strokes.line([front[i], point], rgba(color, 0.3), { least: 1 }));
}

// Where the ray from an eye through a point meets the ground, or how far it is followed at most.
function onGround(eye, through) {
  const d = through.map((v, i) => v - eye[i]),
    flat = Math.hypot(d[0], d[1]) || 1e-6;
  const farthest = FARTHEST / flat,
    reach = d[2] < -1e-6 ? Math.min(farthest, (GROUND - eye[2]) / d[2]) : farthest;
  return [eye[0] + reach * d[0], eye[1] + reach * d[1], GROUND];
}

function chained(outer, { rotation, translation }) {
  const out = new Float32Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++)
      out[i * 4 + j] = [0, 1, 2].reduce((sum, k) => sum + outer[i * 4 + k] * rotation[k][j], 0);
    out[i * 4 + 3] =
      outer[i * 4 + 3] + [0, 1, 2].reduce((sum, k) => sum + outer[i * 4 + k] * translation[k], 0);
  }
  return out;
}

export function drawRobotMarks(scene, moment, index, { stage, data, choices, direction, chosen, cameras }) {
  const described = stage.robots[index],
    robot = moment.robots[index];
  const turned = (described.team === "home" ? 1 : -1) * direction < 0;
  const size = GHOST * stage.kinds[described.kind].radius;
  if (choices.beliefs) drawBelief(scene, robot, { size, color: teamColor(described), chosen });
  if (choices.drawn.includes(described.name)) {
    drawDrawings(scene, data, robot, { wanted: choices.drawings, turned });
    drawPath(scene, data, turned);
  }
  if (chosen && cameras) drawCameras(scene, robot, { cameras, values: data?.values }, "#e8f1ff");
}
