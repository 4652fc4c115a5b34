// The planned path of a robot: from its estimated pose around circles to its target.

const COLOR = "#ffd84a";
const STEP = 0.15; // rad between points of an arc

// Points in field coordinates; empty without a valid path.
export function pathPoints({ PathModel: path, RobotPose: pose } = {}) {
  if (!path?.valid || !pose) return [];
  const { x, y, theta } = pose.robot_to_field,
    cosine = Math.cos(theta),
    sine = Math.sin(theta);
  const points = [[x, y]];
  const target = path.target_in_field;
  const corners = path.corners.map(({ center_in_robot: c, radius, clockwise }) => ({
    center: [x + cosine * c.x - sine * c.y, y + sine * c.x + cosine * c.y],
    radius,
    side: clockwise ? 1 : -1,
  }));
  corners.forEach((corner, index) => {
    const before = corners[index - 1] ?? { center: [x, y], radius: 0, side: corner.side };
    const after = corners[index + 1] ?? { center: [target.x, target.y], radius: 0, side: corner.side };
    points.push(...arc(corner, tangent(before, corner).to, tangent(corner, after).from));
  });
  points.push([target.x, target.y]);
  return points;
}

// Where the line from one circle to the next leaves and arrives; side 1 passes clockwise around.
function tangent(one, other) {
  const dx = other.center[0] - one.center[0],
    dy = other.center[1] - one.center[1],
    length = Math.hypot(dx, dy) || 1;
  const along = Math.atan2(dy, dx),
    lean = (one.side * one.radius - other.side * other.radius) / length;
  const angle = along + Math.acos(Math.min(1, Math.max(-1, lean)));
  const point = ({ center, radius, side }) => [
    center[0] + side * radius * Math.cos(angle),
    center[1] + side * radius * Math.sin(angle),
  ];
  return { from: point(one), to: point(other) };
}

function arc({ center, radius, side }, from, to) {
  const angle = ([x, y]) => Math.atan2(y - center[1], x - center[0]);
  const start = angle(from),
    full = 2 * Math.PI;
  const turn = (((side * (start - angle(to))) % full) + full) % full;
  const count = Math.max(1, Math.ceil(turn / STEP));
  return Array.from({ length: count + 1 }, (_, i) => {
    const at = start - (side * turn * i) / count;
    return [center[0] + radius * Math.cos(at), center[1] + radius * Math.sin(at)];
  });
}

export function paintPath(context, values, pixel) {
  const points = pathPoints(values);
  if (!points.length) return;
  context.setLineDash([]);
  context.beginPath();
  points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.lineWidth = pixel * 4;
  context.strokeStyle = "rgb(0 0 0 / 40%)";
  context.stroke();
  context.lineWidth = pixel * 2;
  context.strokeStyle = COLOR;
  context.stroke();
}
