// Forward kinematics: from torso pose and joint angles to a matrix per link (3 rows × 4).

function place(out, at, parent, link, angle) {
  const [, , ox, oy, oz, x, y, z] = link;
  const s = Math.sin(angle),
    c = Math.cos(angle);
  for (let i = 0; i < 3; i++) {
    const p = parent + i * 4;
    const a = out[p],
      b = out[p + 1],
      d = out[p + 2];
    const along = (1 - c) * (a * x + b * y + d * z);
    const o = at + i * 4;
    out[o] = a * c + along * x + s * (b * z - d * y);
    out[o + 1] = b * c + along * y + s * (d * x - a * z);
    out[o + 2] = d * c + along * z + s * (a * y - b * x);
    out[o + 3] = out[p + 3] + a * ox + b * oy + d * oz;
  }
}

export function rows(position, quaternion, out = new Float32Array(12), at = 0) {
  const [w, x, y, z] = quaternion;
  out.set(
    [
      1 - 2 * (y * y + z * z),
      2 * (x * y - w * z),
      2 * (x * z + w * y),
      position[0],
      2 * (x * y + w * z),
      1 - 2 * (x * x + z * z),
      2 * (y * z - w * x),
      position[1],
      2 * (x * z - w * y),
      2 * (y * z + w * x),
      1 - 2 * (x * x + y * y),
      position[2],
    ],
    at,
  );
  return out;
}

export function linkRows(links, torso, joints, out) {
  rows(torso.subarray(0, 3), torso.subarray(3, 7), out, 0);
  for (let index = 1; index < links.length; index++) {
    const link = links[index];
    const angle = link[8] + (link[1] >= 0 ? (joints[link[1]] ?? 0) : 0);
    place(out, index * 12, link[0] * 12, link, angle);
  }
  return out;
}

// out = a · b for matrices of 3 rows × 4.
export function multiplied(a, aAt, b, bAt, out, at) {
  for (let i = 0; i < 3; i++) {
    const r = aAt + i * 4;
    const x = a[r],
      y = a[r + 1],
      z = a[r + 2];
    const o = at + i * 4;
    for (let j = 0; j < 4; j++) {
      out[o + j] = x * b[bAt + j] + y * b[bAt + 4 + j] + z * b[bAt + 8 + j];
    }
    out[o + 3] += a[r + 3];
  }
}
