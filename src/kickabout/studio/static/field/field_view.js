// The field from above: truth filled, belief dashed, drawings of chosen robots on top.

import { teamColor } from "../page/colors.js";
import { cssColor, fitted, h, oncePerFrame } from "../page/dom.js";
import { choices, chooseRobot, mayMove, now, robotIndex } from "../page/store.js";
import { kindOf } from "../page/stage.js";
import { markRadius, paintBelief, paintBall, paintRobot } from "./field_marks.js";
import { paintFurniture, paintPitch } from "./pitch.js";
import { place } from "./placing.js";
import { paintPath } from "./path.js";
import { paintShapes } from "./shapes.js";

const CLOSEST = 8; // times the whole field
const MARGIN = 0.1; // m around the carpet
const DRAWN_VALUES = ["PathModel", "RobotPose"];

export function fieldView(panel) {
  const canvas = h("canvas", { class: "field", "aria-label": "field view", tabindex: "0" });
  const only = h("input", { type: "checkbox", onchange: () => panel.set({ only: only.checked }) });
  const hint = h("span", { class: "hint" });
  const element = h(
    "div",
    { class: "pane field-pane" },
    canvas,
    h(
      "div",
      { class: "overlay" },
      h("label", { title: "beliefs and drawings of this panel's robot alone" }, only, " one robot"),
      hint,
    ),
  );
  const view = new FieldView(panel, canvas, hint);
  return {
    element,
    refresh: () => {
      only.checked = panel.setting("only");
      view.redraw();
    },
    data: () => view.redraw(),
    looks: () =>
      Object.fromEntries(
        view.drawn().map((name) => [name, { drawings: choices.drawings, draw: true, values: DRAWN_VALUES }]),
      ),
  };
}

class FieldView {
  constructor(panel, canvas, hint) {
    Object.assign(this, { panel, canvas, hint, zoom: 1, shift: [0, 0], drag: null, held: null });
    this.redraw = oncePerFrame(() => this.draw());
    for (const name of ["choice", "data", "status", "theme"]) panel.on(name, this.redraw);
    panel.on("moment", () => {
      if (!this.drag) this.held = null;
      this.redraw();
    });
    for (const name of ["choice.drawings", "choice.drawn", "choice.robot"])
      panel.on(name, () => panel.need());
    new ResizeObserver(this.redraw).observe(canvas);
    this.listen();
  }

  listen() {
    const on = (name, act, options) => this.canvas.addEventListener(name, act, options);
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", () => this.up());
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("dblclick", () => this.whole());
  }

  // The robot whose beliefs and drawings are the only ones, if there is one.
  get only() {
    return this.panel.setting("only") ? this.panel.robot : "";
  }

  drawn() {
    return this.only ? [this.only] : this.panel.drawn;
  }

  // From meters to CSS pixels: scale and the place of the origin.
  frame(width, height) {
    const [x, y] = this.panel.match.stage.field.border;
    const scale = Math.min(width / (2 * (x + MARGIN)), height / (2 * (y + MARGIN))) * this.zoom;
    return { scale, x: width / 2 + this.shift[0], y: height / 2 + this.shift[1] };
  }

  toField(event) {
    const { scale, x, y } = this.frame(this.canvas.clientWidth, this.canvas.clientHeight);
    return [(event.offsetX - x) / scale, (y - event.offsetY) / scale];
  }

  draw() {
    if (!this.panel.match.moment || !this.panel.shown) return;
    const { context, width, height } = fitted(this.canvas);
    if (!width || !height) return; // no room is left for it
    const { scale, x, y } = this.frame(width, height);
    context.clearRect(0, 0, width, height);
    context.drawImage(this.pitch(width, height, { scale, x, y }), 0, 0, width, height);
    context.save();
    context.translate(x, y);
    context.scale(scale, -scale);
    const pixel = 1 / scale;
    for (const name of this.drawn()) this.drawings(context, name, pixel);
    this.panel.match.moment.robots.forEach((robot, index) => this.belief(context, robot, index, pixel));
    this.panel.match.moment.robots.forEach((robot, index) => this.robot(context, robot, index, pixel));
    paintBall(context, this.at(-1), pixel, this.panel.match.stage.field);
    context.restore();
  }

  // The empty pitch, painted again only when the view or the theme changes.
  pitch(width, height, { scale, x, y }) {
    const { width: columns, height: lines } = this.canvas;
    const key = [columns, lines, scale, x, y, choices.theme].join(" ");
    if (this.pitchKey === key) return this.pitchCanvas;
    this.pitchKey = key;
    const canvas = (this.pitchCanvas ??= document.createElement("canvas"));
    [canvas.width, canvas.height] = [columns, lines];
    const context = canvas.getContext("2d");
    context.scale(columns / width, lines / height);
    context.translate(x, y);
    context.scale(scale, -scale);
    const colors = {
      grass: cssColor("--grass"),
      edge: cssColor("--grass-edge"),
      line: cssColor("--pitch-line"),
    };
    this.colors = { chosen: cssColor("--chosen"), halo: cssColor("--halo") };
    paintPitch(context, this.panel.match.stage.field, colors);
    paintFurniture(context, this.panel.match.stage.field, colors.line);
    return canvas;
  }

