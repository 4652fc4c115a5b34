// The 3-D scene of a match: robots, ball, pitch, and what robots believe and see.

import {
  AmbientLight,
  Color,
  DirectionalLight,
  HemisphereLight,
  PCFSoftShadowMap,
  PerspectiveCamera,
  Scene as Space,
  WebGLRenderer,
} from "../vendor/three.min.js";
import { numberColor, teamColor } from "../page/colors.js";
import { Ball } from "./ball.js";
import { Discs, Labels, rgba, Strokes } from "./marks.js";
import { Pitch } from "./pitch_mesh.js";
import { askedQuality, quality } from "./quality.js";
import { furniture } from "./furniture.js";
import { Bodies, Solids } from "./robots.js";
import { HALF_ANGLE, ViewPoint } from "./view_point.js";

const LIGHT = [3.5, -4.5, 10]; // m
const ABOVE = 0.12; // m, of a label above a robot
const THEMES = {
  dark: { grass: "#2f6a3a", line: "#e4ebe5", around: "#171b20", sky: 0.95 },
  light: { grass: "#4f9a5c", line: "#ffffff", around: "#dfe4e8", sky: 1.1 },
};
const CHOSEN = 2.25; // radii of a robot, of the ring around the chosen one
const RING = { part: 0.018, ball: 2 }; // of the distance to the ball; in radii of the ball, at least
const FINER = 1.6; // times the resolution of the screen, for a picture that stays

export class Scene {
  constructor(canvas, stage) {
    this.canvas = canvas;
    this.stage = stage;
    this.quality = quality();
    this.fixed = askedQuality() !== null;
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: this.quality.antialias,
      alpha: false,
      stencil: false,
    });
    this.renderer.shadowMap.enabled = this.quality.shadows;
    this.renderer.shadowMap.type = PCFSoftShadowMap;
    this.space = new Space();
    this.camera = new PerspectiveCamera((2 * HALF_ANGLE * 180) / Math.PI, 1, 0.05, 150);
    this.camera.up.set(0, 0, 1);
    this.view = new ViewPoint();
    this.lights();
    this.pitch = new Pitch(this.space, stage.field, this.quality);
    this.shadows = new Discs(this.space, { order: 1 });
    this.discs = new Discs(this.space, { order: 2 });
    this.strokes = new Strokes(this.space, { order: 3, room: 256 });
    this.solids = new Solids(this.space, this.quality);
    this.furniture = furniture(stage.field);
    this.bodies = new Bodies(stage);
    this.ball = new Ball(this.space, stage.field, this.quality);
    this.labels = new Labels(
      this.space,
      stage.robots.map((robot) => ({
        text: String(robot.number),
        ground: teamColor(robot),
        ink: numberColor(robot),
      })),
    );
    this.size = [0, 0];
  }

  lights() {
    this.sun = new DirectionalLight("#fff4e2", 1.9);
    this.sun.position.set(...LIGHT);
    this.sky = new HemisphereLight("#eef3fa", "#5c6a58", 1.5);
    this.space.add(this.sun, this.sky, new AmbientLight("#ffffff", 0.35));
    if (!this.quality.shadows) return;
    const [x, y] = this.stage.field.border,
      camera = this.sun.shadow.camera;
    this.sun.castShadow = true;
    Object.assign(camera, { left: -x - 1, right: x + 1, top: y + 2, bottom: -y - 2, near: 2, far: 22 });
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 4;
    this.sun.shadow.bias = -0.0006;
  }

  theme(name) {
    const theme = THEMES[name] ?? THEMES.dark;
    this.pitch.theme(theme);
    this.sky.intensity = 1.5 * theme.sky;
    this.space.background = new Color(theme.around);
  }

  // Fits the picture to its box; returns false while there is no room for it.
  resize(sharpness) {
    const width = this.canvas.clientWidth,
      height = this.canvas.clientHeight;
    if (!width || !height) return false;
    const ratio = Math.min(window.devicePixelRatio || 1, this.quality.ratio) * sharpness;
    const size = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (size[0] !== this.size[0] || size[1] !== this.size[1])
      this.renderer.setSize(...(this.size = size), false);
    this.view.aspect = this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.strokes.screen = size;
    this.labels.screen = [...size, size[1] / height];
    return true;
  }

  // What a picture of more detail is drawn with while nothing moves.
  get finest() {
    return this.quality.antialias ? 1 : FINER;
  }

  fit() {
    this.view.aspect = this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
    this.view.fit(this.stage.field.border);
  }

  // `overlay` adds marks of its own before they are drawn.
  draw(moment, { chosen = -1, sharpness = 1, labels = true, overlay = null } = {}) {
    if (!this.resize(sharpness)) return false;
    for (const part of [this.solids, this.shadows, this.discs, this.strokes, this.labels]) part.begin();
    for (const part of this.furniture) this.solids.add(part);
    moment.robots.forEach((robot, index) => this.robot(robot, index, chosen, labels));
    this.ball.move(moment.ball);
    if (!this.quality.shadows)
      this.shadows.disc(moment.ball, this.stage.field.ball * 1.5, [0, 0, 0, 0.4], { soft: 0.8 });
    this.ringed(moment.ball);
    overlay?.(this);
    for (const part of [this.solids, this.shadows, this.discs, this.strokes, this.labels]) part.end();
    this.look();
    this.renderer.render(this.space, this.camera);
    return true;
  }

  robot(robot, index, chosen, labels) {
    const [x, y, z] = robot.torso,
      { radius, top } = this.stage.kinds[this.stage.robots[index].kind];
    this.bodies.add(this.solids, index, robot);
    if (!this.quality.shadows) this.shadows.disc([x, y], 2 * radius, [0, 0, 0, 0.42], { soft: 0.9 });
    if (index === chosen)
      this.discs.disc([x, y], CHOSEN * radius, rgba("#ffffff", 0.95), { hole: 0.86 });
    if (labels && this.labels.cells.length > 1) this.labels.label(index, [x, y, z + top + ABOVE]);
  }

  // A ball that is far away is small: a ring around it keeps its size on the screen.
  ringed([x, y, z]) {
    const [ex, ey, ez] = this.view.eye,
      radius = RING.part * Math.hypot(x - ex, y - ey, z - ez);
    if (radius > RING.ball * this.stage.field.ball)
      this.discs.disc([x, y], radius, rgba("#ffb020"), { hole: 0.68, height: 0.007 });
  }

  look() {
    const { eye, target } = this.view;
    this.camera.position.set(...eye);
    this.camera.lookAt(...target);
  }

  dispose() {
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}
