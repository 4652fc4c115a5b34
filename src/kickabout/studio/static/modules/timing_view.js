// Times of threads and modules over the last hundred cycles.

import { h, setText } from "../page/dom.js";

const LEAST = 1e-3,
  DECADES = 5; // ms; the axis goes from 1 µs to 100 ms
const place = (ms) => 100 * Math.min(1, Math.max(0, Math.log10(Math.max(ms, LEAST) / LEAST) / DECADES));

export function timingView(panel) {
  const box = h("div", { class: "scroll padded" });
  let rows = new Map();
  const build = () => {
    rows = new Map();
    const timings = panel.data?.timings;
    if (!timings) {
      const why = ["live", "robot"].includes(panel.match.status?.mode)
        ? "Waiting for the robot …"
        : "Times are measured while a match runs; recordings hold none.";
      return box.replaceChildren(h("p", { class: "empty" }, why));
    }
    box.replaceChildren(
      ...Object.entries(timings)
        .filter(([, thread]) => thread.cycles)
        .map(([name, thread]) =>
          h(
            "section",
            {},
            h(
              "h3",
              {},
              name,
              h(
                "span",
                { class: "muted" },
                thread.rate
                  ? ` ${thread.rate.toFixed(1)} Hz, ${(1000 / thread.rate).toFixed(1)} ms a cycle`
                  : "",
              ),
            ),
            h(
              "table",
              { class: "timing" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  ["module", "shortest", "middle", "longest"].map((text) => h("th", {}, text)),
                  h("th", { class: "axis" }, h("span", {}, "1 µs"), h("span", {}, "100 ms")),
                ),
              ),
              h(
                "tbody",
                {},
                Object.keys(thread.rows).map((module) => row(name, module)),
              ),
            ),
          ),
        ),
    );
    fill();
  };
  const row = (thread, module) => {
    const cells = [0, 1, 2].map(() => h("td", { class: "number" })),
      parts = ["spread", "box", "middle"].map((part) => h("i", { class: part }));
    rows.set(`${thread}/${module}`, { cells, parts });
    return h(
      "tr",
      { class: module === "cycle" ? "total" : "" },
      h("td", {}, module === "cycle" ? "whole cycle" : module),
      cells,
      h("td", {}, h("div", { class: "box-plot" }, parts)),
    );
  };
  const fill = () => {
    const timings = panel.data?.timings ?? {};
    for (const [thread, { rows: times }] of Object.entries(timings)) {
      for (const [module, values] of Object.entries(times)) {
        const shown = rows.get(`${thread}/${module}`);
        if (!shown) continue;
        shown.cells.forEach((cell, i) => setText(cell, values[2 * i].toFixed(3)));
        const at = values.map(place);
        [
          [at[0], at[4]],
          [at[1], at[3]],
          [at[2], at[2]],
        ].forEach(([from, to], i) => {
          shown.parts[i].style.left = `${from.toFixed(1)}%`;
          shown.parts[i].style.width = `${(to - from).toFixed(1)}%`;
        });
      }
    }
  };
  return {
    element: h("div", { class: "view" }, box),
    refresh: build,
    data: () => (rows.size ? fill() : build()),
    look: () => ({ timings: true }),
  };
}
