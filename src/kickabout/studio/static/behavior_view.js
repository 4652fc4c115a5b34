// The behavior: active options as a tree, each with its state and how long it has been so.

import { h, setText } from "./dom.js";
import { layout, now, on } from "./store.js";

export function behaviorPane() {
  const list = h("div", { class: "behavior scroll" });
  const heading = h("span", { class: "muted" });
  let shown = "";
  const update = () => {
    const thoughts = now.thoughts.get(layout.robot);
    const options = thoughts?.values?.ActivationGraph?.options;
    const role = thoughts?.values?.RoleState?.role;
    const text = JSON.stringify([options, role, Math.round((thoughts?.time ?? 0) * 10)]);
    if (text === shown) return;
    shown = text;
    setText(heading, role && role !== "none" ? role : "");
    if (!options?.length) return list.replaceChildren(h("p", { class: "empty" }, options ? "No option is active." : "This robot tells nothing about its behavior."));
    list.replaceChildren(...options.map((option) => row(option, thoughts.time)));
  };
  const row = (option, time) => h("div", { class: "option", style: `--depth:${option.depth}`, title: option.arguments.join("\n") },
    h("span", { class: "name" }, option.option), option.state ? h("span", { class: "state" }, option.state) : null,
    h("span", { class: "time" }, `${Math.max(0, time - (option.state ? option.state_since : option.option_since)).toFixed(1)} s`),
    option.arguments.length ? h("span", { class: "arguments" }, option.arguments.join("  ")) : null);
  on("thoughts", (robot) => robot === layout.robot && update());
  on("layout.robot", () => { shown = ""; update(); });
  return h("div", { class: "pane behavior-pane" }, h("h3", {}, "Behavior ", heading), list);
}
