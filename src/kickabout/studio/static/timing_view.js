// Times of threads and modules over the last hundred cycles.

import { h, setText } from "./dom.js";
import { layout, now } from "./store.js";

export function timingView() {
  const box = h("div", { class: "scroll" });
  let rows = new Map();
  const build = () => {
    rows = new Map();
    const timings = now.thoughts.get(layout.robot)?.timings;
    if (!timings) {
      const why = ["live", "robot"].includes(now.status?.mode) ? "Waiting for the robot …" : "Times are measured while a match runs; recordings hold none.";
      return box.replaceChildren(h("p", { class: "empty" }, why));
    }
    box.replaceChildren(...Object.entries(timings).filter(([, thread]) => thread.cycles).map(([name, thread]) => h("section", {},
      h("h3", {}, name, h("span", { class: "muted" }, thread.rate ? ` ${thread.rate.toFixed(1)} Hz, ${(1000 / thread.rate).toFixed(1)} ms a cycle` : "")),
      h("table", { class: "timing" }, h("thead", {}, h("tr", {}, ["module", "shortest", "mean", "longest", ""].map((text) => h("th", {}, text)))),
        h("tbody", {}, Object.keys(thread.rows).map((module) => row(name, module)))))));
    fill();
  };
  const row = (thread, module) => {
    const cells = [0, 1, 2].map(() => h("td", { class: "number" })), bar = h("i", { class: "bar" });
    rows.set(`${thread}/${module}`, { cells, bar });
    return h("tr", { class: module === "cycle" ? "total" : "" }, h("td", {}, module === "cycle" ? "whole cycle" : module), cells, h("td", { class: "bar-cell" }, bar));
  };
  const fill = () => {
    const timings = now.thoughts.get(layout.robot)?.timings ?? {};
    for (const [thread, { rows: times }] of Object.entries(timings)) {
      const whole = Math.max(times.cycle[1], 1e-6);
      for (const [module, values] of Object.entries(times)) {
        const shown = rows.get(`${thread}/${module}`);
        if (!shown) continue;
        shown.cells.forEach((cell, i) => setText(cell, values[i].toFixed(3)));
        shown.bar.style.width = `${Math.min(100, (100 * values[1]) / whole).toFixed(1)}%`;
      }
    }
  };
  return { element: h("div", { class: "view" }, box), refresh: build, thoughts: () => (rows.size ? fill() : build()), look: () => ({ timings: true }), rebuildOn: [] };
}
