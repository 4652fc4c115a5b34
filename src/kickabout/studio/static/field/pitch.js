// The pitch on a 2-D canvas: carpet, lines, goals, walls; coordinates in m, x to the right, y up.

import { cssOf } from "../page/colors.js";
import { rows } from "../scene/body.js";

export function paintPitch(context, field, { grass, line, edge }) {
  const [bx, by] = field.border;
  context.fillStyle = edge;
  context.fillRect(-bx, -by, 2 * bx, 2 * by);
  context.fillStyle = grass;
  context.fillRect(-bx + 0.03, -by + 0.03, 2 * bx - 0.06, 2 * by - 0.06);
  context.strokeStyle = line;
  context.lineWidth = field.line_width;
  context.lineCap = "square";
  context.beginPath();
  for (const [x1, y1, x2, y2] of [...field.lines, ...field.marks]) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
  if (!field.circle) return;
  context.beginPath();
  context.arc(0, 0, field.circle, 0, 2 * Math.PI);
  context.stroke();
}

// What stands on the field, from above.
export function paintFurniture(context, field, color) {
  if (field.goal.kind === "frame") paintGoals(context, field.goal, color);
  for (const board of field.boards) paintBoard(context, board);
  for (const landmark of field.landmarks) paintLandmark(context, landmark);
}

function paintGoals(context, { x, y, radius, depth, colors }, color) {
  context.lineWidth = radius * 1.4;
  context.lineJoin = "round";
  for (const [index, side] of [1, -1].entries()) {
    context.strokeStyle = colors[index] ? cssOf(colors[index]) : color;
    context.beginPath();
    context.moveTo(side * x, y);
    context.lineTo(side * (x + depth), y);
    context.lineTo(side * (x + depth), -y);
    context.lineTo(side * x, -y);
    context.stroke();
  }
}

// A box seen from above: its longest side lies flat, and others may lean.
function paintBoard(context, [center, half, quaternion, color]) {
  const m = rows(center, quaternion),
    length = Math.hypot(m[0], m[4]) || 1,
    along = [m[0] / length, m[4] / length],
    across = [-along[1], along[0]];
  const reach = (axis) =>
    [0, 1, 2].reduce((sum, i) => sum + half[i] * Math.abs(m[i] * axis[0] + m[4 + i] * axis[1]), 0);
  const [a, b] = [reach(along), reach(across)];
  context.save();
  context.transform(along[0], along[1], across[0], across[1], center[0], center[1]);
  context.fillStyle = cssOf(color);
  context.fillRect(-a, -b, 2 * a, 2 * b);
  context.restore();
}

// A beacon: its highest band outside, the one below inside.
function paintLandmark(context, [x, y, radius, bands]) {
  const shown = bands.slice(-2).reverse();
  shown.forEach(([color], index) => {
    context.beginPath();
    context.arc(x, y, radius * (1 - 0.5 * index), 0, 2 * Math.PI);
    context.fillStyle = cssOf(color);
    context.fill();
  });
}
