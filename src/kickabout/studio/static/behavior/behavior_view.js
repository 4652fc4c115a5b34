// The behavior: active options as a tree, and below which were active when, over the match.

import { h, setText } from "../page/dom.js";
import { isRecorded } from "../page/store.js";
import { SpanView } from "./span_view.js";

const NEEDED = ["ActivationGraph", "RoleState"];

export function behaviorView(panel) {
  const list = h("div", { class: "options scroll" }),
    role = h("span", { class: "muted" });
  const spans = new SpanView(panel);
  let shown = "";
  const tree = () => {
    const { ActivationGraph: graph, RoleState: state } = panel.values,
      time = panel.data?.time ?? 0;
    const text = JSON.stringify([panel.robot, graph?.options, Math.round(time * 10)]);
    setText(role, state && state.role !== "none" ? `role: ${state.role}` : "");
    if (text === shown) return;
    shown = text;
    if (graph?.options?.length) list.replaceChildren(...graph.options.map((option) => row(option, time)));
    else
      list.replaceChildren(
        h(
          "p",
          { class: "empty" },
          graph ? "No option is active." : "This robot publishes nothing about its behavior.",
        ),
      );
  };
  const update = () => {
    tree();
    spans.draw();
  };
  panel.on("moment", () => isRecorded(panel.match) && panel.shown && spans.draw());
  const toolbar = h("div", { class: "toolbar" }, spans.chips, role);
  return {
    element: h("div", { class: "behavior-view" }, toolbar, list, spans.element),
    refresh: () => {
      spans.refresh();
      update();
    },
    data: update,
    looks: () => Object.fromEntries(spans.robots().map((name) => [name, { values: NEEDED }])),
    dispose: () => spans.dispose(),
  };
}

function row(option, time) {
  const since = option.state ? option.state_since : option.option_since;
  return h(
    "div",
    { class: "option", style: `--depth:${option.depth}`, title: option.arguments.join("\n") },
    h("span", { class: "name" }, option.option),
    option.state ? h("span", { class: "state" }, option.state) : null,
    h("span", { class: "time" }, `${Math.max(0, time - since).toFixed(1)} s`),
    option.arguments.length ? h("span", { class: "arguments" }, option.arguments.join("  ")) : null,
  );
}
