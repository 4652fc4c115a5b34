// Behavior over time: a lane for each level of one robot, or for each robot; a click goes there.

import { teamColor } from "../page/colors.js";
import { cssColor, fitted, h, oncePerFrame } from "../page/dom.js";
import { run } from "../page/feed.js";
import { isRecorded, ownName, robotIndex } from "../page/store.js";
import { readSpans, spansOf } from "./spans.js";

const LABELS = 62; // px at the left for the names of lanes
const RIGHT = 14; // px at the right, so that the last time is not cut
const AXIS = 18; // px at the bottom
const LEAST = 5; // s, shown at least
const TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];

export class SpanView {
  constructor(panel) {
    Object.assign(this, { panel, zoomed: null, drag: null, boxes: [] });
    this.canvas = h("canvas", {
      "aria-label": "behavior over time: drag to move, wheel to zoom, click to go there",
      tabindex: "0",
    });
    this.tip = h("div", { class: "tip", hidden: true });
    this.element = h("div", { class: "spans" }, this.canvas, this.tip);
    this.chips = h("div", { class: "chips" });
    this.draw = oncePerFrame(() => this.paint());
    panel.on("theme", this.draw);
    panel.on("mode", () => (this.zoomed = null));
    this.observer = new ResizeObserver(this.draw);
    this.observer.observe(this.canvas);
    this.listen();
  }

  get all() {
    return this.panel.setting("lanes") === "robots";
  }

  robots() {
    return this.all ? this.panel.match.stage.robots.map(({ name }) => name) : [this.panel.robot].filter(Boolean);
  }

  refresh() {
    const chip = (value, text, title) =>
      h(
        "button",
        {
          class: "chip",
          "data-lanes": value,
          title,
          "aria-pressed": this.all === (value === "robots"),
          onclick: () => this.panel.set({ lanes: value }),
        },
        text,
      );
    this.chips.replaceChildren(
      chip("levels", "this robot", "a lane for each level of its options"),
      chip("robots", "all robots", "a lane for each robot, with what it decided last"),
    );
    this.draw();
  }

  listen() {
    const on = (name, act, options) => this.canvas.addEventListener(name, act, options);
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("pointerdown", (event) => {
      this.drag = { x: event.offsetX, moved: false, stretch: this.stretch() };
      this.canvas.setPointerCapture(event.pointerId);
    });
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointerleave", () => (this.tip.hidden = true));
    on("dblclick", () => {
      this.zoomed = null;
      this.draw();
    });
  }

  time() {
    return isRecorded(this.panel.match) ? (this.panel.match.moment?.time ?? 0) : (this.panel.data?.time ?? this.panel.match.status?.time ?? 0);
  }

  stretch() {
    if (this.zoomed) return this.zoomed;
    const time = this.time();
    if (isRecorded(this.panel.match)) return [this.panel.match.status.start, Math.max(this.panel.match.status.end, this.panel.match.status.start + LEAST)];
    const firsts = this.robots().map((robot) => spansOf(robot)[0]?.[0] ?? time);
    return [Math.max(Math.min(...firsts), time - 120), Math.max(time, Math.min(...firsts) + LEAST)];
  }

  scale() {
    const [from, to] = this.stretch(),
      width = Math.max(10, this.canvas.clientWidth - LABELS - RIGHT);
    return {
      from,
      to,
      x: (time) => LABELS + ((time - from) / (to - from)) * width,
      at: (x) => from + ((x - LABELS) / width) * (to - from),
    };
  }

  wheel(event) {
    event.preventDefault();
    const { from, to, at } = this.scale(),
      time = at(event.offsetX),
      factor = Math.exp(event.deltaY * 0.0015);
    this.zoomed = [time + (from - time) * factor, time + (to - time) * factor];
    this.draw();
  }

  move(event) {
    if (!this.drag) return this.point(event);
    const dx = event.offsetX - this.drag.x;
    if (Math.abs(dx) < 4 && !this.drag.moved) return undefined;
    this.drag.moved = true;
    const [from, to] = this.drag.stretch,
      shift = (dx / Math.max(10, this.canvas.clientWidth - LABELS - RIGHT)) * (to - from);
    this.zoomed = [from - shift, to - shift];
    return this.draw();
  }

  up(event) {
    const clicked = this.drag && !this.drag.moved;
    this.drag = null;
    if (clicked && this.panel.match.status.can_look_back && event.offsetX > LABELS)
      run(`${this.panel.match.key}goto ${Math.max(0, this.scale().at(event.offsetX)).toFixed(3)}`);
  }