  drawings(context, name, pixel) {
    const index = robotIndex(name),
      data = now.data.get(name);
    if (index < 0 || !data?.drawings) return;
    const own = this.panel.match.stage.robots[index].team === "home" ? 1 : -1;
    const turned = own * (this.panel.match.status?.home_direction ?? 1) < 0;
    const belief = this.panel.match.moment.robots[index].belief;
    const framed = (frame, paint) => {
      context.save();
      if (frame === "robot") {
        context.translate(belief[0], belief[1]);
        context.rotate(belief[2]);
      } else if (turned) context.rotate(Math.PI);
      paint();
      context.restore();
    };
    for (const { kind, name: drawing, frame, shapes } of data.drawings) {
      const wanted = kind === "field" && choices.drawings.includes(drawing);
      if (!wanted || (frame === "robot" && Number.isNaN(belief[0]))) continue;
      framed(frame, () => paintShapes(context, shapes, { finest: pixel, upright: true }));
    }
    framed("field", () => paintPath(context, data.values, pixel));
  }

  at(index) {
    if (this.held?.index === index) return this.held.at;
    const [x, y] = index < 0 ? this.panel.match.moment.ball : this.panel.match.moment.robots[index].torso;
    return [x, y];
  }

  belief(context, robot, index, pixel) {
    const described = this.panel.match.stage.robots[index],
      name = described.name;
    if (this.only ? name !== this.only : !choices.beliefs) return;
    if (Number.isNaN(robot.belief[0])) return;
    const chosen = name === this.panel.robot;
    paintBelief(context, robot.belief, this.at(index), {
      kind: kindOf(described),
      color: teamColor(described),
      halo: this.colors.halo,
      pixel,
      chosen,
    });
  }

  robot(context, robot, index, pixel) {
    const described = this.panel.match.stage.robots[index],
      chosen = described.name === this.panel.robot;
    const faded = Boolean(this.only) && !chosen;
    paintRobot(context, robot, described, {
      kind: kindOf(described),
      at: this.at(index),
      chosen: chosen ? this.colors.chosen : "",
      faded,
      pixel,
    });
  }

  hit([x, y]) {
    const [ballX, ballY] = this.panel.match.moment.ball;
    if (Math.hypot(ballX - x, ballY - y) < 0.14) return -1;
    const reach = (index) => markRadius(kindOf(this.panel.match.stage.robots[index])) + 0.06;
    const found = this.panel.match.moment.robots.findIndex(
      ({ torso }, index) => Math.hypot(torso[0] - x, torso[1] - y) < reach(index),
    );
    return found >= 0 ? found : null;
  }

  down(event) {
    if (!this.panel.match.moment) return;
    const index = this.hit(this.toField(event));
    this.drag = { x: event.offsetX, y: event.offsetY, index, moved: false };
    this.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.panel.match.moment) return;
    const drag = this.drag;
    if (!drag) return void this.hover(event);
    if (!drag.moved && Math.hypot(event.offsetX - drag.x, event.offsetY - drag.y) < 4) return;
    drag.moved = true;
    if (drag.index !== null && mayMove(this.panel.match)) this.held = { index: drag.index, at: this.toField(event) };
    else if (drag.index === null) {
      this.shift = [this.shift[0] + event.offsetX - drag.x, this.shift[1] + event.offsetY - drag.y];
      [drag.x, drag.y] = [event.offsetX, event.offsetY];
    }
    this.redraw();
  }

  hover(event) {
    const [x, y] = this.toField(event),
      index = this.hit([x, y]);
    this.canvas.style.cursor = index === null ? "" : mayMove(this.panel.match) ? "grab" : "pointer";
    const name = index === null ? "" : index < 0 ? "ball · " : `${this.panel.match.stage.robots[index].name} · `;
    this.hint.textContent = `${name}${x.toFixed(2)}, ${y.toFixed(2)} m`;
  }

  up() {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    if (!drag.moved && drag.index !== null && drag.index >= 0)
      chooseRobot(this.panel.match.stage.robots[drag.index].name);
    if (drag.moved && this.held) place(this.held.index, this.held.at);
  }

  wheel(event) {
    event.preventDefault();
    const [x, y] = this.toField(event);
    this.zoom = Math.min(CLOSEST, Math.max(1, this.zoom * Math.exp(-event.deltaY * 0.0015)));
    if (this.zoom === 1) this.shift = [0, 0];
    const after = this.frame(this.canvas.clientWidth, this.canvas.clientHeight);
    if (this.zoom > 1) {
      this.shift[0] += event.offsetX - (after.x + x * after.scale);
      this.shift[1] += event.offsetY - (after.y - y * after.scale);
    }
    this.redraw();
  }

  whole() {
    [this.zoom, this.shift] = [1, [0, 0]];
    this.redraw();
  }
}
