// Curves of numbers over time: of a match as it goes by, of a recording as its file has them.

import { GrowingCurve, paintCurve } from "./curve.js";
import { h, number, setText, valueAt } from "./dom.js";
import { RecordedCurves } from "./recorded_curves.js";
import { layout, now, on, remember } from "./store.js";

const SPAN = 30; // s
const LEAST = 2; // s, shown before there is more
const MOST = 24; // curves
const COLORS = ["#5aa9e6", "#f29b4b", "#4bb36a", "#d36bb3", "#e8c547", "#8f7ee7"];

export function plotView(page) {
  const input = h("input", { placeholder: "path, such as BallModel.position_in_robot.x", size: 38, "aria-label": "path to plot" });
  const add = () => {
    if (input.value.trim()) remember({ plots: [...new Set([...layout.plots, input.value.trim()])].slice(-MOST) });
    input.value = "";
  };
  input.addEventListener("keydown", (event) => event.key === "Enter" && add());
  const list = h("div", { class: "scroll plots" });
  let charts = [];
  const build = () => {
    charts = layout.plots.map((path, i) => chart(path, COLORS[i % COLORS.length]));
    list.replaceChildren(...(charts.length ? charts.map((c) => c.element) : [h("p", { class: "empty" }, "Nothing is plotted. Add a path, or press ∿ beside a number in Data.")]));
    draw();
  };
  const draw = () => (isRecording() ? drawRecorded() : drawGrowing());
  const recorded = new RecordedCurves(() => draw());
  const drawRecorded = () => {
    const time = now.thoughts.get(layout.robot)?.time ?? now.status.time, shown = stretch(time, now.status);
    recorded.read(layout.robot, layout.plots, shown);
    for (const { path, canvas, color, value } of charts) {
      paintCurve(canvas, recorded.of(path), { ...shown, mark: time, color });
      if (recorded.problem(path)) setText(value, recorded.problem(path));
    }
  };
  const drawGrowing = () => {
    for (const { path, canvas, color } of charts) {
      const curve = growing(path), to = curve.end ?? 0;
      const span = Math.min(SPAN, Math.max(LEAST, to - (curve.times[0] ?? to)));
      paintCurve(canvas, curve, { from: to - span, to, color });
    }
  };
  const take = () => {
    const thoughts = now.thoughts.get(layout.robot);
    for (const { path, value } of thoughts ? charts : []) {
      const found = valueAt(thoughts.values, path), isNumber = ["number", "boolean"].includes(typeof found);
      setText(value, isNumber ? number(found) : "no number there");
      if (isNumber && !isRecording()) growing(path).add(thoughts.time, Number(found));
    }
    draw();
  };
  for (const name of ["layout.robot", "mode"]) on(name, () => recorded.forget());
  return {
    element: h("div", { class: "view" }, h("div", { class: "toolbar" }, input, h("button", { class: "action", onclick: add }, "plot"), h("span", { class: "muted" }, `up to ${SPAN} s`)), list),
    refresh: build,
    thoughts: take,
    look: () => ({ values: [...new Set(layout.plots.map((path) => path.split(/[.[]/)[0]))].filter((name) => page.knows(name)) }),
    rebuildOn: ["layout.plots"],
  };
}

function chart(path, color) {
  const canvas = h("canvas", { class: "plot", "data-plot": path }), value = h("span", { class: "number" });
  const remove = () => remember({ plots: layout.plots.filter((other) => other !== path) });
  const element = h("div", { class: "chart" }, h("div", { class: "row" }, h("i", { class: "swatch", style: `background:${color}` }), h("span", { class: "key" }, path), value,
    h("button", { class: "icon", title: "remove", onclick: remove }, "×")), canvas);
  return { path, canvas, value, element, color };
}

function isRecording() {
  return ["back", "log"].includes(now.status?.mode);
}

// What is shown of a recording around a time: a whole span if there is as much.
function stretch(time, { start, end }) {
  const from = Math.max(start, Math.min(time - SPAN / 2, end - SPAN));
  return { from, to: Math.max(from + LEAST, Math.min(from + SPAN, end)) };
}

const curves = new Map(); // of the chosen robot, while its match runs

function growing(path) {
  if (!curves.has(path)) curves.set(path, new GrowingCurve());
  return curves.get(path);
}

// While nobody looks nothing comes, and what was not seen must not be drawn.
function interrupt() {
  if (layout.page === "robot" && layout.view === "plots" && !isRecording()) return;
  for (const curve of curves.values()) curve.interrupt();
}

on("layout.robot", () => curves.clear());
on("layout.plots", () => { for (const path of curves.keys()) if (!layout.plots.includes(path)) curves.delete(path); });
for (const name of ["layout.page", "layout.view", "mode"]) on(name, interrupt);
on("connected", () => { for (const curve of curves.values()) curve.interrupt(); });
