// What lies on the ground or is drawn in space: discs, strokes and labels, each in one draw call.

import {
  CanvasTexture,
  DoubleSide,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Float32BufferAttribute,
  LinearFilter,
  Mesh,
  ShaderMaterial,
  Vector2,
  Color,
} from "../vendor/three.min.js";

// Instances of a square from −1 to 1 with some attributes each.
export class Instances {
  constructor(scene, sizes, shader, { room = 64, order = 1, uniforms = {}, topmost = false } = {}) {
    this.sizes = sizes;
    this.geometry = new InstancedBufferGeometry();
    this.geometry.setAttribute(
      "position",
      new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3),
    );
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const options = { transparent: true, depthWrite: false, depthTest: !topmost, side: DoubleSide, uniforms };
    this.mesh = new Mesh(this.geometry, new ShaderMaterial({ ...shader, ...options }));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    scene.add(this.mesh);
    this.grow(room);
    this.begin();
  }

  grow(room) {
    this.room = room;
    for (const [name, size] of Object.entries(this.sizes)) {
      const array = new Float32Array(room * size),
        old = this.geometry.getAttribute(name);
      if (old) array.set(old.array);
      this.geometry.setAttribute(name, new InstancedBufferAttribute(array, size).setUsage(DynamicDrawUsage));
    }
  }

  begin() {
    this.count = 0;
  }

  add(values) {
    if (this.count === this.room) {
      this.geometry.dispose(); // buffers of another size cannot be filled again
      this.grow(this.room * 2);
    }
    for (const name in values)
      this.geometry.attributes[name].array.set(values[name], this.count * this.sizes[name]);
    this.count += 1;
  }

  end() {
    this.geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
    for (const name in this.sizes) this.geometry.attributes[name].needsUpdate = true;
  }
}

const colors = new Map();

// A CSS color as red, green, blue, alpha from 0 to 1, as the screen shows it.
export function rgba(text, alpha = 1) {
  if (!colors.has(text)) {
    const hex = /^#([0-9a-f]{6})([0-9a-f]{2})$/i.exec(text),
      made = new Color();
    made.setStyle(hex ? `#${hex[1]}` : text);
    made.convertLinearToSRGB();
    colors.set(text, [made.r, made.g, made.b, hex ? parseInt(hex[2], 16) / 255 : 1]);
  }
  const [r, g, b, own] = colors.get(text);
  return [r, g, b, own * alpha];
}

// Discs and rings on the ground: center, half axes, angle; from which part of the radius they are
// filled, and how soft their edge is.
const DISC = {
  vertexShader: `
    attribute vec3 center; attribute vec3 axes; attribute vec4 paint; attribute vec2 edge;
    varying vec2 at; varying vec4 color; varying vec2 limits;
    void main() {
      at = position.xy * 1.15; color = paint; limits = edge;
      vec2 p = at * axes.xy; float c = cos(axes.z), s = sin(axes.z);
      vec3 world = center + vec3(c * p.x - s * p.y, s * p.x + c * p.y, 0.0);
      gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
    }`,
  fragmentShader: `
    varying vec2 at; varying vec4 color; varying vec2 limits;
    void main() {
      float r = length(at), w = max(fwidth(r), limits.y);
      float alpha = 1.0 - smoothstep(1.0 - w, 1.0 + (limits.y > 0.0 ? 0.0 : w), r);
      if (limits.x > 0.0) alpha *= smoothstep(limits.x - w, limits.x + w, r);
      if (alpha < 0.01) discard;
      gl_FragColor = vec4(color.rgb, color.a * alpha);
    }`,
};

export class Discs extends Instances {
  constructor(scene, options) {
    super(scene, { center: 3, axes: 3, paint: 4, edge: 2 }, DISC, options);
  }

  disc([x, y], radius, color, { height = 0.004, hole = 0, soft = 0, radii = null, angle = 0 } = {}) {
    const [a, b] = radii ?? [radius, radius];
    this.add({ center: [x, y, height], axes: [a, b, angle], paint: color, edge: [hole, soft] });
  }
}

