// Parameters of the modules: change them while the robot plays, then save the difference.

import { h } from "./dom.js";
import { ask, say } from "./feed.js";
import { layout, mayChange, now, remember } from "./store.js";

export function parameterView(page) {
  const filter = h("input", { type: "search", placeholder: "filter modules", "aria-label": "filter modules" });
  const list = h("div", { class: "scroll module-list" });
  const table = h("div", { class: "scroll" });
  const layer = h("input", { placeholder: "name of a layer", value: "mine", "aria-label": "layer", size: 12 });
  const save = h("button", { class: "action", onclick: async () => {
    const reply = await say(`${layout.robot} save ${layer.value}`);
    if (reply.ok) page.notice(reply.text);
  } }, "save changes");
  const everybody = h("input", { type: "checkbox" });

  const build = () => {
    save.disabled = everybody.disabled = layer.disabled = !mayChange();
    const wanted = filter.value.toLowerCase();
    const modules = page.modules().filter((m) => m.tunable && m.name.toLowerCase().includes(wanted));
    list.replaceChildren(...modules.map((module) =>
      h("button", { class: "item", "aria-pressed": module.name === layout.module, onclick: () => remember({ module: module.name }) },
        h("i", { class: `station ${module.station}` }), module.name)));
    fill();
  };
  const fill = async () => {
    const module = page.modules().find((m) => m.name === layout.module && m.tunable) ?? page.modules().find((m) => m.tunable);
    if (!module) return table.replaceChildren(h("p", { class: "empty" }, "This robot has nothing to tune."));
    const reply = await ask(layout.robot, { parameters: [module.name] });
    if (!reply.ok) return table.replaceChildren(h("p", { class: "empty" }, reply.text));
    const rows = Object.entries(reply.of.parameters[module.name]).map(([key, info]) => row(module.name, key, info));
    table.replaceChildren(h("h3", {}, module.name), h("table", { class: "parameters" }, h("tbody", {}, rows)));
  };
  const row = (module, key, info) => {
    const plain = JSON.stringify(info.value);
    const input = h("input", { value: plain, "data-parameter": `${module}.${key}`, disabled: !mayChange(), title: bounds(info) });
    const change = async () => {
      if (input.value === plain) return;
      const whom = everybody.checked ? now.stage.robots.map((r) => r.name) : [layout.robot];
      for (const name of whom) {
        const reply = await say(`${name} set ${module}.${key} ${input.value}`);
        if (!reply.ok) break;
      }
      setTimeout(fill, 150);
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") input.blur();
      if (event.key === "Escape") input.value = plain;
    });
    input.addEventListener("blur", change);
    return h("tr", { class: info.changed ? "changed" : "" }, h("th", {}, key), h("td", {}, input), h("td", { class: "muted" }, info.unit),
      h("td", { class: "doc" }, info.doc, h("span", { class: "muted" }, ` (${JSON.stringify(info.default)})`)));
  };
  filter.addEventListener("input", build);
  return {
    element: h("div", { class: "view split-view" }, h("div", { class: "column narrow" }, filter, list),
      h("div", { class: "column" }, table, h("div", { class: "toolbar bottom" }, h("label", {}, everybody, " for all robots"), h("span", { class: "grow" }), layer, save))),
    refresh: build,
    thoughts: () => {},
    look: () => ({}),
    rebuildOn: ["layout.module"],
  };
}

function bounds({ low, high }) {
  if (low === null && high === null) return "";
  return `from ${low ?? "any"} to ${high ?? "any"}`;
}
