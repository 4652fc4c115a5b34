// Cameras on a robot: turns, poses and pixels, as the robot's own modules reckon them.

const SPACING = 0.08; // m between points of a projected line
const NO_TURN = [0, 0, 0];

export function turn([roll, pitch, yaw]) {
  const [a, b, c] = [Math.cos(roll), Math.cos(pitch), Math.cos(yaw)],
    [d, e, f] = [Math.sin(roll), Math.sin(pitch), Math.sin(yaw)];
  return [
    [c * b, c * e * d - f * a, c * e * a + f * d],
    [f * b, f * e * d + c * a, f * e * a - c * d],
    [-e, b * d, b * a],
  ];
}

const transposed = (m) => m[0].map((_, column) => m.map((row) => row[column]));
const product = (m, n) =>
  m.map((row) => n[0].map((_, column) => row.reduce((sum, value, k) => sum + value * n[k][column], 0)));
const moved = ({ rotation, translation }, point) =>
  rotation.map((row, i) => row.reduce((sum, value, k) => sum + value * point[k], translation[i]));
const chained = (first, second) => ({
  rotation: product(first.rotation, second.rotation),
  translation: moved(first, second.translation),
});
const inverse = ({ rotation, translation }) => {
  const back = transposed(rotation);
  return {
    rotation: back,
    translation: moved({ rotation: back, translation: [0, 0, 0] }, translation).map((value) => -value),
  };
};
const turnedOnly = (angles) => ({ rotation: turn(angles), translation: [0, 0, 0] });

// Where the camera would be with other corrections than those that went into its matrix.
export function corrected(matrix, camera, used, wanted) {
  const toTorso = matrix.camera_to_torso;
  const mounted = {
    rotation: product(toTorso.rotation, transposed(turn(used.cameras[camera] ?? NO_TURN))),
    translation: toTorso.translation,
  };
  const torso = chained(
    chained(matrix.camera_to_robot, inverse(toTorso)),
    inverse(turnedOnly([used.body_roll, used.body_pitch, 0])),
  );
  const lean = turnedOnly([wanted.body_roll, wanted.body_pitch, 0]);
  return chained(chained(torso, lean), {
    rotation: product(mounted.rotation, turn(wanted.cameras[camera] ?? NO_TURN)),
    translation: mounted.translation,
  });
}

// The field's lines in the image: stretches of pixels, for a robot at {x, y, theta}.
export function projectedField(field, place, toRobot, info, system) {
  const toCamera = inverse(toRobot),
    sine = Math.sin(place.theta),
    cosine = Math.cos(place.theta);
  const pixel = ([x, y]) => {
    const dx = x - place.x,
      dy = y - place.y;
    const [depth, left, up] = moved(toCamera, [cosine * dx + sine * dy, -sine * dx + cosine * dy, 0]);
    if (depth < 0.05) return null;
    return rolled(
      [
        info.center[0] - (info.focal_length[0] * left) / depth,
        info.center[1] - (info.focal_length[1] * up) / depth,
      ],
      info,
      system,
    );
  };
  const stretches = [...field.lines, ...field.marks].map(([x1, y1, x2, y2]) => {
    const count = Math.max(2, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / SPACING));
    return Array.from({ length: count + 1 }, (_, i) =>
      pixel([x1 + ((x2 - x1) * i) / count, y1 + ((y2 - y1) * i) / count]),
    );
  });
  const circle = Array.from({ length: 73 }, (_, i) =>
    pixel([field.circle * Math.cos((i * Math.PI) / 36), field.circle * Math.sin((i * Math.PI) / 36)]),
  );
  return [...stretches, circle];
}

// Rows of the image are exposed one after the other, while the head may turn.
function rolled([u, v], info, system) {
  const pan = info.focal_length[0] * (system?.row_rotation?.[0] ?? 0),
    tilt = info.focal_length[1] * (system?.row_rotation?.[1] ?? 0);
  const still = system?.row_of_matrix ?? 0,
    row = (v + tilt * still) / (1 + tilt);
  return [u + pan * (row - still), row];
}

export function paintStretches(context, stretches) {
  context.beginPath();
  for (const points of stretches) {
    let down = false;
    for (const point of points) {
      if (point && down) context.lineTo(...point);
      else if (point) context.moveTo(...point);
      down = point !== null;
    }
  }
  context.stroke();
}
