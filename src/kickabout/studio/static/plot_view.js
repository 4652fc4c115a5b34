// Curves of numbers over time; each keeps a bounded number of points.

import { cssColor, fitted, h, number, setText, valueAt } from "./dom.js";
import { layout, now, on, remember } from "./store.js";

const KEPT = 900; // points of a curve
const SPAN = 30; // s
const LEAST = 2; // s, shown before there is more
const COLORS = ["#5aa9e6", "#f29b4b", "#4bb36a", "#d36bb3", "#e8c547", "#8f7ee7"];

class Curve {
  constructor() {
    this.times = new Float64Array(KEPT);
    this.values = new Float64Array(KEPT);
    this.count = 0;
  }

  add(time, value) {
    const last = this.count ? this.times[(this.count - 1) % KEPT] : -Infinity;
    if (time < last) this.count = 0;
    if (time === last) return;
    this.times[this.count % KEPT] = time;
    this.values[this.count % KEPT] = value;
    this.count += 1;
  }

  *points() {
    for (let i = Math.max(0, this.count - KEPT); i < this.count; i++) yield [this.times[i % KEPT], this.values[i % KEPT]];
  }
}

const curves = new Map();

export function plotView(page) {
  const input = h("input", { placeholder: "path, such as BallModel.position_in_robot.x", size: 38, "aria-label": "path to plot" });
  const add = () => {
    if (input.value.trim()) remember({ plots: [...new Set([...layout.plots, input.value.trim()])] });
    input.value = "";
  };
  input.addEventListener("keydown", (event) => event.key === "Enter" && add());
  const list = h("div", { class: "scroll plots" });
  let charts = [];
  const build = () => {
    charts = layout.plots.map((path, i) => {
      const canvas = h("canvas", { class: "plot" }), value = h("span", { class: "number" });
      const element = h("div", { class: "chart" }, h("div", { class: "row" }, h("i", { class: "swatch", style: `background:${COLORS[i % COLORS.length]}` }), h("span", { class: "key" }, path), value,
        h("button", { class: "icon", title: "remove", onclick: () => remember({ plots: layout.plots.filter((other) => other !== path) }) }, "×")), canvas);
      return { path, canvas, value, element, color: COLORS[i % COLORS.length] };
    });
    list.replaceChildren(...(charts.length ? charts.map((c) => c.element) : [h("p", { class: "empty" }, "Nothing is plotted. Add a path, or press ∿ beside a number in Data.")]));
    draw();
  };
  const draw = () => { for (const chart of charts) paint(chart); };
  const take = () => {
    const thoughts = now.thoughts.get(layout.robot);
    for (const { path, value } of thoughts ? charts : []) {
      const found = valueAt(thoughts.values, path);
      setText(value, found === undefined ? "no number there" : number(found));
      if (typeof found === "number" || typeof found === "boolean") curveOf(path).add(thoughts.time, Number(found));
    }
    draw();
  };
  return {
    element: h("div", { class: "view" }, h("div", { class: "toolbar" }, input, h("button", { class: "action", onclick: add }, "plot"), h("span", { class: "muted" }, `up to ${SPAN} s`)), list),
    refresh: build,
    thoughts: take,
    look: () => ({ values: [...new Set(layout.plots.map((path) => path.split(/[.[]/)[0]))].filter((name) => page.knows(name)) }),
    rebuildOn: ["layout.plots"],
  };
}

on("layout.robot", () => curves.clear());

function curveOf(path) {
  if (!curves.has(path)) curves.set(path, new Curve());
  return curves.get(path);
}

function paint({ path, canvas, color }) {
  if (!canvas.clientWidth) return;
  const { context, width, height } = fitted(canvas);
  context.clearRect(0, 0, width, height);
  const points = [...curveOf(path).points()];
  const end = points.at(-1)?.[0] ?? 0;
  const shown = points.filter(([time, value]) => time >= end - SPAN && Number.isFinite(value));
  const values = shown.map(([, value]) => value);
  let low = Math.min(...values, Infinity), high = Math.max(...values, -Infinity);
  if (!values.length) return;
  if (high - low < 1e-6) [low, high] = [low - 0.5, high + 0.5];
  const span = Math.min(SPAN, Math.max(LEAST, end - shown[0][0]));
  const x = (time) => width - 46 - ((end - time) / span) * (width - 50), y = (value) => height - 8 - ((value - low) / (high - low)) * (height - 16);
  context.fillStyle = cssColor("--muted");
  context.font = "11px system-ui";
  context.strokeStyle = cssColor("--line");
  context.lineWidth = 1;
  for (const level of [low, (low + high) / 2, high]) {
    context.beginPath();
    context.moveTo(0, y(level));
    context.lineTo(width - 46, y(level));
    context.stroke();
    context.fillText(number(level), width - 42, y(level) + 4);
  }
  context.strokeStyle = color;
  context.lineWidth = 1.6;
  context.beginPath();
  shown.forEach(([time, value], i) => (i ? context.lineTo(x(time), y(value)) : context.moveTo(x(time), y(value))));
  context.stroke();
}