// Straight strokes in space, at least some pixels wide, smooth at their sides.
const STROKE = {
  vertexShader: `
    attribute vec3 start; attribute vec3 end; attribute vec4 paint; attribute vec3 style;
    uniform vec2 screen;
    varying float side; varying vec4 color; varying float along; varying float dash; varying float pixels;
    void main() {
      vec4 a = projectionMatrix * viewMatrix * vec4(start, 1.0), b = projectionMatrix * viewMatrix * vec4(end, 1.0);
      float near = 0.06, length3 = distance(start, end);
      if (a.w < near && b.w < near) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
      float from = 0.0, to = 1.0;
      if (a.w < near) { from = (near - a.w) / (b.w - a.w); a = mix(a, b, from); }
      if (b.w < near) { to = 1.0 - (near - b.w) / (a.w - b.w); b = mix(b, a, (near - b.w) / (a.w - b.w)); }
      vec2 sa = a.xy / a.w * screen, sb = b.xy / b.w * screen, line = sb - sa;
      vec2 direction = length(line) > 1e-4 ? normalize(line) : vec2(1.0, 0.0), across = vec2(-direction.y, direction.x);
      bool last = position.x > 0.0;
      vec4 p = last ? b : a;
      float wide = max(style.x * projectionMatrix[1][1] * screen.y / p.w, style.y) * 0.5 + 0.75;
      side = position.y * wide; pixels = wide - 0.75; color = paint; dash = style.z;
      along = (last ? to : from) * length3;
      vec2 offset = across * position.y * wide + direction * position.x * 0.5;
      gl_Position = vec4(p.xy + offset / screen * p.w, p.z, p.w);
    }`,
  fragmentShader: `
    varying float side; varying vec4 color; varying float along; varying float dash; varying float pixels;
    void main() {
      float alpha = clamp(pixels + 0.5 - abs(side), 0.0, 1.0);
      if (dash > 0.0 && fract(along / dash) > 0.55) discard;
      if (alpha < 0.01) discard;
      gl_FragColor = vec4(color.rgb, color.a * alpha);
    }`,
};

export class Strokes extends Instances {
  constructor(scene, options = {}) {
    super(scene, { start: 3, end: 3, paint: 4, style: 3 }, STROKE, {
      ...options,
      uniforms: { screen: { value: new Vector2(1, 1) } },
    });
  }

  // Half the size of the picture in px.
  set screen([width, height]) {
    this.mesh.material.uniforms.screen.value.set(width / 2, height / 2);
  }

  // Through points of three coordinates; width in m, at least so many px, dashes in m.
  line(points, color, { width = 0, least = 1.5, dash = 0, closed = false } = {}) {
    const count = points.length - (closed ? 0 : 1);
    for (let i = 0; i < count; i++) {
      this.add({
        start: points[i],
        end: points[(i + 1) % points.length],
        paint: color,
        style: [width, least, dash],
      });
    }
  }
}

// Upright labels of a constant size on the screen, from one picture that holds all of them.
const LABEL = {
  vertexShader: `
    attribute vec3 center; attribute vec4 cell;
    uniform vec2 screen; uniform vec2 size;
    varying vec2 uv2; varying float shade;
    void main() {
      uv2 = cell.xy + (position.xy * 0.5 + 0.5) * cell.zw; shade = 1.0;
      vec4 p = projectionMatrix * viewMatrix * vec4(center, 1.0);
      gl_Position = vec4(p.xy + position.xy * size / screen * p.w, p.z, p.w);
    }`,
  fragmentShader: `
    uniform sampler2D map; varying vec2 uv2; varying float shade;
    void main() {
      vec4 c = texture2D(map, uv2);
      if (c.a < 0.02) discard;
      gl_FragColor = vec4(c.rgb, c.a);
    }`,
};
const CELL = 64; // px of the picture

export class Labels extends Instances {
  // Each label: text, ground and ink as CSS colors.
  constructor(scene, labels) {
    const columns = 8,
      lines = Math.max(1, Math.ceil(labels.length / columns));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [columns * CELL, lines * CELL];
    const texture = new CanvasTexture(canvas);
    texture.minFilter = texture.magFilter = LinearFilter;
    texture.generateMipmaps = false;
    const uniforms = {
      map: { value: texture },
      screen: { value: new Vector2(1, 1) },
      size: { value: new Vector2(9, 9) },
    };
    super(scene, { center: 3, cell: 4 }, LABEL, { uniforms, order: 5, topmost: true });
    const context = canvas.getContext("2d");
    this.cells = labels.map((label, index) => {
      const x = (index % columns) * CELL,
        y = Math.floor(index / columns) * CELL;
      paintLabel(context, label, x, y);
      return [x / canvas.width, 1 - (y + CELL) / canvas.height, CELL / canvas.width, CELL / canvas.height];
    });
  }

  set screen([width, height, ratio]) {
    this.mesh.material.uniforms.screen.value.set(width / 2, height / 2);
    this.mesh.material.uniforms.size.value.set(10 * ratio, 10 * ratio);
  }

  label(index, center) {
    if (this.cells[index]) this.add({ center, cell: this.cells[index] });
  }
}

function paintLabel(context, { text, ground, ink }, x, y) {
  context.beginPath();
  context.arc(x + CELL / 2, y + CELL / 2, CELL / 2 - 3, 0, 2 * Math.PI);
  context.fillStyle = ground;
  context.fill();
  context.lineWidth = 3;
  context.strokeStyle = "rgb(255 255 255 / 85%)";
  context.stroke();
  context.fillStyle = ink;
  context.font = "700 38px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x + CELL / 2, y + CELL / 2 + 2);
}
