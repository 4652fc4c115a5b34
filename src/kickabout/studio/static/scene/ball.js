// The ball: of one color, or with black patches on white where the corners of an icosahedron are.

import {
  Color,
  Float32BufferAttribute,
  IcosahedronGeometry,
  Mesh,
  MeshLambertMaterial,
} from "../vendor/three.min.js";

const A = 0.5257,
  B = 0.8507;
const CORNERS = [
  [0, A, B],
  [A, B, 0],
  [B, 0, A],
];

export class Ball {
  constructor(scene, { ball: radius, ball_color: plain }, quality) {
    const shape = new IcosahedronGeometry(radius, quality.ball);
    shape.setAttribute("color", new Float32BufferAttribute(colorsOf(shape, radius, plain), 3));
    this.mesh = new Mesh(shape, new MeshLambertMaterial({ vertexColors: true }));
    this.mesh.castShadow = quality.shadows;
    scene.add(this.mesh);
  }

  move([x, y, z, w, qx, qy, qz]) {
    this.mesh.position.set(x, y, z);
    this.mesh.quaternion.set(qx, qy, qz, w);
  }
}

// One color for each face; without a plain color, by where its middle is.
function colorsOf(shape, radius, plain) {
  const at = shape.getAttribute("position"),
    colors = [];
  if (plain) return Array.from({ length: at.count }, () => plain).flat();
  const white = new Color(0.95, 0.95, 0.95),
    black = new Color(0.02, 0.02, 0.02);
  for (let face = 0; face < at.count; face += 3) {
    const middle = [at.getX, at.getY, at.getZ].map((get) =>
      Math.abs((get.call(at, face) + get.call(at, face + 1) + get.call(at, face + 2)) / 3 / radius),
    );
    const isPatch = CORNERS.some((corner) => corner.reduce((sum, v, i) => sum + v * middle[i], 0) > 0.93);
    const { r, g, b } = isPatch ? black : white;
    for (let i = 0; i < 3; i++) colors.push(r, g, b);
  }
  return colors;
}
