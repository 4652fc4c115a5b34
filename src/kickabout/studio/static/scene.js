// The 3-D scene in WebGL 2: all robots' primitives in three instanced draws, with shadows.

import { linkRows, multiplied, rows } from "./body.js";
import { box, cylinder, sphere } from "./meshes.js";
import { paintPitch } from "./pitch.js";

const SPHERE = 0, CAPSULE = 1, CYLINDER = 2, BOX = 3, ELLIPSOID = 4;
const STRIDE = 16; // floats of an instance: 3 rows, color, kind
const COARSEST = 0.75;
const LIGHT = [0.35, 0.25, 1.0];

// Without a graphics card every pixel and vertex is computed by the processor that also plays.
const FINE = { antialias: true, scale: 1.5, sides: 18, rings: 10, wholeShadows: true, anisotropy: 8 };
const PLAIN = { antialias: false, scale: 0.8, sides: 8, rings: 4, wholeShadows: false, anisotropy: 1 };

// The address may ask for one of them, as the documentation's pictures do: ?quality=fine.
const asked = () => new URLSearchParams(location.search).get("quality");

function quality() {
  const wanted = asked();
  if (wanted) return wanted === "fine" ? FINE : PLAIN;
  const gl = document.createElement("canvas").getContext("webgl2");
  const told = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = told ? gl.getParameter(told.UNMASKED_RENDERER_WEBGL) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name) ? PLAIN : FINE;
}

const COMMON = `#version 300 es
precision highp float;
uniform mat4 view;`;

const SOLID_VERTEX = `${COMMON}
layout(location=0) in vec3 position; layout(location=1) in vec3 normal;
layout(location=2) in vec4 r0; layout(location=3) in vec4 r1; layout(location=4) in vec4 r2;
layout(location=5) in vec4 paint;
uniform float flatten; uniform vec3 light;
out vec3 n; out vec3 p; out vec3 local; out vec4 c;
void main() {
  vec4 v = vec4(position, 1.0);
  p = vec3(dot(r0, v), dot(r1, v), dot(r2, v));
  vec3 s = vec3(r0.x*r0.x+r1.x*r1.x+r2.x*r2.x, r0.y*r0.y+r1.y*r1.y+r2.y*r2.y, r0.z*r0.z+r1.z*r1.z+r2.z*r2.z);
  vec3 m = normal / s;
  n = vec3(dot(r0.xyz, m), dot(r1.xyz, m), dot(r2.xyz, m));
  local = position; c = paint;
  if (flatten > 0.5) p = vec3(p.xy - light.xy / light.z * p.z, 0.003);
  gl_Position = view * vec4(p, 1.0);
}`;

const SOLID_FRAGMENT = `${COMMON}
in vec3 n; in vec3 p; in vec3 local; in vec4 c;
uniform float flatten; uniform vec3 light; uniform vec3 eye;
out vec4 color;
const float A = 0.5257, B = 0.8507;
float spot(vec3 q, vec3 d) { return smoothstep(0.935, 0.945, dot(q, d)); }
void main() {
  if (flatten > 0.5) { color = vec4(0.0, 0.0, 0.0, 0.34); return; }
  vec3 base = c.rgb;
  if (c.a > 0.5 && c.a < 1.5) {
    vec3 q = abs(normalize(local));
    float dark = max(spot(q, vec3(0.0, A, B)), max(spot(q, vec3(A, B, 0.0)), spot(q, vec3(B, 0.0, A))));
    base = mix(vec3(0.82), vec3(0.02), dark);
  }
  vec3 normal = normalize(n), to = normalize(light), look = normalize(eye - p);
  float sun = max(dot(normal, to), 0.0);
  float sky = 0.5 + 0.5 * normal.z;
  float shine = pow(max(dot(normal, normalize(to + look)), 0.0), 40.0) * 0.10;
  vec3 lit = base * (0.75 * sun + mix(vec3(0.16, 0.19, 0.15), vec3(0.46, 0.48, 0.52), sky)) + shine;
  if (c.a > 1.5) lit = base;
  color = vec4(pow(lit, vec3(1.0 / 2.2)), 1.0);
}`;

const GROUND_VERTEX = `${COMMON}
layout(location=0) in vec3 position; uniform vec2 border; out vec2 at; out vec2 uv;
void main() { at = position.xy; uv = at / border * 0.5 + 0.5; gl_Position = view * vec4(position, 1.0); }`;

