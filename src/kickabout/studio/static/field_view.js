// The field from above: truth filled, belief as a ghost, drawings of chosen robots on top.

import { cssColor, fitted, h } from "./dom.js";
import { need } from "./feed.js";
import { paintGoals, paintPitch } from "./pitch.js";
import { put } from "./scene_view.js";
import { paintShapes } from "./shapes.js";
import { layout, mayMove, now, on, remember, robotIndex } from "./store.js";

const ROBOT = 0.17; // m, radius of a marker

export function teamColor(robot) {
  const names = { blue: "#4f8ff7", red: "#f0605d", yellow: "#e8c547", black: "#30343a", white: "#f0f2f4",
    green: "#4bb36a", orange: "#f29b4b", purple: "#a06be0", brown: "#9b6b4a", gray: "#8d969f" };
  return names[robot.color] ?? "#8d969f";
}

// `only` limits beliefs and drawings to one robot, as a function that gives its name.
export function fieldView(owner, only = null) {
  const canvas = h("canvas", { class: "field", "aria-label": "field view" });
  const pane = h("div", { class: "pane field-pane" }, canvas);
  new FieldView(canvas, owner, only);
  return pane;
}

class FieldView {
  constructor(canvas, owner, only) {
    Object.assign(this, { canvas, owner, only, zoom: 1, shift: [0, 0], dirty: true, drag: null, held: null });
    const redraw = () => (this.dirty = true);
    for (const name of ["moment", "layout", "thoughts", "status"]) on(name, redraw);
    on("moment", () => { if (!this.drag) this.held = null; });
    for (const name of ["layout.drawings", "layout.drawn", "layout.robot", "layout.page"]) on(name, () => this.ask());
    new ResizeObserver(() => { redraw(); this.ask(); }).observe(canvas); // also when it is shown or hidden
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", () => this.up());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("dblclick", (event) => this.double(event));
    const loop = () => {
      if (this.dirty && now.moment && canvas.clientWidth) {
        this.dirty = false;
        this.draw();
      }
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  drawn() {
    return this.only ? [this.only()].filter(Boolean) : layout.drawn;
  }

  ask() {
    const shown = this.canvas.isConnected && this.canvas.clientWidth;
    const wishes = {};
    for (const name of this.drawn()) wishes[name] = { drawings: layout.drawings, draw: true };
    need(this.owner, shown ? wishes : null);
  }

  // From meters to CSS pixels: scale and the place of the origin.
  frame(width, height) {
    const [bx, by] = now.stage.field.border;
    const scale = Math.min(width / (2 * bx + 0.2), height / (2 * by + 0.2)) * this.zoom;
    return { scale, x: width / 2 + this.shift[0], y: height / 2 + this.shift[1] };
  }

  toField(event) {
    const { scale, x, y } = this.frame(this.canvas.clientWidth, this.canvas.clientHeight);
    return [(event.offsetX - x) / scale, (y - event.offsetY) / scale];
  }

  draw() {
    const { context, width, height } = fitted(this.canvas);
    if (!width || !height) return; // no room is left for it
    const { scale, x, y } = this.frame(width, height);
    context.clearRect(0, 0, width, height);
    context.drawImage(this.pitch(width, height, { scale, x, y }), 0, 0, width, height);
    context.save();
    context.translate(x, y);
    context.scale(scale, -scale);
    for (const name of this.drawn()) this.drawings(context, name, 1 / scale);
    this.beliefs(context, 1 / scale);
    now.moment.robots.forEach((robot, index) => this.robot(context, robot, index, 1 / scale));
    this.ball(context, 1 / scale);
    context.restore();
  }

  // The empty pitch, painted again only when the view or the theme changes.
  pitch(width, height, { scale, x, y }) {
    const { width: columns, height: lines } = this.canvas;
    const key = [columns, lines, scale, x, y, layout.theme].join(" ");
    if (this.pitchKey === key) return this.pitchCanvas;
    this.pitchKey = key;
    const canvas = (this.pitchCanvas ??= document.createElement("canvas"));
    [canvas.width, canvas.height] = [columns, lines];
    const context = canvas.getContext("2d");
    context.scale(columns / width, lines / height);
    context.translate(x, y);
    context.scale(scale, -scale);
    const colors = { grass: cssColor("--grass"), edge: cssColor("--grass-edge"), line: cssColor("--pitch-line") };
    this.chosenColor = cssColor("--chosen");
    paintPitch(context, now.stage.field, colors);
    paintGoals(context, now.stage.field, colors.line);
    return canvas;
  }

  drawings(context, name, finest) {
    const index = robotIndex(name);
    const thoughts = now.thoughts.get(name);
    if (index < 0 || !thoughts?.drawings) return;
    const own = now.stage.robots[index].team === "home" ? 1 : -1;
    const turned = own * (now.status?.home_direction ?? 1) < 0;
    const [bx, by, theta] = now.moment.robots[index].belief;
    for (const drawing of thoughts.drawings) {
      if (drawing.kind !== "field" || !layout.drawings.includes(drawing.name)) continue;
      context.save();
      if (drawing.frame === "robot") {
        if (Number.isNaN(bx)) { context.restore(); continue; }
        context.translate(bx, by);
        context.rotate(theta);
      } else if (turned) context.rotate(Math.PI);
      paintShapes(context, drawing.shapes, { finest, upright: true });
      context.restore();
    }
  }

  place(index) {
    const held = this.held;
    if (held && held.index === index) return held.at;
    const [x, y] = index < 0 ? now.moment.ball : now.moment.robots[index].torso;
    return [x, y];
  }

  beliefs(context, finest) {
    if (!layout.beliefs && !this.only) return;
    now.moment.robots.forEach((robot, index) => {
      const described = now.stage.robots[index];
      if (this.only && described.name !== this.only()) return;
      const [x, y, theta, ballX, ballY] = robot.belief;
      if (Number.isNaN(x)) return;
      const color = teamColor(described), at = this.place(index);
      context.strokeStyle = color;
      context.lineWidth = finest * 1.5;
      context.setLineDash([finest * 3, finest * 3]);
      context.beginPath();
      context.moveTo(at[0], at[1]);
      context.lineTo(x, y);
      context.stroke();
      context.beginPath();
      context.arc(x, y, ROBOT * 1.15, 0, 2 * Math.PI);
      context.moveTo(x, y);
      context.lineTo(x + 0.28 * Math.cos(theta), y + 0.28 * Math.sin(theta));
      context.stroke();
      context.setLineDash([]);
      if (Number.isNaN(ballX)) return;
      const chosen = described.name === layout.robot || this.only;
      context.globalAlpha = chosen ? 1 : 0.55;
      context.lineWidth = finest * (chosen ? 2 : 1.3);
      context.beginPath();
      context.arc(ballX, ballY, 0.075, 0, 2 * Math.PI);
      context.stroke();
      if (chosen) {
        context.setLineDash([finest * 2, finest * 4]);
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(ballX, ballY);
        context.stroke();
        context.setLineDash([]);
      }
      context.globalAlpha = 1;
    });
  }

  robot(context, robot, index, finest) {
    const described = now.stage.robots[index];
    const [x, y] = this.place(index);
    const chosen = described.name === layout.robot;
    const fallen = robot.torso[2] < 0.17;
    context.save();
    context.translate(x, y);
    context.rotate(robot.heading);
    context.fillStyle = teamColor(described);
    context.globalAlpha = this.only && !chosen ? 0.5 : fallen ? 0.6 : 1;
    context.beginPath();
    context.moveTo(ROBOT * 1.55, 0);
    context.lineTo(ROBOT * 0.6, ROBOT * 0.8);
    context.arc(0, 0, ROBOT, 0.93, 2 * Math.PI - 0.93);
    context.closePath();
    context.fill();
    if (chosen) {
      context.strokeStyle = this.chosenColor;
      context.lineWidth = Math.max(0.035, finest * 2);
      context.stroke();
    }
    context.rotate(-robot.heading);
    context.scale(1, -1);
    context.fillStyle = ["yellow", "white"].includes(described.color) ? "#14171a" : "#ffffff";
    context.font = "600 0.2px system-ui";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String(described.number), 0, 0.01);
    context.restore();
  }

  ball(context, finest) {
    const [x, y] = this.place(-1);
    context.beginPath();
    context.arc(x, y, Math.max(now.stage.field.ball, finest * 4.5), 0, 2 * Math.PI);
    context.fillStyle = "#fdfdfd";
    context.fill();
    context.lineWidth = finest * 1.6;
    context.strokeStyle = "#101316";
    context.stroke();
  }

  hit([x, y]) {
    const [bx, by] = now.moment.ball;
    if (Math.hypot(bx - x, by - y) < 0.14) return -1;
    const found = now.moment.robots.findIndex(({ torso }) => Math.hypot(torso[0] - x, torso[1] - y) < ROBOT + 0.06);
    return found >= 0 ? found : null;
  }

  down(event) {
    if (!now.moment) return;
    const at = this.toField(event), index = this.hit(at);
    this.drag = { x: event.offsetX, y: event.offsetY, index, moved: false };
    this.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!now.moment) return;
    const drag = this.drag;
    if (!drag) {
      const index = this.hit(this.toField(event));
      this.canvas.style.cursor = index === null ? "" : mayMove() ? "grab" : "pointer";
      this.canvas.title = index === null ? "" : index < 0 ? "ball" : now.stage.robots[index].name;
      return;
    }
    if (!drag.moved && Math.hypot(event.offsetX - drag.x, event.offsetY - drag.y) < 4) return;
    drag.moved = true;
    if (drag.index !== null && mayMove()) this.held = { index: drag.index, at: this.toField(event) };
    else if (drag.index === null) {
      this.shift = [this.shift[0] + event.offsetX - drag.x, this.shift[1] + event.offsetY - drag.y];
      [drag.x, drag.y] = [event.offsetX, event.offsetY];
    }
    this.dirty = true;
  }

  up() {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    if (!drag.moved && drag.index !== null && drag.index >= 0) remember({ robot: now.stage.robots[drag.index].name });
    if (drag.moved && this.held) put(this.held.index < 0 ? "ball" : "robot", this.held.index, this.held.at);
  }

  wheel(event) {
    event.preventDefault();
    const before = this.toField(event);
    this.zoom = Math.min(8, Math.max(1, this.zoom * Math.exp(-event.deltaY * 0.0015)));
    if (this.zoom === 1) this.shift = [0, 0];
    const { scale, x, y } = this.frame(this.canvas.clientWidth, this.canvas.clientHeight);
    if (this.zoom > 1) {
      this.shift[0] += event.offsetX - (x + before[0] * scale);
      this.shift[1] += event.offsetY - (y - before[1] * scale);
    }
    this.dirty = true;
  }

  double(event) {
    const index = now.moment && this.hit(this.toField(event));
    if (index !== null && index >= 0) remember({ robot: now.stage.robots[index].name, page: "robot" });
    else [this.zoom, this.shift, this.dirty] = [1, [0, 0], true];
  }
}
