// What stands on the field: goals, walls and ramps, beacons.

import { parts, tube } from "./robots.js";

const WHITE = [0.9, 0.9, 0.88],
  GRAY = [0.62, 0.63, 0.64];
const THIN = 0.012; // m, radius of the frame behind the posts
const UPRIGHT = [1, 0, 0, 0];
const CYLINDER = 2,
  BOX = 3;

export function furniture(field) {
  return [...goals(field.goal), ...field.boards.flatMap(board), ...field.landmarks.flatMap(landmark)];
}

// The walls of box goals are boards.
function goals({ kind, x, y, radius, height, depth, colors }) {
  if (kind !== "frame") return [];
  return [1, -1].flatMap((s, index) => {
    const color = colors[index] ?? WHITE;
    return [
      ...[y, -y].flatMap((side) => [
        tube([s * x, side, 0], [s * x, side, height], radius, color),
        tube([s * (x + depth), side, 0], [s * x, side, height], THIN, GRAY),
        tube([s * x, side, 0.01], [s * (x + depth), side, 0.01], THIN, GRAY),
      ]),
      tube([s * x, -y, height], [s * x, y, height], radius, color),
      tube([s * (x + depth), -y, 0.01], [s * (x + depth), y, 0.01], THIN, GRAY),
    ];
  });
}

function board([center, halfSize, quaternion, color]) {
  return parts([BOX, 0, halfSize, center, quaternion, color]);
}

function landmark([x, y, radius, bands]) {
  return bands.flatMap(([color, bottom, top]) => {
    const size = [radius, (top - bottom) / 2, 0];
    return parts([CYLINDER, 0, size, [x, y, (bottom + top) / 2], UPRIGHT, color]);
  });
}
