// Bodies of robots, goals and other solids: one draw call for all spheres, all cylinders, all boxes.

import {
  BoxGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshLambertMaterial,
  SphereGeometry,
} from "../vendor/three.min.js";
import { linkRows, multiplied, rows } from "./body.js";

const SPHERE = 0,
  CYLINDER = 2,
  BOX = 3,
  ELLIPSOID = 4; // and 1: a capsule
const ROOM = 64; // instances at first

// Unit shapes: radius 1, and 1 to both sides along z.
function shapes({ sides, rings }) {
  return {
    sphere: new SphereGeometry(1, sides, rings),
    cylinder: new CylinderGeometry(1, 1, 2, sides).rotateX(Math.PI / 2),
    box: new BoxGeometry(2, 2, 2),
  };
}

export class Solids {
  constructor(scene, quality) {
    this.scene = scene;
    this.material = new MeshLambertMaterial();
    this.shadows = quality.shadows;
    this.meshes = Object.fromEntries(
      Object.entries(shapes(quality)).map(([name, shape]) => [name, this.mesh(shape, ROOM)]),
    );
  }

  mesh(shape, room) {
    const made = new InstancedMesh(shape, this.material, room);
    made.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * room), 3).setUsage(
      DynamicDrawUsage,
    );
    made.instanceMatrix.setUsage(DynamicDrawUsage);
    made.frustumCulled = false;
    made.castShadow = made.receiveShadow = this.shadows;
    this.scene.add(made);
    return made;
  }

  begin() {
    for (const mesh of Object.values(this.meshes)) mesh.count = 0;
  }

  // A part of a body, by three rows of its matrix; `link` is the matrix of what it is fixed to.
  add({ mesh: name, matrix, color }, link = null, at = 0) {
    let mesh = this.meshes[name];
    if (mesh.count === mesh.instanceMatrix.count) mesh = this.larger(name);
    const target = mesh.instanceMatrix.array,
      place = mesh.count * 16;
    let from = matrix;
    if (link) {
      multiplied(link, at, matrix, 0, SCRATCH, 0);
      from = SCRATCH;
    }
    for (let column = 0; column < 4; column++) {
      for (let row = 0; row < 3; row++) target[place + column * 4 + row] = from[row * 4 + column];
      target[place + column * 4 + 3] = column === 3 ? 1 : 0;
    }
    mesh.instanceColor.array.set(color, mesh.count * 3);
    mesh.count += 1;
  }

  larger(name) {
    const old = this.meshes[name],
      made = this.mesh(old.geometry, old.instanceMatrix.count * 2);
    made.instanceMatrix.array.set(old.instanceMatrix.array);
    made.instanceColor.array.set(old.instanceColor.array);
    made.count = old.count;
    this.scene.remove(old);
    old.dispose();
    return (this.meshes[name] = made);
  }

  end() {
    for (const mesh of Object.values(this.meshes)) {
      mesh.instanceMatrix.needsUpdate = mesh.instanceColor.needsUpdate = true;
    }
  }
}

const SCRATCH = new Float32Array(12);

// A primitive of a robot as unit shapes with fixed rows in its link: one, or three for a capsule.
export function parts([kind, link, size, position, quaternion, color]) {
  const own = rows(position, quaternion);
  const scaled = (x, y, z, shift = 0) => {
    const out = own.slice();
    for (let i = 0; i < 3; i++) {
      out[i * 4 + 3] += own[i * 4 + 2] * shift;
      out[i * 4] *= x;
      out[i * 4 + 1] *= y;
      out[i * 4 + 2] *= z;
    }
    return out;
  };
  const [a, b, c] = size;
  const made = (mesh, matrix) => ({ mesh, link, matrix, color });
  if (kind === SPHERE) return [made("sphere", scaled(a, a, a))];
  if (kind === ELLIPSOID) return [made("sphere", scaled(a, b, c))];
  if (kind === BOX) return [made("box", scaled(a, b, c))];
  const tube = made("cylinder", scaled(a, a, b));
  if (kind === CYLINDER) return [tube];
  return [tube, made("sphere", scaled(a, a, a, b)), made("sphere", scaled(a, a, a, -b))];
}

// A tube between two points.
export function tube(from, to, radius, color) {
  const d = to.map((v, i) => v - from[i]),
    length = Math.hypot(...d);
  const [x, y, z] = d.map((v) => v / length),
    w = Math.sqrt((1 + z) / 2);
  const quaternion = w < 1e-6 ? [0, 1, 0, 0] : [w, -y / (2 * w), x / (2 * w), 0];
  const middle = from.map((v, i) => (v + to[i]) / 2);
  return parts([CYLINDER, 0, [radius, length / 2, 0], middle, quaternion, color])[0];
}

// Bodies of robots, each by the links of its own kind.
export class Bodies {
  constructor({ kinds, robots }) {
    this.bodies = robots.map(({ kind, shapes }) => ({
      links: kinds[kind].links,
      parts: shapes.flatMap(parts),
    }));
    const most = Math.max(0, ...Object.values(kinds).map(({ links }) => links.length));
    this.rows = new Float32Array(most * 12);
  }

  add(solids, index, robot) {
    const { links, parts: listed } = this.bodies[index];
    linkRows(links, robot.torso, robot.joints, this.rows);
    for (const part of listed) solids.add(part, this.rows, part.link * 12);
  }
}
