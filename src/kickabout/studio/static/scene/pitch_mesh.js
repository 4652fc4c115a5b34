// The pitch in space: carpet, floor around it, and lines with smooth edges at any distance.

import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  ShaderMaterial,
} from "../vendor/three.min.js";

const ROUND = 96; // corners of the circle
const PAD = 1.6; // half widths to which a line's quad reaches, so that its edge can be smooth
const LINE = {
  vertexShader: `
    attribute vec2 reach; varying vec2 at;
    void main() { at = reach; gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`,
  fragmentShader: `
    varying vec2 at; uniform vec3 paint;
    void main() {
      vec2 d = abs(at), w = max(fwidth(at), vec2(1e-4));
      vec2 inside = clamp((1.0 - d) / w + 0.5, 0.0, 1.0);
      float alpha = inside.x * inside.y;
      if (alpha < 0.01) discard;
      gl_FragColor = vec4(paint, alpha);
    }`,
};

export class Pitch {
  constructor(scene, field, quality) {
    const [x, y] = field.border;
    const Material = quality.shadows ? MeshLambertMaterial : MeshBasicMaterial;
    this.carpet = new Mesh(new PlaneGeometry(2 * x, 2 * y), new Material());
    this.carpet.receiveShadow = quality.shadows;
    this.floor = new Mesh(new PlaneGeometry(120, 120), new MeshBasicMaterial());
    this.floor.position.z = -0.01;
    this.floor.visible = quality.shadows; // else the ground of the picture has its color
    this.lines = new Mesh(
      lineGeometry(field),
      new ShaderMaterial({
        ...LINE,
        transparent: true,
        depthWrite: false,
        uniforms: { paint: { value: new Color() } },
      }),
    );
    this.lines.renderOrder = 0;
    scene.add(this.floor, this.carpet, this.lines);
  }

  theme({ grass, line, around }) {
    this.carpet.material.color.set(grass);
    this.floor.material.color.set(around);
    this.lines.material.uniforms.paint.value.set(line).convertLinearToSRGB();
  }
}

function lineGeometry(field) {
  const half = field.line_width / 2,
    positions = [],
    reaches = [],
    indices = [];
  const quad = (corners, reach) => {
    const base = positions.length / 3;
    for (const [x, y] of corners) positions.push(x, y, 0.002);
    for (const [along, across] of reach) reaches.push(along, across);
    indices.push(base, base + 1, base + 2, base, base + 2, base + 3);
  };
  for (const [x1, y1, x2, y2] of [...field.lines, ...field.marks]) {
    const length = Math.hypot(x2 - x1, y2 - y1),
      ux = (x2 - x1) / length,
      uy = (y2 - y1) / length;
    const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2],
      reach = length / 2 + half; // ends are square
    const long = reach + (PAD - 1) * half,
      wide = half * PAD,
      end = long / reach;
    const at = (s, t) => [mx + s * long * ux - t * wide * uy, my + s * long * uy + t * wide * ux];
    quad(
      [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)],
      [
        [-end, -PAD],
        [end, -PAD],
        [end, PAD],
        [-end, PAD],
      ],
    );
  }
  for (let i = 0; field.circle > 0 && i < ROUND; i++) {
    const at = (step, side) => {
      const angle = (2 * Math.PI * step) / ROUND,
        r = field.circle + side * half * PAD;
      return [r * Math.cos(angle), r * Math.sin(angle)];
    };
    quad(
      [at(i, -1), at(i, 1), at(i + 1, 1), at(i + 1, -1)], // counterclockwise, as seen from above
      [
        [0, -PAD],
        [0, PAD],
        [0, PAD],
        [0, -PAD],
      ],
    );
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("reach", new Float32BufferAttribute(reaches, 2));
  geometry.setIndex(indices);
  return geometry;
}