  point(event) {
    const found = this.boxes.find(
      ({ x, y, width, height }) =>
        event.offsetX >= x && event.offsetX <= x + width && event.offsetY >= y && event.offsetY <= y + height,
    );
    this.tip.hidden = !found;
    if (!found) return;
    const [start, end, , [option, state, facts]] = found.span;
    this.tip.replaceChildren(
      h("b", {}, found.robot ? `${ownName(found.robot)}: ${option}` : option),
      state ? h("span", { class: "state" }, ` ${state}`) : "",
      h(
        "div",
        { class: "muted" },
        `${start.toFixed(2)} to ${end.toFixed(2)} s, for ${(end - start).toFixed(2)} s`,
      ),
      facts ? h("div", {}, facts) : "",
    );
    this.tip.style.left = `${Math.min(event.offsetX + 12, Math.max(0, this.canvas.clientWidth - 300))}px`;
    this.tip.style.bottom = `${this.canvas.clientHeight - event.offsetY + 10}px`;
  }

  lanes() {
    if (!this.all) {
      const spans = spansOf(this.panel.robot),
        depth = spans.reduce((most, span) => Math.max(most, span[2]), 0);
      return Array.from({ length: depth + 1 }, (_, level) => ({
        title: `level ${level}`,
        spans: spans.filter((span) => span[2] === level),
      }));
    }
    return this.robots().map((robot) => ({ title: ownName(robot), robot, spans: decisions(spansOf(robot)) }));
  }

  paint() {
    if (!this.panel.shown || !this.panel.match.status) return;
    const { context, width, height } = fitted(this.canvas);
    if (!width || !height) return;
    for (const robot of this.robots()) readSpans(robot, this.draw);
    context.clearRect(0, 0, width, height);
    const lanes = this.lanes(),
      scale = this.scale(),
      thick = Math.min(24, Math.max(5, (height - AXIS) / Math.max(1, lanes.length)));
    this.boxes = [];
    context.font = "11px system-ui";
    context.textBaseline = "middle";
    this.paintTicks(context, scale, width, height);
    lanes.forEach((lane, i) => this.paintLane(context, lane, i * thick, thick, scale, width));
    context.strokeStyle = cssColor("--warm");
    context.beginPath();
    context.moveTo(Math.round(scale.x(this.time())) + 0.5, 0);
    context.lineTo(Math.round(scale.x(this.time())) + 0.5, height - AXIS);
    context.stroke();
  }

  paintTicks(context, { from, to, x }, width, height) {
    const step = TICKS.find((tick) => ((width - LABELS) * tick) / (to - from) > 60) ?? 1200;
    context.fillStyle = cssColor("--muted");
    context.strokeStyle = cssColor("--line");
    context.textAlign = "center";
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
      context.beginPath();
      context.moveTo(x(time), 0);
      context.lineTo(x(time), height - AXIS);
      context.stroke();
      const text = `${Number(time.toFixed(1))} s`,
        half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(x(time), width - half - 2), height - AXIS / 2);
    }
  }

  paintLane(context, { title, spans, robot }, y, thick, { from, to, x }, width) {
    context.textAlign = "left";
    const described = robot && this.panel.match.stage.robots[robotIndex(robot)];
    context.fillStyle = described ? teamColor(described) : cssColor("--muted");
    context.fillText(title, 6, y + thick / 2);
    for (const span of spans) {
      if (span[1] < from || span[0] > to) continue;
      const left = Math.max(LABELS, x(span[0])),
        right = Math.min(width, x(span[1]));
      if (right < LABELS || right - left < 0.4) continue;
      const [option, state] = span[3];
      context.fillStyle = colorOf(option, state);
      context.fillRect(left, y + 1, Math.max(1, right - left - 0.5), thick - 2);
      this.boxes.push({ x: left, y, width: right - left, height: thick, span, robot });
      if (right - left > 34 && thick > 10)
        written(context, state ? `${option} · ${state}` : option, left + 4, y + thick / 2, right - left - 8);
    }
  }

  dispose() {
    this.observer.disconnect();
  }
}

// What a robot decided: of the levels between the whole game and single joints the deepest card.
function decisions(spans) {
  const cards = spans.filter(([, , , [option]]) => /Card$/.test(option));
  const listed = cards.length ? cards : spans.filter(([, , depth]) => depth === 1);
  const deepest = listed.reduce((most, span) => Math.max(most, span[2]), 0);
  return listed.filter(([, , depth]) => depth === deepest);
}

const hues = new Map();

export function colorOf(option, state) {
  const key = `${option} ${state}`;
  if (!hues.has(key)) {
    const hash = (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
    const lightness = 0.47 + (hash(state) % 4) * 0.03; // dark enough for white letters in every hue
    hues.set(key, `oklch(${lightness} 0.12 ${(hash(option) * 47) % 360})`);
  }
  return hues.get(key);
}

function written(context, text, x, y, room) {
  const letters = Math.floor(room / 5.8);
  context.fillStyle = "#ffffff";
  context.fillText(text.length > letters ? `${text.slice(0, Math.max(1, letters - 1))}…` : text, x, y);
}
