// Where the scene is looked at from: around a target, towards the cursor, following something.

const NEAREST = 0.5,
  FARTHEST = 30; // m
const STEEPEST = 1.55,
  FLATTEST = 0.03; // rad
const LOWEST = 0.6,
  HIGHEST = 1.4; // rad, from which the whole field is shown
const FILLED = 0.86; // of the height of the picture
const EDGE = 0.96; // of the carpet that is shown at the near side
const TANGENT = Math.tan(0.36); // of half the angle of view

export class ViewPoint {
  constructor() {
    Object.assign(this, { target: [0, 0, 0], yaw: -Math.PI / 2, pitch: 0.85, distance: 10, aspect: 1.5 });
  }

  get eye() {
    const flat = this.distance * Math.cos(this.pitch),
      [x, y, z] = this.target;
    return [
      x + flat * Math.cos(this.yaw),
      y + flat * Math.sin(this.yaw),
      z + this.distance * Math.sin(this.pitch),
    ];
  }

  axes() {
    const c = Math.cos(this.pitch),
      s = Math.sin(this.pitch),
      cy = Math.cos(this.yaw),
      sy = Math.sin(this.yaw);
    return { back: [c * cy, c * sy, s], right: [-sy, cy, 0], up: [-s * cy, -s * sy, c] };
  }

  // The ray under a point, given from −1 to 1 across and up.
  ray(u, v) {
    const { back, right, up } = this.axes();
    return {
      origin: this.eye,
      direction: [0, 1, 2].map((i) => -back[i] + TANGENT * (u * this.aspect * right[i] + v * up[i])),
    };
  }

  // Where a ray meets the plane at a height; null above the horizon.
  ground(u, v, height = 0) {
    const { origin, direction } = this.ray(u, v);
    if (direction[2] > -1e-3) return null;
    const s = (height - origin[2]) / direction[2];
    return [origin[0] + s * direction[0], origin[1] + s * direction[1]];
  }

  // Where a point is on the screen, from −1 to 1 across and up.
  seen(point) {
    const { back, right, up } = this.axes(),
      eye = this.eye,
      d = point.map((v, i) => v - eye[i]);
    const dot = (a) => a[0] * d[0] + a[1] * d[1] + a[2] * d[2],
      depth = -dot(back) * TANGENT;
    return [dot(right) / depth / this.aspect, dot(up) / depth];
  }

  turn(dx, dy) {
    this.yaw -= dx;
    this.pitch = Math.min(STEEPEST, Math.max(FLATTEST, this.pitch + dy));
  }

  // The point of the ground under the cursor stays there.
  zoom(factor, u, v) {
    const distance = Math.min(FARTHEST, Math.max(NEAREST, this.distance * factor)),
      scale = distance / this.distance;
    const at = u === undefined ? null : this.ground(u, v, this.target[2]);
    const reach = at && Math.hypot(at[0] - this.target[0], at[1] - this.target[1]);
    if (at && reach < 2 * this.distance)
      for (let i = 0; i < 2; i++) this.target[i] = at[i] + (this.target[i] - at[i]) * scale;
    this.distance = distance;
  }

  // What was under one point of the screen comes under another.
  pan(from, to) {
    const a = this.ground(...from, this.target[2]),
      b = this.ground(...to, this.target[2]);
    if (!a || !b) return;
    for (let i = 0; i < 2; i++) this.target[i] += a[i] - b[i];
  }

  // The whole field from the side line: from so high up that it fills the picture, and as near.
  fit([x, y]) {
    Object.assign(this, { target: [0, 0, 0], yaw: -Math.PI / 2, pitch: LOWEST });
    while (this.nearest(x * EDGE, y) < FILLED && this.pitch < HIGHEST) this.pitch += 0.05;
  }

  // Goes as near as the whole field can be seen; returns which part of the height it then has.
  nearest(x, y) {
    const corners = [
      [-x, -y, 0],
      [x, -y, 0],
      [-x, y, 0.3],
      [x, y, 0.3],
    ];
    let low = 2,
      high = 60;
    for (let i = 0; i < 30; i++) {
      this.distance = (low + high) / 2;
      if (this.centered(corners) < 1) high = this.distance;
      else low = this.distance;
    }
    this.distance = high;
    this.centered(corners);
    return this.spread;
  }

  // Moves the target so that points are in the middle; returns how far they reach, 1 is the edge.
  centered(points) {
    for (let i = 0; i < 4; i++) {
      const ups = points.map((point) => this.seen(point)[1]),
        middle = (Math.max(...ups) + Math.min(...ups)) / 2;
      this.spread = (Math.max(...ups) - Math.min(...ups)) / 2;
      this.target[1] += (middle * this.distance * TANGENT) / Math.sin(this.pitch);
    }
    return Math.max(this.spread / 0.97, ...points.map((point) => Math.abs(this.seen(point)[0])));
  }

  // Goes a part of the way to a point; returns whether there is some way left.
  follow([x, y], part = 0.25) {
    this.target[0] += (x - this.target[0]) * part;
    this.target[1] += (y - this.target[1]) * part;
    return Math.hypot(x - this.target[0], y - this.target[1]) > 0.004;
  }

  behind(heading, part = 0.12) {
    const turn = heading + Math.PI - this.yaw;
    this.yaw += Math.atan2(Math.sin(turn), Math.cos(turn)) * part;
  }
}

export const HALF_ANGLE = 0.36; // rad, of the view from its middle to its upper edge