const GROUND_FRAGMENT = `${COMMON}
in vec2 at; in vec2 uv; uniform sampler2D carpet; uniform vec3 around; uniform vec3 hall;
out vec4 color;
void main() {
  bool on = all(greaterThan(uv, vec2(0.0))) && all(lessThan(uv, vec2(1.0)));
  if (on) color = vec4(texture(carpet, uv).rgb, 1.0);
  else color = vec4(mix(around, hall, smoothstep(5.0, 13.0, length(at))), 1.0);
}`;

function compiled(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  const places = {};
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
  for (let i = 0; i < count; i++) {
    const { name } = gl.getActiveUniform(program, i);
    places[name] = gl.getUniformLocation(program, name);
  }
  return { program, places };
}

function instanced(gl, mesh) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(mesh.vertices), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 24, 0);
  gl.enableVertexAttribArray(1);
  gl.vertexAttribPointer(1, 3, gl.FLOAT, false, 24, 12);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(mesh.indices), gl.STATIC_DRAW);
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (let i = 0; i < 4; i++) {
    gl.enableVertexAttribArray(2 + i);
    gl.vertexAttribPointer(2 + i, 4, gl.FLOAT, false, STRIDE * 4, i * 16);
    gl.vertexAttribDivisor(2 + i, 1);
  }
  return { array, buffer, indices: mesh.indices.length, data: new Float32Array(STRIDE * 64), count: 0 };
}

