// Differences between two times: values are kept, and later ones are shown beside them.

import { h, number, valueAt } from "../page/dom.js";

export class Comparison {
  constructor(panel, changed) {
    Object.assign(this, { panel, changed, kept: null });
    this.button = h(
      "button",
      {
        class: "action",
        "data-do": "compare",
        "aria-pressed": "false",
        title: "keep these values, and show how later ones differ",
        onclick: () => this.toggle(),
      },
      "compare",
    );
    this.time = h("span", { class: "muted number" });
    this.element = h("span", { class: "comparison" }, this.button, this.time);
    panel.on("choice.robot", () => !panel.isPinned && this.end());
  }

  toggle() {
    const { data } = this.panel;
    this.kept =
      this.kept || !data
        ? null
        : { robot: this.panel.robot, time: data.time, values: structuredClone(data.values) };
    this.time.textContent = this.kept ? `with ${this.kept.time.toFixed(2)} s` : "";
    this.button.setAttribute("aria-pressed", this.kept !== null);
    this.changed();
  }

  end() {
    if (this.kept) this.toggle();
  }

  // What was there then; undefined without a comparison.
  before(path) {
    return this.kept ? valueAt(this.kept.values, path) : undefined;
  }
}

// Such as "0.31 → +0.02" for numbers; empty if both are the same.
export function difference(before, after) {
  if (before === undefined || JSON.stringify(before) === JSON.stringify(after)) return "";
  if (typeof before === "number" && typeof after === "number")
    return `${after > before ? "+" : "−"}${number(Math.abs(after - before))} since ${number(before)}`;
  return `was ${brief(before)}`;
}

function brief(value) {
  if (Array.isArray(value) && value.every((item) => typeof item === "number"))
    return `(${value.map(number).join(", ")})`;
  return value !== null && typeof value === "object" ? "different" : String(value);
}