// A primitive as unit meshes with fixed rows in its link: one, or three for a capsule.
function parts([kind, link, size, position, quaternion, color]) {
  const own = rows(position, quaternion);
  const scaled = (sx, sy, sz, shift = 0) => {
    const out = own.slice();
    for (let i = 0; i < 3; i++) {
      out[i * 4 + 3] += own[i * 4 + 2] * shift;
      out[i * 4] *= sx;
      out[i * 4 + 1] *= sy;
      out[i * 4 + 2] *= sz;
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

// A flat disc under a robot: a mark, or a shadow where true ones are too dear.
function disc([x, y], r, color, height) {
  return { mesh: "cylinder", color, matrix: [r, 0, 0, x, 0, r, 0, y, 0, 0, height, height] };
}

export class Scene {
  constructor(canvas, stage) {
    this.canvas = canvas;
    this.stage = stage;
    this.quality = quality();
    this.sharpness = 1;
    const gl = canvas.getContext("webgl2", { antialias: this.quality.antialias, stencil: this.quality.wholeShadows, alpha: false });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl;
    this.solid = compiled(gl, SOLID_VERTEX, SOLID_FRAGMENT);
    this.ground = compiled(gl, GROUND_VERTEX, GROUND_FRAGMENT);
    this.meshes = {
      sphere: instanced(gl, sphere(this.quality)),
      cylinder: instanced(gl, cylinder(this.quality)),
      box: instanced(gl, box()),
    };
    this.robots = stage.robots.map((robot) => robot.shapes.flatMap(parts));
    this.linkRows = new Float32Array(stage.links.length * 12);
    this.goals = this.goalParts();
    this.plane = this.groundPlane();
    this.camera = { target: [0, 0, 0], yaw: 0, pitch: 0, distance: 1 };
    this.reset();
    this.theme("dark");
  }

  goalParts() {
    const [x, y, r, z, depth] = this.stage.field.goal;
    const found = [];
    const tube = (from, to, radius, color) => {
      const d = to.map((v, i) => v - from[i]);
      const length = Math.hypot(...d);
      const [ux, uy, uz] = d.map((v) => v / length);
      const w = Math.sqrt((1 + uz) / 2);
      const q = w < 1e-6 ? [0, 1, 0, 0] : [w, -uy / (2 * w), ux / (2 * w), 0];
      const middle = from.map((v, i) => (v + to[i]) / 2);
      found.push(...parts([CYLINDER, 0, [radius, length / 2, 0], middle, q, color]));
    };
    const white = [0.75, 0.75, 0.74], gray = [0.4, 0.41, 0.42];
    for (const s of [1, -1]) {
      for (const side of [y, -y]) {
        tube([s * x, side, 0], [s * x, side, z], r, white);
        tube([s * (x + depth), side, 0], [s * x, side, z], 0.012, gray);
        tube([s * x, side, 0.01], [s * (x + depth), side, 0.01], 0.012, gray);
      }
      tube([s * x, -y, z], [s * x, y, z], r, white);
      tube([s * (x + depth), -y, 0.01], [s * (x + depth), y, 0.01], 0.012, gray);
    }
    return found;
  }

  groundPlane() {
    const gl = this.gl;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    // Where pixels are dear the carpet alone, and the floor around it is what the picture begins with.
    const [x, y] = this.quality.wholeShadows ? [40, 40] : this.stage.field.border;
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-x, -y, 0, x, -y, 0, -x, y, 0, x, y, 0]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);
    this.texture = gl.createTexture();
    return array;
  }

  theme(name) {
    const light = name === "light";
    this.hall = light ? [0.90, 0.92, 0.93] : [0.075, 0.085, 0.10];
    this.around = light ? [0.80, 0.82, 0.83] : [0.12, 0.135, 0.155];
    const gl = this.gl, [bx, by] = this.stage.field.border;
    const canvas = document.createElement("canvas");
    canvas.width = 2048;
    canvas.height = Math.round((2048 * by) / bx);
    const context = canvas.getContext("2d");
    const scale = canvas.width / (2 * bx);
    context.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height / 2);
    paintPitch(context, this.stage.field, { grass: "#3d7a46", edge: "#3d7a46", line: "#e9eee9" });
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    gl.generateMipmap(gl.TEXTURE_2D);
    const filter = this.quality.wholeShadows ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR_MIPMAP_NEAREST;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
    const sharp = gl.getExtension("EXT_texture_filter_anisotropic");
    if (sharp) gl.texParameterf(gl.TEXTURE_2D, sharp.TEXTURE_MAX_ANISOTROPY_EXT, this.quality.anisotropy);
  }

  // The whole field in sight, from the side line.
  reset() {
    const aspect = this.canvas.clientHeight ? this.canvas.clientWidth / this.canvas.clientHeight : 1.3;
    const distance = Math.min(16, Math.max(8.5, (this.stage.field.border[0] * 1.02) / (Math.tan(0.36) * aspect) + 0.6));
    Object.assign(this.camera, { target: [0, -0.25, 0], yaw: -Math.PI / 2, pitch: 0.85, distance });
  }

  eye() {
    const { target, yaw, pitch, distance } = this.camera;
    const flat = distance * Math.cos(pitch);
    return [target[0] + flat * Math.cos(yaw), target[1] + flat * Math.sin(yaw), target[2] + distance * Math.sin(pitch)];
  }

  axes() {
    const { yaw, pitch } = this.camera;
    const back = [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
    const right = [-Math.sin(yaw), Math.cos(yaw), 0];
    const up = [-Math.sin(pitch) * Math.cos(yaw), -Math.sin(pitch) * Math.sin(yaw), Math.cos(pitch)];
    return { back, right, up };
  }

  viewMatrix(aspect) {
    const eye = this.eye(), { back, right, up } = this.axes();
    const f = 1 / Math.tan(0.36), near = 0.05, far = 60;
    const depth = (far + near) / (near - far), shift = (2 * far * near) / (near - far);
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const out = new Float32Array(16);
    for (let i = 0; i < 3; i++) {
      out[i * 4] = (f / aspect) * right[i];
      out[i * 4 + 1] = f * up[i];
      out[i * 4 + 2] = depth * back[i];
      out[i * 4 + 3] = -back[i];
    }
    out[12] = (-f / aspect) * dot(right, eye);
    out[13] = -f * dot(up, eye);
    out[14] = -depth * dot(back, eye) + shift;
    out[15] = dot(back, eye);
    return out;
  }

  // The ray under a point of the canvas, as origin and direction.
  ray(x, y) {
    const { back, right, up } = this.axes();
    const t = Math.tan(0.36), width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    const u = ((2 * x) / width - 1) * t * (width / height), v = (1 - (2 * y) / height) * t;
    const direction = [0, 1, 2].map((i) => -back[i] + u * right[i] + v * up[i]);
    return { origin: this.eye(), direction };
  }

  // Where a ray meets the plane at a height; null above the horizon.
  ground(x, y, height = 0) {
    const { origin, direction } = this.ray(x, y);
    if (direction[2] > -1e-3) return null;
    const s = (height - origin[2]) / direction[2];
    return [origin[0] + s * direction[0], origin[1] + s * direction[1]];
  }

  add(part, matrix, at, kind = 0) {
    const mesh = this.meshes[part.mesh];
    const place = mesh.count * STRIDE;
    if (place + STRIDE > mesh.data.length) {
      const larger = new Float32Array(mesh.data.length * 2);
      larger.set(mesh.data);
      mesh.data = larger;
    }
    if (matrix) multiplied(matrix, at, part.matrix, 0, mesh.data, place);
    else mesh.data.set(part.matrix, place);
    mesh.data[place + 12] = part.color[0];
    mesh.data[place + 13] = part.color[1];
    mesh.data[place + 14] = part.color[2];
    mesh.data[place + 15] = kind;
    mesh.count += 1;
  }

  collect(moment, chosen) {
    for (const mesh of Object.values(this.meshes)) mesh.count = 0;
    for (const part of this.goals) this.add(part);
    moment.robots.forEach((robot, index) => {
      linkRows(this.stage.links, robot.torso, robot.joints, this.linkRows);
      for (const part of this.robots[index] ?? []) this.add(part, this.linkRows, part.link * 12);
      if (index === chosen) this.add(disc(robot.torso, 0.24, [0.06, 0.24, 0.6], 0.001), null, 0, 2);
      if (!this.quality.wholeShadows) this.add(disc(robot.torso, 0.13, [0.012, 0.045, 0.014], 0.003), null, 0, 2);
    });
    const r = this.stage.field.ball;
    const [x, y, z, ...q] = moment.ball;
    const matrix = rows([x, y, z], q);
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) matrix[i * 4 + j] *= r;
    this.add({ mesh: "sphere", matrix, color: [1, 1, 1] }, null, 0, 1);
  }

  // How much of the usual resolution is drawn.
  coarsen(factor) {
    if (asked()) return;
    this.sharpness = Math.min(1, Math.max(COARSEST, this.sharpness * factor));
  }

  draw(moment, chosen) {
    const gl = this.gl, canvas = this.canvas;
    const ratio = Math.min((window.devicePixelRatio || 1) * Math.min(1, this.quality.scale), 1.5) * this.sharpness;
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    this.collect(moment, chosen);
    gl.viewport(0, 0, width, height);
    gl.clearColor(...(this.quality.wholeShadows ? this.hall : this.around), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const view = this.viewMatrix(width / height);
    this.drawGround(view);
    gl.useProgram(this.solid.program);
    gl.uniformMatrix4fv(this.solid.places.view, false, view);
    gl.uniform3fv(this.solid.places.light, LIGHT);
    gl.uniform3fv(this.solid.places.eye, this.eye());
    for (const mesh of Object.values(this.meshes)) {
      gl.bindBuffer(gl.ARRAY_BUFFER, mesh.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, mesh.data.subarray(0, mesh.count * STRIDE), gl.DYNAMIC_DRAW);
    }
    if (this.quality.wholeShadows) this.drawShadows();
    gl.uniform1f(this.solid.places.flatten, 0);
    this.drawMeshes();
  }

  drawGround(view) {
    const gl = this.gl;
    gl.useProgram(this.ground.program);
    gl.uniformMatrix4fv(this.ground.places.view, false, view);
    gl.uniform2fv(this.ground.places.border, this.stage.field.border);
    gl.uniform3fv(this.ground.places.around, this.around);
    gl.uniform3fv(this.ground.places.hall, this.hall);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.bindVertexArray(this.plane);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  // Each pixel is darkened once, however many shadows fall on it.
  drawShadows() {
    const gl = this.gl;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.EQUAL, 0, 0xff);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    gl.depthMask(false);
    gl.uniform1f(this.solid.places.flatten, 1);
    this.drawMeshes();
    gl.depthMask(true);
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.BLEND);
  }

  drawMeshes() {
    const gl = this.gl;
    for (const mesh of Object.values(this.meshes)) {
      gl.bindVertexArray(mesh.array);
      gl.drawElementsInstanced(gl.TRIANGLES, mesh.indices, gl.UNSIGNED_SHORT, 0, mesh.count);
    }
  }
}
